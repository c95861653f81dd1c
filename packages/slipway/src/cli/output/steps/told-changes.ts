import type { PlanStep } from '@slipway/engine'
import { type FieldChange, isMap, type Value, valueMap } from '@slipway/model'

/** Fields in the record of a program's resource that its author has not written as properties. */
const beside = /^spec\.(?:urn|parent|provider|dependencies|propertyDependencies|external|options\.aliases)(?=$|[.[])/

/** Slipway's own note: the names that the program of the last successful run may have used for the resource. */
const ownNote = /^spec\.former(?=$|[.[])/

/**
 * The changes of a step that users see. For a resource of a program, these are its author's own changes; a new parent, dependency or name
 * is shown only if nothing else changed. Output for machines has all of it.
 */
export function toldChanges(step: PlanStep): readonly FieldChange[] {
  const { action, reason, replaceBecause } = step
  if (!isOfProgram(step)) return step.changes
  const changes = step.changes.filter(({ path }) => !ownNote.test(path))
  const told = changes.flatMap((change) => (replaceBecause.includes(change.path) ? [change] : withoutBeside(change)))
  return told.length > 0 || action === 'create' || reason !== undefined ? told : changes
}

function isOfProgram({ wish, current }: PlanStep): boolean {
  const spec = wish?.spec ?? current?.spec
  return spec !== undefined && typeof spec['urn'] === 'string' && isMap(spec['inputs'] ?? null)
}

function withoutBeside(change: FieldChange): readonly FieldChange[] {
  const { path, previous, next } = change
  if (beside.test(path)) return []
  if (path === 'spec.inputs' && previous === undefined && isEmpty(next)) return []
  if (path !== 'spec.options') return [change]
  const [before, after] = [withoutAliases(previous), withoutAliases(next)]
  if (isEmpty(before) && isEmpty(after)) return []
  return [{ path, ...(before !== undefined && { previous: before }), ...(after !== undefined && { next: after }) }]
}

function withoutAliases(options: Value | undefined): Value | undefined {
  if (options === undefined || !isMap(options)) return options
  return valueMap(Object.entries(options).filter(([name]) => name !== 'aliases'))
}

function isEmpty(value: Value | undefined): boolean {
  return value === undefined || (isMap(value) && Object.keys(value).length === 0)
}
