import { Failure, type ResourceStatus } from '@slipway/model'
import type { DamagedRecord, InstanceState, IntentAction, ResourceRecord, StateStore } from '@slipway/stores'
import { runningHolder } from '@slipway/operations/lease/lease-part'
import type { Console } from '../console.ts'
import type { BlueprintOptions } from '../options.ts'
import { damagedText } from '../output/damaged-text.ts'
import { sealedText } from '../output/sealed-text.ts'
import { jsonDocument } from '../output/json-value.ts'
import { table } from '../output/table.ts'
import { unknownInstance, withState } from '../with-state.ts'

/** `slipway state list`: a blueprint that was never deployed has none to show. */
export async function listState(console: Console, file: string | undefined, options: BlueprintOptions): Promise<void> {
  const found = await withState(console, file, options, 'read', async ({ store, project, name }) => {
    if (project.instance === undefined && (await store.instances()).length === 0) return undefined
    const instance = await name()
    const state = await store.load(instance, { skipDamaged: true })
    if (state === undefined && options.instance !== undefined) throw await unknownInstance(store, instance)
    return state === undefined ? undefined : { state, isRunning: await mayRun(store, instance, console) }
  })
  for (const record of found?.state.damaged ?? []) console.err.write(damagedText(record))
  console.err.write(sealedText([found?.state ?? {}]))
  const rows = found === undefined ? [] : rowsOf(found.state, found.isRunning)
  if (options.json === true) console.out.write(jsonDocument(rows))
  else if (rows.length === 0) console.err.write('No resources.\n')
  else console.out.write(table([['NAME', 'TYPE', 'STATUS'], ...rows.map((row) => [row.name, row.type, row.status])]))
}

/** Whose lock is damaged may be at work or not: what is recorded can be looked at all the same. */
async function mayRun(store: StateStore, instance: string, console: Console): Promise<boolean> {
  try {
    return (await runningHolder(store, instance)) !== undefined
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'state/damaged-lock') throw error
    console.err.write(`${error.message}: ${error.hint}\n`)
    return false
  }
}

interface Row {
  readonly name: string
  readonly type: string
  readonly status: string
  readonly id: string
  /** A newer resource has its name; this one waits for its destruction. */
  readonly replaced: boolean
}

/** What a call is doing while its engine runs. */
const doing: Readonly<Record<IntentAction, ResourceStatus>> = {
  create: 'creating',
  update: 'updating',
  delete: 'destroying',
}
/** What became of a call whose engine has gone: the next run finds out. */
const interrupted: Readonly<Record<IntentAction, ResourceStatus>> = {
  create: 'create-interrupted',
  update: 'update-interrupted',
  delete: 'destroy-interrupted',
}

/** Recorded resources, those that an open call may have made, and what cannot be read: a script must not miss it. */
function rowsOf({ resources, intents, damaged = [] }: InstanceState, isRunning: boolean): readonly Row[] {
  const known = new Set(resources.map((resource) => resource.id))
  const open = new Map(intents.map(({ resource, action }) => [resource.id, (isRunning ? doing : interrupted)[action]]))
  const made = intents.map(({ resource }) => resource).filter((resource) => !known.has(resource.id))
  return [
    ...[...resources, ...made].map((resource) => rowOf(resource, open.get(resource.id) ?? resource.status)),
    ...damaged.filter(({ kind }) => kind === 'resource' || kind === 'intent').map(damagedRow),
  ]
}

/** What it is called can no longer be told: `slipway state rm` takes the id. */
function damagedRow({ kind, id = '', name = id }: DamagedRecord): Row {
  const isGone = id === ''
  return { name: isGone ? '(gone)' : name, type: kind, status: isGone ? 'lost' : 'damaged', id, replaced: false }
}

function rowOf({ name, type, id, replaced }: ResourceRecord, status: string): Row {
  return { name, type, status, id, replaced }
}
