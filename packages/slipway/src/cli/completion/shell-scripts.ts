/** For ~/.bashrc: `source <(slipway completion bash)`. When Slipway offers nothing, the shell offers files. */
function bash(): string {
  return `_slipway() {
  local IFS=$'\\n'
  COMPREPLY=($(slipway complete bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
  if [ "\${#COMPREPLY[@]}" -eq 1 ] && [ "\${COMPREPLY[0]: -1}" = "=" ]; then compopt -o nospace 2>/dev/null; fi
}
complete -o default -F _slipway slipway
`
}

/** For ~/.zshrc: `source <(slipway completion zsh)`. */
function zsh(): string {
  return `(( $+functions[compdef] )) || { autoload -U compinit && compinit }
_slipway() {
  local -a found
  found=("\${(@f)$(slipway complete zsh -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  found=(\${found:#})
  if (( \${#found} == 0 )); then _files; return; fi
  compadd -S '' -- \${(M)found:#*=}
  compadd -- \${found:#*=}
}
compdef _slipway slipway
`
}

/** `slipway completion fish > ~/.config/fish/completions/slipway.fish`. */
function fish(): string {
  return `function __slipway_complete
  set -l words (commandline -opc)
  set -l found (slipway complete fish -- $words[2..-1] (commandline -ct) 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c slipway -f -a '(__slipway_complete)'
`
}

export const shellScripts = { bash, zsh, fish }
