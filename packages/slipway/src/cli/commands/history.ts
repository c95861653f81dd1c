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
  const [{ withState }, { damagedText }, { jsonDocument }, { historyText }, { withTasks }] = await Promise.all([
    import('../with-state.ts'),
    import('../output/damaged-text.ts'),
    import('../output/json-value.ts'),
    import('../output/history-text.ts'),
    import('../../tasks/run-tasks.ts'),
  ])
  const runs = await withState(console, file, options, 'read', async ({ store, name }) => {
    const instance = await name()
    const state = await store.load(instance, { skipDamaged: true })
    const found = await store.runs(instance, options.limit, (record) => console.err.write(damagedText(record)))
    return withTasks(found, state?.tasks ?? [])
  })
  console.out.write(options.json === true ? jsonDocument(runs) : historyText(runs))
}
