import { type Diagnostic, Failure, hasErrors } from '@slipway/model'
import type { AskedData, Deciding } from '../check/definitions/deciding.ts'
import { readsLocally } from '../check/definitions/deciding.ts'
import type { AnswerCall } from '../check/references/lone-expression.ts'
import { CallMemo } from '../evaluate/call-memo.ts'
import type { CheckResult } from '../expand/check-blueprint.ts'
import type { CheckedBlueprint } from '../check/checked.ts'
import { EvaluationFailure } from '../language/failure.ts'
import type { Answers, Question } from '../providers/questions/answers.ts'

/** The maximum number of calls of one check. Each call reads a file, and `eachKey` can ask for one for every item. */
const mostCalls = 1000
/** The maximum number of rounds. Each round evaluates everything again, because the name of a file may be in another file. */
const mostRounds = 16
/** The maximum number of rounds for data sources that need other data sources. */
const mostRoundsOutside = 64

export interface DecidedOptions {
  /** Answers functions of the language that read something on this machine. */
  readonly answerCall: AnswerCall
  /** Reads data sources and calls functions of plugins. If absent, their values stay open. */
  readonly ask?: ((questions: readonly Question[], checked: CheckedBlueprint) => Promise<void>) | undefined
  /** The answers of this run. New answers are added to them. */
  readonly answers: Answers
}

type Calls = Parameters<AnswerCall>

/**
 * Repeats the check until every value that decides the number of resources is known, because one answer may lead to another question. If the
 * blueprint has mistakes, only this machine is read. If a local call fails, the error has the place of the call.
 *
 * @throws Failure of a plugin that could not answer
 */
export async function decidedOutside(
  { answerCall, ask, answers }: DecidedOptions,
  check: (deciding: Deciding) => CheckResult,
): Promise<CheckResult> {
  const local = new LocalCalls(answerCall, answers.functions)
  for (let round = 0; ; round++) {
    const open = new Map<string, Question>()
    const result = check({
      call: (name, args, origin) => {
        if (readsLocally(name)) return local.answer(name, args, origin)
        const answer = answers.functions.answer(name, args)
        if (answer === undefined && ask !== undefined)
          open.set(`call ${open.size}`, { kind: 'function', name, args, origin })
        return answer
      },
      data: (asked: AskedData) => {
        const question = { kind: 'data', ...asked } as const
        const values = answers.to(question)
        if (values === undefined && ask !== undefined) open.set(`data ${asked.name}`, question)
        return values
      },
    })
    if (await local.ask(round)) continue
    const { checked, diagnostics } = result
    if (checked === undefined || hasErrors(diagnostics) || ask === undefined) return result
    if (open.size === 0)
      return answers.isEmpty ? result : { ...result, checked: { ...checked, decidedBy: answers.read } }
    if (round >= mostRoundsOutside) return { diagnostics: [...diagnostics, endless([...open.values()])] }
    await ask(eachOnce([...open.values()]), checked)
  }
}

/** Removes duplicates, because the same call may be written in many places, and made for many items. */
function eachOnce(questions: readonly Question[]): readonly Question[] {
  const seen = new CallMemo()
  return questions.filter((question) => {
    if (question.kind !== 'function') return true
    const isNew = seen.answer(question.name, question.args) === undefined
    seen.keep(question.name, question.args, true)
    return isNew
  })
}

function endless([question]: readonly Question[]): Diagnostic {
  const what = question !== undefined && 'name' in question ? question.name : 'something'
  return {
    code: 'blueprint/late-each',
    severity: 'error',
    message: `the number of resources is still unknown after ${mostRoundsOutside} rounds of questions: ${what} is next`,
    hint: 'make the chain shorter, with fewer data sources and plugin functions that need each other',
  }
}

/** Calls that read something on this machine. */
class LocalCalls {
  readonly #answerCall: AnswerCall
  readonly #answers: CallMemo
  readonly #failures: Failure[] = []
  /** Failed calls. Their answers are indexes of the failures. */
  readonly #failed = new CallMemo()
  #open: Calls[] = []
  #count = 0

  constructor(answerCall: AnswerCall, answers: CallMemo) {
    this.#answerCall = answerCall
    this.#answers = answers
  }

  answer(name: string, args: Calls[1], origin: EvaluationFailure['origin']): ReturnType<CallMemo['answer']> {
    const failure = this.#failures[Number(this.#failed.answer(name, args) ?? -1)]
    if (failure !== undefined)
      throw new EvaluationFailure('blueprint/function-failed', origin, `${name}: ${failure.message}`, failure.hint)
    const answer = this.#answers.answer(name, args)
    if (answer === undefined) this.#open.push([name, args])
    return answer
  }

  /** Answers the open calls. False if there were none. */
  async ask(round: number): Promise<boolean> {
    const open = this.#open
    this.#open = []
    for (const [name, args] of open) {
      if ((this.#answers.answer(name, args) ?? this.#failed.answer(name, args)) !== undefined) continue
      try {
        if (++this.#count > mostCalls || round >= mostRounds)
          throw new Failure(
            'engine/function-failed',
            `more than ${mostCalls} calls, or one that needs ${mostRounds} others`,
          )
        this.#answers.keep(name, args, await this.#answerCall(name, args))
      } catch (thrown) {
        if (!(thrown instanceof Failure)) throw thrown
        this.#failed.keep(name, args, this.#failures.length)
        this.#failures.push(thrown)
      }
    }
    return open.length > 0
  }
}
