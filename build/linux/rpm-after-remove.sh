#!/bin/bash
# rpm runs this after an upgrade too, with the number of versions that are left: the new one still needs its link.
if [ "$1" -ge 1 ] 2>/dev/null; then exit 0; fi

if command -v update-alternatives >/dev/null 2>&1; then
  update-alternatives --remove '${executable}' '/opt/${sanitizedProductName}/${executable}' || true
fi
rm -f '/usr/bin/${executable}'

profile='/etc/apparmor.d/${executable}'
if [ -f "$profile" ]; then
  if command -v apparmor_parser >/dev/null 2>&1; then apparmor_parser --remove "$profile" || true; fi
  rm -f "$profile"
fi

if command -v update-desktop-database >/dev/null 2>&1; then update-desktop-database /usr/share/applications || true; fi
if command -v update-mime-database >/dev/null 2>&1; then update-mime-database /usr/share/mime || true; fi
