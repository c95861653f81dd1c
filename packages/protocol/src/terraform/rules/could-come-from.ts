import { type CtyValue, equalCty, isCtyList, isCtyMap } from '../cty/value.ts'
import type { AttributeSchema, NestedAttributes, NestedBlock } from '../schema/schema.ts'
import { attributeOf, hasKey, type Shape } from './nested.ts'

/**
 * Whether a recorded element of a set could come from a configured one: they are equal, except for the values that the provider computes.
 * Elements of sets have no other identity.
 */
export function couldComeFrom(shape: Shape, prior: CtyValue, config: CtyValue): boolean {
  return equalCty(prior, config) || objectCould(shape, prior, config)
}

function objectCould({ attributes, blocks = {} }: Shape, prior: CtyValue, config: CtyValue): boolean {
  if (!isCtyMap(prior)) return true
  if (!isCtyMap(config)) return false
  return (
    Object.entries(attributes).every(([name, each]) =>
      attributeCould(each, attributeOf(prior, name), attributeOf(config, name)),
    ) &&
    Object.entries(blocks).every(([name, each]) =>
      blocksCould(each, attributeOf(prior, name), attributeOf(config, name)),
    )
  )
}

function attributeCould(attribute: AttributeSchema, prior: CtyValue, config: CtyValue): boolean {
  if (equalCty(prior, config)) return true
  if (isSet(attribute)) return false
  if (attribute.nested !== undefined) return nestedCould(attribute.nested.nesting, attribute.nested, prior, config)
  return attribute.computed && config === null
}

function isSet({ type, nested }: AttributeSchema): boolean {
  return nested === undefined ? typeof type !== 'string' && type.kind === 'set' : nested.nesting === 'set'
}

function blocksCould({ nesting, block }: NestedBlock, prior: CtyValue, config: CtyValue): boolean {
  if (equalCty(prior, config)) return true
  // The elements of a set within a set cannot be told apart.
  if (nesting === 'set') return false
  return nestedCould(nesting === 'group' ? 'single' : nesting, block, prior, config)
}

function nestedCould(nesting: NestedAttributes['nesting'], shape: Shape, prior: CtyValue, config: CtyValue): boolean {
  if (nesting === 'single') return objectCould(shape, prior, config)
  if (nesting === 'map') {
    if (!isCtyMap(prior)) return true
    if (!isCtyMap(config)) return false
    return Object.entries(prior).every(
      ([key, each]) => hasKey(config, key) && couldComeFrom(shape, each, config[key] ?? null),
    )
  }
  if (!isCtyList(prior)) return true
  if (!isCtyList(config)) return false
  return prior.every((each, index) => index < config.length && couldComeFrom(shape, each, config[index] ?? null))
}
