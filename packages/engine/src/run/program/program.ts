import type { ComputedValues, Value, ValueMap } from '@slipway/model'
import type { ResourceRecord, StateChange } from '@slipway/stores'
import type { PlannedCheck } from '../../plan/shape/plan.ts'
import type { CheckedLink, CheckedResource } from '../../check/checked.ts'
import type { LinkStep } from '../../plan/shape/link-step.ts'
import type { PlanStep } from '../../plan/shape/plan.ts'
import type { Session } from '../session/session.ts'

/**
 * Asks for a resource. No other resource may have its name, and its dependencies must have been asked for before. Resolves with its record
 * once that is durable and the resource stable, or with `undefined` if it was not made; events have given the reason. For a plan, nothing
 * is made, and the record has the values that can be known in advance.
 */
export type Want = (resource: CheckedResource, how?: How) => Promise<ResourceRecord | undefined>

/**
 * `wanted`: the resource is made as it is asked for. `anew`: an existing resource is also replaced. `left`: the record stays as it is; the
 * answer is `undefined` if there is none.
 */
export type How = 'wanted' | 'anew' | 'left'

/** The facts about a resource that are known without values of other resources. */
export interface Unasked {
  readonly name: string
  readonly type: string
  readonly aliases: readonly string[]
}

/** The other calls of a program, besides asking for resources. */
export interface Saying {
  /**
   * Adds fields that only the program can work out to a resource that was made, by path: `spec.url`. Resolves once they are
   * durable.
   */
  complete(name: string, computed: ComputedValues): Promise<void>
  /** Decides which resources may go that the program no longer asks for. Without this call, all of them may. */
  mayGo(test: (record: ResourceRecord) => boolean): void
  /**
   * Gives the test for a failure of the program since it ended. The run asks right before the resources that are no longer asked for go, and keeps
   * them if there is a failure. It asks once more when they are gone; a failure then also fails the run.
   */
  failedSince(test: () => Error | undefined): void
  /**
   * Notes a resource that the run leaves out and that could not be asked for, because its inputs do not exist. Nobody knows which record it
   * means, so every record that it may mean stays.
   */
  unasked(resource: Unasked): void
  /**
   * Rewrites records that the program has not asked for yet. Nothing is done to their things.
   *
   * @returns the changes, once they are durable
   */
  rewrite(make: (newId: () => string) => readonly StateChange[]): Promise<readonly StateChange[]>
  /**
   * Makes a link between two requested resources that exist, without waiting for the end of the program. Resolves with the link's data, which
   * may be unknown in a plan; with `null` if the run leaves the link out and it does not exist; with `undefined` if it could not be made.
   */
  link(link: CheckedLink): Promise<Value | undefined>
  /**
   * Gives the links between the requested resources, after the last request. They are made when the program has ended well, and recorded
   * links that are not among them are undone. Without this call, links stay as they are.
   */
  links(links: readonly CheckedLink[]): void
  /**
   * Gives the outcomes of the program's checks. `deadlineMs` is the time limit for reading now what only checks need. Without it, a check
   * that needs such values is open.
   */
  checks(outcomes: (deadlineMs?: number) => Promise<readonly PlannedCheck[]>): void
  /** Sets the exports of the instance; the last call counts. Without this call, the exports stay as they are. */
  exports(values: ValueMap): void
}

/**
 * Asks for one resource after the other while the run goes on. When the program ends well, resources that it has not asked for go. When it
 * fails, nothing goes.
 */
export type Program = (want: Want, saying: Saying) => Promise<void>

/** A run to which steps are added while it goes on. */
export interface GrowingRun {
  /**
   * Takes in the step of a requested resource.
   *
   * @param along steps for resources that go with it or before it
   * @param links steps for links that let go of resources which end in one of these steps
   * @returns the record once it is durable; `undefined` if it was not made
   */
  take(step: PlanStep, along: readonly PlanStep[], links?: readonly LinkStep[]): Promise<ResourceRecord | undefined>
  /** Takes in the steps of a single link. Resolves when the last of them has ended, successfully or not. */
  takeLink(links: readonly LinkStep[]): Promise<void>
  /** Takes in further steps that nobody waits for. */
  join(part: { readonly steps: readonly PlanStep[]; readonly links?: readonly LinkStep[] }): void
  /** Resolves when nothing is in flight. */
  ended(): Promise<void>
  /** Ends the additions. The caller must call it in any case. */
  close(): void
}

/**
 * The name of a resource that could not be asked for and may be the resource of a record, by a former name or by values that nobody knows.
 */
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
