import { Failure } from '@slipway/model'
import { capture, knownNow } from '../inline/captured.ts'
import type { InlineProgram } from '../inline/inline-program.ts'
import { DeclaredVariables } from './declared-variables.ts'
import { type PlainStack, type StackDefinition, stackOf } from './stack-definition.ts'
import { treeOf } from './value-tree.ts'

/** The default export of a stack file. */
export type AnyStack = StackDefinition | PlainStack<unknown>

/**
 * Makes a program in this process from the function of a stack, for tests. `slipway up` runs a stack file in a separate process.
 *
 * @param given the literal values of its variables
 * @throws Failure `testing/not-a-stack` at once; `testing/bad-variable` during the run
 */
export function programOfStack(stack: AnyStack, given: Readonly<Record<string, unknown>> = {}): InlineProgram {
  const definition = stackOf(stack)
  if (definition === undefined)
    throw new Failure('testing/not-a-stack', 'this is not a stack', {
      hint: 'give the default export of the stack file: import site from "./site.stack.ts"',
    })
  return async (s) => {
    const values = await valuesOf(definition, given)
    return definition.program(s, values as never)
  }
}

async function valuesOf({ variables }: StackDefinition, given: Readonly<Record<string, unknown>>): Promise<object> {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(variables, name))
  if (unknown !== undefined)
    throw bad(unknown, `the stack has no such variable: it has ${Object.keys(variables).join(', ') || 'none'}`)
  const declared = new DeclaredVariables(variables)
  const tried = Object.entries(given).flatMap(([name, value]) => {
    if (value === undefined) return []
    const plain = knownNow(capture(value, `the variable ${name}`), `the variable ${name}`)
    return [[name, { values: [treeOf(plain)] }] as const]
  })
  for (const [name, check] of Object.entries(await declared.check(Object.fromEntries(tried))))
    if ('problem' in check && check.problem !== undefined) throw bad(name, check.problem)
  return declared.values
}

function bad(name: string, why: string): Failure {
  return new Failure('testing/bad-variable', `variables.${name}: ${why}`, {
    hint: 'give the variable another value: { variables: { … } }',
  })
}
