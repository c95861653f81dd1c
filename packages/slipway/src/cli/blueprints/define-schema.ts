import type { Command } from 'commander'
import { processConsole } from '../console/console.ts'
import { addBlueprintOptions, type BlueprintOptions } from '../requests/options.ts'
import { interruptionOf, stopSignals } from '../signals/stop-signals.ts'

export function define(command: Command): void {
  addBlueprintOptions(command, ['trust', 'install']).action(showSchema)
}

async function showSchema(options: Pick<BlueprintOptions, 'trust' | 'install'>): Promise<void> {
  const console = processConsole()
  const [{ blueprintSchema }, { installedTypes }, { jsonDocument }, { sayEvents }, slipways] = await Promise.all([
    import('@slipway/editors'),
    import('@slipway/operations/look/definitions'),
    import('../output/values/json-value.ts'),
    import('../reporting/say-events.ts'),
    import('../requests/slipway-of.ts'),
  ])
  const { slipwayOf, installingSlipwayOf } = slipways
  const signals = stopSignals()
  // Asks no questions: its output usually goes into a file.
  const isInstalling = options.install === true
  if (isInstalling) signals.watch(() => undefined)
  try {
    const slipway = isInstalling ? installingSlipwayOf(console, options, signals.stop) : slipwayOf(console, options)
    const { providers, transformers } = await installedTypes(slipway, {}, sayEvents(console))
    console.out.write(jsonDocument(blueprintSchema(providers.values(), transformers)))
  } catch (error) {
    throw interruptionOf(error, signals)
  } finally {
    signals.release()
  }
}
