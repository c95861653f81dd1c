import type { CallArgument, Expression, Origin, PathStep, ReferenceTarget } from '../expression.ts'
import { exactNumber } from './exact-number.ts'
import { withFunctions } from './function-arguments.ts'
import { Lexer, SubstitutionProblem } from './lexer.ts'

/** How deep calls may be nested; nobody could read more. */
const deepest = 50

const prefixes: ReadonlyMap<string, ReferenceTarget> = new Map([
  ['variables', 'variable'],
  ['values', 'value'],
  ['resources', 'resource'],
  ['datasources', 'datasource'],
  ['children', 'child'],
] as const)

/** Reads what stands between `${` and `}`, by the grammar of the public specification. */
export class SubstitutionParser {
  readonly #lexer: Lexer
  readonly #originOf: (start: number, end: number) => Origin

  /** `originOf` turns places in the text into places in the file. */
  constructor(text: string, at: number, originOf: (start: number, end: number) => Origin) {
    this.#lexer = new Lexer(text, at)
    this.#originOf = originOf
  }

  /** The current offset. */
  get at(): number {
    return this.#lexer.at
  }

  /** @throws SubstitutionProblem */
  substitution(): Expression {
    const expression = this.#expression(0)
    this.#lexer.expect('}', 'after this')
    return expression
  }

  /** An expression that is the whole text. @throws SubstitutionProblem */
  whole(what = 'expression'): Expression {
    const expression = this.#expression(0)
    if (this.#lexer.peek() !== '') this.#lexer.unexpected(`nothing may follow the ${what}`)
    return expression
  }

  /** A reference that is the whole text, as an export's `field`. @throws SubstitutionProblem */
  wholeReference(): Expression {
    const expression = this.whole('reference')
    if (expression.kind === 'reference') return expression
    throw new SubstitutionProblem(
      0,
      this.at,
      'only a reference can stand here',
      'put it under "values", and refer to it as values.…',
    )
  }

  #expression(depth: number): Expression {
    const next = this.#lexer.peek()
    const start = this.#lexer.at
    if (depth > deepest)
      throw new SubstitutionProblem(start, start + 1, `calls lie more than ${deepest} deep inside each other`)
    if (next === '"') {
      const value = this.#lexer.quoted()
      return { kind: 'literal', value, origin: this.#origin(start) }
    }
    const number = this.#lexer.number()
    if (number !== undefined) return this.#number(number, start)
    const word = this.#lexer.name()
    if (word === undefined) return this.#lexer.unexpected('a name, a call, or a value is expected')
    return this.#named(word, start, depth)
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
    if (this.#lexer.take('(')) return this.#call(word, start, depth)
    if (word === 'elem') return this.#reference('elem', word, start)
    if (word === 'i') return this.#reference('index', word, start)
    const to = prefixes.get(word)
    if (to === undefined) return this.#reference('resource', word, start)
    return this.#reference(to, this.#accessedName(word), start)
  }

  #call(name: string, start: number, depth: number): Expression {
    const args: CallArgument[] = []
    while (this.#lexer.peek() !== ')') {
      args.push(this.#argument(depth + 1))
      if (!this.#lexer.take(',')) break
    }
    if (!this.#lexer.take(')')) this.#lexer.unexpected(`"," or ")" is expected after an argument of ${name}`)
    const given = name === 'link' ? args.map(withResource) : withFunctions(name, args)
    return { kind: 'call', name, args: given, path: this.#path(), origin: this.#origin(start) }
  }

  #argument(depth: number): CallArgument {
    const quote = this.#lexer.peek() === '"'
    const start = this.#lexer.at
    // A name in quotes is our extension: a map of the blueprint language becomes that if a key is not a plain name.
    const name = quote ? this.#lexer.quoted() : this.#lexer.name()
    if (name !== undefined && this.#lexer.take('=')) return { name, value: this.#expression(depth) }
    this.#lexer.at = start
    return { value: this.#expression(depth) }
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

  /** `.name`, `["name"]`, `[3]`, or `[]`, which is the first item. */
  #step(): PathStep {
    if (this.#lexer.take('.')) {
      return this.#lexer.name() ?? this.#lexer.unexpected('a name is expected after the "."')
    }
    this.#lexer.expect('[', 'here')
    const next = this.#lexer.peek()
    const step = next === '"' || next === "'" ? this.#lexer.quoted() : Number(this.#lexer.index() ?? 0)
    this.#lexer.expect(']', 'after the index or the name in quotes')
    return step
  }

  /** From `start` to the last character that was read, without white space that was skipped after it. */
  #origin(start: number): Origin {
    let end = this.#lexer.at
    while (end > start && /\s/.test(this.#lexer.text[end - 1] ?? '')) end--
    return this.#originOf(start, end)
  }
}

/** The ends of a link may be names in quotes: they still become references. */
function withResource({ name, value }: CallArgument): CallArgument {
  const beside = name === undefined ? {} : { name }
  if (value.kind !== 'literal' || typeof value.value !== 'string') return { ...beside, value }
  return { ...beside, value: { kind: 'reference', to: 'resource', name: value.value, path: [], origin: value.origin } }
}
