# Sourced by scripts that run Otters with a temporary home: creates the home, and removes everything at the end.
# The script sets dist (the distribution) and task (one word for names and messages) before.

PATH=$dist/bin:$PATH
OTTERS_HOME=$(mktemp -d "${TMPDIR:-/tmp}/otters-$task.XXXXXX")
# Weights are fetched once, not for every home.
OTTERS_MODELS=${OTTERS_MODELS:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/otters/models}
export PATH OTTERS_HOME OTTERS_MODELS

finish() {
  code=$?
  trap - EXIT INT TERM
  if [ -f "$OTTERS_HOME/ottersd.lock" ]; then
    for agent in $(otters ps -a -q 2>/dev/null); do otters rm -f "$agent" >/dev/null 2>&1 || true; done
    daemon=$(tr -cd '0-9' <"$OTTERS_HOME/ottersd.lock")
    if [ -n "$daemon" ] && kill "$daemon" 2>/dev/null; then
      while kill -0 "$daemon" 2>/dev/null; do sleep 0.1; done
    fi
  fi
  if [ "$code" -ne 0 ] && [ -f "$OTTERS_HOME/ottersd.log" ]; then
    echo "$task failed; the daemon's last words:" >&2
    tail -n 20 "$OTTERS_HOME/ottersd.log" >&2
  fi
  rm -rf "$OTTERS_HOME"
  exit "$code"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
