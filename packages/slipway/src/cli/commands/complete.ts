import { Argument, type Command } from 'commander'
import { processConsole } from '../console.ts'

/** Asked by the scripts of slipway completion. */
export function define(command: Command): void {
  command
    .addArgument(new Argument('<shell>', 'which shell').choices(['bash', 'zsh', 'fish']))
    .argument('[words...]', 'the line so far, after --')
    .action(printCandidates)
}

async function printCandidates(shell: string, given: readonly string[]): Promise<void> {
  const console = processConsole()
  const [{ complete }, { joinBashWords }, { slipwayOf }] = await Promise.all([
    import('../completion/complete.ts'),
    import('../completion/command-line.ts'),
    import('../slipway-of.ts'),
  ])
  const { words, kept } = shell === 'bash' ? joinBashWords(given) : { words: given, kept: '' }
  const found = await complete(words, async (kind, request) => {
    const { namesOf } = await import('@slipway/operations/look/names')
    return namesOf(slipwayOf(console), kind, request)
  })
  const lines = found.map(({ word, about }) =>
    shell === 'fish' && about !== undefined ? `${word}\t${about}\n` : `${word.slice(kept.length)}\n`,
  )
  console.out.write(lines.join(''))
}
