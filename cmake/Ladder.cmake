# One static library a folder of src/LADDER, linking only the folders on earlier lines. A folder
# that has no source yet is skipped. A large folder may have rooms of its own, with a LADDER among
# them that tests/tidy reads.
function(ls_add_ladder file)
  file(STRINGS "${file}" rows REGEX "^[a-z]")
  set(below "")
  foreach(row IN LISTS rows)
    string(REPLACE " " ";" folders "${row}")
    set(line "")
    foreach(folder IN LISTS folders)
      file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/src/${folder}/*.c"
                                          "${CMAKE_SOURCE_DIR}/src/${folder}/*.cc"
                                          "${CMAKE_SOURCE_DIR}/src/${folder}/*/*.c")
      if(sources)
        add_library(ls_${folder} STATIC ${sources})
        target_link_libraries(ls_${folder} PUBLIC ls_flags ${LS_EXTERNAL_${folder}} ${below})
        list(APPEND line ls_${folder})
      endif()
    endforeach()
    list(PREPEND below ${line})
  endforeach()
  set(LS_ALL_LIBRARIES ${below} PARENT_SCOPE)
endfunction()
