import { messageOf } from '@slipway/model'
import { hasEnvFile } from '@slipway/operations/project-types/env-file'
import type { Console } from '../console/console.ts'
import type { BlueprintOptions } from '../requests/options.ts'
import { shortPath } from '../output/diagnostics/diagnostics-text.ts'
import { projectRequest } from '../requests/requests.ts'
import { slipwayOf } from '../requests/slipway-of.ts'

/** After `up`: renews slipway-env.d.ts if the project has one. A problem with it is no failure. */
export async function renewedTypes(
  file: string | undefined,
  options: BlueprintOptions,
  console: Console,
): Promise<void> {
  try {
    if (!hasEnvFile(console, file)) return
    const { renewTypes } = await import('@slipway/operations/project-types/write-types')
    const { settings = [] } = projectRequest(file, options)
    const renewed = await renewTypes(slipwayOf(console, options), { file, settings })
    if (renewed !== undefined) console.err.write(`${shortPath(renewed.file)} is renewed\n`)
  } catch (error) {
    console.err.write(`slipway-env.d.ts could not be renewed: ${messageOf(error)}\n`)
  }
}
