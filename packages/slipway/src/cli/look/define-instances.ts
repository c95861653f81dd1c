import type { Command } from 'commander'
import { processConsole } from '../console/console.ts'
import { addBlueprintOptions, type BlueprintOptions } from '../requests/options.ts'

export function define(command: Command): void {
  command.argument('[folder]', 'of the project')
  addBlueprintOptions(command, ['json']).action(showInstances)
}

async function showInstances(folder: string | undefined, options: BlueprintOptions): Promise<void> {
  const console = processConsole()
  const [{ listInstances }, { jsonDocument }, { instancesText }, { projectRequest }, { slipwayOf }] = await Promise.all(
    [
      import('@slipway/operations/look/instances'),
      import('../output/values/json-value.ts'),
      import('../output/records/instances-text.ts'),
      import('../requests/requests.ts'),
      import('../requests/slipway-of.ts'),
    ],
  )
  const instances = await listInstances(slipwayOf(console), projectRequest(folder, options))
  console.out.write(options.json === true ? jsonDocument(instances) : instancesText(instances))
}
