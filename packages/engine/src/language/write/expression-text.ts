import { choiceRank, operators, tightestRank } from '@slipway/source'
import { prefixMinus, type CallArgument, type Expression, type PathStep, type ReferenceTarget } from '../expression.ts'

/** Functions that have an operator in the public language. They are always written with the operator, even if they were written as calls before. */
const signs: ReadonlyMap<string, readonly [sign: string, rank: number]> = new Map(
  Array.from(operators)
    .filter(([, { negated, extension }]) => negated !== true && extension !== true)
    .map(([sign, { call, rank }]) => [call, [sign, rank]] as const),
)

const prefixes: Readonly<Record<ReferenceTarget, string>> = {
  variable: 'variables',
  value: 'values',
  resource: 'resources',
  datasource: 'datasources',
  child: 'children',
  elem: 'elem',
  index: 'i',
  self: 'self',
  parameter: '',
}

/** An expression in the blueprint language. `indent` is for text that needs several lines. */
export function expressionText(expression: Expression, indent: string): string {
  return new ExpressionText(indent, false).text(expression, 0)
}

/** The text of an expression between `${` and `}`. */
export function insideText(expression: Expression): string {
  return new ExpressionText('', true).text(expression, 0)
}

/** Text in quotes; its parts are literals and the expressions in `${…}`. */
export function quotedParts(parts: readonly Expression[], indent: string): string {
  const isLong = parts.some((part) => textOf(part)?.includes('\n'))
  const last = parts.at(-1)
  const endsInBackslash = last !== undefined && textOf(last)?.endsWith('\\') === true
  const written = parts.map((part) => partText(part, indent, isLong || endsInBackslash)).join('')
  if (!isLong && !endsInBackslash) return `"${written}"`
  return linesText(written, indent)
}

function linesText(written: string, indent: string): string {
  const lines = written.split('\n').map((line) => (line === '' ? '' : `${indent}${line}`))
  return `"""\n${lines.join('\n')}\n${indent}"""`
}

function partText(part: Expression, indent: string, isLong: boolean): string {
  const literal = textOf(part)
  if (literal === undefined) return `\${${new ExpressionText(indent, true).text(part, 0)}}`
  // `${` and, in a text between """, three quotes can only be written inside `${…}`.
  const dollars = literal.replaceAll('${', '${"${"}')
  if (!isLong) return escaped(dollars, literal)
  return dollars.replaceAll('"""', '${"\\"\\"\\""}')
}

/** Escapes quotes, except those that already enclose a `${`. */
function escaped(dollars: string, literal: string): string {
  if (!literal.includes('"')) return dollars
  return literal.replaceAll('"', '\\"').replaceAll('${', '${"${"}')
}

function textOf(expression: Expression): string | undefined {
  return expression.kind === 'literal' && typeof expression.value === 'string' ? expression.value : undefined
}

class ExpressionText {
  readonly #indent: string
  /** True inside `${…}`, where text in quotes cannot contain `${…}`. */
  readonly #isInside: boolean

  constructor(indent: string, isInside: boolean) {
    this.#indent = indent
    this.#isInside = isInside
  }

