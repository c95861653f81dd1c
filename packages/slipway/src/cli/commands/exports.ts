import type { Command } from 'commander'
import { processConsole } from '../console.ts'
import { addBlueprintOptions, type BlueprintOptions, usage } from '../options.ts'

export function define(command: Command): void {
  command
    .argument('[blueprint]', 'file, or folder with one blueprint')
    .option('--only <name>', 'one value alone')
    .option('--raw', 'the value as it is, without a line break: for scripts')
  addBlueprintOptions(command, ['json', 'instance', 'stack', 'showSecrets']).action(showExports)
}

interface ExportsOptions extends BlueprintOptions {
  readonly only?: string
  readonly raw?: boolean
}

async function showExports(file: string | undefined, options: ExportsOptions): Promise<void> {
  if (options.raw === true && options.only === undefined)
    throw usage('--raw shows one value: say which one, --only NAME')
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
    import('../output/exports-text.ts'),
    import('../output/json-value.ts'),
    import('../output/unreadable-text.ts'),
    import('../requests.ts'),
    import('../slipway-of.ts'),
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
