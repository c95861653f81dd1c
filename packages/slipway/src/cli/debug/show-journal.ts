import { journalOf } from '@slipway/operations/look/journal'
import type { Console } from '../console.ts'
import type { BlueprintOptions } from '../options.ts'
import { journalText } from '../output/journal-text.ts'
import { projectRequest } from '../requests.ts'
import { slipwayOf } from '../slipway-of.ts'

/** `slipway debug journal` */
export async function showJournal(
  file: string | undefined,
  options: BlueprintOptions & { readonly run?: string },
  console: Console,
): Promise<void> {
  const request = { ...projectRequest(file, options), run: options.run }
  console.out.write(journalText(await journalOf(slipwayOf(console), request)))
}
