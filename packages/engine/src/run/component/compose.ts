import type { ComputedValues, ValueMap } from '@slipway/model'
import type { InstanceState, ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../../check/checked.ts'
import { referencesIn } from '../../language/references.ts'
import type { PlanStep } from '../../plan/shape/plan.ts'
import type { Goals } from '../program/goals.ts'
import type { Saying, Want } from '../program/program.ts'
import type { Following } from '../session/session.ts'

/** A resource that is made of other resources. */
export interface Composition {
  readonly name: string
  readonly type: string
  /** The resource's spec, of which parts may be unknown while a plan is made. */
  readonly spec: ValueMap
  readonly resource: CheckedResource
  readonly instanceName: string
  /** Former names of the resource. Its parts may be recorded under them. */
  readonly formerNames: readonly string[]
  /** The resources on which this resource depends. */
  readonly needs: readonly Needed[]
  /** The resources on which this resource depends, by the property of its spec that refers to them. */
  readonly neededFor: Readonly<Record<string, readonly Needed[]>>
  /** The container of the resource. */
  readonly deletedWith: Needed | undefined
  /** True if the parts are only asked for to find out what they are, and nothing is done. */
  readonly isPlan: boolean
  /** The recorded state with only the parts of the resource, under the names that it gives them. */
  readonly state: InstanceState | undefined
  readonly signal: AbortSignal | undefined
}

type Needed = Pick<CheckedResource, 'name' | 'type'>

/**
 * Makes a resource by asking for its parts, as a program does. The parts' names are those within the resource.
 *
 * @returns its computed values
 * @throws Failure when the resource or one of its parts could not be made
 */
export type Compose = (composition: Composition, want: Want, complete: Saying['complete']) => Promise<ComputedValues>

interface Whole {
  readonly resource: CheckedResource
  /** The id of the resource's record. */
  readonly id: string
}

/** Describes a composed resource for the code that makes its parts, in a run or for a plan. */
export function compositionOf(
  { resource, id }: Whole,
  session: Pick<Following, 'before' | 'instance' | 'records' | 'wants'>,
  asked: Pick<Composition, 'spec' | 'isPlan' | 'signal'>,
): Composition {
  const { name, type, dependsOn, spec: written, options } = resource
  const needed = (other: string): readonly Needed[] => {
    const found = session.wants.resource(other)
    return found === undefined ? [] : [found]
  }
  const entries = written.kind === 'map' ? written.entries : []
  const { deletedWith } = options ?? {}
  const parts = Array.from(session.records.all()).filter(isPartOf(id))
  return {
    name,
    type,
    resource,
    instanceName: session.instance.instanceName,
    formerNames: formerNames(parts, session.records.get(id), name),
    needs: dependsOn.flatMap(needed),
    neededFor: Object.fromEntries(
      entries.flatMap(([property, expression]) => {
        const names = referencesIn(expression).flatMap((reference) =>
          reference.to === 'resource' ? [reference.name] : [],
        )
        return names.length === 0 ? [] : [[property, [...new Set(names)].flatMap(needed)]]
      }),
    ),
    deletedWith: deletedWith === undefined ? undefined : needed(deletedWith)[0],
    state: stateOf(parts, session.before),
    ...asked,
  }
}

/** A part as a goal of the run. Its name has a colon, which no declared name has. */
export function asPart(
  part: CheckedResource,
  { resource: whole, id, formerNames: before }: Whole & Pick<Composition, 'formerNames'>,
  pluginId: string,
) {
  const { name, dependsOn, options } = part
  const own = (other: string): string => partName(whole.name, other)
  const { deletedWith } = options ?? {}
  const container = deletedWith === undefined ? whole.options?.deletedWith : own(deletedWith)
  const aliases = [
    ...(options?.aliases ?? []).map(own),
    ...before.flatMap((former) => [name, ...(options?.aliases ?? [])].map((each) => partName(former, each))),
  ]
  return {
    ...part,
    name: own(name),
    // The whole may have passed values of its own dependencies to its parts.
    dependsOn: [...new Set([...whole.dependsOn, ...dependsOn.map(own)])],
    removalPolicy: whole.removalPolicy === 'retain' ? 'retain' : part.removalPolicy,
    madeFor: { pluginId, id },
    options: {
      ...options,
      ...(aliases.length > 0 && { aliases }),
      ...(container !== undefined && { deletedWith: container }),
    },
  } as const
}

function partName(whole: string, part: string): string {
  return `${whole}:${part}`
}

export function isPartOf(wholeId: string): (record: ResourceRecord) => boolean {
  return ({ madeFor }) => madeFor?.id === wholeId
}

function formerNames(
  parts: readonly ResourceRecord[],
  whole: ResourceRecord | undefined,
  name: string,
): readonly string[] {
  const before = parts.map((part) => part.name.slice(0, part.name.indexOf(':')))
  const names = new Set([...before, ...(whole?.formerNames ?? [])])
  return [...names].filter((each) => each !== name && each !== '')
}

/** A state with only the parts of one resource, under the names that they have within it. */
function stateOf(parts: readonly ResourceRecord[], state: InstanceState | undefined): InstanceState | undefined {
  const resources = parts.map((part) => ({ ...part, name: part.name.slice(part.name.indexOf(':') + 1) }))
  return state && { ...state, resources, intents: [], links: [], children: [] }
}

/** Steps for parts that the whole no longer asks for. */
export function removalsOf(goals: Goals, whole: string): readonly PlanStep[] {
  const words = (step: PlanStep): PlanStep =>
    step.current?.replaced === true || step.action === 'none' ? step : { ...step, reason: `${whole} no longer has it` }
  return goals.removals({ words }).steps
}
