import { type Diagnostic, Failure, type ValueMap } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../../check/checked.ts'
import type { Scope } from '../../evaluate/scope.ts'
import { remediedByPolicies } from '../../plan/decide/ask-providers.ts'
import { scopeOfPlan, type Views } from '../../plan/draft/scope-of-plan.ts'
import { needed } from '../../providers/failures/about-subject.ts'
import { answerQuestions } from '../../providers/questions/answer-questions.ts'
import type { Questions } from '../../providers/questions/answers.ts'
import { nobodyComposes } from '../../providers/questions/composed.ts'
import type { ProviderCalls } from '../../providers/calls/provider-calls.ts'
import type { SessionParts } from './session-parts.ts'

/** The values of expressions in a run, from the present values. */
export class ValuesNow {
  readonly #parts: SessionParts
  readonly #calls: ProviderCalls
  readonly #questions: Questions
  readonly #scope: Scope | undefined

  constructor(parts: SessionParts, calls: ProviderCalls, questions: Questions, views: Views) {
    const { blueprint, gathered } = parts
    this.#parts = parts
    this.#calls = calls
    this.#questions = questions
    this.#scope = blueprint === undefined ? undefined : scopeOfPlan(blueprint, views, gathered.answers, questions)
  }

  /**
   * Does some work in the scope of the blueprint. Unknown values are asked for outside, and the work is then repeated.
   *
   * @throws EvaluationFailure, PluginFailure
   */
  async resolve<T>(work: (scope: Scope) => T): Promise<T> {
    const { blueprint, gathered, parallelism, askComposed = nobodyComposes } = this.#parts
    if (blueprint === undefined || this.#scope === undefined) throw new TypeError('there is no blueprint to resolve')
    for (;;) {
      const result = work(this.#scope)
      const { questions } = this.#questions.take()
      if (questions.length === 0) return result
      await needed(answerQuestions(questions, blueprint, this.#calls, gathered.answers, parallelism, askComposed))
    }
  }

  /** Does some work in the scope of the blueprint; `undefined` if it fails, or needs an answer from outside: `resolve` says the rest. */
  atOnce<T>(work: (scope: Scope) => T): T | undefined {
    if (this.#scope === undefined) return undefined
    try {
      const result = work(this.#scope)
      return this.#questions.take().questions.length === 0 ? result : undefined
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw thrown
      this.#questions.take()
      return undefined
    }
  }

  /** The wanted spec after the remedies of policies. Call it within `resolve`. */
  remedied(resource: CheckedResource, spec: ValueMap): ValueMap {
    const { answers, instance } = this.#parts.gathered
    return remediedByPolicies(resource, spec, { answers, instance, questions: this.#questions })
  }

  /** The problems that the plugin finds with a resource before it is made or changed. */
  async validated({ name, type, options }: CheckedResource, spec: ValueMap): Promise<readonly Diagnostic[]> {
    const { ports } = this.#parts
    return (await ports.validated?.({ name, type, spec, configuration: options?.provider })) ?? []
  }

  /**
   * Checks that the thing of a record may be imported.
   *
   * @throws Failure when it may not
   */
  async mayImport(record: ResourceRecord): Promise<void> {
    await this.#parts.ports.imports?.(record)
  }
}
