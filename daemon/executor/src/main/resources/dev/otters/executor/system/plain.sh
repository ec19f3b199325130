#!/bin/sh
# Runs an agent's program without a sandbox, after the daemon's permission.
#   plain.sh FOLDER PROGRAM ARGUMENT...
# Writes its pid to file 7, waits for a byte from file 8, and closes the supervisor's files.
set -u
cd "$1" || exit 1
shift
echo "{\"child-pid\": $$}" >&7
[ -n "$(dd bs=1 count=1 <&8 2>/dev/null)" ] || exit 1
exec "$@" 5<&- 6<&- 7>&- 8<&-
