import {
  dotHint,
  indexHint,
  loopHint,
  methodHint,
  mostOperators,
  parameterProblem,
  shortFunctionAt,
  signHint,
  type Operator,
} from '@slipway/source'
import {
  prefixMinus,
  type CallArgument,
  type Expression,
  type Origin,
  type PathStep,
  type ReferenceTarget,
} from '../expression.ts'
import { exactNumber } from './exact-number.ts'
import { minusMeant } from '../hints/minus-meant.ts'
import { withFunctions } from './function-arguments.ts'
import { Lexer, SubstitutionProblem } from './lexer.ts'

/** The maximum depth of nested calls. Nobody could read deeper ones. */
const deepest = 50

const prefixes: ReadonlyMap<string, ReferenceTarget> = new Map([
  ['variables', 'variable'],
  ['values', 'value'],
  ['resources', 'resource'],
  ['datasources', 'datasource'],
  ['children', 'child'],
] as const)

const noParameters: ReadonlySet<string> = new Set()

/** Reads the content of `${…}`, by the grammar of the public specification. */
export class SubstitutionParser {
  readonly #lexer: Lexer
  readonly #originOf: (start: number, end: number) => Origin
  /** Names of the parameters of all surrounding short functions. */
  #parameters: ReadonlySet<string>
  /** The heights of expressions with operators. Calls without operators need no heights, because their depth is limited while they are read. */
  #heights: Map<Expression, number> | undefined

  /** `originOf` turns offsets in the text into places in the file; `parameters` are the names of parameters that are known here. */
  constructor(
    text: string,
    at: number,
    originOf: (start: number, end: number) => Origin,
    parameters: ReadonlySet<string> = noParameters,
  ) {
    this.#lexer = new Lexer(text, at)
    this.#parameters = parameters
    this.#originOf = originOf
  }

  /** The current offset. */
  get at(): number {
    return this.#lexer.at
  }

  /**
   * Reads a substitution.
   *
   * @throws SubstitutionProblem
   */
  substitution(): Expression {
    const expression = this.#expression(0)
    this.#lexer.expect('}', 'after this')
    return expression
  }

  /** Reads an expression that is the whole text. @throws SubstitutionProblem */
  whole(what = 'expression'): Expression {
    const expression = this.#expression(0)
    if (this.#lexer.peek() !== '') this.#lexer.unexpected(`nothing may follow the ${what}`)
    return expression
  }

  /** Reads a short function that is the whole text. @throws SubstitutionProblem */
  wholeFunction(): Expression {
    const { value } = this.#argument(0)
    if (this.#lexer.peek() !== '') this.#lexer.unexpected('nothing may follow the function')
    return value
  }

  /** Reads a reference that is the whole text, such as an export's `field`. @throws SubstitutionProblem */
  wholeReference(): Expression {
    const expression = this.whole('reference')
    if (expression.kind === 'reference') return expression
    throw new SubstitutionProblem(
      0,
      this.at,
      'only a reference is allowed here',
      'put the expression under "values", and refer to it as values.…',
    )
  }

  /** Reads operators between values, and an optional `? a : b`. */
  #expression(depth: number): Expression {
    const { start, left: condition } = this.#operation(1, depth)
    const { text } = this.#lexer
    if (this.#lexer.peek() !== '?' || signHint(text, this.#lexer.at) !== undefined) return condition
    this.#lexer.take('?')
    const then = this.#expression(depth + 1)
    if (!this.#lexer.take(':'))
      this.#lexer.unexpected('":" is expected after the first value', 'write condition ? a : b')
    return this.#signed('? :', 'if', [condition, then, this.#expression(depth + 1)], start)
  }

  #operation(least: number, depth: number): { readonly start: number; readonly left: Expression } {
    this.#lexer.peek()
    const start = this.#lexer.at
    let left = this.#single(depth)
    for (let height = 1; ; height++) {
      const found = this.#lexer.operator()
      if (found === undefined || found.operator.rank < least) return { start, left }
      const { at } = this.#lexer
      this.#lexer.at += found.written.length
      if (height > mostOperators)
        throw new SubstitutionProblem(at, this.#lexer.at, `more than ${mostOperators} operators in one row`)
      const { left: right } = this.#operation(found.operator.rank + 1, depth)
      left = this.#operated(found.written, found.operator, [left, right], start)
    }
  }

  #operated(sign: string, { call, negated }: Operator, sides: readonly Expression[], start: number): Expression {
    const made = this.#signed(sign, call, sides, start)
    return negated === true ? this.#signed(sign, 'not', [made], start) : made
  }

  /** The call that a sign stands for. */
  #signed(sign: string, name: string, values: readonly Expression[], start: number): Expression {
    this.#heights ??= new Map()
    const args = values.map((value) => ({ value }))
    return this.#measured({ kind: 'call', name, args, path: [], sign, origin: this.#origin(start) }, values, start)
  }

  /** Refuses an expression that is nested too deeply. Rows of operators and brackets together could exceed the call stack. */
  #measured(made: Expression, inner: readonly Expression[], start: number): Expression {
    const heights = this.#heights
    if (heights === undefined) return made
    let height = 1
    for (const each of inner) height = Math.max(height, 1 + (heights.get(each) ?? 0))
    if (height > 2 * deepest) {
      const message = `calls and operators are nested more than ${2 * deepest} levels deep`
      throw new SubstitutionProblem(start, this.at, message)
    }
    heights.set(made, height)
    return made
  }

