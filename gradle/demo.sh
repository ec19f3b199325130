#!/bin/sh
# Shows Otters at work on this folder: builds the guide, runs it, asks it, and cleans up after itself.
#   usage: gradle/demo.sh DISTRIBUTION PROJECT      (./gradlew demo calls it; DOCKER_HOST names the engine, if there is one)
set -eu

dist=$1
project=$2
PATH=$dist/bin:$PATH
OTTERS_HOME=$(mktemp -d "${TMPDIR:-/tmp}/otters-demo.XXXXXX")
export PATH OTTERS_HOME

show() {
  printf '\n\033[1m$ %s\033[0m\n' "$*" | plain
  "$@"
}
plain() { if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then cat; else sed "s/$(printf '\033')\[[0-9;]*m//g"; fi; }
title() { printf '\n\033[1m── %s\033[0m\n' "$*" | plain; }

finish() {
  code=$?
  trap - EXIT INT TERM
  otters rm -f guide >/dev/null 2>&1 || true
  if [ -f "$OTTERS_HOME/ottersd.lock" ]; then
    daemon=$(tr -cd '0-9' <"$OTTERS_HOME/ottersd.lock")
    if [ -n "$daemon" ] && kill "$daemon" 2>/dev/null; then
      while kill -0 "$daemon" 2>/dev/null; do sleep 0.1; done
    fi
  fi
  if [ "$code" -ne 0 ] && [ -f "$OTTERS_HOME/ottersd.log" ]; then
    echo "the demo failed; the daemon's last words:" >&2
    tail -n 20 "$OTTERS_HOME/ottersd.log" >&2
  fi
  rm -rf "$OTTERS_HOME"
  exit "$code"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

title "An Agentfile becomes an image"
show otters image build -t guide:latest "$dist/agentfiles/guide"
show otters image ls

if [ -z "${DOCKER_HOST:-}" ]; then
  title "No container engine"
  show otters image inspect guide:latest
  echo
  echo "The image is built. To run it, Otters needs Docker Engine 20.10 or newer: install one, or on Debian as root"
  echo "start a private one with gradle/engine.sh start, and run the demo again."
  exit 0
fi

title "The image becomes an agent, with this project mounted read-only"
show otters run guide:latest -v "$project:/workspace/src:Project source:ro"
show otters ps

title "Asked about the project (the model is scripted, and says so; the tool calls are real)"
show otters prompt guide --show-tools "What is this project?"

title "Asked to change it"
show otters prompt guide --show-tools "Please write a file into the project."

title "What the agent was told about itself"
for file in AGENT.md WORKSPACE.md MOUNTS.md; do
  show cat "$OTTERS_HOME"/agents/*/etc/context/$file
done

title "What the engine was told about it"
docker_inspect='user {{.Config.User}}, read-only root {{.HostConfig.ReadonlyRootfs}}, network {{.HostConfig.NetworkMode}}, dropped {{.HostConfig.CapDrop}}, {{.HostConfig.SecurityOpt}}, memory {{.HostConfig.Memory}}, processes {{.HostConfig.PidsLimit}}'
if command -v docker >/dev/null 2>&1; then
  for container in $(docker ps -q --filter label=io.openotters.home="$(cat "$OTTERS_HOME/home.id")"); do
    docker inspect --format "$docker_inspect" "$container"
  done
else
  otters inspect guide
fi

title "And its log"
show otters logs guide
