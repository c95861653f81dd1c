import type { Substitution } from '@slipway/model'
import { shortFunctionAt } from '@slipway/source'
import type { Expression, Origin } from '../language/expression.ts'
import { withFunctions } from '../language/parse/function-arguments.ts'
import { SubstitutionProblem } from '../language/parse/lexer.ts'
import { SubstitutionParser } from '../language/parse/substitution.ts'

/** The expression that a transformer wrote, with the given place. */
function expressionOfSubstitution(substitution: Substitution, origin: Origin): Expression {
  switch (substitution.kind) {
    case 'literal':
      return { kind: 'literal', value: substitution.value, origin }
    case 'reference': {
      const { to, name, path } = substitution
      const short = to === 'resource' ? shortFunction(name, origin) : undefined
      if (short !== undefined) return short
      return { kind: 'reference', to, name: to === 'elem' ? 'elem' : to === 'index' ? 'i' : name, path, origin }
    }
    case 'call': {
      const { name } = substitution
      const args = substitution.args.map(({ name: label, value: given }) => {
        const value = expressionOfSubstitution(given, origin)
        return label === undefined ? { value } : { name: label, value }
      })
      return { kind: 'call', name, args: withFunctions(name, args), path: [], origin }
    }
  }
}

/** A short function that was sent to the transformer as a name. */
function shortFunction(name: string, origin: Origin): Expression | undefined {
  if (shortFunctionAt(name, 0) === undefined) return undefined
  try {
    return new SubstitutionParser(name, 0, () => origin).wholeFunction()
  } catch (thrown) {
    if (thrown instanceof SubstitutionProblem) return undefined
    throw thrown
  }
}

/** A text with substitutions; if it consists of only one substitution, that expression itself. */
export function expressionOfParts(parts: readonly (string | Substitution)[], origin: Origin): Expression {
  const expressions = parts.map((part): Expression =>
    typeof part === 'string' ? { kind: 'literal', value: part, origin } : expressionOfSubstitution(part, origin),
  )
  const [only] = expressions
  return expressions.length === 1 && only !== undefined ? only : { kind: 'text', parts: expressions, origin }
}
