import { Argument, type Command } from 'commander'
import type { CommandEntry } from '../command-entry.ts'
import { processConsole } from '../console/console.ts'

/** The scripts of `slipway completion` call this command. */
export function define(command: Command, all: readonly CommandEntry[]): void {
  command
    .addArgument(new Argument('<shell>', 'which shell').choices(['bash', 'zsh', 'fish']))
    .argument('[words...]', 'the command line so far, after --')
    .action((shell: string, given: readonly string[]) => printCandidates(shell, given, all))
}

async function printCandidates(shell: string, given: readonly string[], all: readonly CommandEntry[]): Promise<void> {
  const console = processConsole()
  const [{ complete }, { joinBashWords }, { slipwayOf }] = await Promise.all([
    import('./complete.ts'),
    import('./command-line.ts'),
    import('../requests/slipway-of.ts'),
  ])
  const { words, kept } = shell === 'bash' ? joinBashWords(given) : { words: given, kept: '' }
  const found = await complete(words, all, async (kind, request) => {
    const { namesOf } = await import('@slipway/operations/look/names')
    return namesOf(slipwayOf(console), kind, request)
  })
  const lines = found.map(({ word, about }) =>
    shell === 'fish' && about !== undefined ? `${word}\t${about}\n` : `${word.slice(kept.length)}\n`,
  )
  console.out.write(lines.join(''))
}
