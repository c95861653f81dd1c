import {
  containsUnknown,
  type IdentityRule,
  isMap,
  revealed,
  type ResourceTypeDefinition,
  type Value,
  type ValueMap,
  valueMap,
  namespaceOf,
} from '@slipway/model'
import { valueAt } from './computed-paths.ts'
import { folded } from './spelling.ts'

/**
 * The declared identity of a spec as one text. Equal texts mean the same thing. Only for comparing in memory, because it may contain secrets.
 * `undefined` if the type declares no identity, or if a part of it is null or unknown.
 */
export function declaredIdentity(
  definition: ResourceTypeDefinition | undefined,
  { spec, options }: Identified,
): string | undefined {
  return declaredText(definition, { spec, options }, (part) => part)
}

/** The declared identity of a spec without differences in spelling that services often ignore. Equal texts may mean the same thing. */
export function foldedIdentity(
  definition: ResourceTypeDefinition | undefined,
  identified: Identified,
): string | undefined {
  return declaredText(definition, identified, (part) => (typeof part === 'string' ? folded(part) : part))
}

function declaredText(
  definition: ResourceTypeDefinition | undefined,
  { spec, options }: Identified,
  spelled: (part: Value) => Value,
): string | undefined {
  if (definition?.identity === undefined) return undefined
  const parts = definition.identity.fields.map((field) => spelled(valueAt(spec, field) ?? null))
  return textOf([...scopeOf(definition, definition.identity), ...configurationOf(options)], parts)
}

/** The scope in which declared identities are compared, as one text; `undefined` if the type declares no identity. */
export function identityScope(definition: ResourceTypeDefinition | undefined): string | undefined {
  return definition?.identity && scopeOf(definition, definition.identity).join(' ')
}

/** Types of one provider may share a scope. Otherwise, each type is a scope of its own. */
function scopeOf({ type }: ResourceTypeDefinition, { scope }: IdentityRule): readonly string[] {
  return scope === undefined ? ['type', type] : ['scope', namespaceOf(type), scope]
}

/** A recorded or wanted resource. With another configuration of its provider, it is another thing, which is elsewhere. */
export interface Identified {
  readonly spec: ValueMap
  readonly options?: { readonly provider?: string } | undefined
}

function configurationOf({ provider }: { readonly provider?: string } = {}): readonly string[] {
  return provider === undefined ? [] : ['configuration', provider]
}

/** The texts that identify a thing. */
interface Told {
  readonly by: ResourceTypeDefinition
  /** The id that the thing's provider gave it, as one text. */
  readonly id: string | undefined
  readonly all: readonly string[]
}

/** A cache with the definition that was used. A plan and its run ask about the same records, which never change. */
const known = new WeakMap<Identified, Told>()

function toldBy(definition: ResourceTypeDefinition, thing: Identified): Told {
  const before = known.get(thing)
  if (before?.by === definition) return before
  const id = ownId(definition, thing)
  const all = [declaredIdentity(definition, thing), id].filter((text) => text !== undefined)
  const told = { by: definition, id, all }
  known.set(thing, told)
  return told
}

/**
 * All possible identities of a thing: the declared one, and the id from its provider. Two records with the same declared identity are the same
 * thing. Two records with only the same id may be the same thing, because some services give one id to all their things, or to all things with the
 * same content.
 */
export function identities(definition: ResourceTypeDefinition | undefined, thing: Identified): readonly string[] {
  return definition === undefined ? [] : toldBy(definition, thing).all
}

/** The id from the thing's provider, as one text; `undefined` if the type has no id, or if the id is unknown. */
export function idText(definition: ResourceTypeDefinition, thing: Identified): string | undefined {
  return toldBy(definition, thing).id
}

function ownId({ idField, type, placeOf, toldApartBy }: ResourceTypeDefinition, thing: Identified): string | undefined {
  if (idField === undefined) return undefined
  const place = placeOf?.(thing.spec)
  const within = ['id', type, ...configurationOf(thing.options), ...(place === undefined ? [] : ['place', place])]
  const beside = toldApartBy === undefined ? [] : [toldApartBy(thing.spec)]
  return textOf(within, [valueAt(thing.spec, idField) ?? null, ...beside])
}

function textOf(within: readonly string[], parts: readonly Value[]): string | undefined {
  if (parts.length === 0 || parts.some((part) => part === null || containsUnknown(part))) return undefined
  const plain = parts.map(revealed)
  // Most identities consist of texts, for which JSON is several times as fast without a replacer function.
  return plain.every((part) => typeof part === 'string')
    ? JSON.stringify([within, plain])
    : JSON.stringify([within, plain], (_key, value: Value) =>
        typeof value === 'bigint' ? `${value}n` : inOrder(value),
      )
}

/** Sorts the keys of maps, whose order does not count. */
function inOrder(value: Value): Value {
  return isMap(value) ? valueMap(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value
}
