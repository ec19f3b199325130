#!/bin/sh
# Shows Otters at work on a folder: builds the guide, runs it, asks it, and cleans up after itself.
#   usage: gradle/demo/demo.sh DISTRIBUTION FOLDER [MODEL]      (./gradlew demo calls it)
#
# DOCKER_HOST names the engine, else OTTERS_BWRAP the bubblewrap to use; with neither it goes as far as building an image.
# MODEL is PROVIDER/NAME or the name of a local model; without it, the best one in reach is taken (model.sh).
set -eu

dist=$1
folder=$2
wanted=${3:-}
task=demo
# shellcheck source=gradle/throwaway.sh
. "$(dirname "$0")/../throwaway.sh"
# shellcheck source=gradle/demo/model.sh
. "$(dirname "$0")/model.sh"

show() {
  printf '\n\033[1m$ %s\033[0m\n' "$*" | plain
  "$@"
}
plain() { if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then cat; else sed "s/$(printf '\033')\[[0-9;]*m//g"; fi; }
title() { printf '\n\033[1m── %s\033[0m\n' "$*" | plain; }

# Says where agents run; without any place the image is all there is to show.
sandbox() {
  if [ -n "${DOCKER_HOST:-}" ]; then
    echo "Sandbox: Docker, the engine at $DOCKER_HOST"
  elif [ -n "${OTTERS_BWRAP:-}" ]; then
    echo "Sandbox: bubblewrap ($OTTERS_BWRAP), because no container engine is in reach"
  else
    title "No container engine and no bubblewrap"
    show otters image inspect guide:latest
    echo
    echo "The image is built. To run it, install Docker Engine 20.10 or newer, or the package bubblewrap,"
    echo "and run the demo again. 'otters doctor' says what else is missing."
    exit 0
  fi
}

ask() { show otters prompt "$1" --show-tools "$2"; }

title "An Agentfile becomes an image"
show otters image build -t guide:latest "$dist/agentfiles/guide"
show otters image ls

title "What runs it, and what answers"
sandbox
choose_model "$wanted"
echo "Model: ${model:-${chat:-scripted/guide}}, because $why"

if [ -n "$chat" ]; then
  title "A real model on this machine, without an account; too small to choose tools, so it only talks"
  show otters run "$dist/agentfiles/chat" --model "$chat"
  ask chat "Why is the sky blue?"
fi

title "The image becomes an agent, with this project mounted read-only"
if [ -n "$model" ]; then
  show otters run guide:latest --model "$model" -v "$folder:/workspace/src:Project source:ro"
else
  show otters run guide:latest -v "$folder:/workspace/src:Project source:ro"
fi
show otters ps

if [ -n "$model" ]; then
  title "Asked about the project; $model answers, and its tool calls are real"
  ask guide "What is the title of the file /workspace/src/README.md?"
  title "Asked to change it"
  ask guide "Run: echo hello > /workspace/src/otters-was-here"
else
  title "Asked about the project (here the model is scripted, and says so; the tool calls are real)"
  ask guide "What is this project?"
  title "Asked to change it"
  ask guide "Please write a file into the project."
fi

title "What the agent was told about itself"
root=$(ls -d "$OTTERS_HOME"/agents/*/etc/context/MOUNTS.md)
for file in AGENT.md WORKSPACE.md MOUNTS.md; do
  show cat "${root%MOUNTS.md}$file"
done

title "How it is held"
show otters info
engine_view='user {{.Config.User}}, read-only root {{.HostConfig.ReadonlyRootfs}}, network {{.HostConfig.NetworkMode}}, dropped {{.HostConfig.CapDrop}}, {{.HostConfig.SecurityOpt}}, memory {{.HostConfig.Memory}}, processes {{.HostConfig.PidsLimit}}'
if [ -n "${DOCKER_HOST:-}" ] && command -v docker >/dev/null 2>&1; then
  for container in $(docker ps -q --filter label=io.openotters.home="$(cat "$OTTERS_HOME/home.id")"); do
    docker inspect --format "$engine_view" "$container"
  done
fi

title "And its log"
show otters logs guide
