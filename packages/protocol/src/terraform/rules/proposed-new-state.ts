import { type CtyMap, ctyMap, type CtyValue, inSetOrder, isCtyList, isCtyMap, isCtyUnknown } from '../cty/value.ts'
import type { AttributeSchema, BlockSchema, NestedAttributes, NestedBlock } from '../schema/schema.ts'
import { couldComeFrom } from './could-come-from.ts'
import { attributeOf, elementsOf, entriesOf, hasKey, type Shape } from './nested.ts'

/**
 * The state that a provider is asked to plan: the configuration, and the prior value of everything that the provider computes and the
 * configuration leaves out. Follows the public rules of the protocol, so that a provider gets from Slipway what it gets from OpenTofu.
 *
 * @param prior null for a resource that is to be made
 * @param config with null for everything that is not set; parts of it may be unknown
 */
export function proposedNewState(schema: BlockSchema, prior: CtyValue, config: CtyValue): CtyValue {
  if (prior === null && config === null) return null
  return ofBlock(schema, prior ?? emptyBlock(schema), config)
}

/** Returns a block in which nothing is set. */
function emptyBlock(schema: BlockSchema): CtyMap {
  const empty = ctyMap()
  for (const name in schema.attributes) empty[name] = null
  for (const [name, block] of Object.entries(schema.blocks)) empty[name] = emptyBlocks(block)
  return empty
}

/** Returns the value of absent blocks of a name. A group is always present. */
export function emptyBlocks({ nesting, block }: NestedBlock): CtyValue {
  if (nesting === 'single') return null
  if (nesting === 'group') return emptyBlock(block)
  return nesting === 'map' ? ctyMap() : []
}

function ofBlock(schema: BlockSchema, prior: CtyValue, config: CtyValue): CtyValue {
  // Only a single block can be null, which its caller has already handled.
  if (config === null || isCtyUnknown(config)) return prior
  const proposed = ofAttributes(schema, prior, config)
  for (const [name, block] of Object.entries(schema.blocks))
    proposed[name] = ofBlocks(block, attributeOf(prior, name), attributeOf(config, name))
  return proposed
}

function ofBlocks({ nesting, block }: NestedBlock, prior: CtyValue, config: CtyValue): CtyValue {
  if (isCtyUnknown(config)) return config
  if (nesting === 'single') return config === null ? null : proposedNewState(block, prior, config)
  if (nesting === 'group') return proposedNewState(block, prior, config)
  return ofElements(nesting, block, prior, config, (before, wanted) => proposedNewState(block, before, wanted))
}

function ofAttributes({ attributes }: Shape, prior: CtyValue, config: CtyValue) {
  const proposed = ctyMap()
  for (const [name, attribute] of Object.entries(attributes))
    proposed[name] = ofAttribute(attribute, attributeOf(prior, name), attributeOf(config, name))
  return proposed
}

function ofAttribute(attribute: AttributeSchema, prior: CtyValue, config: CtyValue): CtyValue {
  // A value that the user once gave and has now removed does not stay.
  if (attribute.computed && config === null) return wasGiven(attribute, prior) ? null : prior
  return attribute.nested === undefined ? config : ofNested(attribute.nested, prior, config)
}

function ofNested(nested: NestedAttributes, prior: CtyValue, config: CtyValue): CtyValue {
  if (config === null || isCtyUnknown(config)) return config
  if (nested.nesting === 'single') return ofAttributes(nested, prior, config)
  return ofElements(nested.nesting, nested, prior, config, (before, wanted) =>
    wanted === null || isCtyUnknown(wanted) ? wanted : ofAttributes(nested, before, wanted),
  )
}

/** Pairs the elements with the prior ones: in lists by index, in maps by key, and in sets by whether one could come from the other. */
function ofElements(
  nesting: 'list' | 'set' | 'map',
  shape: Shape,
  prior: CtyValue,
  config: CtyValue,
  propose: (before: CtyValue, wanted: CtyValue) => CtyValue,
): CtyValue {
  if (nesting === 'map') {
    if (!isCtyMap(config)) return config
    const before = entriesOf(prior)
    return ctyMap(
      Object.entries(config).map(([key, wanted]) => [
        key,
        hasKey(before, key) ? propose(before[key] ?? null, wanted) : wanted,
      ]),
    )
  }
  if (!isCtyList(config)) return config
  const before = elementsOf(prior)
  if (nesting === 'list')
    return config.map((wanted, index) => (index < before.length ? propose(before[index] ?? null, wanted) : wanted))
  const left = new Set(before)
  const proposed = config.map((wanted) => {
    const match = left.values().find((each) => couldComeFrom(shape, each, wanted))
    if (match !== undefined) left.delete(match)
    return propose(match ?? null, wanted)
  })
  return inSetOrder(proposed)
}

/** Whether a part of an optional value was in the configuration, because no provider computes it. */
function wasGiven({ optional, nested }: AttributeSchema, value: CtyValue): boolean {
  return optional && nested !== undefined && holdsGiven(nested, value)
}

function holdsGiven(nested: NestedAttributes, value: CtyValue): boolean {
  const objects =
    nested.nesting === 'single'
      ? [value]
      : nested.nesting === 'map'
        ? Object.values(entriesOf(value))
        : elementsOf(value)
  return objects.some((object) =>
    Object.entries(nested.attributes).some(([name, attribute]) => {
      const part = attributeOf(object, name)
      if (part === null) return false
      return !attribute.computed || (attribute.nested !== undefined && holdsGiven(attribute.nested, part))
    }),
  )
}
