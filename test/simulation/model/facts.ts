import type { Plan } from '@slipway/engine'
import type { ResourceRecord } from '@slipway/stores'
import type { Command } from '../moves/commands.ts'
import type { Committed } from '../command/committed.ts'
import type { Draft, Wanted } from '../moves/draft.ts'
import { kindOf, kinds } from '../services/kinds.ts'
import { namesOf, propertiesOf } from '../services/properties.ts'
import type { Ending } from '../command/command-parts.ts'
import type { Properties, Thing, World } from '../services/world.ts'

/** The facts that rules use: the world, its records, and what people have done. */
export interface Facts {
  readonly world: World
  readonly committed: Committed
  /** Things that a user has deleted by hand, although the state may not know it. */
  readonly lost: Set<Thing>
  /** Things that were mistaken for others that a user had deleted by hand, before the state knew of that. */
  readonly forgotten: Set<Thing>
  /** Resource ids that a command should have read but could not. */
  readonly unread: Set<string>
  /** Resource ids of calls that were cut short. */
  readonly cut: Set<string>
  /** Resource ids whose destruction some run has begun: they cannot be relied on any more. */
  readonly condemned: Set<string>
  /** Things that a run has protected and whose protection nobody has lifted. */
  readonly guarded: Set<Thing>
  /** Resource ids of things that were meant to stay outside when they left the state. */
  readonly retained: Set<string>
  /** Things that a user has renamed in the state, with their new names. */
  readonly moved: Map<Thing, string>
  /** Resource ids of things that a rollback has made or changed from the records alone: values of others are plain text there. */
  readonly asRecorded: Set<string>
}

/** One call that asks for a change outside. */
export interface Asked {
  readonly kind: 'make' | 'change' | 'destroy'
  readonly type: string
  readonly name: string
  readonly resourceId: string
  /** The changed or destroyed thing. */
  readonly thing: Thing | undefined
  /** The intended properties of a thing that is made or changed. */
  readonly properties: Properties | undefined
  /** For a thing that goes before the program has ended: ids of the resources that make room and for which it goes. */
  goneFor?: readonly string[]
  /** How the call ended, as far as the engine knows. */
  end: 'open' | 'done' | 'failed'
}

/** One run of a command, so far. */
export interface Run {
  readonly pid: number
  readonly command: Command
  readonly draft: Draft
  /** Set during a rollback. `guessed`: only the records are known, not the draft at that time. */
  readonly wayBack?: 'known' | 'guessed'
  plan: Plan | undefined
  /** Calls in the order in which they were sent. */
  readonly asked: Asked[]
  /** Things that a program has removed together with their container: the run must report them when it ends. */
  readonly takenAlong: { readonly id: string; readonly message: string; readonly asked: Asked }[]
  /** Things whose destruction had begun before. */
  readonly condemned: ReadonlySet<string>
  /** Resource ids of things that earlier runs have left outside. */
  readonly retained: ReadonlySet<string>
  /** Resource ids that the run under rollback has reported as retained. */
  readonly retainedByFailed?: ReadonlySet<string>
  /** Things that were still as this blueprint wants them when the command began. */
  readonly asItWas: Snapshot
  /** True if something was in doubt when the command began: findings may be news. */
  readonly hadDoubt: boolean
  /** A program that plays by its script; absent while none runs. */
  program?: ToldProgram
  /** True if something went wrong that was not a provider's answer: a kill, an interruption, a failing store. */
  isCutShort: boolean
  ending: Ending | undefined
  thrown: unknown
}

/** A program as seen from outside. */
export interface ToldProgram {
  /** Names of the resources that the program has asked for. */
  readonly asked: Set<string>
  /** True when the program has asked for everything. */
  isOver: boolean
}

/** Things at a time when everything was as wanted, by name. */
export type Snapshot = ReadonlyMap<string, { readonly thing: Thing; readonly properties: Properties }>

/** A rule that was broken. */
export interface Violation {
  readonly rule: string
  readonly message: string
}

/** The thing of a row, as its provider would find it. */
export function thingOf(row: Pick<ResourceRecord, 'id' | 'type' | 'spec'>, world: World): Thing | undefined {
  const kind = kindOf(row.type)
  return world.found(kind, row.id, namesOf(row.spec))
}

/** True when a row and a thing would be the same thing outside. */
export function sharesKey(row: Pick<ResourceRecord, 'type' | 'spec'>, thing: Thing): boolean {
  const kind = kindOf(row.type)
  if (kind.things !== 'natural' || kind.space !== kindOf(thing.type).space) return false
  return propertiesOf(row.spec).key === thing.properties.key
}

/** True when a wanted resource has the key of a thing. */
export function hasItsKey({ kind, key }: Wanted, thing: Thing): boolean {
  return key !== undefined && kinds.get(kind)?.space === kindOf(thing.type).space && key === thing.properties.key
}

/** The step of a plan that shows a resource as destroyed, or as possibly destroyed. */
export function destroyingStep(plan: Plan | undefined, resourceId: string) {
  return plan?.steps.find(
    ({ action, current, wish }) =>
      current?.id === resourceId && (action === 'delete' || action === 'replace' || wish?.conditionUntil !== undefined),
  )
}

/** The id under which a plan shows a thing: a thing that the run imports has another id in the plan. */
export function idInPlan({ name, resourceId }: Asked, { isImported }: Thing, plan: Plan | undefined): string {
  if (!isImported || destroyingStep(plan, resourceId) !== undefined) return resourceId
  return plan?.steps.find((step) => step.name === name && step.current !== undefined)?.current?.id ?? resourceId
}

/** True if a plan shows a thing as destroyed before its successor is made, by itself or with something else that makes room. */
export function goesFirst(plan: Plan | undefined, resourceId: string): boolean {
  const { destroyFirst, goesWith } = destroyingStep(plan, resourceId) ?? {}
  if (goesWith === undefined) return destroyFirst === true
  return (
    plan?.steps.some((one) => one.destroyFirst === true && [one.key, `${one.key} (old)`].includes(goesWith)) === true
  )
}

/** True for an unwanted resource that stays because another one reads it. */
export function isKeptForReader(plan: Plan | undefined, resourceId: string): boolean {
  const step = plan?.steps.find(({ current }) => current?.id === resourceId)
  return step?.action === 'none' && step.reason?.endsWith('still reads it') === true
}

/** Ids of the records that a record reads. */
export function readsOf(row: (ResourceRecord & { readonly reads?: readonly string[] }) | undefined): readonly string[] {
  return row?.reads ?? []
}
