import { bareMap, Failure, Secret, Unknown, isList, type Value, type ValueMap, valueMap } from '@slipway/model'
import type { Sealer } from '../port.ts'
import type { Place, Surroundings } from '../seal/place.ts'
import { UnopenedSecret } from '../seal/unopened-secret.ts'

/**
 * Records as JSON text and back, exactly.
 *
 * Values that JSON cannot hold become a map of one key that begins with `$`: `{"$int": "9007199254740993"}` for integers beyond 2^53,
 * `{"$number": "-0"}` for the odd floats, `{"$secret": "<sealed>"}` for secrets, `{"$plain": …}` for secrets that a user
 * asked to see. A map of the user's own that looks like one of these is wrapped in `{"$map": …}`, so nothing can be forged.
 */
export function encodeRecord(record: object, secrets: SecretWriter, at: Surroundings): string {
  return JSON.stringify(recordToTree(record, secrets, at))
}

/** Fails with `state/damaged-record` on text that {@link encodeRecord} does not write, and as `open` fails. */
export function decodeRecord(text: string, open: Opener, at: Surroundings): object {
  return recordFromTree(parseText(text), open, at)
}

/** The tree of {@link encodeRecord} before it becomes text. */
export function recordToTree(record: object, secrets: SecretWriter, at: Surroundings): object {
  return mapRecord(record, { secrets, at, path: [] })
}

export function recordFromTree(tree: object, open: Opener, at: Surroundings): object {
  return readRecord(tree, { open, at, path: [] })
}

/** How a secret is written: sealed, or in plain text because a user asked for it. */
export type SecretWriter = Pick<Sealer, 'seal'> | 'reveal'

/** How a sealed text is read: opened, or left as it is. */
export type Opener = (sealed: string, place: Place) => string | UnopenedSecret

/** The position of writing or reading. All of a record shares one list for the path: only a secret needs a copy of it. */
interface Position {
  readonly at: Surroundings
  readonly path: (string | number)[]
}

interface Writing extends Position {
  readonly secrets: SecretWriter
}

interface Reading extends Position {
  readonly open: Opener
}

function placeOf({ at, path }: Position): Place {
  return { ...at, path: [...path] }
}

/** Fields of records that contain values, and fields that contain records. Everything else is plain JSON. */
const valueFields: ReadonlySet<string> = new Set([
  'spec',
  'exports',
  'mayHold',
  'triggers',
  'drawn',
  'configured',
  'providerSettings',
  'terraform',
  'notes',
  'annotations',
  'custom',
  'data',
  'intermediaries',
])
const recordFields: ReadonlySet<string> = new Set(['resource', 'metadata'])

function mapRecord(record: unknown, writing: Writing): object {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) throw damaged('it is not a record')
  const changed: Record<string, unknown> = {}
  for (const [key, field] of Object.entries(record)) {
    if (field === undefined) continue
    const isValue = valueFields.has(key)
    if (isValue || recordFields.has(key)) {
      writing.path.push(key)
      changed[key] = isValue ? toTree(field as Value, writing) : mapRecord(field, writing)
      writing.path.pop()
    } else changed[key] = field
  }
  return changed
}

function readRecord(tree: unknown, reading: Reading): object {
  if (typeof tree !== 'object' || tree === null || Array.isArray(tree)) throw damaged('it is no record')
  // Changes the tree in place, because nothing else needs it: a copy would cost twice as much.
  const record = tree as Record<string, unknown>
  for (const key in record) {
    const isValue = valueFields.has(key)
    if (!isValue && !recordFields.has(key)) continue
    reading.path.push(key)
    if (isValue) record[key] = fromTree(record[key], reading)
    else readRecord(record[key], reading)
    reading.path.pop()
  }
  return record
}

type Tree = null | boolean | number | string | readonly Tree[] | { readonly [key: string]: Tree }

function toTree(value: Value, writing: Writing): Tree {
  if (typeof value === 'number')
    return isPlainNumber(value) ? value : { $number: Object.is(value, -0) ? '-0' : `${value}` }
  if (typeof value === 'bigint') return { $int: value.toString() }
  if (value === null || typeof value !== 'object') return value
  if (isList(value)) return listToTree(value, writing)
  if (value instanceof Secret) return secretToTree(value, writing)
  if (value instanceof UnopenedSecret) return { $secret: value.sealedAt(placeOf(writing)) }
  if (value instanceof Unknown) {
    throw new Failure('state/unknown-value', `a value that is known only after ${value.until} cannot be recorded`)
  }
  return mapToTree(value, writing)
}

function listToTree(list: readonly Value[], writing: Writing): Tree {
  return list.map((item, index) => {
    writing.path.push(index)
    const tree = toTree(item, writing)
    writing.path.pop()
    return tree
  })
}

function secretToTree(value: Secret, writing: Writing): Tree {
  const inside = toTree(value.value, writing)
  const { secrets } = writing
  return secrets === 'reveal' ? { $plain: inside } : { $secret: secrets.seal(JSON.stringify(inside), placeOf(writing)) }
}

function mapToTree(map: ValueMap, writing: Writing): Tree {
  const tree = bareMap<Tree>()
  let keys = 0
  let marked = false
  for (const key in map) {
    writing.path.push(key)
    tree[key] = toTree(map[key] as Value, writing)
    writing.path.pop()
    keys++
    marked = key.startsWith('$')
  }
  return keys === 1 && marked ? { $map: tree } : tree
}

function fromTree(tree: unknown, reading: Reading): Value {
  if (tree === null || typeof tree !== 'object') return tree as Value
  if (Array.isArray(tree)) return listFromTree(tree, reading)
  const keys = Object.keys(tree)
  const only = keys.length === 1 ? keys[0] : undefined
  if (only?.startsWith('$') === true) return fromTagged(only, (tree as Record<string, unknown>)[only], reading)
  return fromEntries(tree, reading)
}

function listFromTree(list: readonly unknown[], reading: Reading): Value {
  return list.map((item, index) => {
    reading.path.push(index)
    const value = fromTree(item, reading)
    reading.path.pop()
    return value
  })
}

function fromEntries(tree: object, reading: Reading): Value {
  const map = valueMap()
  for (const [key, item] of Object.entries(tree)) {
    reading.path.push(key)
    map[key] = fromTree(item, reading)
    reading.path.pop()
  }
  return map
}

function fromTagged(tag: string, inside: unknown, reading: Reading): Value {
  switch (tag) {
    case '$map':
      if (typeof inside === 'object' && inside !== null) return fromEntries(inside, reading)
      break
    case '$int':
      if (typeof inside === 'string' && /^-?\d+$/.test(inside)) return BigInt(inside)
      break
    case '$number':
      if (typeof inside === 'string') return Number(inside)
      break
    case '$plain':
      return new Secret(fromTree(inside, reading))
    case '$secret':
      if (typeof inside === 'string') return fromSealed(inside, reading)
      break
    default:
  }
  throw damaged(`it holds a mark that this version does not know: ${tag}`)
}

function fromSealed(sealed: string, reading: Reading): Value {
  const opened = reading.open(sealed, placeOf(reading))
  return opened instanceof UnopenedSecret ? opened : new Secret(fromTree(parseText(opened), reading))
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
