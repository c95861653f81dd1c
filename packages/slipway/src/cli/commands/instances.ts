import type { Command } from 'commander'
import { processConsole } from '../console.ts'
import { addBlueprintOptions, type BlueprintOptions } from '../options.ts'

export function define(command: Command): void {
  command.argument('[folder]', 'of the project')
  addBlueprintOptions(command, ['json']).action(showInstances)
}

async function showInstances(folder: string | undefined, options: BlueprintOptions): Promise<void> {
  const console = processConsole()
  const [{ listInstances }, { jsonDocument }, { instancesText }, { projectRequest }, { slipwayOf }] = await Promise.all(
    [
      import('@slipway/operations/look/instances'),
      import('../output/json-value.ts'),
      import('../output/instances-text.ts'),
      import('../requests.ts'),
      import('../slipway-of.ts'),
    ],
  )
  const instances = await listInstances(slipwayOf(console), projectRequest(folder, options))
  console.out.write(options.json === true ? jsonDocument(instances) : instancesText(instances))
}
