#!/bin/sh
# Writes the ahead-of-time caches of a distribution, by running its two programs once in a home of their own.
#   usage: gradle/rehearse.sh DISTRIBUTION
set -eu

dist=$1
folder=$(mktemp -d "${TMPDIR:-/tmp}/otters-rehearsal.XXXXXX")
rehearse=$dist/bin/rehearse

stop_daemon() {
  [ -f "$folder/home/ottersd.lock" ] || return 0
  daemon=$(tr -cd '0-9' <"$folder/home/ottersd.lock")
  [ -n "$daemon" ] && kill "$daemon" 2>/dev/null || return 0
  while kill -0 "$daemon" 2>/dev/null; do sleep 0.1; done
}
finish() {
  code=$?
  trap - EXIT INT TERM
  stop_daemon
  rm -rf "$folder" "$rehearse"
  exit "$code"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

options() {
  echo "-XX:AOTCacheOutput=$dist/lib/$1/$1.aot -Xlog:disable"
}
sed 's/dev\.otters\.cli\.Main/dev.otters.cli.Rehearsal/' "$dist/bin/otters" >"$rehearse"
chmod +x "$rehearse"
unset OTTERSD_URL OTTERS_TOKEN
OTTERS_HOME=$folder/home OTTERS_JAVA_OPTS=$(options cli) OTTERSD_JAVA_OPTS=$(options daemon) \
  "$rehearse" "$dist/agentfiles/guide" </dev/null >"$folder/log" 2>&1 || {
  cat "$folder/log" >&2
  exit 1
}
stop_daemon
for cache in cli daemon; do
  [ -s "$dist/lib/$cache/$cache.aot" ] || {
    echo "no cache was written for $cache" >&2
    exit 1
  }
done
