# Completion of otters for bash. Load it with: source <(otters completion bash)
_otters() {
  local line=${COMP_LINE:0:COMP_POINT} words word meaning prefix=
  read -r -a words <<<"$line"
  [[ $line != *[[:space:]] ]] || words+=("")
  # bash completes only what follows the last colon or equals sign of a word.
  word=${words[${#words[@]} - 1]}
  [[ $word != *[:=]* ]] || prefix=${word%"${word##*[:=]}"}
  COMPREPLY=()
  while IFS=$'\t' read -r word meaning; do
    if [[ $word == :files ]]; then
      compopt -o default
    else
      COMPREPLY+=("${word#"$prefix"}")
    fi
  done < <("${words[0]/#\~/$HOME}" __complete "${words[@]:1}" 2>/dev/null)
}
complete -F _otters otters
