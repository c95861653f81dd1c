import { listState, type ListedResource } from '@slipway/operations/state/list'
import type { Console } from '../console.ts'
import type { BlueprintOptions } from '../options.ts'
import { damagedText } from '../output/damaged-text.ts'
import { jsonDocument } from '../output/json-value.ts'
import { sealedText } from '../output/sealed-text.ts'
import { table } from '../output/table.ts'
import { projectRequest } from '../requests.ts'
import { slipwayOf } from '../slipway-of.ts'

/** `slipway state list`: a blueprint that was never deployed has none to show. */
export async function showList(console: Console, file: string | undefined, options: BlueprintOptions): Promise<void> {
  const found = await listState(slipwayOf(console), projectRequest(file, options))
  const { resources, damaged, missingKeys, damagedLock } = found
  if (damagedLock !== undefined) console.err.write(`${damagedLock.message}: ${damagedLock.hint}\n`)
  for (const record of damaged) console.err.write(damagedText(record))
  console.err.write(sealedText(missingKeys))
  if (options.json === true) console.out.write(jsonDocument(resources))
  else if (resources.length === 0) console.err.write('No resources.\n')
  else console.out.write(listText(resources))
}

/** Where a name stands more than once only the id says which is which, for `state show`, `state rm` and `--settle`. */
function listText(resources: readonly ListedResource[]): string {
  const names = new Set(resources.map(({ name }) => name))
  const withId = names.size < resources.length
  return table([
    ['NAME', 'TYPE', 'STATUS', ...(withId ? ['ID'] : [])],
    ...resources.map(({ name, type, status, id }) => [name, type, status, ...(withId ? [id] : [])]),
  ])
}
