import { Failure } from '@slipway/model'
import type { Opener } from './codec.ts'
import { heldBack } from './held-back.ts'
import type { LoadOptions } from '../port.ts'
import type { DamagedRecord, InstanceState } from '../records.ts'
import { isWrongKey } from '../seal/sealed-text.ts'
import type { StateSeal } from '../seal/state-seal.ts'
import {
  decodeRows,
  leavingSealed,
  leavingTeamsSealed,
  type RowsOf,
  type StoredRow,
  type UnreadRecord,
} from './state-rows.ts'

/** All rows of one instance except its history. */
export interface StoredState {
  readonly instance: StoredRow | undefined
  readonly resources: readonly StoredRow[]
  readonly intents: readonly StoredRow[]
  readonly tasks: readonly StoredRow[]
  readonly links: readonly StoredRow[]
  readonly children: readonly StoredRow[]
  /** The reason why rows are missing, if the driver can detect it. */
  readonly lost?: string | undefined
}

/**
 * Reads the state of an instance from its rows; `undefined` if there is none.
 *
 * @throws Failure `state/damaged-record` or `state/wrong-key` for an unreadable record, unless the options skip it
 */
export function readState(
  name: string,
  stored: StoredState,
  seal: StateSeal,
  { skipDamaged = false, skipSealed = false, leaveSealed = false }: LoadOptions = {},
): InstanceState | undefined {
  const { state: id } = seal
  const lenient = leavingSealed(seal.open)
  const reading = (open: Opener): RowsOf => ({ state: id, instance: name, open })
  const strict = leaveSealed ? leavingTeamsSealed(seal.open) : seal.open
  const all = reading(skipDamaged ? lenient : strict)
  // A run does not use exports, not even a child's, so sealed secrets in them do not stop it.
  const exporting = skipSealed ? reading(lenient) : all
  const own = decodeRows('instance', optional(stored.instance), exporting)
  const resources = decodeRows('resource', stored.resources, all)
  const intents = decodeRows('intent', stored.intents, all)
  const tasks = decodeRows('task', stored.tasks, all)
  const links = decodeRows('link', stored.links, all)
  const children = decodeRows('child', stored.children, exporting)
  const kinds = [own, resources, intents, tasks, links, children]
  const unread = [...kinds.flatMap((kind) => kind.unread), ...lostRecords(name, stored)]
  const [record] = own.records
  const isSkipped = ({ failure }: UnreadRecord): boolean => skipDamaged || (skipSealed && isWrongKey(failure))
  if ((record === undefined && unread.length > 0) || !unread.every(isSkipped)) refuse(name, unread)
  if (record === undefined) return undefined
  const damaged = unread.map(({ record: bad }) => bad)
  const state = {
    instance: record,
    resources: resources.records,
    intents: intents.records,
    tasks: tasks.records,
    links: links.records,
    children: children.records,
  }
  if (skipDamaged) return inOrder({ ...state, damaged })
  return inOrder(skipSealed ? heldBack({ ...state, damaged }, stored) : state)
}

/** `resource web (01ab…): its checksum does not match` */
export function damageText({ kind, id, name, reason }: DamagedRecord): string {
  if (id === undefined) return reason
  return name === undefined ? `${kind} ${id}: ${reason}` : `${kind} ${name} (${id}): ${reason}`
}

function optional(row: StoredRow | undefined): readonly StoredRow[] {
  return row === undefined ? [] : [row]
}

/** Records that are gone without a trace of their content. */
function lostRecords(name: string, { instance, lost, ...stored }: StoredState): UnreadRecord[] {
  const others = [stored.resources, stored.intents, stored.tasks, stored.links, stored.children]
  if (instance === undefined && (lost !== undefined || others.some(({ length }) => length > 0)))
    return [lostRecord({ kind: 'instance', id: name, reason: 'it is gone' })]
  return lost === undefined ? [] : [lostRecord({ kind: 'resource', reason: lost })]
}

function lostRecord(record: DamagedRecord): UnreadRecord {
  return { record, failure: new Failure('state/damaged-record', record.reason) }
}

/** Fails for unreadable records: an unknown resource would be made twice. */
function refuse(instance: string, unread: readonly UnreadRecord[]): never {
  const details = unread.map(({ record }) => damageText(record))
  const [sealed] = unread
  if (sealed !== undefined && unread.every(({ failure }) => isWrongKey(failure))) {
    const { message, hint } = sealed.failure
    throw new Failure('state/wrong-key', message, { details, ...(hint !== undefined && { hint }) })
  }
  throw new Failure('state/damaged-record', `${count(unread.length)} in the state of ${instance} cannot be read`, {
    details,
    hint: hintFor(instance, unread),
  })
}

function hintFor(instance: string, unread: readonly UnreadRecord[]): string {
  const restore = 'restore a backup with "slipway state restore FILE"'
  // Without the instance's own record the rest cannot be shown.
  if (unread.some(({ record }) => record.kind === 'instance'))
    return `${restore}, restore the instance from an export with "slipway state import FILE --instance ${instance}", or continue with the rest: slipway state accept`
  const look = `look at the rest with "slipway state list --instance ${instance}"`
  if (unread.some(({ record }) => record.id === undefined))
    return `${restore}, or ${look} and continue with it: slipway state accept`
  return `${restore}, or ${look} and give up the broken record with "slipway state rm ID --instance ${instance}"`
}

/** Sorts records by creation, whatever the driver's order, and omits empty kinds. */
function inOrder({ tasks = [], links = [], children = [], ...state }: InstanceState): InstanceState {
  return {
    ...state,
    resources: [...state.resources].sort(byAge),
    intents: [...state.intents].sort(byStart),
    ...(links.length > 0 && { links: [...links].sort(byAge) }),
    ...(tasks.length > 0 && { tasks: [...tasks].sort(byStart) }),
    ...(children.length > 0 && { children: [...children].sort((a, b) => compare(a.name, b.name)) }),
  }
}

function byAge<Made extends { readonly createdAt: number; readonly id: string }>(a: Made, b: Made): number {
  return a.createdAt - b.createdAt || compare(a.id, b.id)
}

function byStart<Started extends { readonly startedAt: number; readonly id: string }>(a: Started, b: Started): number {
  return a.startedAt - b.startedAt || compare(a.id, b.id)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

function count(records: number): string {
  return records === 1 ? 'one record' : `${records} records`
}
