import { equalValues, isList, isMap, type Value, type ValueMap } from '@slipway/model'

/**
 * Describes the differences between a value and a JSON schema; empty when the value matches. The schema comes from a plugin, so this checks
 * only rules that cannot take long (no `pattern`, no `$ref`); the pack checks the rest.
 */
export function schemaProblems(schema: Value | undefined, value: Value, at = ''): readonly string[] {
  if (!isMap(schema ?? null)) return []
  const rules = schema as ValueMap
  const where = at === '' ? '' : `${at}: `
  const say = (words: string): readonly string[] => [`${where}${words}`]
  const types = isList(rules['type'] ?? null) ? (rules['type'] as readonly Value[]) : [rules['type'] ?? null]
  const named = types.filter((type) => typeof type === 'string')
  if (named.length > 0 && !named.some((type) => isOfType(type, value))) return say(`must be ${named.join(' or ')}`)
  const choices = rules['enum'] ?? null
  if (isList(choices) && !choices.some((choice) => equalValues(choice, value)))
    return say(`must be one of ${JSON.stringify(choices)}`)
  const fixed = rules['const']
  if (fixed !== undefined && !equalValues(fixed, value)) return say(`must be ${JSON.stringify(fixed)}`)
  if (typeof value === 'number') return sizes(value, 'must be', rules, numberLimits).flatMap(say)
  if (typeof value === 'string') return sizes(value.length, 'must have a length of', rules, textLimits).flatMap(say)
  if (isList(value)) {
    const found = value.flatMap((item, index) => schemaProblems(rules['items'], item, `${at}[${index}]`))
    return [...sizes(value.length, 'must have a number of items that is', rules, listLimits).flatMap(say), ...found]
  }
  return isMap(value) ? ofMap(rules, value, at) : []
}

function ofMap(rules: ValueMap, value: ValueMap, at: string): readonly string[] {
  const { properties = null, required = null, additionalProperties = true } = rules
  const known: ValueMap = isMap(properties) ? properties : {}
  const pathOf = (name: string): string => (at === '' ? name : `${at}.${name}`)
  const names = isList(required) ? required.filter((name) => typeof name === 'string') : []
  const missing = names.filter((name) => !Object.hasOwn(value, name))
  return [
    ...missing.map((name) => `${pathOf(name)}: is required`),
    ...Object.entries(value).flatMap(([name, inner]) => {
      if (Object.hasOwn(known, name)) return schemaProblems(known[name], inner, pathOf(name))
      if (additionalProperties === false) return [`${pathOf(name)}: there is no such property`]
      return isMap(additionalProperties) ? schemaProblems(additionalProperties, inner, pathOf(name)) : []
    }),
  ]
}

type Limits = Readonly<Record<string, readonly [words: string, holds: (size: number, limit: number) => boolean]>>

const atLeast = ['at least', (size: number, limit: number) => size >= limit] as const
const atMost = ['at most', (size: number, limit: number) => size <= limit] as const
const numberLimits: Limits = {
  minimum: atLeast,
  maximum: atMost,
  exclusiveMinimum: ['more than', (size, limit) => size > limit],
  exclusiveMaximum: ['less than', (size, limit) => size < limit],
  multipleOf: ['a multiple of', (size, limit) => limit === 0 || size % limit === 0],
}
const textLimits: Limits = { minLength: atLeast, maxLength: atMost }
const listLimits: Limits = { minItems: atLeast, maxItems: atMost }

function sizes(size: number, what: string, rules: ValueMap, limits: Limits): readonly string[] {
  return Object.entries(limits).flatMap(([name, [words, holds]]) => {
    const limit = rules[name]
    return typeof limit === 'number' && !holds(size, limit) ? [`${what} ${words} ${limit}`] : []
  })
}

function isOfType(type: string, value: Value): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'integer':
      return Number.isInteger(value)
    case 'array':
      return isList(value)
    case 'object':
      return isMap(value)
    default:
      return typeof value === type
  }
}
