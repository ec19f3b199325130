#!/bin/sh
# Asks an agent with a real model the questions of agentfiles/questions, and prints which answers are correct.
#   usage: gradle/questions.sh DISTRIBUTION PROJECT MODEL      (./gradlew questions calls it)
# MODEL is provider/model; a name without a slash is a local model, which is pulled if it is missing. Providers come from
# the user's own home (OTTERS_HOME, else ~/.otters), weights from OTTERS_MODELS, else from the user's cache.
set -eu

dist=$1
project=$2/agentfiles/questions
model=$3
case $model in */*) ;; *) model=local/$model ;; esac
providers=${OTTERS_HOME:-$HOME/.otters}/providers.yaml
task=questions
# shellcheck source=gradle/throwaway.sh
. "$(dirname "$0")/throwaway.sh"

[ ! -f "$providers" ] || cp -p "$providers" "$OTTERS_HOME/providers.yaml"
mkdir -p "$OTTERS_MODELS"
case $model in
  local/*) otters model pull "${model#local/}" >&2 ;;
esac
otters image build -t questions:latest "$project" >&2
otters run --model "$model" questions:latest -v "$project/files:/workspace/files:The archive:ro" >&2

total=0
good=0
printf '%-5s  %7s  %s\n' '' 'seconds' "question → calls → answer ($model)"
while IFS= read -r line; do
  case $line in
    '  - ask: '*) question=${line#  - ask: } ;;
    '    right: '*)
      pattern=${line#    right: }
      began=$(date +%s)
      answer=$(otters prompt --show-tools questions "$question" 2>"$OTTERS_HOME/calls" </dev/null) || answer="(failed) $answer"
      seconds=$(($(date +%s) - began))
      total=$((total + 1))
      verdict=wrong
      if [ -s "$OTTERS_HOME/calls" ] && printf '%s\n' "$answer" | grep -Eiq -- "$pattern"; then
        verdict=right
        good=$((good + 1))
      fi
      printf '%-5s  %7d  %s\n' "$verdict" "$seconds" "$question"
      sed 's/^/                → /' "$OTTERS_HOME/calls"
      printf '%s\n' "$answer" | sed '1s/^/                = /; 2,$s/^/                  /'
      ;;
  esac
done <"$project/questions.yaml"
printf '\n%d of %d questions were answered rightly by %s\n' "$good" "$total" "$model"
