import {
  type CheckedResource,
  type Gathered,
  type Plan,
  ProviderCalls,
  type WhetherThere,
  whetherThere,
} from '@slipway/engine'
import { Failure, shellWord } from '@slipway/model'
import type { InstanceState, Lease, StateStore } from '@slipway/stores'
import type { EnginePart } from '../engine/engine-part.ts'
import type { Observer } from '../events.ts'
import type { MayExistQuestion } from './change-request.ts'
import { agreed, type Agree } from '../state/change-state.ts'

/**
 * Returns the mark of the state's last restore, until the instance has had one whole `up`. Things made after the backup have no record, and no
 * refresh finds them.
 */
export async function openRestore(store: StateStore, state: InstanceState | undefined): Promise<string | undefined> {
  const restored = await store.restored()
  return restored === '' || state?.instance.wholeSince === restored ? undefined : restored
}

/** A plan, its basis, and the engine for questions about it. */
export interface AboutPlan {
  readonly plan: Plan
  readonly gathered: Gathered
  readonly engine: EnginePart
  /** The wanted resources by name. */
  readonly wanted: ReadonlyMap<string, CheckedResource>
  readonly stop: AbortSignal
}

/**
 * Reports each resource that a plan makes but that may exist already. Asks the provider if the type declares an identity, and skips things
 * that it definitely does not find.
 */
export async function tellMayExist(about: AboutPlan, observe: Observer): Promise<Omit<MayExistQuestion, 'instance'>> {
  const answers = (await asked(about, observe)).filter(({ kind }) => kind !== 'absent')
  const { commands } = about.engine
  const there = answers.filter(({ kind }) => kind === 'there')
  const open = answers.filter(({ kind }) => kind === 'unknown')
  if (there.length > 0)
    observe({
      type: 'notice',
      message: `exists already: ${commands.text(shown(there.map(named)))}. Slipway has no record of it: a backup of the state was restored`,
    })
  if (open.length > 0)
    observe({
      type: 'notice',
      message: `may exist already: ${shown(open.map(named))}. A backup of the state was restored, and it has no record of later resources`,
    })
  return { creates: answers.map(({ name }) => name), there: there.map(({ name }) => name) }
}

async function asked(
  { plan, gathered, engine, wanted, stop }: AboutPlan,
  observe: Observer,
): Promise<readonly WhetherThere[]> {
  const { ids, clock } = engine.ports
  return await whetherThere(plan, {
    gathered,
    wanted,
    calls: new ProviderCalls(engine.callOptions(gathered.providers, engine.logging(observe), stop)),
    newId: () => ids.next(),
    now: clock.now(),
    parallelism: engine.parallelism,
  })
}

function named({ name, importId }: WhetherThere): string {
  return importId === undefined ? name : `${name} (slipway import ${shellWord(name)} ${shellWord(importId)} takes it)`
}

/**
 * Asks the user to confirm before anything is made.
 *
 * @returns false if the user declines
 * @throws Failure `state/may-exist` if no user can be asked
 */
export async function mayCreate(
  agree: Agree<MayExistQuestion> | undefined,
  question: MayExistQuestion,
): Promise<boolean> {
  const { creates, there } = question
  if (creates.length === 0) return true
  if (agree !== undefined) return await agreed(agree, question)
  const open = creates.filter((name) => !there.includes(name))
  const what = [
    ...(there.length === 0 ? [] : [`${shown(there)} ${there.length === 1 ? 'exists' : 'exist'} already`]),
    ...(open.length === 0 ? [] : [`${shown(open)} may exist already`]),
  ].join(', and ')
  throw new Failure(
    'state/may-exist',
    `a backup of the state was restored, and ${what}: the backup is older and has no record of this`,
    {
      hint: 'nothing was changed; check outside, adopt existing resources (slipway import), then run slipway up --after-restore',
    },
  )
}

/** Notes that the records of the instance are complete again. */
export async function noteWhole(store: StateStore, lease: Lease, restore: string): Promise<void> {
  const state = await store.load(lease.instance)
  if (state === undefined) return
  await store.commit(lease, [{ kind: 'instance', instance: { ...state.instance, wholeSince: restore } }])
}

function shown(names: readonly string[]): string {
  return names.length > 10 ? `${names.slice(0, 10).join(', ')} and ${names.length - 10} more` : names.join(', ')
}
