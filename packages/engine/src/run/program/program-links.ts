import type { ResourceRecord } from '@slipway/stores'
import { draftLinks, goneSteps, type LinkWorld } from '../../plan/draft/draft-links.ts'
import type { LinkStep } from '../../plan/shape/link-step.ts'
import { isEnd, isReplacedFirst, oldKey, type PlanStep } from '../../plan/shape/plan.ts'
import { inWordsOfPrograms } from '../../plan/guard/unwanted.ts'
import { Answers, Questions } from '../../providers/answers.ts'
import { answerQuestions } from '../../providers/answer-questions.ts'
import { goneWith } from '../../reality/stands-in.ts'
import type { Following } from '../session/session.ts'

/** The facts about the end of a program, besides the records that it did not ask for. */
export interface Leaving {
  /** Puts the reasons of steps into words. By default, into those for programs. */
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

/** The links of a program. They are only known once the program has ended, and are made then, before anything goes. */
export class ProgramLinks {
  readonly #options: ProgramLinksOptions
  /** The steps of requested resources, by name. */
  readonly #steps = new Map<string, PlanStep>()

  constructor(options: ProgramLinksOptions) {
    this.#options = options
  }

  /** Notes the step that makes, changes or keeps a resource. */
  note(step: PlanStep): void {
    this.#steps.set(step.name, step)
  }

  /** Steps for the links that the program has given, and for recorded links that are not among them. */
  async atEnd(): Promise<readonly LinkStep[]> {
    const { session, isPreview } = this.#options
    const { links } = session.wants
    if (links === undefined || links.length + session.links.all().length === 0) return []
    const [answers, questions] = [new Answers(), new Questions()]
    const world = this.#world(answers, questions)
    const drafted = draftLinks(world)
    if (!isPreview) return drafted.map(withoutEnds)
    const { blueprint, calls, limits } = session
    const asked = questions.take().questions
    if (asked.length > 0 && blueprint !== undefined)
      await answerQuestions(asked, blueprint, calls, answers, limits.parallelism)
    return draftLinks(world).map((step) => inWordsOfPrograms(step))
  }

  #world(answers: Answers, questions: Questions): LinkWorld {
    const { session, isPreview, mayGo } = this.#options
    const { wants, records, links, providers, instance } = session
    const record = (name: string): ResourceRecord | undefined => {
      const step = isPreview ? this.#steps.get(name) : undefined
      return step === undefined ? records.named(name) : step.current
    }
    const wanted = new Set(Array.from(wants.goals.keys(), (name) => record(name)?.id))
    return {
      links: wants.links ?? [],
      recorded: links.all(),
      steps: this.#steps,
      record,
      // In a run, links to a resource that makes room are undone with it.
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
