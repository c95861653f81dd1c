import { containsSecret, revealed, secret, type Value, type ValueMap, valueMap } from '@slipway/model'
import { ctyFromJson, ctyToJson } from '../convert/json.ts'
import { attributesToCty, ctyToValue } from '../convert/values.ts'
import { hasDynamic } from '../cty/type.ts'
import { ctyMap, type CtyValue, equalCty, isCtyList, isCtyMap, isWhollyKnown } from '../cty/value.ts'
import { type Kept, keptOf, terraformName } from '../kept.ts'
import { hasSensitive } from '../rules/sensitive.ts'
import { nulled } from '../rules/nulled.ts'
import { proposedNewState } from '../rules/proposed-new-state.ts'
import { withWholeBlocks } from '../rules/whole-blocks.ts'
import type { TypeSchema } from '../schema/schema.ts'
import { jsonText } from '../convert/json-text.ts'
import type { Described, Held } from './held.ts'

/** Returns the configuration that the user gives: without computed values, and with blocks in the protocol's form. */
export function configOf(type: TypeSchema, spec: ValueMap): CtyValue {
  const given = attributesToCty(type.type, spec)
  const own = nulled(type.block, given, ({ computed, optional }) => computed && !optional)
  return withWholeBlocks(type.block, own)
}

/** Returns the recorded state in the present form of its type. Write-only attributes have no value in a state. */
export function stateOf(type: TypeSchema, spec: ValueMap): CtyValue {
  const state = attributesToCty(type.type, spec)
  for (const [name, text] of Object.entries(exactOf(spec))) {
    const attribute = Object.hasOwn(type.type.attributes, name) ? type.type.attributes[name] : undefined
    if (attribute !== undefined) state[name] = ctyFromJson(attribute, text)
  }
  return withWholeBlocks(
    type.block,
    nulled(type.block, state, ({ writeOnly }) => writeOnly),
  )
}

/** Returns the recorded state as JSON, in whatever form it was recorded; only the provider can read it. */
export function stateText(spec: ValueMap): string {
  const exact = exactOf(spec)
  const others = Object.entries(spec).filter(([name]) => !name.startsWith('__') && !Object.hasOwn(exact, name))
  const entries = [...others.map(([name, value]) => [name, jsonText(value)] as const), ...Object.entries(exact)]
  return `{${entries.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`
}

/** Whether a record has a state: its provider has already answered about the resource. */
export function hasState(spec: ValueMap): boolean {
  return Object.hasOwn(spec, terraformName)
}

export function privateOf(spec: ValueMap): Uint8Array {
  const text = revealed(keptOf(spec).private ?? null)
  return typeof text === 'string' ? Buffer.from(text, 'base64') : new Uint8Array()
}

/** Returns the JSON texts of the attributes whose exact values the spec does not hold. They take precedence over the spec. */
function exactOf(spec: ValueMap): Readonly<Record<string, string>> {
  const text = revealed(keptOf(spec).state ?? null)
  if (typeof text !== 'string') return {}
  const exact: Record<string, string> = Object.create(null)
  const json: unknown = JSON.parse(text)
  if (typeof json !== 'object' || json === null) return {}
  for (const [name, each] of Object.entries(json)) exact[name] = typeof each === 'string' ? each : 'null'
  return exact
}

/** The resource as the user wants it. */
export interface Wanted {
  readonly spec: ValueMap
  /** The configuration that the spec gives, if it is known already. */
  readonly config?: CtyValue
}

/** Returns the texts of the attributes of a state that the spec beside it does not hold exactly. */
export function exactBeside(
  type: TypeSchema,
  { spec, config = configOf(type, spec) }: Wanted,
  state: CtyValue,
): Value | undefined {
  if (!isCtyMap(state)) return undefined
  const given = nulled(type.block, config, ({ writeOnly }) => writeOnly)
  const expected = proposedNewState(type.block, state, given)
  const exact: [string, string][] = []
  for (const [name, of] of Object.entries(type.type.attributes)) {
    const value = state[name] ?? null
    if (!isWhollyKnown(value)) continue
    const isHeld = isCtyMap(expected) && equalCty(expected[name] ?? null, value)
    // A state must say the type of a value where any type may stand; the spec has only the value.
    if (!isHeld || (value !== null && hasDynamic(of))) exact.push([name, ctyToJson(of, value)])
  }
  if (exact.length === 0) return undefined
  const text = JSON.stringify(Object.fromEntries(exact))
  // A provider may put a given value into any of its own values.
  const isHidden = containsSecret(spec) || exact.some(([name]) => hasSensitive(type.block, name))
  return isHidden ? secret(text) : text
}

