import { Unknown, type Value } from '@slipway/model'
import { isWholeLink, type ResourceRecord } from '@slipway/stores'
import type { CheckedLink } from '../../check/checked.ts'
import { draftLinks, goneSteps, type LinkWorld } from '../../plan/draft/draft-links.ts'
import type { LinkStep } from '../../plan/shape/link-step.ts'
import { linkBetween } from '../../plan/match/match-links.ts'
import { isEnd, isReplacedFirst, oldKey, type PlanStep } from '../../plan/shape/plan.ts'
import { inWordsOfPrograms } from '../../plan/guard/unwanted.ts'
import { Answers, Questions } from '../../providers/questions/answers.ts'
import { answerQuestions } from '../../providers/questions/answer-questions.ts'
import { goneWith } from '../../reality/recorded/stands-in.ts'
import type { Following } from '../session/session.ts'
import type { GrowingRun } from './program.ts'

/** The facts about the end of a program, besides the records that it did not ask for. */
export interface Leaving {
  /** Puts the reasons of steps into words. The default words are those for programs. */
  readonly words?: (step: PlanStep) => PlanStep
  /** Records that go in steps of their own, in a preview. */
  readonly going?: readonly ResourceRecord[]
  readonly links?: readonly LinkStep[]
}

/** The steps with which a program ends, in order. */
export interface Ending {
  readonly steps: readonly PlanStep[]
  readonly links: readonly LinkStep[]
}

export interface ProgramLinksOptions {
  readonly session: Pick<
    Following,
    'blueprint' | 'calls' | 'instance' | 'limits' | 'links' | 'providers' | 'records' | 'wants'
  >
  readonly isPreview: boolean
  /** True for a resource that was not asked for and may go. */
  readonly mayGo: (record: ResourceRecord) => boolean
}

/**
 * The links of a program. They are only known once the program has ended, and are made then, before anything goes. Links whose data the program
 * reads are made earlier.
 */
export class ProgramLinks {
  readonly #options: ProgramLinksOptions
  /** The steps of requested resources, by name. */
  readonly #steps = new Map<string, PlanStep>()
  /** Keys of the links that were made before the program's end. */
  readonly #early = new Set<string>()
  #isAtEnd = false

  constructor(options: ProgramLinksOptions) {
    this.#options = options
  }

  /** Notes the step that makes, changes or keeps a resource. */
  note(step: PlanStep): void {
    this.#steps.set(step.name, step)
  }

  /**
   * The data of a link whose ends exist. In a run, the link is made or changed first.
   *
   * @returns unknown in a plan that makes or changes it; `null` if the run leaves it out and it does not exist; `undefined` if it could not be
   *   made
   */
  async now(link: CheckedLink, run?: Pick<GrowingRun, 'takeLink'>): Promise<Value | undefined> {
    const { session, isPreview } = this.#options
    const world = this.#world(new Answers(), new Questions(), [link])
    const found = linkBetween(link, world.recorded, (name) => world.record(name)?.id)
    const isOwn = ({ key, action }: LinkStep): boolean =>
      action === 'delete' ? key === oldKey(link.name) : key === link.name
    const steps = this.#isAtEnd ? [] : draftLinks(world).filter(isOwn)
    const work = steps.filter(({ action }) => action !== 'none')
    if (work.length === 0)
      return found !== undefined && isWholeLink(found) ? found.data : this.#isAtEnd ? undefined : null
    if (isPreview) return new Unknown(`link(${link.a}, ${link.b})`)
    this.#early.add(link.name)
    await run?.takeLink(work.map(withoutEnds))
    return session.links.dataOf(link.name)
  }

