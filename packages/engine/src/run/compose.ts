import type { ComputedValues, ValueMap } from '@slipway/model'
import type { InstanceState, ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../check/checked.ts'
import type { Goals } from './goals.ts'
import type { Saying, Want } from './program.ts'

/** A resource that is made of others. */
export interface Composition {
  readonly name: string
  readonly type: string
  /** Parts of it may be unknown while a plan is made. */
  readonly spec: ValueMap
  readonly resource: CheckedResource
  readonly instanceName: string
  /** Nothing is done: its parts are only asked for so that one knows what they are. */
  readonly isPlan: boolean
  /** What is recorded, with its parts under the names that it gives them, and nothing else. */
  readonly state: InstanceState | undefined
  readonly signal: AbortSignal | undefined
}

/**
 * Makes a resource by asking for those that it is made of, as a program does. Their names are those within it.
 *
 * @returns what is computed of it
 * @throws Failure when it could not be made, or one of its parts
 */
export type Compose = (composition: Composition, want: Want, complete: Saying['complete']) => Promise<ComputedValues>

/** A part as a goal of the run: no declared name has a colon. */
export function asPart(part: CheckedResource, whole: CheckedResource, wholeId: string, pluginId: string) {
  const { name, dependsOn, options } = part
  const own = (other: string): string => partName(whole.name, other)
  const { aliases, deletedWith } = options ?? {}
  return {
    ...part,
    name: own(name),
    // Its whole is made by then from what that depends on, and may have given it on.
    dependsOn: [...new Set([...whole.dependsOn, ...dependsOn.map(own)])],
    removalPolicy: whole.removalPolicy === 'retain' ? 'retain' : part.removalPolicy,
    madeFor: { pluginId, id: wholeId },
    ...(options !== undefined && {
      options: {
        ...options,
        ...(aliases !== undefined && { aliases: aliases.map(own) }),
        ...(deletedWith !== undefined && { deletedWith: own(deletedWith) }),
      },
    }),
  } as const
}

function partName(whole: string, part: string): string {
  return `${whole}:${part}`
}

export function isPartOf(wholeId: string): (record: ResourceRecord) => boolean {
  return ({ madeFor }) => madeFor?.id === wholeId
}

/** A state with the parts of one resource, under the names that they have within it. */
export function stateOfParts(
  state: InstanceState | undefined,
  records: Iterable<ResourceRecord>,
  { name, id }: Pick<ResourceRecord, 'name' | 'id'>,
): InstanceState | undefined {
  if (state === undefined) return undefined
  const isPart = isPartOf(id)
  const resources = Iterator.from(records).flatMap((record) =>
    isPart(record) ? [{ ...record, name: nameWithin(name, record.name) }] : [],
  )
  return { ...state, resources: [...resources], intents: [], links: [], children: [] }
}

function nameWithin(whole: string, part: string): string {
  return part.startsWith(`${whole}:`) ? part.slice(whole.length + 1) : part
}

/** What a run says of a part that the whole does not ask for any more. */
export function removalsOf(goals: Goals, whole: string): ReturnType<Goals['removals']> {
  return goals.removals((step) =>
    step.current?.replaced === true || step.action === 'none' ? step : { ...step, reason: `${whole} no longer has it` },
  )
}
