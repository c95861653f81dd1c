import { type ComputedValues, Failure, type ProviderDefinition, type ResourceTypeDefinition } from '@slipway/model'
import type { InstanceState, ResourceRecord } from '@slipway/stores'
import type { CheckedBlueprint } from '../../check/checked.ts'
import type { News } from '../../plan/decide/decide.ts'
import type { Plan } from '../../plan/shape/plan.ts'
import type { ProviderCalls } from '../../providers/calls/provider-calls.ts'
import type { Providers } from '../../providers/providers.ts'
import type { Situation } from '../../reality/gathered/situation.ts'
import type { Settler } from '../../reality/doubt/doubt-verdict.ts'
import type { Deployment } from './deployment.ts'
import type { Doubts } from './doubts.ts'
import type { Fates } from './fates.ts'
import type { GatewayRequests } from './gateway-requests.ts'
import type { Journal } from './journal.ts'
import type { Limits } from './limits.ts'
import type { LinksInRun } from './links-in-run.ts'
import type { MembersInRun } from './members-in-run.ts'
import type { Outcome } from './outcome.ts'
import type { RecordsNow } from './records-now.ts'
import type { LateNews, Timing } from './session-parts.ts'
import type { ValuesNow } from './values-now.ts'
import type { Wants } from './wants.ts'

/** The shared session of the steps of a run. Each step picks the parts that it needs. */
export interface Session {
  readonly plan: Pick<Plan, 'steps' | 'part' | 'operation' | 'isOfProgram'>
  readonly blueprint: CheckedBlueprint | undefined
  readonly instance: { readonly instanceId: string; readonly instanceName: string }
  readonly calls: ProviderCalls
  readonly settler: Settler
  readonly providers: Providers
  definition(type: string): ResourceTypeDefinition | undefined
  /** The provider of a type. */
  provider(type: string): ProviderDefinition | undefined
  /** The results of gathering about the records. */
  readonly news: News
  readonly records: RecordsNow
  readonly links: LinksInRun
  /** The members of containers. */
  readonly members: MembersInRun
  readonly wants: Wants
  readonly fates: Fates
  readonly doubts: Doubts
  readonly limits: Limits
  readonly outcome: Outcome
  readonly timing: Timing
  /** The requests of plugins through the gateway. */
  readonly asked: GatewayRequests
  readonly journal: Journal
  readonly values: ValuesNow
  /** The facts that decide whether something may end. */
  readonly situation: Situation
  /**
   * Makes a composed resource, and returns its computed values.
   *
   * @throws PluginFailure that marks the resource as made, because parts may exist
   */
  compose(deployment: Deployment, record: ResourceRecord): Promise<ComputedValues>
}

/** The parts of a session that a question to a provider about records needs. */
export type Asking = Pick<Session, 'calls' | 'definition' | 'records' | 'settler'>

/** The parts that settling a doubt needs. */
export type Doubting = Pick<Session, 'definition' | 'doubts' | 'journal' | 'outcome' | 'records' | 'settler' | 'timing'>

/** The parts that a call needs to make or change a resource. */
export type Deploying = Doubting &
  Pick<Session, 'asked' | 'calls' | 'compose' | 'instance' | 'limits' | 'members' | 'values' | 'wants'>

/** The parts that working out a deployment needs. */
export type Resolving = Pick<
  Session,
  'blueprint' | 'fates' | 'journal' | 'news' | 'plan' | 'providers' | 'records' | 'values' | 'wants'
>

/** The parts that the end of a resource needs. */
export type Removing = Doubting &
  Pick<Session, 'asked' | 'calls' | 'fates' | 'instance' | 'limits' | 'links' | 'members' | 'plan' | 'situation'>

/** The parts that turning a program's requests into steps needs. */
export type Following = Resolving &
  Pick<Session, 'calls' | 'definition' | 'doubts' | 'instance' | 'limits' | 'links' | 'outcome' | 'settler'> & {
    /** The state at the start of the run. */
    readonly before: InstanceState | undefined
    readonly news: LateNews
  }

/** Narrows a thrown value to a failure. Any other value is a bug of ours, and is thrown again. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof Failure) return thrown
  throw thrown
}
