; "Open with Likeness" for pictures, and likeness:// links, for the user who installs. Pictures keep
; the program that opens them by default: only the list of others is added to.

!macro likenessOpens EXT
  WriteRegStr SHELL_CONTEXT "Software\Classes\.${EXT}\OpenWithProgids" "Likeness.Picture" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}\SupportedTypes" ".${EXT}" ""
!macroend

!macro likenessForgets EXT
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.${EXT}\OpenWithProgids" "Likeness.Picture"
!macroend

!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\Likeness.Picture" "" "Picture"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Likeness.Picture\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
  WriteRegStr SHELL_CONTEXT "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
  !insertmacro likenessOpens "png"
  !insertmacro likenessOpens "jpg"
  !insertmacro likenessOpens "jpeg"
  !insertmacro likenessOpens "jfif"
  !insertmacro likenessOpens "webp"
  !insertmacro likenessOpens "avif"
  !insertmacro likenessOpens "gif"
  WriteRegStr SHELL_CONTEXT "Software\Classes\likeness" "" "URL:Likeness"
  WriteRegStr SHELL_CONTEXT "Software\Classes\likeness" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\likeness\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
  ; Associations have changed (SHCNE_ASSOCCHANGED): else Explorer knows of it at the next sign-in only.
  System::Call 'shell32::SHChangeNotify(i, i, i, i) v (0x08000000, 0, 0, 0)'
!macroend

!macro customUnInstall
  !insertmacro likenessForgets "png"
  !insertmacro likenessForgets "jpg"
  !insertmacro likenessForgets "jpeg"
  !insertmacro likenessForgets "jfif"
  !insertmacro likenessForgets "webp"
  !insertmacro likenessForgets "avif"
  !insertmacro likenessForgets "gif"
  DeleteRegKey SHELL_CONTEXT "Software\Classes\Likeness.Picture"
  DeleteRegKey SHELL_CONTEXT "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}"
  DeleteRegKey SHELL_CONTEXT "Software\Classes\likeness"
!macroend
