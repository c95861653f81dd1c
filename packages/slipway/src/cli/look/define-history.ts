import type { Command } from 'commander'
import { processConsole } from '../console/console.ts'
import { addBlueprintOptions, count, type BlueprintOptions } from '../requests/options.ts'

export function define(command: Command): void {
  command
    .argument('[blueprint]', 'file, or folder with one blueprint')
    .option('--limit <n>', 'how many runs', count, 20)
  addBlueprintOptions(command, ['json', 'instance', 'stack']).action(showHistory)
}

async function showHistory(
  file: string | undefined,
  options: BlueprintOptions & { readonly limit: number },
): Promise<void> {
  const console = processConsole()
  const [{ historyOf }, { damagedText }, { jsonDocument }, { historyText }, { projectRequest }, { slipwayOf }] =
    await Promise.all([
      import('@slipway/operations/look/history'),
      import('../output/records/unreadable-text.ts'),
      import('../output/values/json-value.ts'),
      import('../output/records/history-text.ts'),
      import('../requests/requests.ts'),
      import('../requests/slipway-of.ts'),
    ])
  const request = { ...projectRequest(file, options), limit: options.limit }
  const { runs, damaged } = await historyOf(slipwayOf(console), request)
  for (const record of damaged) console.err.write(damagedText(record))
  console.out.write(options.json === true ? jsonDocument(runs) : historyText(runs))
}
