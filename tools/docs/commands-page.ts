import { Command } from 'commander'
import { commands } from '../../packages/slipway/src/cli/commands.ts'

/** The help of every command, as a page: what the parser itself knows. */
export async function commandsPage(): Promise<string> {
  const parts = ['# Commands', 'What `--help` says of each command. [The command line](cli.md) says what they are for.']
  for (const { name, summary, load } of commands) {
    const command = new Command(`slipway ${name}`).description(summary)
    const { define } = await load()
    define(command)
    command.helpCommand(false)
    parts.push(`## ${name}`, fenced(command.helpInformation()))
    for (const below of command.commands) parts.push(`### ${name} ${below.name()}`, fenced(below.helpInformation()))
  }
  return `${parts.join('\n\n')}\n`
}

const fenced = (text: string): string => `\`\`\`\n${text.trimEnd()}\n\`\`\``
