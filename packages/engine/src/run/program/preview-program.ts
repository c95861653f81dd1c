import { Failure, messageOf, type ValueMap, valueMap } from '@slipway/model'
import type { Lease, ResourceRecord, StateChange } from '@slipway/stores'
import type { CheckedBlueprint, CheckedResource } from '../../check/checked.ts'
import { withUnknownComputed } from '../../check/resources/resolve-spec.ts'
import { defaultParallelism } from '../../defaults.ts'
import { compareExports } from '../../plan/shape/planned-children.ts'
import { openPlan } from '../../plan/draft/make-plan.ts'
import { notingRetainedButLost } from '../../plan/guard/retained-but-lost.ts'
import type { Part } from '../../plan/match/targets.ts'
import { hasWork, isEnd, type Plan, type PlanStep } from '../../plan/shape/plan.ts'
import type { Ports } from '../../ports.ts'
import type { Deadlines } from '../../providers/waiting/deadlines.ts'
import type { Gathered } from '../../reality/gathered/gathered.ts'
import { mergeComputed } from '../../spec/merge-computed.ts'
import { Goals } from './goals.ts'
import { type Ending, ProgramLinks } from './program-links.ts'
import { deployRequest, plannedDeployment, recordToBe } from '../step/resolve-deployment.ts'
import type { Program, Saying, Want } from './program.ts'
import { sayingIn } from './said-by-program.ts'
import { RunSession } from '../session/run-session.ts'
import type { Following, Session } from '../session/session.ts'
import type { EventSink } from '../events/events.ts'

export interface PreviewRequest {
  readonly blueprint: CheckedBlueprint
  readonly gathered: Gathered
  readonly ports: Ports
  /** The number of steps that are worked out at a time; 32 if left out. */
  readonly parallelism?: number
  readonly deadlines?: Partial<Deadlines>
  /** The time limit in milliseconds for reading what only checks need. If left out, it is not read. */
  readonly checksMs?: number
  /** After an abort, nothing more is asked. */
  readonly stop?: AbortSignal
  readonly program: Program
  /** The selection, if it is not everything. */
  readonly part?: Part
  readonly events?: EventSink
}

/**
 * Finds out what a run of a program would do, by running the program without any effect. Values that cannot be known in advance are
 * unknown.
 *
 * @throws the failure of the first thing that the program asks for and cannot have; whatever the program throws
 */
export async function previewProgram(request: PreviewRequest): Promise<Plan> {
  const { blueprint, gathered, program } = request
  const plan = openPlan(blueprint, gathered, request.part)
  const regrouped: StateChange[] = []
  const session = previewSession(request, plan, regrouped)
  const preview = new Preview(session)
  await program(preview.want, preview.saying).catch((thrown: unknown) => {
    throw preview.refusal ?? failed(thrown)
  })
  if (preview.refusal !== undefined) throw preview.refusal
  const recorded = gathered.state?.instance.exports
  const exports = session.outcome.exports ?? recorded ?? valueMap()
  const { steps, links } = await preview.ending()
  const linked = links.length === 0 ? {} : { links }
  const made = { ...plan, regrouped, steps, ...linked, exports, ...compareExports(recorded, exports) }
  // If the plan has no work, no run will read what only checks need.
  const checks = (await session.wants.checks?.(hasWork(made) ? undefined : request.checksMs)) ?? []
  return checks.length === 0 ? made : { ...made, checks }
}

/**
 * A session for a run that records nothing.
 *
 * @param regrouped collects changes that would be recorded without a step: the assignment of records to resources
 */
export function previewSession(
  request: Omit<PreviewRequest, 'program'>,
  plan: Plan,
  regrouped: StateChange[] = [],
): RunSession {
  const { blueprint, gathered, ports, stop, parallelism = defaultParallelism, events = ignore } = request
  const halt = new AbortController()
  const cancel = AbortSignal.any(stop === undefined ? [halt.signal] : [stop, halt.signal])
  return new RunSession({
    plan,
    blueprint,
    gathered,
    ports,
    store: {
      commit: (_, changes) => {
        regrouped.push(...changes)
        return Promise.resolve()
      },
    },
    lease: nobodys,
    deadlines: request.deadlines,
    stop: cancel,
    events,
    runId: '',
    instanceId: gathered.state?.instance.id ?? '',
    parallelism,
    cancel,
    halt,
  })
}

