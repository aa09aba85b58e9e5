#!/bin/sh
# Runs a command for each request that comes to the console, with a line about it as its last
# argument. The command is yours:
#
#   notify.sh notify-send ask-user
#   notify.sh sh -c 'curl -s -d "$0" https://ntfy.sh/my-topic'
#   notify.sh echo
#
# ASK_USER names the program (default: ask-user), ASK_USER_SOCKET the socket of the console.
# It ends when the console ends.
set -eu
program=${ASK_USER:-ask-user}
if [ $# -eq 0 ]; then
  echo "usage: notify.sh COMMAND [ARGUMENT...]" >&2
  exit 2
fi

# The first string in JSON line $1 that is a member named like the pattern $2, in its quotes.
member() {
  printf '%s\n' "$1" | grep -oE "\"($2)\":\"([^\"\\\\]|\\\\.)*\"" | head -n 1 | cut -d: -f2-
}

"$program" events | while IFS= read -r event; do
  case $event in
  '{"seq":'*',"type":"request",'*) ;;
  *) continue ;;
  esac
  id=$(member "$event" id)
  # The events begin with the first one of this console: what has ended is no news.
  "$program" pending | grep -qF "{\"id\":$id," || continue
  # A command that fails does not end the others. It must not read the events.
  "$@" "$(member "$event" from) asks: $(member "$event" 'text|title')" </dev/null || true
done
