# The libraries we stand on, each as one imported target. With LS_STATIC_LIBS their archives are
# linked instead, so that the binary needs only glibc at run time.
find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)

function(ls_find target module)
  pkg_check_modules(${target} REQUIRED ${module})
  add_library(${target} INTERFACE)
  target_include_directories(${target} SYSTEM INTERFACE ${${target}_INCLUDE_DIRS})
  if(LS_STATIC_LIBS)
    set(archives "")
    foreach(name IN LISTS ${target}_STATIC_LIBRARIES)
      find_library(archive_${name} NAMES lib${name}.a)
      if(archive_${name})
        list(APPEND archives "${archive_${name}}")
      elseif(NOT name MATCHES "^(dl|pthread|m|c|rt)$")
        message(FATAL_ERROR "${module}: lib${name}.a is not installed")
      endif()
    endforeach()
    target_link_libraries(${target} INTERFACE ${archives})
  else()
    target_link_libraries(${target} INTERFACE ${${target}_LINK_LIBRARIES})
  endif()
endfunction()

ls_find(dep_yaml yaml-0.1)
ls_find(dep_nghttp2 libnghttp2)
ls_find(dep_ssl libssl)
ls_find(dep_crypto libcrypto)
ls_find(dep_zlib zlib)

# RE2 and the C++ runtime behind it are taken in whole wherever start-up counts: loading the two
# shared libraries costs 0.7 ms of every start, also of one that never meets a pattern.
if(LS_SANITIZE)
  ls_find(dep_re2 re2)
else()
  find_library(archive_re2 NAMES libre2.a REQUIRED)
  add_library(dep_re2 INTERFACE)
  target_link_libraries(dep_re2 INTERFACE "${archive_re2}" Threads::Threads)
  target_link_options(dep_re2 INTERFACE -static-libstdc++ -static-libgcc)
endif()

# What a folder's library links besides the earlier lines of the ladder.
set(LS_EXTERNAL_base Threads::Threads)
set(LS_EXTERNAL_value dep_yaml dep_crypto dep_re2)
set(LS_EXTERNAL_net dep_nghttp2 dep_ssl dep_crypto)
set(LS_EXTERNAL_kube dep_crypto)
