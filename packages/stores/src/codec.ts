import { bareMap, Failure, Secret, Unknown, isList, type Value, type ValueMap, valueMap } from '@slipway/model'
import { UnopenedSecret } from './seal/unopened-secret.ts'

/**
 * Records as JSON text and back, exactly.
 *
 * Values that JSON cannot hold become a map of one key that begins with `$`: `{"$int": "9007199254740993"}` for integers beyond 2^53,
 * `{"$number": "-0"}` for the odd floats, `{"$secret": "<sealed>"}` for secrets, `{"$plain": …}` for secrets that a user
 * asked to see. A map of the user's own that looks like one of these is wrapped in `{"$map": …}`, so nothing can be forged.
 */
export function encodeRecord(record: object, secrets: SecretWriter): string {
  return JSON.stringify(recordToTree(record, secrets))
}

/** Fails with `state/damaged-record` on text that {@link encodeRecord} does not write, and as `open` fails. */
export function decodeRecord(text: string, open: Opener): object {
  return recordFromTree(parseText(text), open)
}

/** The tree of {@link encodeRecord} before it becomes text. */
export function recordToTree(record: object, secrets: SecretWriter): object {
  return mapRecord(record, (value) => toTree(value as Value, secrets))
}

export function recordFromTree(tree: object, open: Opener): object {
  if (typeof tree !== 'object' || tree === null || Array.isArray(tree)) throw damaged('it is no record')
  // Whoever has read the tree needs it no more: to change it costs half of what a copy does.
  const record = tree as Record<string, unknown>
  for (const key in record) {
    if (valueFields.has(key)) record[key] = fromTree(record[key], open)
    else if (recordFields.has(key)) recordFromTree(record[key] as object, open)
  }
  return record
}

/** How a secret is written: sealed, or in plain text because a user asked for it. */
export type SecretWriter = { readonly seal: (plain: string) => string } | 'reveal'

/** How a sealed text is read: opened, or left as it is. */
export type Opener = (sealed: string) => string | UnopenedSecret

/** Fields of records that hold values, and fields that hold records in turn. Everything else is plain JSON. */
const valueFields: ReadonlySet<string> = new Set([
  'spec',
  'exports',
  'mayHold',
  'triggers',
  'drawn',
  'configured',
  'providerSettings',
  'notes',
  'annotations',
  'custom',
  'data',
  'intermediaries',
])
const recordFields: ReadonlySet<string> = new Set(['resource', 'metadata'])

function mapRecord(record: unknown, change: (value: unknown) => unknown): object {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) throw damaged('it is no record')
  const changed: Record<string, unknown> = {}
  for (const [key, field] of Object.entries(record)) {
    if (field === undefined) continue
    if (valueFields.has(key)) changed[key] = change(field)
    else if (recordFields.has(key)) changed[key] = mapRecord(field, change)
    else changed[key] = field
  }
  return changed
}

type Tree = null | boolean | number | string | readonly Tree[] | { readonly [key: string]: Tree }

function toTree(value: Value, secrets: SecretWriter): Tree {
  if (typeof value === 'number')
    return isPlainNumber(value) ? value : { $number: Object.is(value, -0) ? '-0' : `${value}` }
  if (typeof value === 'bigint') return { $int: value.toString() }
  if (value === null || typeof value !== 'object') return value
  if (isList(value)) return value.map((item) => toTree(item, secrets))
  if (value instanceof Secret) return secretToTree(value, secrets)
  if (value instanceof UnopenedSecret) return { $secret: value.sealed }
  if (value instanceof Unknown) {
    throw new Failure('state/unknown-value', `a value that is known only after ${value.until} cannot be recorded`)
  }
  return mapToTree(value, secrets)
}

function secretToTree(value: Secret, secrets: SecretWriter): Tree {
  const inside = toTree(value.value, secrets)
  return secrets === 'reveal' ? { $plain: inside } : { $secret: secrets.seal(JSON.stringify(inside)) }
}

function mapToTree(map: ValueMap, secrets: SecretWriter): Tree {
  const tree = bareMap<Tree>()
  let keys = 0
  let marked = false
  for (const key in map) {
    tree[key] = toTree(map[key] as Value, secrets)
    keys++
    marked = key.startsWith('$')
  }
  return keys === 1 && marked ? { $map: tree } : tree
}

function fromTree(tree: unknown, open: Opener): Value {
  if (tree === null || typeof tree !== 'object') return tree as Value
  if (Array.isArray(tree)) return tree.map((item) => fromTree(item, open))
  const keys = Object.keys(tree)
  const only = keys.length === 1 ? keys[0] : undefined
  if (only?.startsWith('$') === true) return fromTagged(only, (tree as Record<string, unknown>)[only], open)
  return fromEntries(tree, open)
}

function fromEntries(tree: object, open: Opener): Value {
  const map = valueMap()
  for (const [key, item] of Object.entries(tree)) map[key] = fromTree(item, open)
  return map
}

function fromTagged(tag: string, inside: unknown, open: Opener): Value {
  switch (tag) {
    case '$map':
      if (typeof inside === 'object' && inside !== null) return fromEntries(inside, open)
      break
    case '$int':
      if (typeof inside === 'string' && /^-?\d+$/.test(inside)) return BigInt(inside)
      break
    case '$number':
      if (typeof inside === 'string') return Number(inside)
      break
    case '$plain':
      return new Secret(fromTree(inside, open))
    case '$secret':
      if (typeof inside === 'string') return fromSealed(inside, open)
      break
    default:
  }
  throw damaged(`it holds a mark that this version does not know: ${tag}`)
}

function fromSealed(sealed: string, open: Opener): Value {
  const opened = open(sealed)
  return opened instanceof UnopenedSecret ? opened : new Secret(fromTree(parseText(opened), open))
}

function isPlainNumber(value: number): boolean {
  return Number.isFinite(value) && !Object.is(value, -0)
}

function parseText(text: string): object {
  try {
    return JSON.parse(text) as object
  } catch (error) {
    throw damaged('it is not JSON', error)
  }
}

function damaged(reason: string, cause?: unknown): Failure {
  return new Failure('state/damaged-record', `a record of the state cannot be read: ${reason}`, { cause })
}
