import type { ResourceRecord } from '@slipway/stores'
import { draftLinks, goneSteps, type LinkWorld } from '../../plan/draft/draft-links.ts'
import type { LinkStep } from '../../plan/shape/link-step.ts'
import { isEnd, isReplacedFirst, oldKey, type PlanStep } from '../../plan/shape/plan.ts'
import { inWordsOfPrograms } from '../../plan/guard/unwanted.ts'
import { Answers, Questions } from '../../providers/answers.ts'
import { answerQuestions } from '../../providers/answer-questions.ts'
import { goneWith } from '../../reality/stands-in.ts'
import type { Following } from '../session/session.ts'

/** What a program leaves behind, beside the records that it did not ask for. */
export interface Leaving {
  /** Puts the reasons of steps into words. Default: those of programs. */
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
  /** Tells which of the resources that were not asked for the program is about. */
  readonly mayGo: (record: ResourceRecord) => boolean
}

/** The links of a program. Nobody knows them before it has said all, so they are made when it has ended, and before anything goes. */
export class ProgramLinks {
  readonly #options: ProgramLinksOptions
  /** By name of a resource that was asked for. */
  readonly #steps = new Map<string, PlanStep>()

  constructor(options: ProgramLinksOptions) {
    this.#options = options
  }

  /** A resource is made, changed or kept by this step. */
  note(step: PlanStep): void {
    this.#steps.set(step.name, step)
  }

  /** Steps for the links that the program has told, and for the recorded ones that are not among these. */
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
      // In a run, links to what makes room are undone with it.
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

/** Both ends are there by now. */
function withoutEnds(step: LinkStep): LinkStep {
  return { ...step, after: step.after.filter((key) => key !== step.a && key !== step.b) }
}

/** Links in order, with what they waited for before they were put in order: that may be among earlier steps. */
export function inPlace(links: readonly LinkStep[], ordered: readonly LinkStep[]): readonly LinkStep[] {
  const before = new Map(links.map(({ key, after }) => [key, after]))
  return ordered.map((link) => ({ ...link, after: [...new Set([...(before.get(link.key) ?? []), ...link.after])] }))
}

/**
 * Steps of a program of which some end something in the middle of its run, with the removals of the links that must let go of that before.
 * When the program has ended, those that it still wants are made anew.
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
