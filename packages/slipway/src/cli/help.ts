import { commands } from './commands.ts'

/** The help of `slipway` itself; the build writes it to dist/help.txt, which the launcher prints. */
export function rootHelp(): string {
  const lines = [
    'Slipway deploys what a stack or a blueprint describes, through plugins.',
    '',
    'Usage: slipway <command> [file] [options]',
  ]
  let group: string | undefined
  for (const command of commands) {
    if (command.group !== group) lines.push('', `${command.group}:`)
    group = command.group
    lines.push(`  ${command.name.padEnd(12)}${command.summary}`)
  }
  lines.push(
    '',
    'Without a file, the one *.stack.ts or *.blueprint.yaml of the folder is used.',
    'slipway <command> --help shows the options of a command.',
  )
  return `${lines.join('\n')}\n`
}
