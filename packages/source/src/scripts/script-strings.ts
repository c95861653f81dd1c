/** A text that stands in a TypeScript or JavaScript source. Nothing is run, and types need not fit. */
export interface ScriptString {
  readonly value: string
  /** The offset of its quotation mark, in UTF-16 units. */
  readonly offset: number
  /** The call whose argument it is, by itself or in an object: `resource` and 1 for `s.resource('db', 'postgres/database')`. */
  readonly call: { readonly name: string; readonly argument: number } | undefined
  /** The key before it in an object: `type` of `{ type: 'acme/note' }`. */
  readonly property: string | undefined
  /** The word or sign before it: `from`, `import`, `(`. */
  readonly after: string
  /** The word or sign that follows: `as`, `,`. Empty at the end. */
  readonly followedBy: string
}

/** Bytes; the rest of a longer source is not read. */
const longestSource = 4 * 1024 * 1024

const token =
  /(?<space>\s+|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$))|(?<word>[\p{ID_Start}$_#][\p{ID_Continue}$\u200C\u200D]*)|(?<number>\d[\w.]*)|(?<text>'(?:[^'\\\n]|\\[^])*'?|"(?:[^"\\\n]|\\[^])*"?)|(?<sign>=>|\?\.|\+\+|--|[^])/uy

const rest = /(?:[^`\\$]|\\[^]|\$(?!\{))*/uy
const pattern = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*/uy

/** After these words a slash begins a pattern; after others it divides. */
const beforePattern = new Set(
  'return typeof case in of delete void throw new do else await yield instanceof'.split(' '),
)

/** An open bracket. */
interface Frame {
  readonly sign: string
  /** The function that a round bracket calls: `resource` for `s.resource(`. */
  readonly callee: string
  argument: number
}

/** The texts in a source, in their order. A source with mistakes gives the texts that can be recognised. Takes one pass. */
export function scriptStrings(source: string): readonly ScriptString[] {
  return new Scanner(source.slice(0, longestSource).replace(/^#![^\n]*/, (line) => ' '.repeat(line.length))).run()
}

class Scanner {
  readonly #source: string
  readonly #found: { -readonly [Key in keyof ScriptString]: ScriptString[Key] }[] = []
  /** The last text that was found, until the next word or sign is read. */
  #open: { followedBy: string } | undefined
  readonly #frames: Frame[] = []
  #at = 0
  /** The end of a line in which a seeming pattern did not end, so that nothing else in it is a pattern. */
  #noPatternBefore = 0
  /** The last word or sign, and the one before it. */
  #last = ''
  #before = ''

  constructor(source: string) {
    this.#source = source
  }

  run(): readonly ScriptString[] {
    while (this.#at < this.#source.length) this.#next()
    return this.#found
  }

  #next(): void {
    const { space, word, number, text, sign } = this.#match(token)?.groups ?? {}
    if (space !== undefined) return
    if (word !== undefined || number !== undefined) this.#take(word ?? '0')
    else if (text !== undefined) this.#text(text)
    else this.#sign(sign ?? '')
  }

  #match(what: RegExp): RegExpExecArray | null {
    what.lastIndex = this.#at
    const match = what.exec(this.#source)
    this.#at += match?.[0].length ?? 1
    return match
  }

  #take(word: string): void {
    if (this.#open !== undefined) this.#open.followedBy = word
    this.#open = undefined
    this.#before = this.#last
    this.#last = word
  }

  #text(text: string): void {
    const value = text.slice(1, text.endsWith(text[0] ?? '') && text.length > 1 ? -1 : undefined)
    this.#add(value, this.#at - text.length)
  }

  #add(written: string, offset: number): void {
    const frame = this.#frames.at(-1)
    const isInObject = frame?.sign === '{'
    const around = isInObject ? this.#frames.at(-2) : frame
    const call =
      around?.sign === '(' && around.callee !== '' ? { name: around.callee, argument: around.argument } : undefined
    const property = isInObject && this.#last === ':' ? this.#before : undefined
    const value = written.replaceAll(/\\([^])/gu, '$1')
    const found = { value, offset, call, property, after: this.#last, followedBy: '' }
    this.#found.push(found)
    this.#take("'")
    this.#open = found
  }

  #sign(sign: string): void {
    switch (sign) {
      case '(':
      case '[':
      case '{':
        this.#frames.push({ sign, callee: /^[\p{ID_Start}$_]/u.test(this.#last) ? this.#last : '', argument: 0 })
        break
      case ')':
      case ']':
        this.#frames.pop()
        break
      case '}':
        if (this.#frames.pop()?.sign === '`') return this.#template()
        break
      case ',': {
        const frame = this.#frames.at(-1)
        if (frame !== undefined) frame.argument++
        break
      }
      case '`':
        return this.#template(this.#at - 1)
      case '/':
        if (this.#mayBePattern()) return this.#pattern()
    }
    this.#take(sign)
  }

  /** The rest of a template, up to its end or to a value in it. */
  #template(start?: number): void {
    const text = this.#matchRest()
    const isEnd = this.#source[this.#at] !== '$'
    this.#at += isEnd ? 1 : 2
    if (!isEnd) {
      this.#frames.push({ sign: '`', callee: '', argument: 0 })
      return this.#take('${')
    }
    if (start === undefined) this.#take("'")
    else this.#add(text, start)
  }

  #matchRest(): string {
    rest.lastIndex = this.#at
    const text = rest.exec(this.#source)?.[0] ?? ''
    this.#at += text.length
    return text
  }

  #mayBePattern(): boolean {
    if (this.#at <= this.#noPatternBefore) return false
    if (beforePattern.has(this.#last)) return true
    return !/^[\p{ID_Start}$_#0')\]}]/u.test(this.#last)
  }

  #pattern(): void {
    this.#at--
    if (this.#match(pattern) !== null) return this.#take("'")
    const end = this.#source.indexOf('\n', this.#at)
    this.#noPatternBefore = end === -1 ? this.#source.length : end
    this.#take('/')
  }
}
