#!/bin/sh
# The command `gatehouse` of an installed package. Chromium refuses to run as root before any code of the app has run,
# and says so by ending in a trap: this answers for it. Everything else is passed on untouched.
program="$(dirname "$(readlink -f "$0")")/gatehouse"
[ "$(id -u)" = 0 ] || exec "$program" "$@"

# Commands without a window, by their first word.
case "$1" in
  check | run) exec "$program" --no-sandbox "$@" ;;
esac

for argument in "$@"; do
  case "$argument" in
    # Chromium never starts for these, so nothing loses its sandbox.
    --version | --help | -h | --web) exec "$program" --no-sandbox "$@" ;;
    # The choice of whoever runs it.
    --no-sandbox) exec "$program" "$@" ;;
  esac
done

echo 'gatehouse: The window can’t open as root, because Chromium’s sandbox doesn’t run as root. Start Gatehouse as another user, or run gatehouse --web and open it in a browser.' >&2
exit 1
