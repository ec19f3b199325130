#!/bin/sh
# Writes the ahead-of-time caches of a distribution: runs its two programs once with a temporary home and a fake engine,
# so that the caches contain the classes for a real engine too.
#   usage: gradle/rehearse.sh DISTRIBUTION
set -eu

dist=$1
folder=$(mktemp -d "${TMPDIR:-/tmp}/otters-rehearsal.XXXXXX")
rehearse=$dist/bin/rehearse
engine=
rm -f "$dist"/lib/*/*.aot.new

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
  [ -z "$engine" ] || kill "$engine" 2>/dev/null || true
  rm -rf "$folder" "$rehearse"
  exit "$code"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

options() {
  # Without method profiles, which the compiler in use does not read. Under another name, since the programs use a cache that
  # exists, and the command may start the daemon twice on a busy machine.
  echo "-XX:+UnlockDiagnosticVMOptions -XX:-AOTRecordTraining -XX:AOTCacheOutput=$dist/lib/$1/$1.aot.new -Xlog:disable"
}
sed 's/dev\.otters\.cli\.Main/dev.otters.cli.Rehearsal/' "$dist/bin/otters" >"$rehearse"
chmod +x "$rehearse"
unset OTTERSD_URL OTTERS_TOKEN OTTERS_EXECUTOR DOCKER_CONTEXT
"${OTTERS_JAVA_HOME:?names the Java that rehearses}/bin/java" "${0%/*}/RehearsalEngine.java" "$folder/engine.sock" \
  >"$folder/engine.log" 2>&1 &
engine=$!
tries=0
until [ -S "$folder/engine.sock" ]; do
  tries=$((tries + 1))
  if [ "$tries" -gt 300 ] || ! kill -0 "$engine" 2>/dev/null; then
    cat "$folder/engine.log" >&2
    echo "the engine of the rehearsal does not start" >&2
    exit 1
  fi
  sleep 0.1
done
export DOCKER_HOST="unix://$folder/engine.sock"
OTTERS_HOME=$folder/home OTTERS_JAVA_OPTS=$(options cli) OTTERSD_JAVA_OPTS=$(options daemon) \
  "$rehearse" "$dist/agentfiles/guide" </dev/null >"$folder/log" 2>&1 || {
  cat "$folder/log" >&2
  exit 1
}
stop_daemon
for cache in cli daemon; do
  [ -s "$dist/lib/$cache/$cache.aot.new" ] || {
    echo "no cache was written for $cache" >&2
    exit 1
  }
  mv "$dist/lib/$cache/$cache.aot.new" "$dist/lib/$cache/$cache.aot"
done
