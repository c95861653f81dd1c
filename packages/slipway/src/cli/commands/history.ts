import type { Command } from 'commander'
import { processConsole } from '../console.ts'
import { addBlueprintOptions, count, type BlueprintOptions } from '../options.ts'

export function define(command: Command): void {
  command
    .argument('[blueprint]', 'file, or folder with one blueprint')
    .option('--limit <n>', 'how many runs', count, 20)
  addBlueprintOptions(command, ['json', 'instance']).action(showHistory)
}

async function showHistory(
  file: string | undefined,
  options: BlueprintOptions & { readonly limit: number },
): Promise<void> {
  const console = processConsole()
  const [{ withState }, { jsonDocument }, { historyText }] = await Promise.all([
    import('../with-state.ts'),
    import('../output/json-value.ts'),
    import('../output/history-text.ts'),
  ])
  const runs = await withState(console, file, options, 'read', async ({ store, name }) =>
    store.runs(await name(), options.limit),
  )
  console.out.write(options.json === true ? jsonDocument(runs) : historyText(runs))
}
