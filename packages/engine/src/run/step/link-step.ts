import {
  type CurrentLink,
  type Failure,
  type IntermediaryResource,
  type LinkAction,
  type LinkChanges,
  type LinkedResource,
  PluginFailure,
  statusAfter,
  type ValueMap,
  valueMap,
} from '@slipway/model'
import type { FormerLinkEnd, LinkEndRecord, LinkPhase, LinkRecord, ResourceRecord, StateChange } from '@slipway/stores'
import { bareName } from '../../language/child-name.ts'
import { endNotWanted, type LinkStep } from '../../plan/shape/link-step.ts'
import { failureReasons } from '../../providers/failures/failure-reasons.ts'
import { marksSecrets } from '../../providers/questions/link-secrets.ts'
import { asPluginsKnow } from '../../providers/calls/plugin-names.ts'
import { recordedPlugin, type RecordedPlugin } from '../../providers/definitions/recorded-plugin.ts'
import { currentResource } from '../../reality/recorded/current-resource.ts'
import { currentLink } from '../../reality/recorded/link-life.ts'
import { noResourceChanges } from '../../spec/changes.ts'
import { failureOf, type Session } from '../session/session.ts'
import type { StepControl } from '../session/step-control.ts'

/** The parts of a session that a step of a link needs. */
type Linking = Pick<
  Session,
  'asked' | 'calls' | 'instance' | 'journal' | 'links' | 'providers' | 'records' | 'timing' | 'wants'
>

const phases: readonly LinkPhase[] = ['a', 'b', 'intermediaries']

/**
 * Makes, changes or removes a link, phase by phase, in reverse order for a removal. The record is written before and after each call. If a
 * phase was interrupted or failed, the next run repeats it and the phases before it. Providers of links must allow that.
 */
export async function linkStep(step: LinkStep, control: StepControl, session: Linking): Promise<void> {
  const missing = missingEnd(step, session)
  if (missing !== undefined) await withoutEnd(step, missing, control, session)
  else if (step.record === undefined) await new LinkRun(step, control, session).run()
  else {
    control.started(step.record.id)
    const saved = session.journal.write([{ kind: 'link', link: { ...step.record, updatedAt: session.journal.now() } }])
    control.done()
    await saved
    control.recorded()
  }
}

/** The name of an end whose condition has turned out to be false, so that the link is not wanted, either. */
export function missingEnd({ action, a, b }: LinkStep, { wants }: Pick<Session, 'wants'>): string | undefined {
  return action === 'delete' ? undefined : [a, b].find((name) => wants.absent.has(name))
}

async function withoutEnd(step: LinkStep, missing: string, control: StepControl, session: Linking): Promise<void> {
  if (step.current === undefined || session.links.byId(step.current.id) === undefined)
    return control.dropped(endNotWanted(missing))
  control.becomes('delete')
  await new LinkRun({ ...step, action: 'delete' }, control, session).run()
}

class LinkRun {
  readonly #step: LinkStep
  readonly #control: StepControl
  readonly #session: Linking
  /** The link as it was before this run, for its provider. */
  readonly #before: CurrentLink | undefined
  readonly #action: LinkAction
  readonly #a: LinkedResource
  readonly #b: LinkedResource
  #record: LinkRecord

