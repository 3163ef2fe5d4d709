# The manual pages, printed by the program itself, so that they cannot tell of other flags than it has.
set(LS_MAN_DIR "${CMAKE_BINARY_DIR}/man")
add_custom_command(
  OUTPUT "${LS_MAN_DIR}/lockstep.1"
  COMMAND "${CMAKE_SOURCE_DIR}/tools/man-pages" "$<TARGET_FILE:lockstep>" "${LS_MAN_DIR}"
  DEPENDS lockstep "${CMAKE_SOURCE_DIR}/tools/man-pages"
  COMMENT "Printing the manual pages"
  VERBATIM)
add_custom_target(man ALL DEPENDS "${LS_MAN_DIR}/lockstep.1")
install(DIRECTORY "${LS_MAN_DIR}/" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" FILES_MATCHING PATTERN "*.1")
