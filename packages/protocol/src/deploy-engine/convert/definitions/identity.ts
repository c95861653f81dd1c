import type { IdentityRule, PropertySchema } from '@slipway/model'

import type { Init } from '../../../wire/codec/message.ts'
import { WireError } from '../../../wire/codec/wire-error.ts'
import type { SlipwayIdentity } from '../../gen/sharedtypesv1.ts'
import { plainWords } from '../../../plain-words.ts'

const maxFields = 16
const maxScopeLength = 100
const scalars: ReadonlySet<string> = new Set<PropertySchema['type']>(['string', 'integer', 'float', 'boolean'])

/**
 * Returns the reason why a rule cannot identify anything, worded to follow "the identity of a boats/boat"; `undefined` for a usable rule.
 * @param schema of the spec
 */
export function identityProblem(schema: PropertySchema, { fields, scope }: IdentityRule): string | undefined {
  if (fields.length === 0) return 'names no field'
  if (fields.length > maxFields) return `names ${fields.length} fields, more than ${maxFields}`
  if (scope !== undefined && (scope === '' || scope.length > maxScopeLength))
    return `has a scope that is empty or longer than ${maxScopeLength} characters`
  const twice = fields.find((field, index) => fields.indexOf(field) !== index)
  if (twice !== undefined) return `names "${plainWords(twice)}" twice`
  return fields.map((field) => fieldProblem(schema, field)).find((problem) => problem !== undefined)
}

/**
 * Returns why a field cannot be part of a key: a path through a list or a map does not lead to one field, a secret must not become a key,
 * and a computed value comes too late.
 */
function fieldProblem(spec: PropertySchema, field: string): string | undefined {
  const named = `names "${plainWords(field)}", which`
  let schema = spec
  for (const name of field.split('.')) {
    const { attributes } = schema
    const member = attributes !== undefined && Object.hasOwn(attributes, name) ? attributes[name] : undefined
    if (member === undefined) return `${named} its schema does not have`
    if (member.sensitive === true) return `${named} is a secret`
    if (member.computed === true) return `${named} is computed: it is not known before the resource is created`
    schema = member
  }
  return scalars.has(schema.type)
    ? undefined
    : `${named} is of type ${schema.type}: only scalars can identify a resource`
}

export function identityToWire(identity: IdentityRule | undefined): Init<SlipwayIdentity> | undefined {
  return identity && { fields: identity.fields, scope: identity.scope }
}

/**
 * Reads an identity rule; `undefined` when the plugin gives none. Fails with a WireError that names the type when the rule does not fit the
 * schema.
 */
export function identityFromWire(
  wire: SlipwayIdentity | undefined,
  type: string,
  schema: PropertySchema,
): IdentityRule | undefined {
  if (wire === undefined) return undefined
  const { fields, scope } = wire
  const identity: IdentityRule = scope === '' ? { fields } : { fields, scope: plainWords(scope) }
  const problem = identityProblem(schema, identity)
  if (problem !== undefined) throw new WireError('malformed', `the identity of ${plainWords(type)} ${problem}`)
  return identity
}

/** The longest delay of a timer, in milliseconds. A longer promise has no use. */
export const longestSettlingMs = 0x7fffffff

/** Reads the promised time. An invalid number, or one that promises nothing, counts as absent, which is always safe. */
export function settlesWithinFromWire(milliseconds: number | bigint | undefined): number | undefined {
  if (milliseconds === undefined || milliseconds < 0 || milliseconds > longestSettlingMs) return undefined
  return Number(milliseconds)
}
