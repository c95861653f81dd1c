import { type ComputedValues, Failure, type ProviderDefinition, type ResourceTypeDefinition } from '@slipway/model'
import type { InstanceState, ResourceRecord } from '@slipway/stores'
import type { CheckedBlueprint } from '../../check/checked.ts'
import type { News } from '../../plan/decide/decide.ts'
import type { Plan } from '../../plan/shape/plan.ts'
import type { ProviderCalls } from '../../providers/provider-calls.ts'
import type { Providers } from '../../providers/providers.ts'
import type { Situation } from '../../reality/situation.ts'
import type { Settler } from '../../reality/doubt-verdict.ts'
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

/** What the steps of a run share. A step asks for what it needs of it. */
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
  /** What gathering found out about the records. */
  readonly news: News
  readonly records: RecordsNow
  readonly links: LinksInRun
  /** Which resources stand in which. */
  readonly members: MembersInRun
  readonly wants: Wants
  readonly fates: Fates
  readonly doubts: Doubts
  readonly limits: Limits
  readonly outcome: Outcome
  readonly timing: Timing
  /** What plugins ask for through the gateway. */
  readonly asked: GatewayRequests
  readonly journal: Journal
  readonly values: ValuesNow
  /** The facts that decide whether something may end. */
  readonly situation: Situation
  /**
   * Makes a composed resource, and returns its computed values.
   *
   * @throws PluginFailure that says that something was made: parts may exist
   */
  compose(deployment: Deployment, record: ResourceRecord): Promise<ComputedValues>
}

/** The parts of a session that a question to a provider about records needs. */
export type Asking = Pick<Session, 'calls' | 'definition' | 'records' | 'settler'>

/** The parts that it takes to find out about something in doubt. */
export type Doubting = Pick<Session, 'definition' | 'doubts' | 'journal' | 'outcome' | 'records' | 'settler' | 'timing'>

/** The parts that a call needs which makes or changes something. */
export type Deploying = Doubting &
  Pick<Session, 'asked' | 'calls' | 'compose' | 'instance' | 'limits' | 'members' | 'values' | 'wants'>

/** The parts that it takes to work out a deployment. */
export type Resolving = Pick<
  Session,
  'blueprint' | 'fates' | 'journal' | 'news' | 'plan' | 'providers' | 'records' | 'values' | 'wants'
>

/** The parts that the end of a resource needs. */
export type Removing = Doubting &
  Pick<Session, 'asked' | 'calls' | 'fates' | 'instance' | 'limits' | 'links' | 'members' | 'plan' | 'situation'>

/** The parts that it takes to turn what a program asks for into steps. */
export type Following = Resolving &
  Pick<Session, 'calls' | 'definition' | 'doubts' | 'instance' | 'limits' | 'links' | 'outcome' | 'settler'> & {
    /** The state as the run found it. */
    readonly before: InstanceState | undefined
    readonly news: LateNews
  }

/** Narrows a thrown value to a failure. Anything else is a mistake of ours, and thrown again. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof Failure) return thrown
  throw thrown
}
