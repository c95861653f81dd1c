import type { Command } from 'commander'
import { processConsole } from '../console.ts'
import type { BlueprintOptions } from '../options.ts'

export function define(command: Command): void {
  command.option('--trust', 'let the folder run its own code, now and from now on').action(showSchema)
}

async function showSchema(options: Pick<BlueprintOptions, 'trust'>): Promise<void> {
  const console = processConsole()
  const [{ blueprintSchema }, { installedTypes }, { jsonDocument }, { sayEvents }, { slipwayOf }] = await Promise.all([
    import('@slipway/editors'),
    import('@slipway/operations/look/definitions'),
    import('../output/json-value.ts'),
    import('../say-events.ts'),
    import('../slipway-of.ts'),
  ])
  const { providers, transformers } = await installedTypes(slipwayOf(console, options), {}, sayEvents(console))
  console.out.write(jsonDocument(blueprintSchema(providers.values(), transformers)))
}
