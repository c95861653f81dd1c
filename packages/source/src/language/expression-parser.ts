import { limits } from '../limits.ts'
import { exactInteger } from '../number.ts'
import type { Argument, Expression, ObjectEntry } from './expression.ts'
import {
  dotHint,
  indexHint,
  loopHint,
  methodHint,
  mostOperators,
  operatorAt,
  parameterProblem,
  shortFunctionAt,
  signHint,
  tightestRank,
} from './operators.ts'
import { LanguageProblem, type Scanner } from './scanner.ts'
import { readText } from './text-literal.ts'

const named: ReadonlyMap<string, null | boolean> = new Map([
  ['true', true],
  ['false', false],
  ['none', null],
])

/** Reads expressions. Between brackets line breaks are spaces; elsewhere one ends the expression, but for an operator beside it. */
export class ExpressionParser {
  readonly #scanner: Scanner
  readonly #readSubstitution = (): Expression => this.#substitution()
  #depth = 0
  /** True between `${` and `}`, where a text contains no further `${…}`. So a text there can contain the characters `${`. */
  #isInSubstitution = false
  #nodes = 0
  /** The next character at the place where an operator was last looked for. */
  #after = ''

  constructor(scanner: Scanner) {
    this.#scanner = scanner
  }

  /** @throws LanguageProblem */
  expression(): Expression {
    const condition = this.#operation(1)
    if (!this.#takesChoice()) return condition
    return this.#nested(() => this.#choice(condition))
  }

  /** Text in quotes. @throws LanguageProblem */
  text(): Expression & { readonly kind: 'text' } {
    return readText(this.#scanner, this.#isInSubstitution ? undefined : this.#readSubstitution)
  }

  /** One more value of the file. @throws LanguageProblem when there are too many */
  count(): void {
    if (++this.#nodes <= limits.nodes) return
    const { at } = this.#scanner
    const message = `more than ${limits.nodes} values`
    throw new LanguageProblem(at, at + 1, message, 'split the file', 'source/too-large')
  }

  /** Takes the next `?`, on this line or at the beginning of a later one. */
  #takesChoice(): boolean {
    if (this.#after !== '?') return false
    const scanner = this.#scanner
    scanner.skipSpace()
    return signHint(scanner.text, scanner.at) === undefined && scanner.take('?')
  }

  #choice(condition: Expression): Expression {
    const scanner = this.#scanner
    scanner.skipSpace()
    const chosen = this.expression()
    scanner.skipSpace()
    if (!scanner.take(':')) scanner.unexpected('":" is expected after the first value', 'write condition ? a : b')
    scanner.skipSpace()
    const otherwise = this.expression()
    const { start } = condition
    const { end } = otherwise
    return {
      kind: 'choice',
      start,
      end,
      isPlain: this.#isPlain(start, condition, chosen, otherwise),
      condition,
      chosen,
      otherwise,
    }
  }

  #operation(least: number): Expression {
    let left = this.#single()
    for (let height = 1; ; height++) {
      const found = this.#operator(least)
      if (found === undefined) return left
      if (height > mostOperators)
        throw new LanguageProblem(found.start, found.end, `more than ${mostOperators} operators in one row`)
      this.#scanner.skipSpace()
      const right = this.#operation(found.operator.rank + 1)
      const { operator, written: sign } = found
      const { start } = left
      const isPlain = operator.extension === true && this.#isPlain(start, left, right)
      left = { kind: 'operation', start, end: right.end, isPlain, operator, sign, left, right }
    }
  }

  /** True if the parts are written as they would be in `${…}`, from here to the end of the last part. */
  #isPlain(start: number, ...parts: readonly Expression[]): boolean {
    const end = parts.at(-1)?.end ?? start
    return parts.every(({ isPlain }) => isPlain) && !/[\n#]/.test(this.#scanner.text.slice(start, end))
  }

  /** Takes the next operator, on this line or at the beginning of a later one, if it binds tightly enough. */
  #operator(least: number) {
    const scanner = this.#scanner
    const before = scanner.at
    scanner.skipSpace()
    const start = scanner.at
    this.#after = scanner.next
    const found = operatorAt(scanner.text, start)
    if (found === undefined || found.operator.rank < least) {
      scanner.at = before
      return undefined
    }
    scanner.at += found.written.length
    return { ...found, start, end: scanner.at }
  }

