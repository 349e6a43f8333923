#!/bin/bash
# Of the deb and the rpm. Both run it at an upgrade too, dpkg with a word and rpm with the number of versions that are
# left: the new version still needs its link and its profile.
case "$1" in
  upgrade | failed-upgrade | abort-install | abort-upgrade | disappear | [1-9]*) exit 0 ;;
esac
name='${executable}'

rm -f "/usr/bin/$name"

profile="/etc/apparmor.d/$name"
if [ -f "$profile" ]; then
  if apparmor_status --enabled >/dev/null 2>&1 && ! { command -v ischroot >/dev/null 2>&1 && ischroot; }; then
    apparmor_parser --remove "$profile" || true
  fi
  rm -f "$profile"
fi

if command -v update-mime-database >/dev/null 2>&1; then update-mime-database /usr/share/mime || true; fi
if command -v update-desktop-database >/dev/null 2>&1; then update-desktop-database /usr/share/applications || true; fi
exit 0
