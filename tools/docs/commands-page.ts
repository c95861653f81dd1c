import { Command } from 'commander'
import { commands } from '../../packages/slipway/src/cli/commands.ts'

/** The help of every command as a page, taken from the parser. */
export async function commandsPage(): Promise<string> {
  const parts = [
    '# The help of every command',
    'What `--help` says of each command. [Commands](cli.md) says what they are for.',
  ]
  for (const { name, summary, load } of commands) {
    const command = new Command(`slipway ${name}`).description(summary)
    const { define } = await load()
    define(command, commands)
    command.helpCommand(false)
    parts.push(`## ${name}`, fenced(command.helpInformation()), ...helpBelow(command, name))
  }
  return `${parts.join('\n\n')}\n`
}

function helpBelow(command: Command, path: string): readonly string[] {
  return command.commands.flatMap((below) => {
    const name = `${path} ${below.name()}`
    below.helpCommand(false)
    return [`### ${name}`, fenced(below.helpInformation()), ...helpBelow(below, name)]
  })
}

const fenced = (text: string): string => `\`\`\`\n${text.trimEnd()}\n\`\`\``
