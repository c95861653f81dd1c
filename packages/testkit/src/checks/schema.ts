import type { PropertySchema, ResourceTypeDefinition } from '@slipway/model'
import { expect } from '../report.ts'

/** Throws when the definition of a resource type contradicts itself. Gives the number of its properties. */
export function expectSoundDefinition(definition: ResourceTypeDefinition): number {
  const { type, schema, idField } = definition
  expect(schema.type === 'object', `the spec of ${type} is of type ${schema.type}, not object`)
  const { attributes = {} } = schema
  expectSoundSchema(schema, `${type} spec`)
  if (idField !== undefined)
    expect(
      attributes[idField]?.computed === true,
      `the id field "${idField}" of ${type} is not one of its computed properties`,
    )
  return Object.keys(attributes).length
}

function expectSoundSchema(schema: PropertySchema, place: string): void {
  const { attributes = {}, required = [], items, mapValues, oneOf } = schema
  for (const name of required) {
    const property = attributes[name]
    expect(property !== undefined, `${place} requires "${name}", which it does not have`)
    expect(property.computed !== true, `${place} requires "${name}", which is computed`)
  }
  if (schema.type === 'array') expect(items !== undefined, `${place} is an array and does not say of what`)
  if (schema.type === 'map') expect(mapValues !== undefined, `${place} is a map and does not say of what`)
  expectSoundLimits(schema, place)
  for (const [name, property] of Object.entries(attributes)) expectSoundSchema(property, `${place}.${name}`)
  if (items !== undefined) expectSoundSchema(items, `${place}[]`)
  if (mapValues !== undefined) expectSoundSchema(mapValues, `${place}{}`)
  oneOf?.forEach((option, index) => expectSoundSchema(option, `${place}|${index}`))
}

function expectSoundLimits({ pattern, minimum, maximum, minLength, maxLength }: PropertySchema, place: string): void {
  if (pattern !== undefined && pattern !== '')
    expect(isPattern(pattern), `${place} has the pattern ${pattern}, which is none`)
  if (minimum !== undefined && minimum !== null && maximum !== undefined && maximum !== null)
    expect(minimum <= maximum, `${place} must be at least ${minimum} and at most ${maximum}`)
  if (minLength !== undefined && maxLength !== undefined && maxLength > 0)
    expect(minLength <= maxLength, `${place} must be at least ${minLength} and at most ${maxLength} long`)
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp
  } catch {
    return false
  }
}
