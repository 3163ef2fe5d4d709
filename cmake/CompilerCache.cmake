# ccache, where it is installed: objects are kept in the user's cache folder and found again by a
# build in another folder. The settings are a file of the build, so that the user's own ccache is
# neither asked nor changed. A launcher given with -DCMAKE_C_COMPILER_LAUNCHER stays.
set(LS_CACHE_DIR "$ENV{XDG_CACHE_HOME}")
if(NOT LS_CACHE_DIR)
  set(LS_CACHE_DIR "$ENV{HOME}/.cache")
endif()
set(LS_CACHE_DIR "${LS_CACHE_DIR}/lockstep/ccache")

find_program(LS_CCACHE ccache)
find_program(LS_ENV env)
if(LS_CCACHE AND LS_ENV AND NOT CMAKE_C_COMPILER_LAUNCHER)
  # A home that cannot be written, as in some containers, is no reason to fail.
  execute_process(COMMAND mkdir -p "${LS_CACHE_DIR}" ERROR_QUIET)
  execute_process(COMMAND test -w "${LS_CACHE_DIR}" RESULT_VARIABLE not_writable)
  if(NOT not_writable)
    file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/ccache.conf" CONTENT
      "cache_dir = ${LS_CACHE_DIR}\nmax_size = 5G\nbase_dir = ${CMAKE_SOURCE_DIR}\nhash_dir = false\n")
    set(CMAKE_C_COMPILER_LAUNCHER "${LS_ENV};CCACHE_CONFIGPATH=${CMAKE_BINARY_DIR}/ccache.conf;${LS_CCACHE}")
    set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_C_COMPILER_LAUNCHER}")
  endif()
endif()
