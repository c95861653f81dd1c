import type { Command } from 'commander'
import { processConsole } from '../console.ts'

export function define(command: Command): void {
  command.action(showSchema)
}

async function showSchema(): Promise<void> {
  const console = processConsole()
  const [{ blueprintSchema }, { installedTypes }, { jsonDocument }, { sayEvents }, { slipwayOf }] = await Promise.all([
    import('@slipway/editors'),
    import('@slipway/operations/look/definitions'),
    import('../output/json-value.ts'),
    import('../say-events.ts'),
    import('../slipway-of.ts'),
  ])
  const { providers, transformers } = await installedTypes(slipwayOf(console), {}, sayEvents(console))
  console.out.write(jsonDocument(blueprintSchema(providers.values(), transformers)))
}
