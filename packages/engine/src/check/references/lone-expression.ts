import { type Diagnostic, DiagnosticsFailure, Unknown, type Value } from '@slipway/model'
import { didYouMean, DiagnosticList, joinedSource, sourceText } from '@slipway/source'
import { CallMemo } from '../../evaluate/call-memo.ts'
import { evaluate } from '../../evaluate/evaluate.ts'
import { nothingDeclared, type Scope } from '../../evaluate/scope.ts'
import { Budget } from '../../language/budget.ts'
import type { Blueprint, ValueDeclaration } from '../../language/declarations.ts'
import type { Expression } from '../../language/expression.ts'
import { EvaluationFailure } from '../../language/failure.ts'
import { SubstitutionProblem } from '../../language/parse/lexer.ts'
import { SubstitutionParser } from '../../language/parse/substitution.ts'
import { type ReferenceExpression, rewriteExpression } from '../../language/references.ts'
import { DefinitionLookup } from '../definitions/definitions.ts'
import { checkReferences } from './references.ts'

export interface LoneResult {
  /** The value of the expression; absent if there is a problem. */
  readonly value?: Value
  readonly diagnostics: readonly Diagnostic[]
}

/** Answers a call of a function that reads the outside. */
export type AnswerCall = (name: string, args: readonly Value[]) => Promise<Value>

/**
 * The value of an expression on its own, without `${` and `}` and without a blueprint. It can use functions of the language and literal
 * values.
 *
 * @param variables variables that it can use as well, by name
 */
export async function evaluateAlone(
  text: string,
  answerCall: AnswerCall,
  variables: ReadonlyMap<string, Value> = new Map(),
): Promise<LoneResult> {
  const list = new DiagnosticList(sourceText('the expression', text))
  const expression = readAt(text, list, 0)
  if (expression !== undefined)
    checkReferences(holding(expression, list, variables), new DefinitionLookup(new Map()), list)
  if (expression === undefined || list.hasErrors) return { diagnostics: list.sorted().map(withoutBlueprint) }
  const budget = new Budget()
  try {
    const variable = (name: string): Value => variables.get(name) ?? new Unknown(name)
    const scope = { ...nothingDeclared, budget, variable }
    const value = await untilAnswered(answerCall, (call) => evaluate(expression, { ...scope, call }))
    return { value, diagnostics: [] }
  } catch (thrown) {
    if (!(thrown instanceof EvaluationFailure)) throw thrown
    const { code, origin, message, hint } = thrown
    list.error(code, origin.start, origin.end, message, { hint })
    return { diagnostics: list.sorted() }
  }
}

/** The first syntax error of an expression, without `${` and `}`. Its names are not looked up. */
export function expressionProblem(text: string): Diagnostic | undefined {
  const list = new DiagnosticList(sourceText('the expression', text))
  readAt(text, list, 0)
  return list.sorted()[0]
}

/** Repeats an evaluation until no call in it is open. One answer may be the argument of another call. */
export async function untilAnswered<T>(
  answerCall: AnswerCall,
  work: (call: NonNullable<Scope['call']>) => T,
): Promise<T> {
  const answers = new CallMemo()
  for (;;) {
    const open: (readonly [name: string, args: readonly Value[]])[] = []
    const result = work((name, args) => {
      const answer = answers.answer(name, args)
      if (answer === undefined) open.push([name, args])
      return answer
    })
    if (open.length === 0) return result
    for (const [name, args] of open) answers.keep(name, args, await answerCall(name, args))
  }
}

/** The name of the expression among the values of a blueprint. No declared value can have this name. */
export const loneExpression = 'the expression'

/**
 * A blueprint with an expression among its values, as the only item of a list, so that everything in the blueprint has a meaning in it.
 * `exports.NAME` is an export of the blueprint.
 *
 * @throws DiagnosticsFailure when the expression cannot be read
 */
export function withLoneExpression(blueprint: Blueprint, text: string): Blueprint {
  const source = joinedSource([blueprint.source, sourceText(loneExpression, text)])
  const [, start = 0] = source.starts
  const list = new DiagnosticList(source)
  const written = readAt(text, list, start)
  if (written === undefined) throw new DiagnosticsFailure(list.sorted())
  const { origin } = written
  const item = rewriteExpression(written, (part) => exportMeant(part, blueprint, list), new Budget())
  if (list.hasErrors) throw new DiagnosticsFailure(list.sorted())
  const value: ValueDeclaration = {
    name: loneExpression,
    origin,
    type: 'array',
    secret: false,
    expression: { kind: 'list', items: [item], origin },
  }
  return { ...blueprint, source, values: new Map([...blueprint.values, [loneExpression, value]]) }
}

/** The expression of an export. `exports` alone is a map of all exports. */
function exportMeant(
  { to, name, path, origin }: ReferenceExpression,
  { resources, exports }: Blueprint,
  list: DiagnosticList,
): Expression | undefined {
  if (to !== 'resource' || name !== 'exports' || resources.has('exports')) return undefined
  const [step, ...rest] = path
  if (step === undefined)
    return { kind: 'map', entries: Array.from(exports, ([key, { expression }]) => [key, expression] as const), origin }
  const expression = exports.get(String(step))?.expression
  if (expression === undefined) {
    const names = [...exports.keys()]
    const hint = didYouMean(String(step), names) ?? `it exports: ${names.join(', ') || 'nothing'}`
    const message = `the blueprint does not export "${step}"`
    list.error('blueprint/no-such-part', origin.start, origin.end, message, { hint })
    return undefined
  }
  return 'path' in expression ? { ...expression, path: [...expression.path, ...rest], origin } : expression
}

/**
 * Reads an expression from a text that is a part of a longer text.
 *
 * @param base where the text begins in that of the list
 */
function readAt(text: string, list: DiagnosticList, base: number): Expression | undefined {
  try {
    return new SubstitutionParser(text, 0, (start, end) => ({ start: base + start, end: base + end })).whole()
  } catch (thrown) {
    if (!(thrown instanceof SubstitutionProblem)) throw thrown
    const isEnd = thrown.start >= text.length
    const own = isEnd ? 'a ")" or a value is missing at its end' : thrown.hint
    const hint = text.trimStart().startsWith('${') ? 'write the expression without ${ and }' : own
    const [start, end] = [base + thrown.start, base + Math.max(thrown.end, thrown.start + 1)]
    list.error('blueprint/substitution', start, end, thrown.message, { hint })
    return undefined
  }
}

/** Rewords diagnostics about a blueprint, because the expression has none. */
function withoutBlueprint(diagnostic: Diagnostic): Diagnostic {
  const isName = /^blueprint\/unknown-(variable|value|resource|data-source|child)$/.test(diagnostic.code)
  return isName
    ? { ...diagnostic, hint: 'an expression on its own has no blueprint: write the value instead' }
    : diagnostic
}

/** A blueprint that only contains the expression. */
function holding(expression: Expression, { source }: DiagnosticList, variables: ReadonlyMap<string, Value>): Blueprint {
  const result = { name: 'result', type: 'object', secret: false, expression, origin: expression.origin } as const
  const values = new Map([[result.name, result]])
  const none = new Map<string, never>()
  const { origin } = expression
  const declared = (name: string) => ({ name, origin, type: 'string', secret: false, allowedValues: [] }) as const
  const known = new Map(Array.from(variables.keys(), (name) => [name, declared(name)]))
  const empty = { variables: known, dataSources: none, resources: none, exports: none, includes: none }
  return { source, ...empty, values, unreadable: new Set(), transforms: [], diagnostics: [] }
}
