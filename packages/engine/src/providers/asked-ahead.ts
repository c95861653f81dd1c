import type { ResourceDiff } from '@slipway/model'
import type { CheckedBlueprint } from '../check/checked.ts'
import { type DiffQuestion, keyOfQuestion } from './answers.ts'
import type { ProviderCalls } from './provider-calls.ts'

/**
 * What providers are asked while the draft that needs it is still being made: they work on the first resources while we work on the
 * others. Nobody learns an answer before the draft is done, so that all of it is drafted from the same answers.
 */
export class AskedAhead {
  readonly #blueprint: CheckedBlueprint
  readonly #calls: Pick<ProviderCalls, 'diff'>
  readonly #asked = new Map<string, Promise<ResourceDiff>>()
  readonly #waiting: (() => Promise<void>)[] = []
  #free: number

  /** @param parallelism how many calls at a time */
  constructor(blueprint: CheckedBlueprint, calls: Pick<ProviderCalls, 'diff'>, parallelism: number) {
    this.#blueprint = blueprint
    this.#calls = calls
    this.#free = parallelism
  }

  /** Returns at once. What fails is only told to who takes the answer. */
  ask(questions: readonly DiffQuestion[]): void {
    for (const question of questions) {
      const { resourceName } = question.request
      const key = keyOfQuestion(question)
      if (this.#asked.has(key) || this.#blueprint.resources.get(resourceName)?.definition.isComposed === true) continue
      const answer = this.#inTurn(question)
      answer.catch(() => {})
      this.#asked.set(key, answer)
    }
  }

  /** The answer that is on its way; `undefined`: nobody was asked. It is given once, so that what has failed can be asked again. */
  take(question: DiffQuestion): Promise<ResourceDiff> | undefined {
    const key = keyOfQuestion(question)
    const answer = this.#asked.get(key)
    this.#asked.delete(key)
    return answer
  }

  /** What nobody has taken is no longer of use. */
  forget(): void {
    this.#asked.clear()
    this.#waiting.length = 0
  }

  #inTurn({ request }: DiffQuestion): Promise<ResourceDiff> {
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => this.#calls.diff(request).then(resolve, reject))
      this.#goOn()
    })
  }

  #goOn(): void {
    while (this.#free > 0) {
      const next = this.#waiting.shift()
      if (next === undefined) return
      this.#free--
      void next().finally(() => {
        this.#free++
        this.#goOn()
      })
    }
  }
}
