#!/bin/sh
# Runs a command in the cgroups of a sandbox and with the limits of its processes.
#   enter.sh FOLDER TERMINAL COMMAND ARGUMENT...
# FOLDER is the sandbox's state; its file `seccomp` is open as file 6 in the command. TERMINAL is the command's terminal,
# or - for the given files 0, 1 and 2.
set -u
while IFS= read -r group; do
  echo 0 >"$group/cgroup.procs" || exit 125
done <"$1/cgroups"
{ echo 0 >/proc/self/oom_score_adj; } 2>/dev/null
ulimit -c 0
ulimit -n 16384 2>/dev/null || ulimit -n "$(ulimit -H -n)"
umask 022
[ "$2" = - ] || exec 0<>"$2" 1>&0 2>&0
exec 6<"$1/seccomp"
shift 2
exec "$@"
