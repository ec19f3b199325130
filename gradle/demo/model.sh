# Read by demo.sh: finds the best model in reach, and sets
#   model   what the guide runs with, or empty: then it keeps its script
#   chat    a local model too small for tools, which then answers one question, or empty
#   why     a sentence part that says why
# Needs a daemon (OTTERS_HOME) and OTTERS_MODELS.

model= chat= why=
small=smollm2-135m
large=qwen2.5-coder-1.5b

# The keys stay in the environment: the daemon is told their names only.
by_key() {
  if [ -n "${ANTHROPIC_API_KEY:-}" ]; then
    kind=anthropic key=ANTHROPIC_API_KEY base=${ANTHROPIC_BASE_URL:-} choice=${ANTHROPIC_MODEL:-claude-haiku-4-5}
  elif [ -n "${OPENAI_API_KEY:-}" ]; then
    kind=openai key=OPENAI_API_KEY base=${OPENAI_BASE_URL:-} choice=${OPENAI_MODEL:-gpt-4.1-mini}
  elif [ -n "${GEMINI_API_KEY:-}" ]; then
    kind=google key=GEMINI_API_KEY base=${GOOGLE_GEMINI_BASE_URL:-} choice=${GEMINI_MODEL:-gemini-2.5-flash}
  else
    return 1
  fi
  otters provider add "$kind" --api-key-env "$key" ${base:+--api-base "$base"} >/dev/null || return 1
  if ! otters provider test "$kind" --model "$choice"; then
    echo "So the demo goes on without $kind."
    return 1
  fi
  model=$kind/$choice why="$key is set"
}

by_ollama() {
  otters provider add ollama >/dev/null 2>&1 || return 1
  first=$(otters model ls -q 2>/dev/null | sed -n '/^ollama\//{p;q;}')
  if [ -z "$first" ]; then
    otters provider rm ollama >/dev/null 2>&1 || true
    return 1
  fi
  model=$first why="an Ollama answers on this machine"
}

installed() { otters model ls 2>/dev/null | grep "^$1 .*local.* installed" >/dev/null; }

by_weights() {
  if installed "$large"; then
    model=local/$large why="its weights are on this machine"
  elif installed "$small" || otters model pull "$small"; then
    chat=local/$small why="no key, no Ollama; -Pmodel=$large fetches one that chooses tools (1.1 GB)"
  else
    return 1
  fi
}

# Takes the model that the user named: PROVIDER/NAME, or the NAME of a local one.
by_name() {
  case $1 in
  */*) model=$1 ;;
  *)
    installed "$1" || otters model pull "$1" || return 1
    if [ "$1" = "$small" ]; then chat=local/$1; else model=local/$1; fi
    ;;
  esac
  why="it was asked for"
}

choose_model() {
  if [ -n "${1:-}" ]; then
    by_name "$1"
  else
    by_key || by_ollama || by_weights || why="no key, no Ollama, and no weights could be fetched"
  fi
}