/** The failure of a program, in the same words as in the reasons of a run. */
function failed(thrown: unknown): Failure {
  if (thrown instanceof TypeError) throw thrown
  return new Failure('engine/program-failed', `the program failed: ${messageOf(thrown)}`, {
    hint: 'nothing was changed; what it printed is above',
    cause: thrown,
  })
}

/** The parts of a session that a preview needs. */
type Previewing = Following & Pick<Session, 'provider'>

/** Decides the goals of a program for a plan, and answers each one with the record that it would become. */
export class Preview {
  readonly #session: Previewing
  readonly #goals: Goals
  readonly #links: ProgramLinks
  /** The steps in the order in which their resources were asked for. */
  readonly #steps: (PlanStep | undefined)[] = []
  /** Steps for resources that go with, or before, a resource that makes room. */
  readonly #along: PlanStep[] = []
  refusal: Failure | undefined

  constructor(session: Previewing, goals = new Goals(session, { isPreview: true })) {
    this.#session = session
    this.#goals = goals
    this.#links = new ProgramLinks({ session, isPreview: true, mayGo: (record) => goals.mayGo(record) })
  }

  get saying(): Saying {
    const goals = this.#goals
    return {
      ...sayingIn(this.#session, goals),
      link: (link) => this.#links.now(link),
      mayGo(test) {
        goals.mayGo = test
      },
      complete: () => Promise.resolve(),
    }
  }

  readonly want: Want = async (resource, how = 'wanted') => {
    if (how === 'left') return await this.#goals.leave(resource)
    const at = this.#steps.push(undefined) - 1
    const take = (step: PlanStep, along: readonly PlanStep[]): PlanStep => {
      this.#along.push(...along)
      if (!isEnd(step)) this.#links.note(step)
      return (this.#steps[at] = step)
    }
    const step = this.#goals.step(resource, take, how)
    const expected = step.then(({ taken }) => this.#wouldBe(taken, resource))
    return await expected.catch((thrown: unknown) => {
      if (!(thrown instanceof Failure)) throw thrown
      const { code, message, hint, details } = thrown
      this.refusal ??= new Failure(code, `${resource.name}: ${message}`, {
        details,
        ...(hint !== undefined && { hint }),
      })
      return undefined
    })
  }

  /** @throws Failure when the program has failed since it ended */
  async ending(): Promise<Ending> {
    const asked = await this.asked()
    const late = this.#goals.failedSince()
    if (late !== undefined) throw failed(late)
    const ended = asked.flatMap(({ action, current }) =>
      ['replace', 'delete'].includes(action) ? (current ?? []) : [],
    )
    for (const step of asked) if (!isEnd(step)) this.#links.note(step)
    const { steps, links } = this.#goals.removals({ going: ended, links: await this.#links.atEnd() })
    return { steps: notingRetainedButLost(this.#goals.withOldKept([...asked, ...steps])), links }
  }

  /** The steps for the requested resources, and for those that go with a resource that makes room. */
  async asked(): Promise<readonly PlanStep[]> {
    await this.#goals.idle()
    const steps = this.#steps.filter((step) => step !== undefined)
    return [...steps.map((step) => this.#goals.asItComes(step)), ...this.#along]
  }

  async #wouldBe(step: PlanStep, resource: CheckedResource): Promise<ResourceRecord> {
    const session = this.#session
    const deployment = plannedDeployment(step, resource, session)
    const { action, current, definition, spec } = deployment
    const record = recordToBe(
      deployment,
      action === 'replace' ? session.journal.newId() : (current?.id ?? session.journal.newId()),
      session,
    )
    const recorded = action === 'update' || action === 'none' ? current : undefined
    if (action === 'none' && recorded !== undefined) return { ...record, spec: recorded.spec }
    // A blocked step is in the plan with its reason. The program continues, because it may ask for more resources that are blocked.
    const isBlocked = step.blocked !== undefined
    const known = isBlocked ? undefined : await session.calls.preview(deployRequest(deployment, record, session))
    const filled =
      known === undefined
        ? (withUnknownComputed(definition.schema, spec, `resources.${step.name}.spec`) as ValueMap)
        : mergeComputed(definition, spec, known, recorded?.spec)
    return { ...record, spec: filled }
  }
}

/** A lease without a holder. Nothing is written with it. */
const nobodys: Lease = { instance: '', fence: 0 }

function ignore(): void {}
