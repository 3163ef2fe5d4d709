# The health rules of well-known projects (src/health/rules/*.yaml) as a C source of ls_health: the
# texts, and an index of the groups each file is about, so that a file is read only when one of its
# groups is met. Made while configuring; an edited or added file configures again.
function(ls_embed_health_rules target)
  file(GLOB files CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/src/health/rules/*.yaml")
  list(SORT files)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files})
  set(arrays "")
  set(texts "")
  set(index "")
  set(number 0)
  foreach(path IN LISTS files)
    cmake_path(GET path FILENAME name)
    file(READ "${path}" bytes HEX)
    string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
    string(REGEX REPLACE "([^,]*,[^,]*,[^,]*,[^,]*,[^,]*,[^,]*,[^,]*,[^,]*,[^,]*,[^,]*,[^,]*,[^,]*,)"
                         "\\1\n    " bytes "${bytes}")
    string(APPEND arrays "static const unsigned char text_${number}[] = {\n    ${bytes}\n}@END@\n")
    string(APPEND texts "    {\"health/rules/${name}\", text_${number}, sizeof text_${number}},\n")
    file(STRINGS "${path}" groups REGEX "^- group: ")
    list(REMOVE_DUPLICATES groups)
    foreach(group IN LISTS groups)
      string(REGEX REPLACE "^- group: \"?([^\" ]*)\"?.*$" "\\1" group "${group}")
      string(APPEND index "    {\"${group}\", ${number}},\n")
    endforeach()
    math(EXPR number "${number} + 1")
  endforeach()
  set(source "${CMAKE_BINARY_DIR}/generated/builtin_rules.c")
  set(content "/* Generated from src/health/rules/ by cmake/HealthRules.cmake. */\n"
              "#include \"health/rule/rule_impl.h\"\n\n${arrays}\n"
              "const struct ls_rule_text ls_rule_texts[] = {\n${texts}}@END@\n"
              "const size_t ls_rule_text_count = LS_COUNT(ls_rule_texts)@END@\n"
              "const struct ls_rule_index ls_rule_index[] = {\n${index}}@END@\n"
              "const size_t ls_rule_index_count = LS_COUNT(ls_rule_index)@END@\n")
  string(JOIN "" content ${content})
  string(REPLACE "@END@" ";" content "${content}")
  file(CONFIGURE OUTPUT "${source}" CONTENT "${content}" @ONLY)
  target_sources(${target} PRIVATE "${source}")
endfunction()
