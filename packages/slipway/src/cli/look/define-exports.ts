import type { Command } from 'commander'
import { processConsole } from '../console/console.ts'
import { addBlueprintOptions, type BlueprintOptions, usage } from '../requests/options.ts'

export function define(command: Command): void {
  command
    .argument('[blueprint]', 'file, or folder with one blueprint')
    .option('--only <name>', 'only this value')
    .option('--raw', 'the bare value, without a line break: for scripts')
  addBlueprintOptions(command, ['json', 'instance', 'stack', 'showSecrets']).action(showExports)
}

interface ExportsOptions extends BlueprintOptions {
  readonly only?: string
  readonly raw?: boolean
}

async function showExports(file: string | undefined, options: ExportsOptions): Promise<void> {
  if (options.raw === true && options.only === undefined) throw usage('--raw shows one value: name it with --only NAME')
  const console = processConsole()
  const [
    { exportsOf },
    { exportsText, exportText, oneExport },
    { jsonDocument, jsonObject, jsonValue },
    { sealedText },
    { projectRequest },
    { slipwayOf },
  ] = await Promise.all([
    import('@slipway/operations/look/exports'),
    import('../output/values/exports-text.ts'),
    import('../output/values/json-value.ts'),
    import('../output/records/unreadable-text.ts'),
    import('../requests/requests.ts'),
    import('../requests/slipway-of.ts'),
  ])
  const { exports, missingKeys } = await exportsOf(slipwayOf(console), projectRequest(file, options))
  console.err.write(sealedText(missingKeys))
  if (options.only !== undefined) {
    const value = oneExport(exports, options.only)
    console.out.write(
      options.json === true ? jsonDocument(jsonValue(value, options)) : exportText(options.only, value, options),
    )
    return
  }
  console.out.write(
    options.json === true
      ? jsonDocument(jsonObject(exports, options))
      : exportsText(exports, options.showSecrets ?? false),
  )
}
