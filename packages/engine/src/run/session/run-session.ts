import { namespaceOf, type ProviderDefinition, type ResourceTypeDefinition } from '@slipway/model'
import type { InstanceState, StateChange } from '@slipway/stores'
import type { CheckedBlueprint } from '../../check/checked.ts'
import { defaultDeadlines } from '../../defaults.ts'
import type { Providers } from '../../providers/providers.ts'
import { ProviderCalls, type ProviderCallsOptions } from '../../providers/calls/provider-calls.ts'
import { Questions } from '../../providers/questions/answers.ts'
import type { Settler } from '../../reality/doubt/doubt-verdict.ts'
import { applyChanges } from '../../reality/doubt/apply-changes.ts'
import { certainlyExists } from '../../reality/recorded/life-cycle.ts'
import { askingDiff } from '../../plan/decide/ask-providers.ts'
import type { Plan } from '../../plan/shape/plan.ts'
import { missingIds } from '../../plan/shape/missing-and-unread.ts'
import { type Views, viewOf } from '../../plan/draft/scope-of-plan.ts'
import { Unsteady } from '../../reality/gathered/unsteady.ts'
import { Doubts } from './doubts.ts'
import { Fates } from './fates.ts'
import { GatewayRequests } from './gateway-requests.ts'
import { Journal } from './journal.ts'
import { Limits } from './limits.ts'
import { LinksInRun } from './links-in-run.ts'
import { MembersInRun } from './members-in-run.ts'
import { Outcome } from './outcome.ts'
import { RecordsNow } from './records-now.ts'
import type { Session } from './session.ts'
import { type LateNews, lateNews, type SessionParts, settlersIn, type Timing } from './session-parts.ts'
import { SituationNow } from './situation-now.ts'
import { ValuesNow } from './values-now.ts'
import { Wants } from './wants.ts'

/** The shared session of the steps of one run: the records so far, and ways to record more and to ask providers. */
export class RunSession implements Session {
  readonly plan: Plan
  readonly blueprint: CheckedBlueprint | undefined
  readonly instance: Session['instance']
  readonly providers: Providers
  /** The state at the start of the run. */
  readonly before: InstanceState | undefined
  readonly calls: ProviderCalls
  readonly callOptions: ProviderCallsOptions
  readonly news: LateNews
  readonly records: RecordsNow
  readonly links: LinksInRun
  readonly members: MembersInRun
  readonly wants: Wants
  readonly fates = new Fates()
  readonly doubts: Doubts
  readonly limits: Limits
  readonly outcome = new Outcome()
  readonly timing: Timing
  readonly asked = new GatewayRequests()
  readonly journal: Journal
  readonly values: ValuesNow
  readonly situation: SituationNow
  compose: Session['compose'] = (_, { name }) => {
    throw new TypeError(`the parts of ${name} are not available here`)
  }
  readonly #foundByGiven: Iterable<string> | undefined
  #settlers: (() => Settler) | undefined

  constructor(parts: SessionParts) {
    const { gathered, blueprint, plan, ports, events, stop, cancel } = parts
    const { providers } = gathered
    const questions = new Questions()
    this.plan = plan
    this.blueprint = blueprint
    this.instance = { instanceId: parts.instanceId, instanceName: plan.instance }
    this.providers = providers
    this.before = gathered.state
    this.#foundByGiven = gathered.foundByGiven
    this.wants = new Wants({ ...parts, recorded: gathered.state?.instance })
    this.doubts = new Doubts(gathered)
    this.limits = new Limits(parts.parallelism)
    const deadlines = { ...defaultDeadlines, ...parts.deadlines }
    this.callOptions = { ports, providers, deadlines, events, stop, cancel }
    this.timing = { clock: ports.clock, deadlines, cancel, stop }
    const state = gathered.state && applyChanges(gathered.state, plan.regrouped)
    this.records = new RecordsNow(state?.resources ?? [], {
      providers,
      absent: this.wants.absent,
      missing: missingIds(gathered.drift, plan.steps),
      leftOutside: this.outcome.leftOutside,
    })
    this.links = new LinksInRun(state?.links ?? [], gathered.linkDrift)
    this.members = new MembersInRun(this)
    this.calls = new ProviderCalls({
      ...this.callOptions,
      recorded: {
        providers,
        record: (id) => this.records.get(id),
        named: (name) => this.records.named(name),
      },
    })
    this.situation = new SituationNow(this)
    this.news = lateNews(gathered, askingDiff(gathered.answers, questions, this.instance))
    const unsteady = new Unsteady(gathered, (type) => this.definition(type))
    this.journal = new Journal(parts, unsteady, this.records, (change) => this.#note(change))
    this.values = new ValuesNow(parts, this.calls, questions, viewsNow(this))
  }

  definition(type: string): ResourceTypeDefinition | undefined {
    return this.providers.type(type)
  }

  provider(type: string): ProviderDefinition | undefined {
    return this.providers.byNamespace.get(namespaceOf(type))
  }

  get settler(): Settler {
    this.#settlers ??= settlersIn(this, this.#foundByGiven)
    return this.#settlers()
  }

  #note(change: StateChange): void {
    if (change.kind === 'resource') {
      this.doubts.inDoubt.delete(change.resource.id)
      this.records.put(change.resource)
    } else if (change.kind === 'forget') {
      this.doubts.inDoubt.delete(change.resourceId)
      this.records.drop(change.resourceId)
    } else if (change.kind === 'link') this.links.note(change.link)
    else if (change.kind === 'forget-link') this.links.forget(change.linkId)
  }
}

/** The resources of a run as expressions see them. */
export function viewsNow({
  records,
  links,
  wants,
  providers,
}: Pick<RunSession, 'records' | 'links' | 'wants' | 'providers'>): Views {
  return {
    get: (name) => {
      if (wants.absent.has(name)) return null
      if (wants.open.has(name)) return undefined
      const record = records.named(name)
      const isThere = record !== undefined && certainlyExists(record)
      return isThere ? viewOf(record, providers) : undefined
    },
    linkData: (name) => links.dataOf(name),
    // Steps of a plan start when all their dependencies are done, but a program may read something earlier.
    isPending: (name) => wants.open.has(name),
  }
}
