import { isList, isMap, isSecret, revealed } from '@slipway/model'
import type { Value } from '@slipway/model'
import type { Expression } from '../expression.ts'
import { evaluate } from './evaluate.ts'
import type { Scope } from './scope.ts'

/** Asks a provider. Arguments are as the expression gave them: secrets are marked. */
export type CallProvider = (name: string, args: readonly Value[]) => Promise<Value>

/** Answers of providers' functions by name and arguments: one call in a run, however often it is written. */
export class CallMemo {
  readonly #answers = new Map<string, Value>()

  answer(name: string, args: readonly Value[]): Value | undefined {
    return this.#answers.get(keyOf(name, args))
  }

  keep(name: string, args: readonly Value[], answer: Value): void {
    this.#answers.set(keyOf(name, args), answer)
  }
}

/**
 * Works something out that may call functions of providers: `work` runs with a scope that knows the answers so far and
 * collects the calls it lacks; those are made side by side, and it runs again. A call whose argument is another call
 * takes one round more.
 *
 * @throws whatever `call` fails with, and EvaluationFailure.
 */
export async function withCalls<T>(
  work: (scope: Scope) => T,
  scope: Scope,
  call: CallProvider,
  memo = new CallMemo(),
): Promise<T> {
  for (;;) {
    const pending = new Map<string, { name: string; args: readonly Value[] }>()
    const result = work({
      ...scope,
      call: (name, args) => {
        const answer = memo.answer(name, args)
        if (answer === undefined) pending.set(keyOf(name, args), { name, args })
        return answer
      },
    })
    if (pending.size === 0) return result
    const calls = Array.from(pending.values(), async ({ name, args }) => memo.keep(name, args, await call(name, args)))
    await Promise.all(calls)
  }
}

/** {@link evaluate} for an expression that may call functions of providers. */
export function evaluateWithCalls(
  expression: Expression,
  scope: Scope,
  call: CallProvider,
  memo?: CallMemo,
): Promise<Value> {
  return withCalls((inner) => evaluate(expression, inner), scope, call, memo)
}

function keyOf(name: string, args: readonly Value[]): string {
  return `${name}${JSON.stringify(args.map(revealed), tagged)}`
}

/** Keeps apart what JSON would make one: 1 and 1n are the same integer, but text and number are not. */
function tagged(_key: string, value: Value): unknown {
  if (typeof value === 'bigint') return { integer: String(value) }
  return isList(value) || isMap(value) || !isSecret(value) ? value : undefined
}