  /** Steps for the links that the program has given, and for other recorded links. */
  async atEnd(): Promise<readonly LinkStep[]> {
    const { session, isPreview } = this.#options
    const { links } = session.wants
    this.#isAtEnd = true
    if (links === undefined || links.length + session.links.all().length === 0) return []
    const [answers, questions] = [new Answers(), new Questions()]
    const world = this.#world(answers, questions)
    const drafted = draftLinks(world)
    const isLeft = ({ key, action }: LinkStep): boolean => action === 'delete' || !this.#early.has(key)
    if (!isPreview) return drafted.filter(isLeft).map(withoutEnds)
    const { blueprint, calls, limits } = session
    const asked = questions.take().questions
    if (asked.length > 0 && blueprint !== undefined)
      await answerQuestions(asked, blueprint, calls, answers, limits.parallelism)
    return draftLinks(world).map((step) => inWordsOfPrograms(step))
  }

  #world(answers: Answers, questions: Questions, wished = this.#options.session.wants.links): LinkWorld {
    const { session, isPreview, mayGo } = this.#options
    const { wants, records, links, providers, instance } = session
    const record = (name: string): ResourceRecord | undefined => {
      const step = isPreview ? this.#steps.get(name) : undefined
      return step === undefined ? records.named(name) : step.current
    }
    const wanted = new Set(Array.from(wants.goals.keys(), (name) => record(name)?.id))
    return {
      links: wished ?? [],
      recorded: links.all(),
      steps: this.#steps,
      record,
      // In a run, links to a resource that makes room are undone together with it.
      beside: isPreview ? [...records.all()] : [],
      isWanted: (id) => wanted.has(id),
      absent: wants.absent,
      isSelected: (name) => {
        if (wants.goals.has(name)) return this.#steps.has(name)
        const known = records.named(name)
        return known === undefined || mayGo(known)
      },
      configuration: (name) => wants.goals.get(name)?.options?.provider,
      providers,
      instance: instance.instanceName,
      instanceId: instance.instanceId,
      drift: links.drift,
      answers,
      questions,
    }
  }
}

/** The step no longer waits for its ends, which exist by now. */
function withoutEnds(step: LinkStep): LinkStep {
  return { ...step, after: step.after.filter((key) => key !== step.a && key !== step.b) }
}

/** Links in order, with their earlier dependencies, which may be among earlier steps. */
export function inPlace(links: readonly LinkStep[], ordered: readonly LinkStep[]): readonly LinkStep[] {
  const before = new Map(links.map(({ key, after }) => [key, after]))
  return ordered.map((link) => ({ ...link, after: [...new Set([...(before.get(link.key) ?? []), ...link.after])] }))
}

/**
 * Steps of a program, some of which end a resource in the middle of the run, with the removals of the links that must let go of that
 * resource first. When the program has ended, the links that it still wants are made again.
 */
export function lettingGo(
  asked: PlanStep,
  along: readonly PlanStep[],
  session: Pick<Following, 'links' | 'providers' | 'records'>,
): { readonly step: PlanStep; readonly along: readonly PlanStep[]; readonly links: readonly LinkStep[] } {
  if (session.links.all().length === 0) return { step: asked, along, links: [] }
  const removals = new Map<string, LinkStep>()
  const letting = (step: PlanStep): PlanStep => {
    const { current } = step
    const isReplaced = isReplacedFirst(step)
    if (current === undefined || !(isReplaced || isEnd(step))) return step
    const going = [current, ...goneWith(current, [...session.records.all()])]
    const links = new Set(going.flatMap(({ id }) => session.links.naming(id)))
    const keys = Array.from(links, (link) => {
      const key = oldKey(`${link.name} ${link.id}`)
      const whole = { isSelected: () => true, providers: session.providers }
      for (const removal of goneSteps(link, whole, `${asked.name} makes room`)) removals.set(key, { ...removal, key })
      return key
    })
    if (isReplaced) return { ...step, oldAfter: [...(step.oldAfter ?? []), ...keys] }
    return { ...step, after: [...step.after, ...keys] }
  }
  return { step: letting(asked), along: along.map(letting), links: [...removals.values()] }
}
