import type { CtyPath } from '../cty/path.ts'
import { type CtyValue, equalCty, isCtyUnknown } from '../cty/value.ts'
import type { AttributeSchema, BlockSchema, NestedAttributes, NestedBlock } from '../schema/schema.ts'
import { attributeOf, elementsOf, entriesOf, hasKey, type Shape } from './nested.ts'
import { below, noProblem, type Problem, problem, shown } from './problem.ts'

/** A planned change: three states of one part of a resource. */
interface Change {
  readonly prior: CtyValue
  readonly config: CtyValue
  readonly planned: CtyValue
}

/**
 * Returns the rules that a planned state breaks. A provider may plan values of its own only where the configuration has none and the schema
 * calls the attribute computed. It may also keep the prior value of an attribute, if the configured value means the same.
 *
 * A provider that answers `legacy_type_system` need not follow them.
 */
export function planProblems(schema: BlockSchema, change: Change, path: CtyPath = []): readonly Problem[] {
  const { prior, config, planned } = change
  if (planned === null && config !== null) return problem(path, 'it is planned to be absent, although it is configured')
  if (config === null && planned !== null) return problem(path, 'it is planned, although it is not configured')
  if (planned === null) return noProblem
  return [
    ...attributesProblems(schema, change, path),
    ...Object.entries(schema.blocks).flatMap(([name, block]) =>
      blocksProblems(block, partOf({ prior, config, planned }, name), below(path, { attribute: name })),
    ),
  ]
}

function partOf({ prior, config, planned }: Change, name: string): Change {
  return {
    prior: attributeOf(prior, name),
    // The parts of an unknown object are unknown.
    config: isCtyUnknown(config) ? config : attributeOf(config, name),
    planned: attributeOf(planned, name),
  }
}

function blocksProblems({ nesting, block }: NestedBlock, change: Change, path: CtyPath): readonly Problem[] {
  const { config, planned } = change
  if (equalCty(planned, config)) return noProblem
  if (isCtyUnknown(config)) return problem(path, `${shown(planned)} is planned for blocks that are not known yet`)
  if (isCtyUnknown(planned)) return problem(path, 'blocks are planned to be unknown; only their attributes may be')
  if (nesting === 'single' || nesting === 'group') return planProblems(block, change, path)
  if (planned === null) return problem(path, 'blocks are planned to be null; without blocks, there is an empty list')
  if (nesting !== 'set') return elementsProblems(nesting, change, path, (each, at) => blockProblems(block, each, at))
  // Elements of sets have no identity by which to compare them.
  return elementsOf(planned).some(isCtyUnknown) ? problem(path, unknownBlock) : noProblem
}

const unknownBlock = 'a block is planned to be unknown; only its attributes may be'

function blockProblems(block: BlockSchema, change: Change, path: CtyPath): readonly Problem[] {
  return isCtyUnknown(change.planned) ? problem(path, unknownBlock) : planProblems(block, change, path)
}

type Compare = (change: Change, path: CtyPath) => readonly Problem[]

/** Compares the elements of lists by index, and those of maps by key. */
function elementsProblems(
  nesting: 'list' | 'map',
  change: Change,
  path: CtyPath,
  compare: Compare,
): readonly Problem[] {
  if (nesting === 'map') return mapProblems(change, path, compare)
  const [prior, config, planned] = [elementsOf(change.prior), elementsOf(change.config), elementsOf(change.planned)]
  if (isCtyUnknown(change.config) || planned.length !== config.length)
    return problem(
      path,
      `${planned.length} are planned, although ${isCtyUnknown(change.config) ? 'nobody knows how many' : config.length} are configured`,
    )
  return planned.flatMap((each, index) =>
    compare({ prior: prior[index] ?? null, config: config[index] ?? null, planned: each }, below(path, { index })),
  )
}

function mapProblems(change: Change, path: CtyPath, compare: Compare): readonly Problem[] {
  const [prior, config, planned] = [entriesOf(change.prior), entriesOf(change.config), entriesOf(change.planned)]
  const missing = Object.keys(config).filter((key) => !hasKey(planned, key))
  return [
    ...Object.entries(planned).flatMap(([key, each]) =>
      hasKey(config, key)
        ? compare({ prior: prior[key] ?? null, config: config[key] ?? null, planned: each }, below(path, { key }))
        : problem(path, `the key ${JSON.stringify(key)} is planned, although it is not configured`),
    ),
    ...missing.flatMap((key) => problem(path, `the key ${JSON.stringify(key)} is configured, but not planned`)),
  ]
}

function attributesProblems({ attributes }: Shape, change: Change, path: CtyPath): readonly Problem[] {
  return Object.entries(attributes).flatMap(([name, attribute]) =>
    attributeProblems(attribute, partOf(change, name), below(path, { attribute: name })),
  )
}

function attributeProblems(attribute: AttributeSchema, change: Change, path: CtyPath): readonly Problem[] {
  const { prior, config, planned } = change
  const { computed, optional, sensitive, writeOnly } = attribute
  if (writeOnly) return planned === null ? noProblem : problem(path, 'a value is planned for a write-only attribute')
  if (equalCty(planned, config)) return noProblem
  if (equalCty(planned, prior) && prior !== null && config !== null) return noProblem
  if (computed && (!optional || config === null)) return noProblem
  if (config === null) {
    const what = sensitive ? 'a sensitive value' : shown(planned)
    return problem(path, `${what} is planned, although it is not configured and the schema does not call it computed`)
  }
  if (attribute.nested !== undefined) return nestedProblems(attribute.nested, change, path)
  if (sensitive) return problem(path, 'another sensitive value is planned than the configured one')
  const former = prior === null ? '' : `, nor the prior value ${shown(prior)}`
  return problem(path, `${shown(planned)} is planned, which is not the configured value ${shown(config)}${former}`)
}

function nestedProblems(nested: NestedAttributes, change: Change, path: CtyPath): readonly Problem[] {
  const { config, planned } = change
  if (planned === null) return problem(path, 'it is planned to be absent, although it is configured')
  if (isCtyUnknown(planned)) return problem(path, 'it is planned to be unknown, although it is configured')
  const compare: Compare = (each, at) => attributesProblems(nested, each, at)
  if (nested.nesting === 'single') return compare(change, path)
  if (nested.nesting !== 'set') return elementsProblems(nested.nesting, change, path, compare)
  const [some, wanted] = [elementsOf(planned).length, elementsOf(config).length]
  const isSame = isCtyUnknown(config) || some === wanted || !elementsOf(planned).every((each) => !isOpen(each))
  return isSame ? noProblem : problem(path, `${some} are planned, although ${wanted} are configured`)
}

/** Whether an element of a set may turn out to be equal to another. */
function isOpen(element: CtyValue): boolean {
  return isCtyUnknown(element) || Object.values(entriesOf(element)).some(isCtyUnknown)
}
