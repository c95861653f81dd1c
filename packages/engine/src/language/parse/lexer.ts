import { operatorAt, signHint } from '@slipway/source'

/** The problem that stops the reading of one `${…}`. Offsets count from the start of the text that is read. */
export class SubstitutionProblem extends Error {
  readonly start: number
  readonly end: number
  readonly hint: string | undefined

  constructor(start: number, end: number, message: string, hint?: string) {
    super(message)
    this.start = start
    this.end = end
    this.hint = hint
  }
}

const blank = /\s*/y
const name = /[A-Za-z_][A-Za-z0-9_-]*/y
const nameOfProvider = /::[A-Za-z_][A-Za-z0-9_-]*/y
const number = /-?[0-9]+(?:\.[0-9]+)?/y
const index = /[0-9]+/y

/** Reads the smallest parts of a substitution. */
export class Lexer {
  readonly text: string
  at: number

  constructor(text: string, at: number) {
    this.text = text
    this.at = at
  }

  /** The next character that is not white space; empty at the end. */
  peek(): string {
    this.#match(blank)
    return this.text[this.at] ?? ''
  }

  take(character: string): boolean {
    if (this.peek() !== character) return false
    this.at++
    return true
  }

  expect(character: string, where: string): void {
    if (!this.take(character)) this.unexpected(`"${character}" is expected ${where}`)
  }

  name(): string | undefined {
    this.peek()
    return this.#match(name)
  }

  /** The part `::area` that directly follows the name of a provider. */
  ofProvider(): string | undefined {
    return this.#match(nameOfProvider)
  }

  number(): string | undefined {
    this.peek()
    return this.#match(number)
  }

  index(): string | undefined {
    this.peek()
    return this.#match(index)
  }

  /** Reads text in quotes. The next character is the opening quote. Only `\"` is an escape. */
  quoted(): string {
    const start = this.at
    const quote = this.text[start] ?? '"'
    let content = ''
    for (let at = start + 1; at < this.text.length; at++) {
      const character = this.text[at] ?? ''
      if (character === '\\' && this.text[at + 1] === quote) content += this.text[++at] ?? ''
      else if (character === quote) {
        this.at = at + 1
        return content
      } else content += character
    }
    throw new SubstitutionProblem(start, this.text.length, 'this quoted text is not closed', `add a ${quote}`)
  }

  /** The operator that comes next. */
  operator(): ReturnType<typeof operatorAt> {
    this.peek()
    return operatorAt(this.text, this.at)
  }

  unexpected(message: string, hint?: string): never {
    const found = this.peek()
    const what = found === '' ? 'the text ends' : `there is "${found}"`
    const remedy = hint ?? remedyFor(this.text, this.at)
    throw new SubstitutionProblem(this.at, this.at + 1, `${message}, but here ${what}`, remedy)
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0]
    if (found !== undefined) this.at += found.length
    return found
  }
}

function remedyFor(text: string, at: number): string | undefined {
  const found = text[at] ?? ''
  if (found === '') return 'close it with "}"'
  if (found === "'") return 'put text in double quotes'
  return signHint(text, at) ?? (found === '$' ? 'inside ${…} write names without ${…}' : undefined)
}