  #single(): Expression {
    const scanner = this.#scanner
    this.count()
    switch (scanner.next) {
      case '"':
        return this.text()
      case '[':
        return this.#nested(() => this.#list())
      case '{':
        return this.#nested(() => this.#object())
      case '(':
        return this.#nested(() => this.#group())
      case '!':
        return this.#nested(() => this.#not())
    }
    const start = scanner.at
    const number = scanner.number()
    if (number !== undefined) return this.#number(number, start)
    if (scanner.next === '-') return this.#nested(() => this.#minus())
    const word = scanner.name()
    if (word !== undefined) return this.#named(word, start)
    return scanner.unexpected('a value is expected', remedyFor(scanner))
  }

  #nested(read: () => Expression): Expression {
    const { at } = this.#scanner
    if (this.#depth >= limits.depth) {
      const message = `values are nested more than ${limits.depth} levels deep`
      throw new LanguageProblem(at, at + 1, message, 'flatten them', 'source/too-deep')
    }
    this.#depth++
    try {
      return read()
    } finally {
      this.#depth--
    }
  }

  #substitution(): Expression {
    const scanner = this.#scanner
    this.#isInSubstitution = true
    try {
      scanner.skipSpace()
      const inner = this.expression()
      scanner.skipSpace()
      if (!scanner.take('}')) scanner.unexpected('"}" is expected after the expression', operatorHint(scanner))
      return inner
    } finally {
      this.#isInSubstitution = false
    }
  }

  #number(written: string, start: number): Expression {
    const { at: end } = this.#scanner
    const value = written.includes('.') ? Number(written) : exactInteger(written)
    if (value === undefined || value === Infinity || value === -Infinity)
      throw new LanguageProblem(start, end, `${written} is too large a number`, undefined, 'source/not-finite')
    return { kind: 'literal', start, end, isPlain: true, value }
  }

  #named(word: string, start: number): Expression {
    const scanner = this.#scanner
    const value = named.get(word)
    if (value !== undefined) return { kind: 'literal', start, end: scanner.at, isPlain: true, value }
    if (scanner.next === '(' && word.endsWith('-')) {
      // `n-(2)`: the sign is no part of the name.
      scanner.at--
      return { kind: 'reference', start, end: scanner.at, isPlain: true }
    }
    if (scanner.next === '(') return this.#nested(() => this.#call(word, start))
    this.#path()
    return { kind: 'reference', start, end: scanner.at, isPlain: true }
  }

  /** Accessors: `.name`, `["name"]`, `[3]`, `[]`. */
  #path(): void {
    const scanner = this.#scanner
    for (;;) {
      if (scanner.take('.')) {
        const step = scanner.name()
        if (step === undefined)
          return scanner.unexpected('a name is expected after the "."', dotHint(scanner.text, scanner.at))
        if (scanner.next === '(' && step.endsWith('-')) scanner.at--
        else if (scanner.next === '(') scanner.unexpected(`nothing like this follows .${step}`, methodHint(step))
      } else if (scanner.take('[')) {
        if (scanner.next === '"') this.#quotedStep()
        else scanner.number()
        if (!scanner.take(']'))
          scanner.unexpected('an index or a name in quotes, and "]", are expected', indexHint(scanner.text, scanner.at))
      } else return
    }
  }

  #quotedStep(): void {
    const { start, end, isPlain } = this.text()
    if (!isPlain) throw new LanguageProblem(start, end, 'a name between brackets is plain text in quotes')
  }

  #call(name: string, start: number): Expression {
    const scanner = this.#scanner
    scanner.take('(')
    const args: Argument[] = []
    this.#untilClosed(')', `an argument of ${name}`, () => args.push(this.#argument()))
    const pathStart = scanner.at
    this.#path()
    const end = scanner.at
    const isPlain = args.every(({ value }) => value.isPlain) && !scanner.text.slice(start, end).includes('\n')
    return { kind: 'call', start, end, isPlain, name, args, pathStart }
  }

  #argument(): Argument {
    const scanner = this.#scanner
    const start = scanner.at
    const short = shortFunctionAt(scanner.text, start)
    if (short !== undefined) return { start, value: this.#nested(() => this.#lambda(short)) }
    const name = scanner.next === '"' ? this.#fixedText() : scanner.name()
    if (name !== undefined) {
      scanner.skipBlank()
      if (scanner.next === '=' && !scanner.text.startsWith('==', scanner.at)) {
        scanner.at++
        scanner.skipSpace()
        return { name, start, value: this.expression() }
      }
    }
    scanner.at = start
    return { start, value: this.expression() }
  }

  /** Reads `x => …`, whose head has been found. */
  #lambda({ parameters, body: at }: NonNullable<ReturnType<typeof shortFunctionAt>>): Expression {
    const scanner = this.#scanner
    const start = scanner.at
    const problem = parameterProblem(parameters)
    if (problem !== undefined) throw new LanguageProblem(start, at, problem.message, problem.hint)
    scanner.at = at
    scanner.skipSpace()
    const body = this.expression()
    return { kind: 'lambda', start, end: body.end, isPlain: this.#isPlain(start, body), parameters, body }
  }

  /** A quoted field name, which may hold no substitution. */
  #fixedText(): string | undefined {
    const text = this.text()
    return text.isPlain ? plainText(text).key : undefined
  }

  #list(): Expression {
    const scanner = this.#scanner
    const start = scanner.at++
    const items: Expression[] = []
    this.#untilClosed(']', 'an item', () => items.push(this.expression()))
    return { kind: 'list', start, end: scanner.at, isPlain: false, items }
  }

  /** Items with commas between them, to the closing bracket; a comma may stand after the last one. */
  #untilClosed(close: string, what: string, readItem: () => void): void {
    const scanner = this.#scanner
    scanner.skipSpace()
    while (!scanner.take(close)) {
      this.#refuseLoop(what)
      readItem()
      scanner.skipSpace()
      if (scanner.take(',')) scanner.skipSpace()
      else if (scanner.next !== close)
        scanner.unexpected(`"," or "${close}" is expected after ${what}`, operatorHint(scanner))
    }
  }

  #refuseLoop(what: string): void {
    const scanner = this.#scanner
    const hint = loopHint(scanner.text, scanner.at)
    if (hint !== undefined) scanner.unexpected(`${what} is expected`, hint)
  }

  #object(): Expression {
    const scanner = this.#scanner
    const start = scanner.at++
    const entries: ObjectEntry[] = []
    scanner.skipSpace()
    while (!scanner.take('}')) {
      this.#refuseLoop('a field')
      entries.push(this.#objectEntry())
      const line = scanner.at
      scanner.skipSpace()
      const isNewLine = scanner.text.slice(line, scanner.at).includes('\n')
      if (scanner.take(',')) scanner.skipSpace()
      else if (!isNewLine && scanner.next !== '}')
        scanner.unexpected('",", a line break or "}" is expected after a field', operatorHint(scanner))
    }
    return { kind: 'object', start, end: scanner.at, isPlain: false, entries }
  }

  #objectEntry(): ObjectEntry {
    this.count()
    const { key, keyStart, keyEnd } = this.key()
    return { key, keyStart, keyEnd, value: this.assigned(key) }
  }

  /** The name of a field, bare or in quotes. */
  key(): { readonly key: string; readonly keyStart: number; readonly keyEnd: number } {
    const scanner = this.#scanner
    const keyStart = scanner.at
    const bare = scanner.name()
    if (bare !== undefined) return { key: bare, keyStart, keyEnd: scanner.at }
    if (scanner.next !== '"') scanner.unexpected('a field such as name = value is expected')
    return { ...plainText(this.text()), keyStart, keyEnd: scanner.at }
  }

  /** `= value`. */
  assigned(key: string): Expression {
    const scanner = this.#scanner
    scanner.skipBlank()
    if (!scanner.take('=')) scanner.unexpected(`"=" is expected after ${key}`, assignmentHint(scanner, key))
    if (scanner.next === '=') scanner.unexpected(`one "=" is expected after ${key}`, '== compares; = assigns')
    scanner.skipBlank()
    if (scanner.next === '\n' || scanner.isAtEnd) scanner.unexpected(`a value is expected after ${key} =`)
    return this.expression()
  }

  #group(): Expression {
    const scanner = this.#scanner
    scanner.at++
    scanner.skipSpace()
    const inner = this.expression()
    scanner.skipSpace()
    if (!scanner.take(')')) scanner.unexpected('")" is expected', operatorHint(scanner))
    return { ...inner, isPlain: false }
  }

  #minus(): Expression {
    const scanner = this.#scanner
    const start = scanner.at++
    scanner.skipBlank()
    const inner = this.#operation(tightestRank)
    return { kind: 'minus', start, end: inner.end, isPlain: this.#isPlain(start, inner), inner }
  }

  #not(): Expression {
    const scanner = this.#scanner
    const start = scanner.at++
    scanner.skipBlank()
    const inner = this.#single()
    return { kind: 'not', start, end: inner.end, isPlain: false, inner }
  }
}

/** The value of text in quotes that holds no `${…}`. @throws LanguageProblem when it does */
export function plainText({ parts, start, end }: Expression & { readonly kind: 'text' }): { readonly key: string } {
  let key = ''
  for (const part of parts) {
    if (part.kind === 'substitution') throw new LanguageProblem(start, end, 'this cannot hold ${…}', 'write it out')
    key += part.value
  }
  return { key }
}

function assignmentHint(scanner: Scanner, key: string): string | undefined {
  if (scanner.next === ':') return `write ${key} = value`
  return scanner.next === '{' ? `write ${key} = { … }` : undefined
}

/** The hint for a sign that the language does not have at this place. */
export function operatorHint({ text, at }: Scanner): string | undefined {
  return signHint(text, at)
}

function remedyFor(scanner: Scanner): string | undefined {
  if (scanner.next === "'") return 'put text in double quotes'
  if (scanner.next === '$') return 'outside of quotes, write an expression without ${ and }'
  const hint = operatorHint(scanner)
  return scanner.next === '.' ? (hint ?? 'a number has digits before the point') : hint
}
