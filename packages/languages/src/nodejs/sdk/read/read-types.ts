import { constantIn, isMap, type Json, listIn, mapIn, mapsIn, textIn, textsIn } from './json.ts'
import type { Constant, EnumType, ObjectType, Property, SameType, Type } from './model.ts'
import { badSchema, shown, tokenOf } from './tokens.ts'
import { isIdentifier, title } from './words.ts'

/** How deep unnamed types may be nested. */
const deepest = 40
const mostProperties = 10_000
const longestName = 400

const any: Type = { kind: 'word', word: 'any' }

/** Pulumi's own types. */
const own: readonly (readonly [ref: string, word: string])[] = [
  ['pulumi.json#/Any', 'any'],
  ['pulumi.json#/Archive', 'pulumi.asset.Archive'],
  ['pulumi.json#/Asset', 'pulumi.asset.Asset | pulumi.asset.Archive'],
  ['pulumi.json#/Json', 'string'],
]

const scalars: Readonly<Record<string, string>> = {
  boolean: 'boolean',
  integer: 'number',
  number: 'number',
  string: 'string',
}

export function typeOf(spec: Json, depth = 0): Type {
  if (depth > deepest) throw badSchema(`has a type with more than ${deepest} types in each other`)
  return { ...typeWithin(spec, depth), ...(spec['plain'] === true && { isPlain: true }) }
}

function typeWithin(spec: Json, depth: number): Type {
  const ref = textIn(spec, '$ref')
  if (ref !== '') return referred(ref)
  const choices = listIn(spec, 'oneOf').filter(isMap)
  if (choices.length > 0) return { kind: 'union', of: choices.map((choice) => typeOf(choice, depth + 1)) }
  const type = textIn(spec, 'type')
  if (type === 'array')
    return { kind: 'list', items: isMap(spec['items']) ? typeOf(mapIn(spec, 'items'), depth + 1) : any }
  if (type !== 'object') return { kind: 'word', word: Object.hasOwn(scalars, type) ? (scalars[type] ?? 'any') : 'any' }
  const { additionalProperties } = spec
  const values: Type = isMap(additionalProperties)
    ? typeOf(additionalProperties, depth + 1)
    : { kind: 'word', word: 'string' }
  return { kind: 'map', values }
}

/** Reads `#/types/aws:s3/BucketRule:BucketRule`. Of other packages, only these references are known to be resources. */
function referred(ref: string): Type {
  const builtIn = own.find(([name]) => ref.endsWith(name))
  if (builtIn !== undefined) return { kind: 'word', word: builtIn[1] }
  const [, place = '', kind = '', escaped = ''] = /^(.*)#\/(types|resources|provider)\/?(.*)$/s.exec(ref) ?? []
  if (kind === 'provider')
    return place === '' ? { kind: 'provider' } : { kind: 'word', word: 'pulumi.ProviderResource' }
  const token = unescaped(escaped)
  if (kind === 'resources' && token.startsWith('pulumi:providers:'))
    return { kind: 'word', word: 'pulumi.ProviderResource' }
  if (place !== '' || kind === '') return kind === 'resources' ? { kind: 'word', word: 'pulumi.Resource' } : any
  return kind === 'resources' ? { kind: 'resource', token } : { kind: 'named', token }
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The properties of an object, in the order of their names. */
export function propertiesOf(
  map: Json,
  { key, required, plain }: { readonly key: string; readonly required: string; readonly plain?: string },
): readonly Property[] {
  const needed = new Set(textsIn(map, required))
  const plainOnes = new Set(plain === undefined ? [] : textsIn(map, plain))
  const entries = mapsIn(map, key)
  if (entries.length > mostProperties) throw badSchema(`has an object with more than ${mostProperties} properties`)
  return entries
    .map(([name, spec]) => propertyOf(name, spec, { isRequired: needed.has(name), isPlain: plainOnes.has(name) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function propertyOf(
  name: string,
  spec: Json,
  { isRequired, isPlain }: { readonly isRequired: boolean; readonly isPlain: boolean },
): Property {
  if (name === '__proto__' || name === '' || name.length > longestName)
    throw badSchema(`has a property ${shown(name)}, which no program can have`)
  const constant = constantIn(spec, 'const')
  const fallback = constantIn(spec, 'default')
  return {
    name,
    type: typeOf(spec),
    isRequired,
    isPlain: isPlain || spec['plain'] === true,
    isSecret: spec['secret'] === true,
    isReplacedOnChange: spec['replaceOnChanges'] === true,
    description: textIn(spec, 'description'),
    deprecated: textIn(spec, 'deprecationMessage'),
    ...(constant !== undefined && { constant }),
    ...(fallback !== undefined && { fallback }),
    variables: textsIn(mapIn(spec, 'defaultInfo'), 'environment'),
  }
}

/** Reads an entry of `types`. */
export function namedType(text: string, spec: Json): ObjectType | EnumType | SameType {
  const token = tokenOf(text)
  const description = textIn(spec, 'description')
  const choices = listIn(spec, 'enum').filter(isMap)
  if (choices.length > 0)
    return { kind: 'enum', token, description, base: typeOf(spec), members: membersOf(choices, text) }
  if (isMap(spec['properties']) || textIn(spec, 'type') === 'object' || textIn(spec, 'type') === '')
    return {
      kind: 'object',
      token,
      description,
      properties: propertiesOf(spec, { key: 'properties', required: 'required' }),
    }
  return { kind: 'same', token, type: typeOf(spec) }
}

function membersOf(choices: readonly Json[], type: string): EnumType['members'] {
  if (choices.length > mostProperties)
    throw badSchema(`has a type ${shown(type)} with more than ${mostProperties} values`)
  const names = new Set<string>()
  return choices.flatMap((choice) => {
    const value = constantIn(choice, 'value')
    if (value === undefined) return []
    const name = memberName(textIn(choice, 'name'), value)
    if (names.has(name)) return []
    names.add(name)
    const description = textIn(choice, 'description')
    return [{ name, value, description, deprecated: textIn(choice, 'deprecationMessage') }]
  })
}

/** Names a member as Pulumi's own SDKs do: `StdoutAndStderr` for `stdoutAndStderr`, `T2_Micro` for `t2.micro`, `EC_P256` for `EC-P256`. */
function memberName(said: string, value: Constant): string {
  const text = said === '' ? String(value) : said
  if (/^[\p{P}\p{S}\s]*$/u.test(text))
    return `Value_${Array.from(text, (each) => each.codePointAt(0)?.toString(16)).join('_')}`.slice(0, longestName)
  const words = title(text.slice(0, longestName)).replaceAll(
    /[^A-Za-z0-9_]+(.)?/g,
    (_, next: string = '') => `_${next.toUpperCase()}`,
  )
  const name = words.replace(/_+$/, '').replace(/^(?=\d)/, '_')
  return isIdentifier(name) && name !== '__proto__' ? name : `_${name.replaceAll(/\W/g, '')}`
}
