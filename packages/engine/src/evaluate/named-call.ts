import { Failure, type FunctionAnswer, isMap, type NamedCall, PartialFunction, type Value } from '@slipway/model'
import { Budget } from '../language/budget.ts'
import { EvaluationFailure } from '../language/failure.ts'
import { applyTo, callWith } from './call.ts'
import { CallMemo } from './call-memo.ts'
import { type Argument, FunctionProblem, FunctionValue, stored } from './functions/argument.ts'
import { arity } from './functions/core-function.ts'
import { coreFunctions } from './functions/table.ts'
import { nothingDeclared, type Scope } from './scope.ts'

/** Answers a call of a function that is not part of the language, or that reads the outside. */
export type AnswerCall = (call: NamedCall) => Promise<Value>

/**
 * Calls a function of the language for a plugin, which has no expression. Further calls that it needs are made as in the language: as soon as their
 * arguments are known, and each only once.
 *
 * @throws Failure when there is no answer
 */
export async function callCore(call: NamedCall, answerCall: AnswerCall): Promise<FunctionAnswer> {
  const answers = new CallMemo()
  const budget = new Budget()
  for (;;) {
    const open: NamedCall[] = []
    const scope: Scope = {
      ...nothingDeclared,
      budget,
      call: (name, args) => {
        const answer = answers.answer(name, args)
        if (answer === undefined) open.push({ name, args })
        return answer
      },
    }
    const result = inWords(call.name, () => called(call, scope))
    if (open.length === 0) return result
    for (const each of open) {
      if (answers.answer(each.name, each.args) === undefined) answers.keep(each.name, each.args, await answerCall(each))
    }
  }
}

/** True for functions of the language, and for functions that these return. */
export function isCore(name: string): boolean {
  return coreFunctions.has(makerOf(name) ?? name)
}

function called({ name, args }: NamedCall, scope: Scope): FunctionAnswer {
  const maker = makerOf(name)
  if (maker !== undefined) {
    const [first = null, ...given] = args
    return inWords(name, () => stored(applyTo(functionOf(maker, given, scope), [first], scope)))
  }
  const result = callWith(
    name,
    args.map((arg) => argumentOf(arg, scope)),
    scope,
  )
  // The same arguments make the same function again, even in another call.
  return result instanceof FunctionValue ? new PartialFunction(`_${name}_exec`, args, 1) : stored(result)
}

/** The public core function that returns a function: `_getattr_exec` is the function that `getattr` returns. */
function makerOf(name: string): string | undefined {
  const [, maker] = /^_(\w+)_exec$/.exec(name) ?? []
  return maker !== undefined && coreFunctions.has(maker) ? maker : undefined
}

function functionOf(maker: string, given: readonly Value[], scope: Scope): FunctionValue {
  const made = callWith(
    maker,
    given.map((arg) => argumentOf(arg, scope)),
    scope,
  )
  if (made instanceof FunctionValue) return made
  throw new FunctionProblem(`${maker} does not return a function`)
}

function argumentOf(value: Value, scope: Scope): Argument {
  const partial = isMap(value) ? PartialFunction.from(value) : undefined
  if (partial === undefined) return value
  const maker = makerOf(partial.name)
  const definition = coreFunctions.get(maker ?? partial.name)
  const takes =
    maker !== undefined || definition === undefined ? 1 : Math.max(1, arity(definition).least - partial.args.length)
  return new FunctionValue(partial.name, takes, (args, caller) => {
    const { name, args: whole } = partial.with(args.map((arg) => stored(arg)))
    if (maker === undefined)
      return caller.call(
        name,
        whole.map((arg) => argumentOf(arg, scope)),
      )
    const [first = null, ...given] = whole
    return caller.apply(functionOf(maker, given, scope), [first])
  })
}

function inWords<T>(name: string, work: () => T): T {
  try {
    return work()
  } catch (thrown) {
    if (thrown instanceof FunctionProblem) throw new Failure('engine/function-failed', `${name}: ${thrown.message}`)
    if (!(thrown instanceof EvaluationFailure)) throw thrown
    throw new Failure('engine/function-failed', thrown.message, thrown.hint === undefined ? {} : { hint: thrown.hint })
  }
}
