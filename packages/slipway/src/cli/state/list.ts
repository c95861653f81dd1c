import type { DamagedRecord, InstanceState, ResourceRecord } from '@slipway/stores'
import type { Console } from '../console.ts'
import type { BlueprintOptions } from '../options.ts'
import { damagedText } from '../output/damaged-text.ts'
import { jsonDocument } from '../output/json-value.ts'
import { table } from '../output/table.ts'
import { withState } from '../with-state.ts'

/** `slipway state list`: an instance without records has none to show. */
export async function listState(console: Console, file: string | undefined, options: BlueprintOptions): Promise<void> {
  const state = await withState(console, file, options, 'read', async ({ store, project, name }) => {
    if (project.instance === undefined && (await store.instances()).length === 0) return undefined
    return store.load(await name(), { skipDamaged: true })
  })
  for (const record of state?.damaged ?? []) console.err.write(damagedText(record))
  const rows = state === undefined ? [] : rowsOf(state)
  if (options.json === true) console.out.write(jsonDocument(rows))
  else if (rows.length === 0) console.err.write('No resources.\n')
  else console.out.write(table([['NAME', 'TYPE', 'STATUS'], ...rows.map((row) => [row.name, row.type, row.status])]))
}

interface Row {
  readonly name: string
  readonly type: string
  readonly status: string
  readonly id: string
  /** A newer resource has its name; this one waits for its destruction. */
  readonly replaced: boolean
}

/** Recorded resources, those that a call in doubt may have made, and what cannot be read: a script must not miss it. */
function rowsOf({ resources, intents, damaged = [] }: InstanceState): readonly Row[] {
  const known = new Set(resources.map((resource) => resource.id))
  const doubtful = intents.map((intent) => intent.resource).filter((resource) => !known.has(resource.id))
  return [
    ...resources.map((resource) => rowOf(resource, resource.status)),
    ...doubtful.map((resource) => rowOf(resource, 'create-interrupted')),
    ...damaged.filter(({ kind }) => kind === 'resource' || kind === 'intent').map(damagedRow),
  ]
}

/** What it is called can no longer be told: `slipway state rm` takes the id. */
function damagedRow({ kind, id }: DamagedRecord): Row {
  return { name: id, type: kind, status: 'damaged', id, replaced: false }
}

function rowOf({ name, type, id, replaced }: ResourceRecord, status: string): Row {
  return { name, type, status, id, replaced }
}