  #single(depth: number): Expression {
    const next = this.#lexer.peek()
    const start = this.#lexer.at
    if (depth > deepest)
      throw new SubstitutionProblem(start, start + 1, `calls are nested more than ${deepest} levels deep`)
    switch (next) {
      case '"':
        return { kind: 'literal', value: this.#lexer.quoted(), origin: this.#origin(start) }
      case '(':
        return this.#group(depth + 1)
      case '!':
        return this.#not(start, depth + 1)
      case '[':
        return this.#listed(start, depth + 1)
      case '{':
        return this.#fields(start, depth + 1)
    }
    const number = this.#lexer.number()
    if (number !== undefined) return this.#number(number, start)
    if (next === '-') return this.#minus(start, depth + 1)
    const word = this.#lexer.name()
    if (word === undefined) return this.#lexer.unexpected('a name, a call, or a value is expected')
    return this.#named(word, start, depth)
  }

  #group(depth: number): Expression {
    this.#lexer.expect('(', 'here')
    const inner = this.#expression(depth)
    this.#lexer.expect(')', 'after this')
    return inner
  }

  #not(start: number, depth: number): Expression {
    this.#lexer.expect('!', 'here')
    return this.#signed('!', 'not', [this.#single(depth)], start)
  }

  #minus(start: number, depth: number): Expression {
    this.#lexer.expect('-', 'here')
    const inner = this.#single(depth)
    return this.#signed(prefixMinus, 'subtract', [{ kind: 'literal', value: 0, origin: inner.origin }, inner], start)
  }

  /** Reads `[a, b]`, which means `list(a, b)`. */
  #listed(start: number, depth: number): Expression {
    this.#lexer.expect('[', 'here')
    const items = this.#untilClosed(']', 'an item', () => this.#expression(depth))
    return this.#signed('[ ]', 'list', items, start)
  }

  /** Reads `{ a = 1 }`, which means `object(a = 1)`. */
  #fields(start: number, depth: number): Expression {
    this.#lexer.expect('{', 'here')
    const args = this.#untilClosed('}', 'a field', () => {
      const name = this.#lexer.peek() === '"' ? this.#lexer.quoted() : this.#lexer.name()
      if (name === undefined) return this.#lexer.unexpected('a field such as name = value is expected')
      if (!this.#lexer.take('=')) this.#lexer.unexpected(`"=" is expected after ${name}`, `write ${name} = value`)
      return { name, value: this.#expression(depth) }
    })
    const made: Expression = { kind: 'call', name: 'object', args, path: [], sign: '{ }', origin: this.#origin(start) }
    return this.#measured(
      made,
      args.map(({ value }) => value),
      start,
    )
  }

  /** Reads a list with commas, to the closing bracket. A comma may follow the last item. */
  #untilClosed<T>(close: string, what: string, read: () => T): readonly T[] {
    const found: T[] = []
    while (this.#lexer.peek() !== close) {
      const hint = loopHint(this.#lexer.text, this.#lexer.at)
      if (hint !== undefined) this.#lexer.unexpected(`${what} is expected`, hint)
      found.push(read())
      if (!this.#lexer.take(',')) break
    }
    if (!this.#lexer.take(close)) this.#lexer.unexpected(`"," or "${close}" is expected after ${what}`)
    return found
  }

  #number(written: string, start: number): Expression {
    const number = exactNumber(written)
    if (number === undefined) throw new SubstitutionProblem(start, this.at, 'this number is too large')
    return { kind: 'literal', ...number, origin: this.#origin(start) }
  }

  #named(word: string, start: number, depth: number): Expression {
    if (word === 'true' || word === 'false') {
      return { kind: 'literal', value: word === 'true', origin: this.#origin(start) }
    }
    if (word === 'none') return { kind: 'literal', value: null, origin: this.#origin(start) }
    if (this.#endsInSign(word)) return this.#named(word.slice(0, -1), start, depth)
    const own = this.#lexer.ofProvider()
    if (own !== undefined && this.#lexer.peek() !== '(')
      this.#lexer.unexpected(`"(" is expected after the function ${word}${own}`, `call it: ${word}${own}(…)`)
    if (this.#lexer.take('(')) return this.#call(word + (own ?? ''), start, depth)
    const less = this.#parameters.size === 0 ? undefined : minusMeant(word, (part) => this.#parameters.has(part))
    if (less !== undefined)
      throw new SubstitutionProblem(start, this.at, `there is no parameter "${word}"`, `did you mean ${less}?`)
    if (this.#parameters.has(word)) return this.#reference('parameter', word, start)
    if (word === 'elem') return this.#reference('elem', word, start)
    if (word === 'i') return this.#reference('index', word, start)
    const to = prefixes.get(word)
    if (to === undefined) return this.#reference('resource', word, start)
    return this.#reference(to, this.#accessedName(word), start)
  }

  #call(name: string, start: number, depth: number): Expression {
    const args = this.#untilClosed(')', `an argument of ${name}`, () => this.#argument(depth + 1))
    const given = name === 'link' ? args.map(withResource) : withFunctions(name, args)
    const made: Expression = { kind: 'call', name, args: given, path: this.#path(), origin: this.#origin(start) }
    return this.#measured(
      made,
      given.map(({ value }) => value),
      start,
    )
  }

  #argument(depth: number): CallArgument {
    const quote = this.#lexer.peek() === '"'
    const start = this.#lexer.at
    const short = shortFunctionAt(this.#lexer.text, start)
    if (short !== undefined) return { value: this.#lambda(short, start, depth + 1) }
    // A name in quotes is our extension. The blueprint language writes a map in this way if a key is not a plain name.
    const name = quote ? this.#lexer.quoted() : this.#lexer.name()
    if (name !== undefined && this.#takesAssignment()) return { name, value: this.#expression(depth) }
    this.#lexer.at = start
    return { value: this.#expression(depth) }
  }

  /** Takes a single `=`, but not `==`. */
  #takesAssignment(): boolean {
    return this.#lexer.peek() === '=' && this.#lexer.text[this.#lexer.at + 1] !== '=' && this.#lexer.take('=')
  }

  /** Reads `x => …`, whose head has been found. */
  #lambda(
    { parameters, body: at }: NonNullable<ReturnType<typeof shortFunctionAt>>,
    start: number,
    depth: number,
  ): Expression {
    const problem = parameterProblem(parameters)
    if (problem !== undefined) throw new SubstitutionProblem(start, at, problem.message, problem.hint)
    this.#lexer.at = at
    const around = this.#parameters
    this.#parameters = new Set([...around, ...parameters])
    try {
      const body = this.#expression(depth)
      return this.#measured({ kind: 'lambda', parameters, body, origin: this.#origin(start) }, [body], start)
    } finally {
      this.#parameters = around
    }
  }

  /** True for a name that ends in a sign. In `n-(2)`, the sign before a bracket is not part of the name, and is read later. */
  #endsInSign(word: string): boolean {
    if (!word.endsWith('-') || this.#lexer.text[this.#lexer.at] !== '(') return false
    this.#lexer.at--
    return true
  }

  #reference(to: ReferenceTarget, name: string, start: number): Expression {
    return { kind: 'reference', to, name, path: this.#path(), origin: this.#origin(start) }
  }

  /** The name after `variables` and the like: `.name` or `["name"]`. */
  #accessedName(prefix: string): string {
    const [step] = this.#lexer.peek() === '.' || this.#lexer.peek() === '[' ? [this.#step()] : []
    if (typeof step === 'string') return step
    return this.#lexer.unexpected(`a name is expected after "${prefix}", as in ${prefix}.name`)
  }

  #path(): readonly PathStep[] {
    const steps: PathStep[] = []
    for (let next = this.#lexer.peek(); next === '.' || next === '['; next = this.#lexer.peek())
      steps.push(this.#step())
    return steps
  }

  /** Reads `.name`, `["name"]`, `[3]`, or `[]`, which is the first item. */
  #step(): PathStep {
    if (this.#lexer.take('.')) {
      const { text, at } = this.#lexer
      const name = this.#lexer.name() ?? this.#lexer.unexpected('a name is expected after the "."', dotHint(text, at))
      if (this.#endsInSign(name)) return name.slice(0, -1)
      if (this.#lexer.peek() === '(') this.#lexer.unexpected(`nothing like this follows .${name}`, methodHint(name))
      return name
    }
    this.#lexer.expect('[', 'here')
    const next = this.#lexer.peek()
    const step = next === '"' || next === "'" ? this.#lexer.quoted() : Number(this.#lexer.index() ?? 0)
    const { text, at } = this.#lexer
    if (!this.#lexer.take(']'))
      this.#lexer.unexpected('"]" is expected after the index or the name in quotes', indexHint(text, at))
    return step
  }

  /** The place from `start` to the last character that was read, without white space that was skipped after it. */
  #origin(start: number): Origin {
    let end = this.#lexer.at
    while (end > start && /\s/.test(this.#lexer.text[end - 1] ?? '')) end--
    return this.#originOf(start, end)
  }
}

/** An argument of `link` with a reference. An end of a link may be a name in quotes, which becomes a reference as well. */
function withResource({ name, value }: CallArgument): CallArgument {
  const beside = name === undefined ? {} : { name }
  if (value.kind !== 'literal' || typeof value.value !== 'string') return { ...beside, value }
  return { ...beside, value: { kind: 'reference', to: 'resource', name: value.value, path: [], origin: value.origin } }
}
