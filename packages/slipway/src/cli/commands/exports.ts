import type { Command } from 'commander'
import { processConsole } from '../console.ts'
import { addBlueprintOptions, type BlueprintOptions } from '../options.ts'

export function define(command: Command): void {
  command.argument('[blueprint]', 'file, or folder with one blueprint')
  addBlueprintOptions(command, ['json', 'instance', 'showSecrets']).action(showExports)
}

async function showExports(file: string | undefined, options: BlueprintOptions): Promise<void> {
  const console = processConsole()
  const [
    { exportsOf },
    { exportsText },
    { jsonDocument, jsonObject },
    { sealedText },
    { projectRequest },
    { slipwayOf },
  ] = await Promise.all([
    import('@slipway/operations/look/exports'),
    import('../output/exports-text.ts'),
    import('../output/json-value.ts'),
    import('../output/unreadable-text.ts'),
    import('../requests.ts'),
    import('../slipway-of.ts'),
  ])
  const { exports, missingKeys } = await exportsOf(slipwayOf(console), projectRequest(file, options))
  console.err.write(sealedText(missingKeys))
  console.out.write(
    options.json === true
      ? jsonDocument(jsonObject(exports, options))
      : exportsText(exports, options.showSecrets ?? false),
  )
}
