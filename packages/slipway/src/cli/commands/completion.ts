import { Argument, type Command } from 'commander'
import { commands } from '../commands.ts'
import { processConsole } from '../console.ts'

/** Commands that have commands of their own. */
const below: Readonly<Record<string, readonly string[]>> = {
  state: ['list', 'show', 'export', 'import', 'rm', 'mv', 'unlock', 'backup', 'restore', 'accept', 'rekey'],
  plugin: ['list', 'test'],
  tasks: ['order', 'check'],
  config: ['show'],
  doctor: ['agent'],
}

export function define(command: Command): void {
  command
    .addArgument(new Argument('<shell>', 'which shell').choices(['bash', 'zsh', 'fish']))
    .action((shell: keyof typeof scripts) => processConsole().out.write(scripts[shell]()))
}

const scripts = { bash, zsh, fish }

function names(): string {
  return commands.map((entry) => entry.name).join(' ')
}

/** For ~/.bashrc: `source <(slipway completion bash)`. */
function bash(): string {
  const cases = Object.entries(below).map(([name, words]) => `    ${name}) words="${words.join(' ')}" ;;`)
  return `_slipway() {
  local words=""
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words="${names()}"; fi
  if [ "$COMP_CWORD" -gt 2 ]; then words=""; fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _slipway slipway
`
}

/** For ~/.zshrc: `source <(slipway completion zsh)`. */
function zsh(): string {
  return `autoload -U +X bashcompinit && bashcompinit\n${bash()}`
}

/** `slipway completion fish > ~/.config/fish/completions/slipway.fish`. */
function fish(): string {
  const lines = commands.map(
    ({ name, summary }) =>
      `complete -c slipway -n __fish_use_subcommand -a ${name} -d '${summary.replaceAll("'", "\\'")}'`,
  )
  const deeper = Object.entries(below).map(
    ([name, words]) => `complete -c slipway -n '__fish_seen_subcommand_from ${name}' -f -a '${words.join(' ')}'`,
  )
  return `${[...lines, ...deeper].join('\n')}\n`
}
