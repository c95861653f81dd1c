import type { ComputedValues, ValueMap } from '@slipway/model'
import type { ResourceRecord, StateChange } from '@slipway/stores'
import type { PlannedCheck } from '../../plan/shape/plan.ts'
import type { CheckedLink, CheckedResource } from '../../check/checked.ts'
import type { LinkStep } from '../../plan/shape/link-step.ts'
import type { PlanStep } from '../../plan/shape/plan.ts'
import type { Session } from '../session/session.ts'

/**
 * Asks for a resource. No other one may have its name, and what it depends on must have been asked for before. Resolves with its
 * record once that is durable and the resource stable, or with `undefined` if it was not made; events have told why. For a plan,
 * nothing is made: the record says what it would become, as far as that can be known.
 */
export type Want = (resource: CheckedResource, how?: How) => Promise<ResourceRecord | undefined>

/**
 * `wanted`: it is made as it is asked for. `anew`: if it exists, it is also replaced. `left`: whatever is recorded stays as it is; the
 * answer is `undefined` if nothing is recorded.
 */
export type How = 'wanted' | 'anew' | 'left'

/** As much of a resource as is known without values of others. */
export interface Unasked {
  readonly name: string
  readonly type: string
  readonly aliases: readonly string[]
}

/** What else a program says. */
export interface Saying {
  /**
   * Adds fields that only the program can work out to a resource that was made, by path: `spec.url`. Resolves once they are
   * durable.
   */
  complete(name: string, computed: ComputedValues): Promise<void>
  /** Decides what may go that the program no longer asks for. Without this call, all of it may. */
  mayGo(test: (record: ResourceRecord) => boolean): void
  /**
   * Tells what the program has failed with since it ended, if anything. Asked right before anything goes that it no longer asks for, which
   * then stays, and once more when all of that is gone: the run has failed then, too.
   */
  failedSince(test: () => Error | undefined): void
  /**
   * Notes a resource that the run leaves out and that could not be asked for, since what it comes from does not exist. Nobody knows which
   * record it means, so whatever it may mean stays.
   */
  unasked(resource: Unasked): void
  /**
   * Rewrites records that the program has not asked for yet, whatever it has of them: nothing is done to what they are records of.
   *
   * @returns the changes, once they are durable
   */
  rewrite(make: (newId: () => string) => readonly StateChange[]): Promise<readonly StateChange[]>
  /**
   * Tells the links between what was asked for, once all of it was. They are made when the program has ended well, and recorded links that
   * are not among them are undone. Without this call, links stay as they are.
   */
  links(links: readonly CheckedLink[]): void
  /**
   * Gives the outcomes of the program's checks. `deadlineMs`: what only they read is read now, and that may take so long. Without it, a check
   * that needs something like that is open.
   */
  checks(outcomes: (deadlineMs?: number) => Promise<readonly PlannedCheck[]>): void
  /** Sets what the instance exports; the last call counts. Without this call, everything is exported as before. */
  exports(values: ValueMap): void
}

/**
 * Says bit by bit what is wanted, while the run goes on. When it ends well, what it has not asked for goes. When it fails, nothing
 * goes.
 */
export type Program = (want: Want, saying: Saying) => Promise<void>

/** A run to which steps are added while it goes on. */
export interface GrowingRun {
  /**
   * Takes in the step of something that was asked for.
   *
   * @param along steps for what goes with it, or before it
   * @param links steps for links that let go of what ends in one of these
   * @returns the record once it is durable; `undefined` if it was not made
   */
  take(step: PlanStep, along: readonly PlanStep[], links?: readonly LinkStep[]): Promise<ResourceRecord | undefined>
  /** Takes in further steps, for which nobody waits. */
  join(part: { readonly steps: readonly PlanStep[]; readonly links?: readonly LinkStep[] }): void
  /** Resolves when nothing is in flight. */
  ended(): Promise<void>
  /** Nothing more is added. To be called in any case. */
  close(): void
}

/** The name of a resource that could not be asked for and may be the one in a record: by a former name, or by values that nobody knows. */
export function meaning(
  { name, type }: ResourceRecord,
  unasked: readonly Unasked[],
  session: Pick<Session, 'definition'>,
): string | undefined {
  const hasIdentity = session.definition(type)?.identity !== undefined
  const isMeant = (one: Unasked): boolean =>
    one.type === type && (hasIdentity || [one.name, ...one.aliases].includes(name))
  return unasked.find(isMeant)?.name
}