/** The entries of the record that each answer of the provider replaces. */
const answered: ReadonlySet<string> = new Set([
  'state',
  'private',
  'identity',
  'identityVersion',
  'tainted',
  'by',
] satisfies (keyof Kept)[])

/** Returns the part of a record beside the spec. Entries that Slipway does not know stay. */
export function keptBeside(
  before: Kept,
  held: Held & { readonly exact: Value | undefined; readonly by: string; readonly identityVersion: number | undefined },
): ValueMap {
  const { exact, by, identity, identityVersion } = held
  const isNamed = identity !== undefined && identity !== null
  return valueMap([
    ...Object.entries(before).filter(
      (entry): entry is [string, Value] => entry[1] !== undefined && !answered.has(entry[0]),
    ),
    ...(exact === undefined ? [] : [['state', exact] as const]),
    ...(held.private.length === 0 ? [] : [['private', notesOf(held.private)] as const]),
    ...(isNamed ? [['identity', ctyToValue(identity)] as const] : []),
    ...(isNamed && identityVersion !== undefined ? [['identityVersion', identityVersion] as const] : []),
    ...(by === '' ? [] : [['by', by] as const]),
  ])
}

/** Matches notes without secrets. Nearly all providers keep only such notes, and sealing takes time. */
const plainNotes = /^(?:null|\{\}|\{"schema_version":"\d{1,9}"\})$/

function notesOf(bytes: Uint8Array): Value {
  const notes = Buffer.from(bytes)
  const text = notes.toString('base64')
  return plainNotes.test(notes.toString('latin1')) ? text : secret(text)
}

/**
 * Returns the real spec of a resource. Unchanged values stay as recorded, however the user spells them.
 *
 * @param before absent for a resource that the provider has just imported
 */
export function realSpec(
  type: Described,
  recorded: ValueMap,
  { before, now, by }: { readonly before: Held | undefined; readonly now: Held; readonly by: string },
): ValueMap {
  if (before !== undefined && isSameHeld(before, now)) return recorded
  const state = isCtyMap(now.state) ? now.state : ctyMap()
  const former = before !== undefined && isCtyMap(before.state) ? before.state : undefined
  const news: (readonly [string, Value])[] = []
  for (const name of Object.keys(type.type.attributes)) {
    const value = state[name] ?? null
    if (former !== undefined && equalCty(former[name] ?? null, value)) continue
    if (recorded[name] === undefined && (value === null || isNoBlock(type, name, value))) continue
    news.push([name, ctyToValue(value)])
  }
  const spec = valueMap([...Object.entries(recorded), ...news])
  const held = { ...now, exact: exactBeside(type, { spec }, now.state), by, identityVersion: type.identity?.version }
  const kept = keptBeside(keptOf(recorded), held)
  // To read a tainted resource does not heal it.
  const isTainted = before !== undefined && keptOf(recorded).tainted === true
  return valueMap([...news, [terraformName, isTainted ? valueMap([...Object.entries(kept), ['tainted', true]]) : kept]])
}

/** Whether a value is an absent block. Without blocks, a state has an empty list, and a spec leaves them out. */
function isNoBlock({ block }: Described, name: string, value: CtyValue): boolean {
  return Object.hasOwn(block.blocks, name) && isCtyList(value) && value.length === 0
}

function isSameHeld(before: Held, now: Held): boolean {
  return (
    equalCty(before.state, now.state) &&
    Buffer.compare(before.private, now.private) === 0 &&
    equalCty(before.identity ?? null, now.identity ?? null)
  )
}

/** Returns the values of a state for a record, without the computed attributes, because it is unknown which of them the user gave. */
export function withoutComputed(type: Described, spec: ValueMap): ValueMap {
  const { attributes } = type.block
  const isComputed = (name: string): boolean => Object.hasOwn(attributes, name) && attributes[name]?.computed === true
  return valueMap(Object.entries(spec).filter(([name]) => !name.startsWith('__') && !isComputed(name)))
}

/** Returns the spec of an unrecorded resource, of which only the wanted values are known. */
export function importedSpec(type: Described, desired: ValueMap, now: Held, by: string): ValueMap {
  return realSpec(type, desired, { before: undefined, now, by })
}