  constructor(step: LinkStep, control: StepControl, session: Linking) {
    this.#step = step
    this.#control = control
    this.#session = session
    const current = step.current && session.links.byId(step.current.id)
    this.#before = current && currentLink(current)
    this.#action = actionOf(step, current)
    const isGoing = step.action === 'delete'
    this.#a = this.#end(step.a, isGoing ? current?.a : undefined)
    this.#b = this.#end(step.b, isGoing ? current?.b : undefined)
    const now = session.journal.now()
    const { pluginDescriptor: _, ...known } = current ?? newLink(session.journal.newId(), now)
    this.#record = {
      ...known,
      name: step.name,
      type: step.type,
      ...this.#provider(current),
      a: { resourceId: this.#a.resourceId, name: step.a },
      b: { resourceId: this.#b.resourceId, name: step.b },
      ...this.#former(current),
      status: statusAfter(callAction(this.#action), 'begun'),
      phases: {},
      failureReasons: [],
      updatedAt: now,
    }
  }

  async run(): Promise<void> {
    this.#control.started(this.#record.id)
    try {
      const changes = await this.#changes()
      const order = this.#action === 'destroy' ? phases.toReversed() : phases
      for (const phase of order) await this.#phase(phase, changes)
    } catch (thrown) {
      await this.#failed(failureOf(thrown))
      return
    }
    await this.#finish()
  }

  async #phase(phase: LinkPhase, changes: LinkChanges): Promise<void> {
    const session = this.#session
    // The first phase has the same number as the step.
    const number = Object.keys(this.#record.phases).length === 0 ? this.#control.number : session.journal.nextStep()
    const startedAt = session.journal.now()
    const start = session.timing.clock.monotonic()
    const attempts: number[] = []
    this.#note(phase, { status: 'begun', attempts, startedAt })
    session.journal.reach('before-intent', number)
    await session.journal.write([{ kind: 'link', link: this.#record }])
    session.journal.reach('after-intent', number)
    const onAttempt = (durationMs: number): void => {
      attempts.push(durationMs)
      const { key, name } = this.#step
      session.journal.tell({ type: 'link-phase', key, name, phase, attempt: attempts.length, durationMs })
    }
    try {
      await this.#call(phase, changes, onAttempt)
    } catch (thrown) {
      const durationMs = Math.round(session.timing.clock.monotonic() - start)
      this.#note(phase, { status: 'failed', attempts, startedAt, durationMs })
      throw thrown
    }
    session.journal.reach('after-call', number)
    const durationMs = Math.round(session.timing.clock.monotonic() - start)
    this.#note(phase, { status: 'done', attempts, startedAt, durationMs })
  }

  async #call(phase: LinkPhase, changes: LinkChanges, onAttempt: (durationMs: number) => void): Promise<void> {
    const { links } = this.#session.calls
    const about = { ...this.#about(), action: this.#action, changes }
    if (phase === 'intermediaries') {
      const made = await links.updateIntermediaries({ ...about, a: this.#a, b: this.#b }, onAttempt)
      this.#merge(made.data, made.mappings, made.intermediaries)
      return
    }
    const [end, other] = phase === 'a' ? [this.#a, this.#b] : [this.#b, this.#a]
    for (const resource of [...this.#left(phase), end]) {
      const { data, mappings } = await links.updateResource({ ...about, end: phase, resource, other }, onAttempt)
      this.#merge(data, mappings)
    }
  }

  /** The former ends of a link. A removed link lets go of them as well. */
  #left(phase: 'a' | 'b'): readonly LinkedResource[] {
    const { former = [] } = this.#record
    return former.flatMap(({ end, resourceId, name }) => {
      const record = end === phase && this.#action === 'destroy' ? this.#session.records.get(resourceId) : undefined
      return record === undefined ? [] : [this.#linked(record, name)]
    })
  }

  /**
   * Former ends that the link may still have changed, because a failed call may not have moved anything yet. They are recorded until they
   * are gone, for a user who goes back before that.
   */
  #former(current: LinkRecord | undefined): Pick<LinkRecord, 'former'> {
    if (current === undefined) return {}
    const { a, b, former: before = [] } = current
    const ends = new Set([this.#a.resourceId, this.#b.resourceId])
    const known: readonly FormerLinkEnd[] = [{ ...a, end: 'a' }, { ...b, end: 'b' }, ...before]
    const isThere = (id: string): boolean => !ends.has(id) && this.#session.records.get(id) !== undefined
    const former = known.filter(({ resourceId }) => isThere(resourceId))
    return former.length === 0 ? {} : { former }
  }

  #about() {
    const { type, name, id } = this.#record
    const instance = asPluginsKnow({ ...this.#session.instance, resourceName: this.#step.a })
    const { instanceId, instanceName } = instance
    const linkName = name.split('::').map(bareName).join('::')
    const current = this.#before
    return { type, linkId: id, linkName, instanceId, instanceName, ...(current === undefined ? {} : { current }) }
  }

  async #changes(): Promise<LinkChanges> {
    const { data } = this.#record
    if (this.#action === 'destroy')
      return { modified: [], added: [], removed: Object.keys(data), unchanged: [], knownOnDeploy: [] }
    // More may be known now than when the plan was made.
    const changes = { a: noResourceChanges, b: noResourceChanges }
    return await this.#session.calls.links.stage({ ...this.#about(), a: this.#a, b: this.#b, changes })
  }

  /** Adds the answer of a phase to the data of the link. Values that contain a secret of an end become secret. */
  #merge(
    said: ValueMap,
    mappings: Readonly<Record<string, string>>,
    intermediaries: readonly IntermediaryResource[] = this.#record.intermediaries,
  ): void {
    const marked = marksSecrets([this.#a.spec, this.#b.spec, ...this.#session.asked.heard(this.#record.id)])
    const isGoing = this.#action === 'destroy'
    this.#record = {
      ...this.#record,
      data: isGoing ? this.#record.data : { ...this.#record.data, ...marked(said) },
      mappings: isGoing ? this.#record.mappings : { ...this.#record.mappings, ...mappings },
      intermediaries: intermediaries.map((resource) => ({ ...resource, spec: marked(resource.spec) })),
    }
  }

  #note(phase: LinkPhase, record: NonNullable<LinkRecord['phases'][LinkPhase]>): void {
    this.#record = {
      ...this.#record,
      phases: { ...this.#record.phases, [phase]: record },
      updatedAt: this.#session.journal.now(),
    }
  }

  async #failed(failure: Failure): Promise<void> {
    const session = this.#session
    const inDoubt = failure instanceof PluginFailure && failure.inDoubt
    // Nothing was done before the first phase, so a new link need not be recorded.
    const isBegun = Object.keys(this.#record.phases).length > 0
    const isKnown = isBegun || session.links.byId(this.#record.id) !== undefined
    const status = statusAfter(callAction(this.#action), inDoubt ? 'cut' : 'failed')
    const link = { ...this.#record, status, failureReasons: failureReasons(failure), updatedAt: session.journal.now() }
    session.journal.reach('before-result', this.#control.number)
    if (isKnown) await session.journal.write([{ kind: 'link', link }])
    this.#control.failed(failure, inDoubt)
  }

  async #finish(): Promise<void> {
    const session = this.#session
    const { elapsed: durationMs } = this.#control
    const now = session.journal.now()
    const status = statusAfter(callAction(this.#action), 'done')
    const record = this.#record
    const change: StateChange =
      this.#action === 'destroy'
        ? { kind: 'forget-link', linkId: record.id }
        : { kind: 'link', link: { ...record, status, durationMs, deployedAt: now, updatedAt: now } }
    await session.journal.finish([change], this.#control)
  }

  #provider(current: LinkRecord | undefined): RecordedPlugin {
    const { providers } = this.#session
    return recordedPlugin(providers.byNamespace.get(providers.link(this.#step.type)?.namespace ?? ''), current)
  }

  /** An end of the link. If the end is no longer recorded, only its id, name and type are known. */
  #end(name: string, recorded: LinkEndRecord | undefined): LinkedResource {
    const session = this.#session
    const record = recorded === undefined ? session.records.named(name) : session.records.get(recorded.resourceId)
    if (record === undefined) {
      const { instanceId } = session.instance
      const type = this.#step.type.split('::')[name === this.#step.a ? 0 : 1] ?? ''
      const resourceId = recorded?.resourceId ?? ''
      return { type, resourceId, resourceName: bareName(name), instanceId, spec: valueMap() }
    }
    return this.#linked(record, name)
  }

  #linked(record: ResourceRecord, name: string): LinkedResource {
    const { instanceId } = this.#session.instance
    const { type, id: resourceId, spec, metadata, options } = record
    const configuration = options?.provider
    const beside = { ...(metadata && { metadata }), ...(configuration !== undefined && { configuration }) }
    const resourceName = bareName(name)
    return { type, resourceId, resourceName, instanceId, spec, ...beside, current: currentResource(record) }
  }
}

function actionOf({ action }: LinkStep, current: LinkRecord | undefined): LinkAction {
  if (action === 'delete') return 'destroy'
  return current?.deployedAt === undefined ? 'create' : 'update'
}

function callAction(action: LinkAction): 'create' | 'update' | 'delete' {
  return action === 'destroy' ? 'delete' : action
}

function newLink(
  id: string,
  now: number,
): Pick<LinkRecord, 'id' | 'data' | 'intermediaries' | 'mappings' | 'createdAt' | 'pluginDescriptor'> {
  return { id, data: valueMap(), intermediaries: [], mappings: {}, createdAt: now }
}
