import type { ResourceDiff } from '@slipway/model'
import type { CheckedBlueprint } from '../../check/checked.ts'
import { type DiffQuestion, keyOfQuestion } from './answers.ts'
import type { ProviderCalls } from '../calls/provider-calls.ts'

/**
 * Asks providers while the draft that needs the answers is still being made. They work on the first resources while we work on the others.
 * Answers are only used once the draft is done, so that all of it is made from the same answers.
 */
export class AskedAhead {
  readonly #blueprint: CheckedBlueprint
  readonly #calls: Pick<ProviderCalls, 'diff'>
  readonly #asked = new Map<string, Promise<ResourceDiff>>()
  readonly #waiting = new Map<string, DiffQuestion>()
  #free: number
  #hasFailed = false

  /** @param parallelism the number of calls that run at a time */
  constructor(blueprint: CheckedBlueprint, calls: Pick<ProviderCalls, 'diff'>, parallelism: number) {
    this.#blueprint = blueprint
    this.#calls = calls
    this.#free = parallelism
  }

  /** Starts to ask, and returns at once. The caller who takes an answer gets its failure. After the first failure, nothing more is asked. */
  ask(questions: readonly DiffQuestion[]): void {
    if (this.#hasFailed) return
    for (const question of questions) {
      const key = keyOfQuestion(question)
      const { definition } = this.#blueprint.resources.get(question.request.resourceName) ?? {}
      if (!this.#asked.has(key) && definition?.isComposed !== true) this.#waiting.set(key, question)
    }
    this.#goOn()
  }

  /** Stops asking. Call it when the draft is done. Waiting questions are dropped; the code that needs an answer asks again. */
  stop(): void {
    this.#waiting.clear()
  }

  /**
   * The answer, which may still be on its way; `undefined` if the question was not asked. Each answer is given once, so that a failed
   * question can be asked again.
   */
  take(question: DiffQuestion): Promise<ResourceDiff> | undefined {
    const key = keyOfQuestion(question)
    const answer = this.#asked.get(key)
    this.#asked.delete(key)
    return answer
  }

  /** Forgets all answers, which are no longer useful. */
  forget(): void {
    this.stop()
    this.#asked.clear()
  }

  #goOn(): void {
    for (const [key, { request }] of this.#waiting) {
      if (this.#free === 0) return
      this.#free--
      this.#waiting.delete(key)
      const answer = this.#calls.diff(request)
      this.#asked.set(key, answer)
      void this.#goOnAfter(answer)
    }
  }

  async #goOnAfter(answer: Promise<ResourceDiff>): Promise<void> {
    try {
      await answer
      this.#free++
      this.#goOn()
    } catch {
      this.#hasFailed = true
      this.stop()
    }
  }
}
