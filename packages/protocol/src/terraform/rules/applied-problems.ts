import { CtyNumber } from '../cty/number.ts'
import type { CtyPath } from '../cty/path.ts'
import { type CtyType, describeType } from '../cty/type.ts'
import {
  CtyDynamic,
  type CtyUnknown,
  type CtyValue,
  equalCty,
  isCtyList,
  isCtyMap,
  isCtyUnknown,
} from '../cty/value.ts'
import type { AttributeSchema, BlockSchema, NestedBlock } from '../schema/schema.ts'
import { attributeOf, elementsOf, entriesOf, hasKey } from './nested.ts'
import { below, noProblem, type Problem, problem, shown } from './problem.ts'

/**
 * Returns the rules that an applied state breaks: every value that the plan knew must be as planned, and an unknown value must match its
 * refinements. A provider that answers `legacy_type_system` need not follow them.
 *
 * The same holds between two plans, where the second knows more than the first.
 */
export function appliedProblems(
  schema: BlockSchema,
  planned: CtyValue,
  actual: CtyValue,
  path: CtyPath = [],
): readonly Problem[] {
  if (planned === null && actual !== null) return problem(path, 'it was planned to be absent, but exists')
  if (actual === null && planned !== null) return problem(path, 'it was planned to exist, but is absent')
  if (planned === null) return noProblem
  return [
    ...Object.entries(schema.attributes).flatMap(([name, attribute]) =>
      attributeProblems(attribute, partOf(planned, name), attributeOf(actual, name), below(path, { attribute: name })),
    ),
    ...Object.entries(schema.blocks).flatMap(([name, block]) =>
      blocksProblems(block, partOf(planned, name), attributeOf(actual, name), below(path, { attribute: name })),
    ),
  ]
}

/** Returns a part of an object; the parts of an unknown object are unknown. */
function partOf(value: CtyValue, name: string): CtyValue {
  return isCtyUnknown(value) ? value : attributeOf(value, name)
}

function attributeProblems(
  { type, sensitive }: AttributeSchema,
  planned: CtyValue,
  actual: CtyValue,
  path: CtyPath,
): readonly Problem[] {
  const problems = valueProblems(type, planned, actual, path)
  return sensitive && problems.length > 0 ? problem(path, 'the sensitive value is not the planned one') : problems
}

function blocksProblems(
  { nesting, block }: NestedBlock,
  planned: CtyValue,
  actual: CtyValue,
  path: CtyPath,
): readonly Problem[] {
  if (nesting === 'single' || nesting === 'group')
    return isCtyUnknown(planned) && actual === null ? noProblem : appliedProblems(block, planned, actual, path)
  // Unknown blocks may turn out to be any number.
  if (isCtyUnknown(planned) || planned === null || isCtyUnknown(actual) || actual === null) return noProblem
  const compare: Compare = (before, after, at) => appliedProblems(block, before, after, at)
  if (nesting === 'set') return setProblems(planned, actual, path, compare)
  return nesting === 'map' ? mapProblems(planned, actual, path, compare) : listProblems(planned, actual, path, compare)
}

type Compare = (planned: CtyValue, actual: CtyValue, path: CtyPath) => readonly Problem[]

function valueProblems(type: CtyType, planned: CtyValue, actual: CtyValue, path: CtyPath): readonly Problem[] {
  if (type === 'dynamic') return dynamicProblems(planned, actual, path)
  if (isCtyUnknown(planned))
    return fits(planned, actual) ? noProblem : problem(path, `${shown(actual)} is not what the plan said of it`)
  if (actual === null || planned === null || isCtyUnknown(actual))
    return planned === actual ? noProblem : changed(planned, actual, path)
  if (typeof type === 'string') return equalCty(planned, actual) ? noProblem : changed(planned, actual, path)
  switch (type.kind) {
    case 'list':
      return listProblems(planned, actual, path, (before, after, at) => valueProblems(type.element, before, after, at))
    case 'map':
      return mapProblems(planned, actual, path, (before, after, at) => valueProblems(type.element, before, after, at))
    case 'set':
      return setProblems(planned, actual, path, (before, after, at) => valueProblems(type.element, before, after, at))
    case 'tuple':
      return type.elements.flatMap((each, index) =>
        valueProblems(
          each,
          elementsOf(planned)[index] ?? null,
          elementsOf(actual)[index] ?? null,
          below(path, { index }),
        ),
      )
    case 'object':
      return Object.entries(type.attributes).flatMap(([name, each]) =>
        valueProblems(each, attributeOf(planned, name), attributeOf(actual, name), below(path, { attribute: name })),
      )
  }
}

