import type { Substitution } from '@slipway/model'
import type { Expression, Origin } from '../language/expression.ts'
import { withFunctions } from '../language/parse/function-arguments.ts'

/** The expression that a transformer wrote, with this place. */
function expressionOfSubstitution(substitution: Substitution, origin: Origin): Expression {
  switch (substitution.kind) {
    case 'literal':
      return { kind: 'literal', value: substitution.value, origin }
    case 'reference': {
      const { to, name, path } = substitution
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

/** A text with substitutions, or its only substitution. */
export function expressionOfParts(parts: readonly (string | Substitution)[], origin: Origin): Expression {
  const expressions = parts.map((part): Expression =>
    typeof part === 'string' ? { kind: 'literal', value: part, origin } : expressionOfSubstitution(part, origin),
  )
  const [only] = expressions
  return expressions.length === 1 && only !== undefined ? only : { kind: 'text', parts: expressions, origin }
}
