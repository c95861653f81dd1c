import { Failure } from '@slipway/model'
import { CallMemo } from '../evaluate/call-memo.ts'
import { EvaluationFailure } from '../language/failure.ts'
import type { Scope } from '../evaluate/scope.ts'
import type { AnswerCall } from '../check/lone-expression.ts'

/** Functions that may decide how many resources there are: they read what lies here, and say the same when they are asked again. */
const deciding: ReadonlySet<string> = new Set(['file', 'cwd'])

/** Each reads a file; `eachKey` can ask for one of every item. */
const mostCalls = 1000
/** Everything is worked out again in each: files whose names stand in files. */
const mostRounds = 16

type Call = NonNullable<Scope['call']>

/** Works something out until no call that may decide is open. A call that fails fails where it stands; all others stay open. */
export async function withDecidingCalls<T>(answerCall: AnswerCall, work: (call: Call) => T): Promise<T> {
  const answers = new CallMemo()
  const failures: Failure[] = []
  /** Places among the failures. */
  const failed = new CallMemo()
  let count = 0
  for (let round = 0; ; round++) {
    const open: Parameters<AnswerCall>[] = []
    const result = work((name, args, origin) => {
      if (!deciding.has(name)) return undefined
      const failure = failures[Number(failed.answer(name, args) ?? -1)]
      if (failure !== undefined)
        throw new EvaluationFailure('blueprint/function-failed', origin, `${name}: ${failure.message}`, failure.hint)
      const answer = answers.answer(name, args)
      if (answer === undefined) open.push([name, args])
      return answer
    })
    if (open.length === 0) return result
    for (const [name, args] of open) {
      if ((answers.answer(name, args) ?? failed.answer(name, args)) !== undefined) continue
      try {
        if (++count > mostCalls || round >= mostRounds)
          throw new Failure(
            'engine/function-failed',
            `more than ${mostCalls} calls, or one that needs ${mostRounds} others`,
          )
        answers.keep(name, args, await answerCall(name, args))
      } catch (thrown) {
        if (!(thrown instanceof Failure)) throw thrown
        failed.keep(name, args, failures.length)
        failures.push(thrown)
      }
    }
  }
}
