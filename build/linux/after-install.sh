#!/bin/bash
# Of the deb and the rpm, after an install and after an upgrade.
folder='/opt/${sanitizedProductName}'
name='${executable}'

# The first versions registered the program itself as an alternative.
if command -v update-alternatives >/dev/null 2>&1; then
  update-alternatives --remove "$name" "$folder/$name" >/dev/null 2>&1 || true
fi
ln -sf "$folder/launcher" "/usr/bin/$name"

# Where the kernel gives no user namespaces, Chromium's sandbox needs its setuid helper.
if [ -L /proc/self/ns/user ] && unshare --user true; then mode=0755; else mode=4755; fi
chmod "$mode" "$folder/chrome-sandbox" || true

if command -v update-mime-database >/dev/null 2>&1; then update-mime-database /usr/share/mime || true; fi
if command -v update-desktop-database >/dev/null 2>&1; then update-desktop-database /usr/share/applications || true; fi

# Ubuntu 24.04 gives user namespaces to programs with a profile only; an AppArmor before 4.0 can't read it and needs none.
source="$folder/resources/apparmor-profile"
profile="/etc/apparmor.d/$name"
if apparmor_status --enabled >/dev/null 2>&1 && apparmor_parser --skip-kernel-load --debug "$source" >/dev/null 2>&1; then
  cp -f "$source" "$profile"
  # In a chroot, the kernel's profiles are those of another system.
  if ! { command -v ischroot >/dev/null 2>&1 && ischroot; }; then
    apparmor_parser --replace --write-cache --skip-read-cache "$profile" || true
  fi
fi
exit 0
