#!/bin/sh
# Supervises one sandbox: starts it, keeps its output, and records its end. Continues while the daemon is away.
#   supervise.sh FOLDER PROGRAM ARGUMENT...
# FOLDER contains `args` and `seccomp`, open as files 5 and 6 in the program; `cgroups`, one folder per line, which the
# program enters; and `raw`. The program writes its state to file 7, `status`, and waits for a byte from file 8, `go`.
# At the end `raw/exit` contains the exit code and the number of out-of-memory kills.
set -u
. "${0%/*}/confine.sh"
umask 077
cd "$1" || exit 1
shift
mkfifo go || exit 1
# Reserves the room for the end now, since the disk may be full by then. Later writes overwrite the blanks.
blank='                                        '
echo "$blank" >code && echo "$blank" >exit.new || exit 1
read -r self </proc/$$/stat
read -r boot </proc/sys/kernel/random/boot_id
echo "$self $boot" >launched.new && mv launched.new launched || exit 1

sandbox() {
  (
    confine
    exec "$@" 5<args 6<seccomp 7>status 8<>go </dev/null
  )
  echo $? 1<>code
}

# Keeps the last files of a stream. On a full disk it discards output, so that the sandbox neither waits nor ends.
pump() {
  n=0
  while :; do
    if dd of="raw/$1.$n" bs=4096 count=1024 2>/dev/null; then
      [ -s "raw/$1.$n" ] || break
    else
      [ "$(dd bs=4096 count=16 2>/dev/null | wc -c)" -gt 0 ] || break
    fi
    n=$((n + 1))
    rm -f "raw/$1.$((n - 6))"
  done
}

{ sandbox "$@" 2>&1 >&3 3>&- | pump err >/dev/null 3>&-; } 3>&1 | pump out

read -r code <code
oom=0
while IFS= read -r group; do
  for file in "$group/memory.events" "$group/memory.oom_control"; do
    [ ! -r "$file" ] || while read -r key value; do
      [ "$key" != oom_kill ] || oom=$value
    done <"$file"
  done
done <cgroups
echo "${code:--1} $oom" 1<>exit.new
while IFS= read -r group; do
  rmdir "$group" 2>/dev/null || { sleep 0.1 && rmdir "$group" 2>/dev/null; }
done <cgroups
mv exit.new raw/exit
