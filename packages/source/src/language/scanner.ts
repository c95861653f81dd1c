/** Thrown to stop reading one entry or declaration; caught where reading can go on. */
export class LanguageProblem extends Error {
  readonly start: number
  readonly end: number
  readonly hint: string | undefined
  readonly code: string

  constructor(start: number, end: number, message: string, hint?: string, code = 'source/language-syntax') {
    super(message)
    this.start = start
    this.end = end
    this.hint = hint
    this.code = code
  }
}

const number = /-?[0-9]+(?:\.[0-9]+)?/y

/** Reads the smallest parts of the blueprint language. */
export class Scanner {
  readonly text: string
  at: number
  /** Ends of the comments that were read over, by their starts. */
  readonly comments = new Map<number, number>()

  constructor(text: string) {
    this.text = text
    this.at = text.startsWith('\uFEFF') ? 1 : 0
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length
  }

  /** The next character; empty at the end. */
  get next(): string {
    return this.text[this.at] ?? ''
  }

  /** Over spaces and a comment, to the end of the line at most. */
  skipBlank(): void {
    const { text } = this
    for (let code = text.charCodeAt(this.at); isBlank(code); code = text.charCodeAt(this.at)) this.at++
    if (text.charCodeAt(this.at) !== 0x23) return
    const lineEnd = text.indexOf('\n', this.at)
    const end = lineEnd === -1 ? text.length : lineEnd
    this.comments.set(this.at, end)
    this.at = end
  }

  /** Over spaces, comments and line breaks. */
  skipSpace(): void {
    for (;;) {
      this.skipBlank()
      if (this.text.charCodeAt(this.at) !== 0x0a) return
      this.at++
    }
  }

  /** Takes these characters when they come next. */
  take(characters: string): boolean {
    if (!this.text.startsWith(characters, this.at)) return false
    this.at += characters.length
    return true
  }

  name(): string | undefined {
    const { text, at: start } = this
    if (!isNameStart(text.charCodeAt(start))) return undefined
    let end = start + 1
    while (isNamePart(text.charCodeAt(end))) end++
    this.at = end
    return text.slice(start, end)
  }

  number(): string | undefined {
    number.lastIndex = this.at
    const found = number.exec(this.text)?.[0]
    if (found !== undefined) this.at += found.length
    return found
  }

  /** @throws LanguageProblem about what comes next */
  unexpected(expected: string, hint?: string): never {
    const { text, at } = this
    const found = wordAt(text, at)
    const what = found === '' ? 'the file ends' : found === '\n' ? 'the line ends' : `there is ${JSON.stringify(found)}`
    const end = at + Math.max(1, found.length)
    throw new LanguageProblem(at, Math.min(end, text.length + 1), `${expected}, but here ${what}`, hint)
  }
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0d
}

function isNameStart(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f
}

function isNamePart(code: number): boolean {
  return isNameStart(code) || (code >= 0x30 && code <= 0x39) || code === 0x2d
}

/** The word or the single character at a place, as messages show it. */
function wordAt(text: string, at: number): string {
  let end = at
  while (end - at < 40 && isNamePart(text.charCodeAt(end))) end++
  return end > at
    ? text.slice(at, end)
    : String.fromCodePoint(...[text.codePointAt(at)].filter((code) => code !== undefined))
}
