import { exportState } from '@slipway/operations/state/transfer'
import type { Console } from '../console.ts'
import type { BlueprintOptions } from '../options.ts'
import { damagedText } from '../output/damaged-text.ts'
import { projectRequest } from '../requests.ts'
import { slipwayOf } from '../slipway-of.ts'

/** `slipway state export`: to stdout. Secrets are sealed, unless the user wants to see them. */
export async function printExport(
  console: Console,
  file: string | undefined,
  options: BlueprintOptions,
): Promise<void> {
  const request = { ...projectRequest(file, options), revealSecrets: options.showSecrets ?? false }
  const { text, damaged } = await exportState(slipwayOf(console), request)
  for (const record of damaged) console.err.write(damagedText(record))
  console.out.write(text)
}