/** Compares values with their own types. A planned value without such a type promises nothing. */
function dynamicProblems(planned: CtyValue, actual: CtyValue, path: CtyPath): readonly Problem[] {
  if (!(planned instanceof CtyDynamic)) return noProblem
  if (!(actual instanceof CtyDynamic)) return changed(planned, actual, path)
  const [before, after] = [JSON.stringify(planned.type), JSON.stringify(actual.type)]
  if (before !== after)
    return problem(
      path,
      `it has the type ${describeType(actual.type)}, but was planned with the type ${describeType(planned.type)}`,
    )
  return valueProblems(planned.type, planned.value, actual.value, path)
}

function changed(planned: CtyValue, actual: CtyValue, path: CtyPath): readonly Problem[] {
  return problem(path, `${shown(planned)} was planned, but it is ${shown(actual)}`)
}

function listProblems(planned: CtyValue, actual: CtyValue, path: CtyPath, compare: Compare): readonly Problem[] {
  const [before, after] = [elementsOf(planned), elementsOf(actual)]
  if (before.length !== after.length)
    return problem(path, `${before.length} were planned, but there are ${after.length}`)
  return before.flatMap((each, index) => compare(each, after[index] ?? null, below(path, { index })))
}

function mapProblems(planned: CtyValue, actual: CtyValue, path: CtyPath, compare: Compare): readonly Problem[] {
  const [before, after] = [entriesOf(planned), entriesOf(actual)]
  const added = Object.keys(after).filter((key) => !hasKey(before, key))
  return [
    ...Object.entries(before).flatMap(([key, each]) =>
      hasKey(after, key)
        ? compare(each, after[key] ?? null, below(path, { key }))
        : problem(path, `the key ${JSON.stringify(key)} was planned, but is missing`),
    ),
    ...added.flatMap((key) => problem(path, `the key ${JSON.stringify(key)} was not planned`)),
  ]
}

/**
 * Compares sets. Each element needs an element of the other side that it could be. Elements that turn out to be equal become one, but there
 * are never more.
 */
function setProblems(planned: CtyValue, actual: CtyValue, path: CtyPath, compare: Compare): readonly Problem[] {
  const [before, after] = [elementsOf(planned), elementsOf(actual)]
  const isSame = (one: CtyValue, other: CtyValue): boolean => compare(one, other, path).length === 0
  const lost = before.filter((each) => !after.some((other) => isSame(each, other)))
  const added = after.filter((each) => !before.some((other) => isSame(other, each)))
  return [
    ...lost.flatMap((each) => problem(path, `${shown(each)} was planned, but is missing`)),
    ...added.flatMap((each) => problem(path, `${shown(each)} was not planned`)),
    ...(before.length < after.length
      ? problem(path, `${before.length} were planned, but there are ${after.length}`)
      : noProblem),
  ]
}

/** Whether a value fits the refinements of an unknown one. */
function fits({ refinements: said }: CtyUnknown, actual: CtyValue): boolean {
  if (said === undefined || isCtyUnknown(actual)) return true
  if (actual === null) return said.isNull !== false
  if (said.isNull === true) return false
  if (said.prefix !== undefined && typeof actual === 'string' && !actual.startsWith(said.prefix)) return false
  if (actual instanceof CtyNumber && !isBetween(said, actual.approximate)) return false
  const size = isCtyList(actual) ? actual.length : isCtyMap(actual) ? Object.keys(actual).length : undefined
  return size === undefined || (size >= (said.fewest ?? 0) && size <= (said.most ?? Infinity))
}

function isBetween({ lower, upper }: NonNullable<CtyUnknown['refinements']>, number: number): boolean {
  const isBelow =
    lower !== undefined && (lower.inclusive ? number < lower.number.approximate : number <= lower.number.approximate)
  const isAbove =
    upper !== undefined && (upper.inclusive ? number > upper.number.approximate : number >= upper.number.approximate)
  return !isBelow && !isAbove
}