  /** The text of an expression. It has brackets if its operator binds less tightly than the operators around it. */
  text(expression: Expression, around: number): string {
    switch (expression.kind) {
      case 'literal':
        return this.#literal(expression)
      case 'reference':
        return referenceText(expression.to, expression.name, expression.path)
      case 'call':
        return this.#call(expression, around)
      case 'function':
        return expression.name
      case 'lambda': {
        const { parameters, body } = expression
        const [only] = parameters
        const head = parameters.length === 1 && only !== undefined ? only : `(${parameters.join(', ')})`
        return `${head} => ${this.text(body, 0)}`
      }
      case 'list':
        return `[${expression.items.map((item) => this.text(item, 0)).join(', ')}]`
      case 'map':
        return `{ ${expression.entries.map(([key, value]) => `${keyText(key)} = ${this.text(value, 0)}`).join(', ')} }`
      case 'text':
        return quotedParts(expression.parts, this.#indent)
    }
  }

  #literal({ value, text }: Expression & { readonly kind: 'literal' }): string {
    if (value === null) return 'none'
    if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
      return text ?? String(value)
    if (typeof value !== 'string') return ''
    if (!this.#isInside) return quotedParts([{ kind: 'literal', value, origin: { start: 0, end: 0 } }], this.#indent)
    return value.includes('\n') ? linesText(value, this.#indent) : `"${value.replaceAll('"', '\\"')}"`
  }

  #call({ name, args, path, sign }: Expression & { readonly kind: 'call' }, around: number): string {
    const isPlain = path.length === 0 && args.every((arg) => arg.name === undefined)
    const [left, right, third, ...others] = args
    if (isPlain && left !== undefined && right === undefined && name === 'not') return this.#not(left, around)
    if (isPlain && left !== undefined && right !== undefined && others.length === 0) {
      if (third !== undefined) {
        if (sign === '? :') return this.#choice([left, right, third], around)
      } else {
        const operator = signOf(name, sign)
        if (sign === prefixMinus) return this.#minus(right.value)
        if (operator !== undefined) return this.#operation(operator, left, right, around)
      }
    }
    const written = args.map(
      ({ name: field, value }) => `${field === undefined ? '' : `${keyText(field)} = `}${this.text(value, 0)}`,
    )
    return `${name}(${written.join(', ')})${path.map(stepText).join('')}`
  }

  /** The text of a negated value. A number keeps its brackets, because `-1` would be a number of its own. */
  #minus(value: Expression): string {
    return value.kind === 'literal' ? `-(${this.text(value, 0)})` : `-${this.text(value, tightestRank)}`
  }

  #choice([condition, then, otherwise]: readonly [CallArgument, CallArgument, CallArgument], around: number): string {
    const [asked, first, second] = [
      this.text(condition.value, choiceRank + 1),
      this.text(then.value, choiceRank),
      this.text(otherwise.value, choiceRank),
    ]
    const written = `${asked} ? ${first} : ${second}`
    return choiceRank < around ? `(${written})` : written
  }

  #not({ value }: CallArgument, around: number): string {
    const [left, right, ...others] =
      value.kind === 'call' && value.name === 'eq' && value.path.length === 0 ? value.args : []
    const isPlain = left !== undefined && right !== undefined && left.name === undefined && right.name === undefined
    const unequal = operators.get('!=')
    if (isPlain && others.length === 0 && unequal !== undefined)
      return this.#operation(['!=', unequal.rank], left, right, around)
    return `!${this.text(value, tightestRank)}`
  }

  #operation([sign, rank]: readonly [string, number], left: CallArgument, right: CallArgument, around: number): string {
    const written = `${this.text(left.value, rank)} ${sign} ${this.text(right.value, rank + 1)}`
    return rank < around ? `(${written})` : written
  }
}

/** The operator for a call: either one of the public language, or the operator with which the call was written. */
function signOf(name: string, sign: string | undefined): readonly [sign: string, rank: number] | undefined {
  const operator = sign === undefined ? undefined : operators.get(sign)
  return sign !== undefined && operator?.call === name ? [sign, operator.rank] : signs.get(name)
}

function referenceText(to: ReferenceTarget, name: string, path: readonly PathStep[]): string {
  if (to === 'parameter') return `${name}${path.map(stepText).join('')}`
  const isNamed = to !== 'elem' && to !== 'index' && to !== 'self'
  return `${prefixes[to]}${isNamed ? stepText(name) : ''}${path.map(stepText).join('')}`
}

function stepText(step: PathStep): string {
  if (typeof step === 'number') return `[${step}]`
  return isName(step) ? `.${step}` : `["${step.replaceAll('"', '\\"')}"]`
}

export function isName(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_-]*$/.test(text)
}

/** The name of a field, without quotes if it is a word. */
export function keyText(key: string): string {
  return isName(key) ? key : `"${key.replaceAll('"', '\\"')}"`
}
