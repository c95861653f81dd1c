import { isList, isMap, revealed, Secret, type Value, type ValueMap } from '@slipway/model'
import { keptOf, terraformName } from '@slipway/protocol/terraform/kept'
import { exactNumber, parseExact } from '../terraform-states/exact-json.ts'
import type { StatePath } from '../terraform-states/terraform-state.ts'

/** Returns the attributes of a record in the form of a state. */
export function attributesOf(spec: ValueMap): Readonly<Record<string, unknown>> {
  const said = Object.entries(spec).filter(([name]) => name !== terraformName)
  const plain = Object.fromEntries(said.map(([name, value]) => [name, jsonOf(revealed(value))]))
  const exact = revealed(keptOf(spec).state ?? null)
  if (typeof exact !== 'string') return plain
  const texts = Object.entries(JSON.parse(exact) as Readonly<Record<string, string>>)
  return { ...plain, ...Object.fromEntries(texts.map(([name, text]) => [name, parseExact(text)])) }
}

/** Returns a plain value as JSON. */
export function jsonOf(value: Value): unknown {
  if (typeof value === 'bigint') return exactNumber(String(value))
  if (isList(value)) return value.map(jsonOf)
  if (isMap(value)) return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, jsonOf(each)]))
  return value
}

/** The paths that are secret: those that the state named, as far as they still lead somewhere, and those of the record. */
export function sensitivePaths(spec: ValueMap, written: Value | undefined): readonly StatePath[] {
  const before = typeof written === 'string' ? (JSON.parse(written) as readonly StatePath[]) : []
  const attributes = attributesOf(spec)
  const kept = before.filter(([first]) => Object.hasOwn(attributes, String(first?.value)))
  const known = kept.map((path) => JSON.stringify(path))
  const own = [...secretsIn(spec)].filter((path) => {
    const text = JSON.stringify(path)
    return !known.some((each) => each === text || each.startsWith(`${text.slice(0, -1)},`))
  })
  return [...kept, ...own]
}

/** The paths of secrets in the attributes of a record. */
export function* secretsIn(spec: ValueMap): Generator<StatePath> {
  for (const [name, value] of Object.entries(spec))
    if (name !== terraformName) yield* secretsBelow(value, [{ type: 'get_attr', value: name }])
}

function* secretsBelow(value: Value, path: StatePath): Generator<StatePath> {
  if (value instanceof Secret) yield path
  else if (isList(value))
    for (const [index, each] of value.entries()) yield* secretsBelow(each, [...path, indexStep(index)])
  else if (isMap(value))
    for (const [name, each] of Object.entries(value))
      yield* secretsBelow(each, [...path, { type: 'get_attr', value: name }])
}

function indexStep(index: number): StatePath[number] {
  return { type: 'index', value: { value: index, type: 'number' } }
}
