import type { InstanceRecord, Lease, ResourceRecord, StateChange, StateStore } from '@slipway/stores'
import type { CheckedBlueprint } from '../check/checked.ts'
import type { Plan } from '../plan/shape/plan.ts'
import type { Ports } from '../ports.ts'
import type { AskComposed } from '../providers/composed.ts'
import type { ProviderCallsOptions } from '../providers/provider-calls.ts'
import type { Gathered } from '../reality/gathered.ts'
import type { EventSink } from './events.ts'

/** Tells what a plan is not about. A program says that itself. */
export function leftAloneBy({ part, isOfProgram, steps }: Plan): (record: ResourceRecord) => boolean {
  if (part === undefined || isOfProgram === true) return () => false
  const planned = new Set(steps.map(({ current }) => current?.id))
  return ({ id }) => !planned.has(id)
}

/** Everything from which the session of a run is made. */
export interface SessionParts {
  readonly plan: Plan
  readonly blueprint: CheckedBlueprint | undefined
  readonly gathered: Gathered
  readonly ports: Ports
  readonly store: Pick<StateStore, 'commit'>
  readonly lease: Lease
  readonly callOptions: ProviderCallsOptions
  readonly events: EventSink
  readonly runId: string
  readonly instanceId: string
  /** Records what was learned of computed values; left out when nothing is recorded. */
  readonly learned?: (unsteady: NonNullable<InstanceRecord['unsteady']>) => StateChange
  readonly parallelism: number
  readonly cancel: AbortSignal
  /** Ends the run, as `cancel` does, when nothing can be recorded any more. */
  readonly halt: AbortController
  /** Asks for the parts that a composed resource would have; left out when there are no composed resources. */
  readonly askComposed?: AskComposed
}
