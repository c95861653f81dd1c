import type { Plan } from '@slipway/engine'
import type { ResourceRecord } from '@slipway/stores'
import type { Command } from '../commands.ts'
import type { Committed } from '../committed.ts'
import type { Draft, Wanted } from '../draft.ts'
import { kindOf, kinds } from '../kinds.ts'
import { namesOf, propertiesOf } from '../properties.ts'
import type { Ending } from '../command-parts.ts'
import type { Properties, Thing, World } from '../world.ts'

/** The facts that rules look at: the world, the records of it, and the deeds of people. */
export interface Facts {
  readonly world: World
  readonly committed: Committed
  /** Things that somebody has deleted by hand, and the state may not know it. */
  readonly lost: Set<Thing>
  /** Things that were mistaken for others that somebody had deleted by hand, before the state knew of that. */
  readonly forgotten: Set<Thing>
  /** Resource ids that a command should read, and could not. */
  readonly unread: Set<string>
  /** Resource ids of calls that were cut short. */
  readonly cut: Set<string>
  /** Resource ids of which some run has begun to destroy the thing: it cannot be relied on any more. */
  readonly condemned: Set<string>
  /** Things that a run has protected, and nobody has lifted that. */
  readonly guarded: Set<Thing>
  /** Resource ids of things that should stay outside when they left the state. */
  readonly retained: Set<string>
  /** Things that a user has given another name in the state, and those names. */
  readonly moved: Map<Thing, string>
  /** Resource ids of what a way back has made or changed that knew no more than records: what others were is plain text there. */
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
  /** Of what goes before the program has ended: ids of what it goes for, which makes room. */
  goneFor?: readonly string[]
  /** How the call ended, for all that the engine knows. */
  end: 'open' | 'done' | 'failed'
}

/** One run of a command, up to now. */
export interface Run {
  readonly pid: number
  readonly command: Command
  readonly draft: Draft
  /** It goes back after a run that failed. `guessed`: what exactly the draft was by then, records alone do not say. */
  readonly wayBack?: 'known' | 'guessed'
  plan: Plan | undefined
  /** Calls in the order in which they were sent. */
  readonly asked: Asked[]
  /** Things that a program has taken down with their container: the run must say so when it ends. */
  readonly takenAlong: { readonly id: string; readonly message: string; readonly asked: Asked }[]
  /** Things with a destruction that had begun before. */
  readonly condemned: ReadonlySet<string>
  /** Resource ids of things that earlier runs have left outside. */
  readonly retained: ReadonlySet<string>
  /** Resource ids that the run under rollback has reported as retained. */
  readonly retainedByFailed?: ReadonlySet<string>
  /** Things that still were as this blueprint wants them when the command began. */
  readonly asItWas: Snapshot
  /** Something was in doubt when the command began: its findings may be news. */
  readonly hadDoubt: boolean
  /** Of a program that does what it says: absent as long as none runs. */
  program?: ToldProgram
  /** Something went wrong that was not the provider saying so: killed, interrupted, a store that fails. */
  isCutShort: boolean
  ending: Ending | undefined
  thrown: unknown
}

/** The outside view of a program. */
export interface ToldProgram {
  /** Names of the resources that it has asked for. */
  readonly asked: Set<string>
  /** It has said all that it has to say. */
  isOver: boolean
}

/** Things as they were when everything was as wanted, by name. */
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

/** True when both would be one thing outside. */
export function sharesKey(row: Pick<ResourceRecord, 'type' | 'spec'>, thing: Thing): boolean {
  const kind = kindOf(row.type)
  if (kind.things !== 'natural' || kind.space !== kindOf(thing.type).space) return false
  return propertiesOf(row.spec).key === thing.properties.key
}

/** True when a wanted resource has the key of a thing. */
export function hasItsKey({ kind, key }: Wanted, thing: Thing): boolean {
  return key !== undefined && kinds.get(kind)?.space === kindOf(thing.type).space && key === thing.properties.key
}

/** The step of a plan that shows a resource as destroyed, or as one that may be. */
export function destroyingStep(plan: Plan | undefined, resourceId: string) {
  return plan?.steps.find(
    ({ action, current, wish }) =>
      current?.id === resourceId && (action === 'delete' || action === 'replace' || wish?.conditionUntil !== undefined),
  )
}

/** True of what is shown as destroyed before something comes in its place, by itself or with something else that makes room. */
export function goesFirst(plan: Plan | undefined, resourceId: string): boolean {
  const { destroyFirst, goesWith } = destroyingStep(plan, resourceId) ?? {}
  if (goesWith === undefined) return destroyFirst === true
  return (
    plan?.steps.some((one) => one.destroyFirst === true && [one.key, `${one.key} (old)`].includes(goesWith)) === true
  )
}

/** True of an unwanted resource that stays for something that reads it. */
export function isKeptForReader(plan: Plan | undefined, resourceId: string): boolean {
  const step = plan?.steps.find(({ current }) => current?.id === resourceId)
  return step?.action === 'none' && step.reason?.endsWith('still reads it') === true
}

/** Ids of the records that a record reads. */
export function readsOf(row: (ResourceRecord & { readonly reads?: readonly string[] }) | undefined): readonly string[] {
  return row?.reads ?? []
}
