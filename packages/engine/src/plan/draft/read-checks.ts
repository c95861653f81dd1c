import { Failure } from '@slipway/model'
import type { CheckedBlueprint } from '../../check/checked.ts'
import { defaultChecksMs } from '../../defaults.ts'
import { answerQuestions } from '../../providers/questions/answer-questions.ts'
import { type Answers, keyOfQuestion, type Question, Questions } from '../../providers/questions/answers.ts'
import type { AttemptFailed } from '../../providers/failures/attempt-failed-event.ts'
import { ProviderCalls, type ProviderCallsOptions } from '../../providers/calls/provider-calls.ts'
import { slept } from '../../providers/waiting/slept.ts'
import { checkOutcome } from './conditions.ts'
import type { PlannedCheck } from '../shape/plan.ts'
import { type Views, scopeOfPlan } from './scope-of-plan.ts'

export interface ChecksRequest {
  readonly blueprint: CheckedBlueprint
  /** The present resources. */
  readonly views: Views
  readonly answers: Answers
  /** The options for calls of providers. After an abort of `stop`, nothing more is read. */
  readonly callOptions: ProviderCallsOptions
  /** The time limit for everything in milliseconds, with all attempts; 10 s if left out. */
  readonly checksMs?: number | undefined
  readonly parallelism: number
}

/**
 * The outcomes of the checks of a blueprint after all steps. Reads the data sources, and calls the functions, that only checks need. A
 * check whose values cannot be read in time is not met.
 */
export async function readChecks(request: ChecksRequest): Promise<readonly PlannedCheck[]> {
  const { callOptions, checksMs = defaultChecksMs } = request
  const over = new AbortController()
  const limit = new AbortController()
  void slept(callOptions.ports.clock, checksMs, over.signal).then((isPast) => isPast && limit.abort())
  try {
    return await new Reading({ ...request, checksMs }, limit.signal).outcomes()
  } finally {
    over.abort()
  }
}

type Timed = ChecksRequest & { readonly checksMs: number }

class Reading {
  readonly #request: Timed
  readonly #limit: AbortSignal
  readonly #calls: ProviderCalls
  /** The reasons why questions have no answer, by key of the question. */
  readonly #failed = new Map<string, string>()
  /** The reasons of the last failed attempt, by name of the data source or function. */
  readonly #reasons = new Map<string, readonly string[]>()

  constructor(request: Timed, limit: AbortSignal) {
    const { stop, events } = request.callOptions
    this.#request = request
    const signal = stop === undefined ? limit : AbortSignal.any([limit, stop])
    this.#limit = signal
    const noting = (event: AttemptFailed): void => {
      if (event.code === 'TRANSIENT') this.#reasons.set(event.name, event.reasons)
      events(event)
    }
    this.#calls = new ProviderCalls({ ...request.callOptions, stop: signal, cancel: signal, events: noting })
  }

  /** Asks until every check has an outcome, because an answer may lead to another question. */
  async outcomes(): Promise<readonly PlannedCheck[]> {
    const { blueprint, views, answers, callOptions } = this.#request
    const all = (blueprint.checks ?? []).map((check) => {
      const questions = new Questions()
      return { check, questions, scope: scopeOfPlan(blueprint, views, answers, questions) }
    })
    for (;;) {
      const open = new Map<string, Question>()
      const outcomes = all.map(({ check, questions, scope }): PlannedCheck => {
        const found = checkOutcome(check, scope)
        const asked = questions.take().questions.map((question) => [keyOfQuestion(question), question] as const)
        if (found.outcome === 'met') return found
        const reason = asked.map(([key]) => this.#failed.get(key)).find((one) => one !== undefined)
        if (reason === undefined) for (const [key, question] of asked) open.set(key, question)
        else if (found.outcome === 'open') return { path: check.path, outcome: 'unmet', message: reason }
        return found
      })
      if (open.size === 0 || callOptions.stop?.aborted === true) return outcomes
      await Promise.all(Array.from(open, ([key, question]) => this.#ask(key, question)))
    }
  }

  async #ask(key: string, question: Question): Promise<void> {
    const { blueprint, answers, parallelism } = this.#request
    try {
      // The wait also ends if a plugin hangs while it starts.
      await Promise.race([
        answerQuestions([question], blueprint, this.#calls, answers, parallelism),
        abortion(this.#limit),
      ])
    } catch (thrown) {
      if (this.#limit.aborted) this.#failed.set(key, this.#late(question))
      else if (thrown instanceof Failure) this.#failed.set(key, thrown.message)
      else throw thrown
    }
  }

  #late(question: Question): string {
    const name = 'name' in question ? question.name : ''
    const subject = question.kind === 'data' ? `the data source ${name}` : `the function ${name}`
    const reasons = this.#reasons.get(name)?.join('; ')
    const seconds = this.#request.checksMs / 1000
    return `${subject} gave no answer within ${seconds} s (checks.deadlineMs)${reasons ? `: ${reasons}` : ''}`
  }
}

/** Rejects when the signal aborts. */
function abortion(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = (): void => reject(new Failure('engine/call-cancelled', 'the deadline has passed'))
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
}
