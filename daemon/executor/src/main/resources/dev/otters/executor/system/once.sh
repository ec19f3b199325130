#!/bin/sh
# Runs one program in a sandbox, which ends with the program or the daemon.
#   once.sh FOLDER PROGRAM ARGUMENT...
# FOLDER is as for supervise.sh, without `raw`. The program has the files 0, 1 and 2 of this shell. The daemon holds the
# pipe `alive` open for as long as the sandbox may exist.
set -u
. "${0%/*}/confine.sh"
umask 077
cd "$1" || exit 125
shift
mkfifo alive go || exit 125
read -r self </proc/$$/stat
read -r boot </proc/sys/kernel/random/boot_id
echo "$self $boot" >launched.new && mv launched.new launched || exit 125
{ read -r _ <alive; kill -9 0; } </dev/null >/dev/null 2>&1 &

confine
"$@" 5<args 6<seccomp 7>status 8<>go
exit $?
