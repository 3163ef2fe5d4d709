# ls_flags: how every file of ours is compiled and linked. Sanitizers and hardening exclude each
# other, so the presets choose by LS_SANITIZE.
set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(LS_SANITIZE "" CACHE STRING "Sanitizers, as in -fsanitize=")
option(LS_COVERAGE "Count what the tests reach" OFF)

add_library(ls_flags INTERFACE)
target_compile_definitions(ls_flags INTERFACE _GNU_SOURCE LS_VERSION="${PROJECT_VERSION}")
target_include_directories(ls_flags INTERFACE "${CMAKE_SOURCE_DIR}/src" "${CMAKE_SOURCE_DIR}/include")
target_compile_options(ls_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wvla -Wundef -Wformat=2 -Werror
  -fno-strict-aliasing -fno-common
  $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes> $<$<COMPILE_LANGUAGE:C>:-Wmissing-prototypes>
  $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions> $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>)

# An object names its sources from the root of the tree and no folder above it, so it is the same in
# every clone, with a compiler cache (which compiles by relative paths) or without.
cmake_path(RELATIVE_PATH CMAKE_SOURCE_DIR BASE_DIRECTORY "${CMAKE_BINARY_DIR}" OUTPUT_VARIABLE to_source)
set(LS_SAME_PATHS -ffile-prefix-map=${CMAKE_SOURCE_DIR}=. -ffile-prefix-map=${CMAKE_BINARY_DIR}=.
  -ffile-prefix-map=${to_source}=.)
if(LS_SANITIZE)
  target_compile_options(ls_flags INTERFACE ${LS_SAME_PATHS}
    -fsanitize=${LS_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -g)
  target_link_options(ls_flags INTERFACE -fsanitize=${LS_SANITIZE})
elseif(CMAKE_BUILD_TYPE STREQUAL "Release")
  target_compile_options(ls_flags INTERFACE
    -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3 -fstack-protector-strong -fstack-clash-protection
    -fcf-protection ${LS_SAME_PATHS})
  target_link_options(ls_flags INTERFACE -pie -Wl,-z,relro,-z,now -Wl,-z,noexecstack -Wl,--as-needed)
endif()
if(LS_COVERAGE)
  target_compile_options(ls_flags INTERFACE --coverage -g -O0)
  target_link_options(ls_flags INTERFACE --coverage)
endif()
