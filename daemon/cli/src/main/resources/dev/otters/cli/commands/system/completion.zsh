#compdef otters
# Completion of otters for zsh. Load it with: source <(otters completion zsh)
_otters() {
  local line
  local -a values shown
  for line in "${(@f)$("${(Q)words[1]}" __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    if [[ $line == :files ]]; then
      _files
      return
    fi
    [[ -n $line ]] || continue
    values+=("${line%%$'\t'*}")
    shown+=("${line/$'\t'/  -- }")
  done
  compadd -l -d shown -a values
}
if [[ ${funcstack[1]:-} == _otters ]]; then
  _otters "$@"
else
  compdef _otters otters
fi
