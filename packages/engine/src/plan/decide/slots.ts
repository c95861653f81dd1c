import { addTo } from '@slipway/graph'
import { containsUnknown, type ResourceTypeDefinition, revealed, type Value, namespaceOf } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { Providers } from '../../providers/providers.ts'
import { existenceOf, hasSurvived } from '../../reality/recorded/life-cycle.ts'
import type { CheckedResource } from '../../check/checked.ts'
import { declaredIdentity, type Identified } from '../../spec/identity.ts'
import { type End, endKey, isCreated, isReplacement, oldKey, type PlanStep, type Replacement } from '../shape/plan.ts'

/**
 * Steps that make something in a slot that another resource still holds, such as the file of a renamed resource. The result maps the key of
 * each step to the keys of the removals that must come first.
 *
 * A slot consists of the properties that destroy-first types cannot change, such as the path of a file. If there are none, it is the whole
 * given spec, because the same process under another name listens on the same port. Types of one provider share their slots: a link may
 * take the place of a file.
 */
export function takenSlots(
  steps: readonly PlanStep[],
  providers: Providers,
  wanted: ReadonlyMap<string, Pick<CheckedResource, 'options'>> = new Map(),
): ReadonlyMap<string, readonly string[]> {
  const removals = new Map<string, string>()
  for (const step of steps) {
    const slot = isRemoved(step) ? slotOf(providers.type(step.current.type), step.current) : undefined
    if (slot !== undefined) removals.set(slot, endKey(step))
  }
  const taken = new Map<string, readonly string[]>(generationsInTheWay(steps))
  if (removals.size === 0) return taken
  for (const { action, key, name, type, wish } of steps) {
    const isMade = action === 'create' || action === 'replace'
    const spec = isMade ? wish?.spec : undefined
    const slot = spec && slotOf(providers.type(type), { spec, options: wanted.get(name)?.options })
    const removal = slot === undefined ? undefined : removals.get(slot)
    if (removal !== undefined && removal !== oldKey(key)) taken.set(key, [...(taken.get(key) ?? []), removal])
  }
  return taken
}

/**
 * The keys of removals that an earlier run has begun, by type, if something of the type is made. They are tried again before anything is
 * made. If no identity distinguishes the things of the type, a repeated delete might destroy the new one.
 */
export function halfGone(steps: readonly PlanStep[], providers: Providers): ReadonlyMap<string, readonly string[]> {
  const made = new Set(steps.flatMap((step) => (isMadeAnew(step) ? [step.type] : [])))
  if (made.size === 0) return new Map()
  return new Map(
    begunRemovals(steps, providers)
      .entries()
      .filter(([type]) => made.has(type)),
  )
}

/** The keys of removals that an earlier run has begun, by type, for all types. */
export function begunRemovals(
  steps: readonly PlanStep[],
  providers: Providers,
): ReadonlyMap<string, readonly string[]> {
  const begun = new Map<string, string[]>()
  for (const step of steps) {
    if (!isRemoved(step) || !isHalfGone(step.current)) continue
    const { current } = step
    if (declaredIdentity(providers.type(current.type), current) !== undefined) continue
    addTo(begun, current.type, endKey(step))
  }
  return begun
}

function isRemoved(step: PlanStep): step is Replacement | End {
  return isReplacement(step) ? step.destroyFirst === true : step.action === 'delete'
}

/** Generations that an earlier run has begun to destroy make room for what is made under their name. */
function generationsInTheWay(steps: readonly PlanStep[]): [string, readonly string[]][] {
  const going = steps.filter(({ action, current }) => action === 'delete' && current.replaced && isHalfGone(current))
  if (going.length === 0) return []
  const byName = Map.groupBy(going, ({ name }) => name)
  return steps.flatMap((step): [string, readonly string[]][] => {
    const removals = isMadeAnew(step) ? (byName.get(step.name) ?? []).map(({ key }) => key) : []
    return removals.length === 0 ? [] : [[step.key, removals]]
  })
}

function isMadeAnew(step: PlanStep): boolean {
  return step.wish?.spec !== undefined && isCreated(step)
}

/** True for a resource that an earlier run has begun to destroy, however that ended. */
function isHalfGone(record: ResourceRecord): boolean {
  return existenceOf(record) === 'going' || hasSurvived(record)
}

/** The slot of a resource; `undefined` if it has none, or if it is not known yet. */
export function slotOf(
  definition: ResourceTypeDefinition | undefined,
  { spec, options }: Identified,
): string | undefined {
  if (definition?.destroyBeforeCreate !== true) return undefined
  const given: [string, Value][] = []
  const fixed: [string, Value][] = []
  for (const [name, attribute] of Object.entries(definition.schema.attributes ?? {})) {
    const value = spec[name] ?? null
    if (attribute.computed === true || value === null) continue
    given.push([name, revealed(value)])
    if (attribute.mustRecreate === true) fixed.push([name, revealed(value)])
  }
  const slot = fixed.length > 0 ? fixed : given
  if (slot.length === 0 || slot.some(([, value]) => containsUnknown(value))) return undefined
  const namespace = namespaceOf(definition.type)
  const place = options?.provider === undefined ? namespace : [namespace, options.provider]
  return JSON.stringify([place, slot], (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
}
