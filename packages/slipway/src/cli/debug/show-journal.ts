import { journalOf } from '@slipway/operations/look/journal'
import type { Console } from '../console/console.ts'
import type { BlueprintOptions } from '../requests/options.ts'
import { journalText } from '../output/records/journal-text.ts'
import { projectRequest } from '../requests/requests.ts'
import { slipwayOf } from '../requests/slipway-of.ts'

/** `slipway debug journal` */
export async function showJournal(
  file: string | undefined,
  options: BlueprintOptions & { readonly run?: string },
  console: Console,
): Promise<void> {
  const request = { ...projectRequest(file, options), run: options.run }
  console.out.write(journalText(await journalOf(slipwayOf(console), request)))
}
