# A function of once.sh and supervise.sh, which run it in the folder of a sandbox.

# Lets this shell enter the sandbox's cgroups, and gives it the limits of the sandbox's processes.
confine() {
  while IFS= read -r group; do
    echo 0 >"$group/cgroup.procs" || exit 125
  done <cgroups
  { echo 0 >/proc/self/oom_score_adj; } 2>/dev/null
  ulimit -c 0
  ulimit -n 16384 2>/dev/null || ulimit -n "$(ulimit -H -n)"
  umask 022
  # The sandbox's first process keeps its environment, which must not reveal this folder.
  unset PWD OLDPWD
}
