import { isMap, isSecret, isUnknown, secretFrom, type Value } from '@slipway/model'
import { limits } from '@slipway/source'
import { EvaluationFailure } from '../language/failure.ts'
import type { Expression } from '../language/expression.ts'
import { SubstitutionProblem } from '../language/parse/lexer.ts'
import { SubstitutionParser } from '../language/parse/substitution.ts'
import { partsIn, type CallExpression } from '../language/references.ts'
import { marked, secrecyOf, type Argument } from './functions/argument.ts'
import { coreFunctions } from './functions/table.ts'
import type { Scope } from './scope.ts'
import { ScopeOfParameters } from './short-function.ts'

/** The text of a template in which values replace their names. The template sees nothing else of the blueprint. */
export function filledTemplate(
  call: CallExpression,
  content: Value,
  given: Value,
  scope: Scope,
  evaluate: (expression: Expression, scope: Scope) => Argument,
): Argument {
  const isMarked = isSecret(given)
  const values = isSecret(given) ? given.value : given
  const text = isSecret(content) ? content.value : content
  if (typeof text !== 'string') return content
  if (isUnknown(values)) return given
  const fields = isMap(values) ? Object.entries(values) : []
  const parameters = new Map(
    fields.map(([name, value]) => [name, isMarked ? secretFrom([given], value) : value] as const),
  )
  scope.budget.takeSteps(text.length / 16)
  const parts = partsOf(text, new Set(parameters.keys()), call)
  const filled = evaluate({ kind: 'text', parts, origin: call.origin }, new ScopeOfParameters(scope, parameters))
  return marked(filled, secrecyOf([content]))
}

function partsOf(text: string, names: ReadonlySet<string>, call: CallExpression): readonly Expression[] {
  const { origin } = call
  const parts: Expression[] = []
  let done = 0
  const literal = (end: number) => {
    if (end > done) parts.push({ kind: 'literal', value: text.slice(done, end), origin })
  }
  for (let open = text.indexOf('${'); open !== -1; open = text.indexOf('${', done)) {
    if (parts.length > limits.nodes) throw refused(call, text, open, `it has more than ${limits.nodes} parts`)
    literal(open)
    const parser = new SubstitutionParser(text, open + 2, () => origin, names)
    try {
      const part = parser.substitution()
      refuseOthers(part, names, (message, hint) => refused(call, text, open, message, hint))
      parts.push(part)
    } catch (thrown) {
      if (!(thrown instanceof SubstitutionProblem)) throw thrown
      throw refused(call, text, thrown.start, thrown.message, thrown.hint)
    }
    done = parser.at
  }
  literal(text.length)
  return parts
}

/** Refuses names that a check would have to look up, because a template is read after the check of the blueprint. */
function refuseOthers(
  part: Expression,
  names: ReadonlySet<string>,
  refuse: (message: string, hint?: string) => EvaluationFailure,
): void {
  for (const each of partsIn(part)) {
    if (each.kind === 'reference') {
      if (each.to === 'parameter') continue
      const known = [...names].join(', ')
      const hint =
        known === '' ? `pass it: templatefile(path, { ${each.name} = … })` : `the template receives: ${known}`
      throw refuse(`"${each.name}" is not a value that the template receives`, hint)
    }
    const core = coreFunctions.get(each.name)
    if (core === undefined || 'answered' in core)
      throw refuse(`a template cannot call ${each.name}`, 'call it in the blueprint, and pass the result')
  }
}

/** The failure with the place in the template. */
function refused(
  { name, origin, args }: CallExpression,
  text: string,
  at: number,
  message: string,
  hint?: string,
): EvaluationFailure {
  const before = text.slice(0, at).split('\n')
  const place = `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
  const path = args[0]?.value
  const file = path?.kind === 'literal' && typeof path.value === 'string' ? ` of ${path.value}` : ''
  return new EvaluationFailure('blueprint/function-failed', origin, `${name}: ${place}${file}: ${message}`, hint)
}
