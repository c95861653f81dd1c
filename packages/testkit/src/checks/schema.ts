import type { PropertySchema, ResourceTypeDefinition } from '@slipway/model'
import { identityProblem } from '@slipway/protocol'
import { expect } from '../report.ts'

/** Throws when the definition of a resource type contradicts itself. Returns the number of its properties. */
export function expectSoundDefinition(definition: ResourceTypeDefinition): number {
  const { type, schema, idField, comparedBy } = definition
  expect(schema.type === 'object', `the spec of ${type} is of type ${schema.type}, not object`)
  const { attributes = {} } = schema
  expectSoundSchema(schema, `${type} spec`)
  const { computed, computedWhenOmitted } = attributes[idField ?? ''] ?? {}
  if (idField !== undefined)
    expect(
      // Older providers of Terraform accept an id that they compute.
      computed === true || (comparedBy === 'provider' && computedWhenOmitted === true),
      `the id field "${idField}" of ${type} is not one of its computed properties`,
    )
  const problem = definition.identity && identityProblem(schema, definition.identity)
  expect(problem === undefined, `the identity of ${type} ${problem}`)
  return Object.keys(attributes).length
}

/** Types with one scope are compared field by field. */
export function expectAlikeScopes(types: readonly ResourceTypeDefinition[]): void {
  for (const { type, identity } of types) {
    const other = types.find((one) => one.identity?.scope !== undefined && one.identity.scope === identity?.scope)
    const counts = [identity?.fields.length, other?.identity?.fields.length]
    expect(
      other === undefined || counts[0] === counts[1],
      `${other?.type} and ${type} share an identity scope, and name ${counts[1]} and ${counts[0]} fields`,
    )
  }
}

function expectSoundSchema(schema: PropertySchema, subject: string): void {
  const { attributes = {}, required = [], items, mapValues, oneOf } = schema
  // in the Go SDK, lists and maps have the required properties of their items here
  for (const name of schema.type === 'object' ? required : []) {
    const property = attributes[name]
    expect(property !== undefined, `${subject} requires "${name}", which it does not have`)
    expect(property.computed !== true, `${subject} requires "${name}", which is computed`)
  }
  if (schema.type === 'array') expect(items !== undefined, `${subject} is an array and does not say of what`)
  if (schema.type === 'map') expect(mapValues !== undefined, `${subject} is a map and does not say of what`)
  expectSoundLimits(schema, subject)
  for (const [name, property] of Object.entries(attributes)) expectSoundSchema(property, `${subject}.${name}`)
  if (items !== undefined) expectSoundSchema(items, `${subject}[]`)
  if (mapValues !== undefined) expectSoundSchema(mapValues, `${subject}{}`)
  oneOf?.forEach((option, index) => expectSoundSchema(option, `${subject}|${index}`))
}

function expectSoundLimits({ pattern, minimum, maximum, minLength, maxLength }: PropertySchema, subject: string): void {
  if (pattern !== undefined && pattern !== '')
    expect(isPattern(pattern), `${subject} has the pattern ${pattern}, which is none`)
  if (minimum !== undefined && minimum !== null && maximum !== undefined && maximum !== null)
    expect(minimum <= maximum, `${subject} must be at least ${minimum} and at most ${maximum}`)
  if (minLength !== undefined && maxLength !== undefined && maxLength > 0)
    expect(minLength <= maxLength, `${subject} must be at least ${minLength} and at most ${maxLength} long`)
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp
  } catch {
    return false
  }
}
