import type { Command } from 'commander'
import { processConsole } from '../console.ts'
import { addBlueprintOptions, type BlueprintOptions } from '../options.ts'

export function define(command: Command): void {
  command.argument('[blueprint]', 'file, or folder with one blueprint')
  addBlueprintOptions(command, ['json', 'instance', 'showSecrets']).action(showExports)
}

async function showExports(file: string | undefined, options: BlueprintOptions): Promise<void> {
  const console = processConsole()
  const [{ withState }, { exportsText }, { jsonDocument, jsonObject }, { sealedText }] = await Promise.all([
    import('../with-state.ts'),
    import('../output/exports-text.ts'),
    import('../output/json-value.ts'),
    import('../output/sealed-text.ts'),
  ])
  const { instance } = await withState(console, file, options, 'read', (state) => state.load({ skipDamaged: true }))
  console.err.write(sealedText([instance.exports]))
  console.out.write(
    options.json === true
      ? jsonDocument(jsonObject(instance.exports, options))
      : exportsText(instance.exports, options.showSecrets ?? false),
  )
}
