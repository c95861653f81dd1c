import { createScanner, type JSONScanner } from 'jsonc-parser'
import type { DiagnosticList } from '../diagnostics.ts'
import { limits } from '../limits.ts'
import { MapDraft } from '../map-draft.ts'
import { exactInteger } from '../number.ts'
import type { ScalarNode, SourceText, TreeNode } from '../tree.ts'

/** Kinds of token, as jsonc-parser numbers them; its own names are a `const enum`, which does not survive erasure. */
const token = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  null: 7,
  true: 8,
  false: 9,
  string: 10,
  number: 11,
  lineComment: 12,
  trivia: 15,
  end: 17,
} as const

const scanErrors: Readonly<Record<number, string>> = {
  1: 'the comment is not closed',
  2: 'the text is not closed',
  3: 'the number is not complete',
  4: 'after \\u four hexadecimal digits are needed',
  5: 'there is no such escape',
  6: 'a control character must be escaped',
}

interface ListFrame {
  readonly kind: 'list'
  readonly start: number
  readonly items: TreeNode[]
}

interface MapFrame {
  readonly kind: 'map'
  readonly start: number
  readonly draft: MapDraft
  key: ScalarNode | undefined
}

/** Thrown and caught in this file alone: the first syntax error ends the reading. */
class SyntaxProblem extends Error {}

export function parseJson(source: SourceText, diagnostics: DiagnosticList): TreeNode | undefined {
  try {
    return new JsonTree(source, diagnostics).build()
  } catch (thrown) {
    if (thrown instanceof SyntaxProblem) return undefined
    throw thrown
  }
}

/** Builds the tree token by token, with a stack of its own, so that depth costs no call stack. */
class JsonTree {
  readonly #text: string
  readonly #diagnostics: DiagnosticList
  readonly #scanner: JSONScanner
  readonly #stack: (ListFrame | MapFrame)[] = []
  #kind = 0
  #nodes = 0

  constructor(source: SourceText, diagnostics: DiagnosticList) {
    this.#text = source.text
    this.#diagnostics = diagnostics
    this.#scanner = createScanner(source.text)
    if (source.text.startsWith('\uFEFF')) this.#scanner.setPosition(1)
  }

  build(): TreeNode {
    this.#next()
    if (this.#kind === token.end) return { kind: 'scalar', start: 0, end: 0, value: null, text: '', style: 'plain' }
    let root = this.#value()
    while (this.#stack.length > 0) root = this.#step() ?? root
    if (this.#kind !== token.end || root === undefined) this.#fail('nothing may follow here', 'remove it')
    return root
  }

  /** Reads the next element of the innermost list or map, or its end. Returns the root once that has ended. */
  #step(): TreeNode | undefined {
    const frame = this.#stack.at(-1)
    if (frame === undefined) return undefined
    if (this.#kind === (frame.kind === 'map' ? token.closeBrace : token.closeBracket)) return this.#close(frame)
    if (frame.kind === 'map') this.#readKey(frame)
    return this.#value()
  }

  #readKey(frame: MapFrame): void {
    if (this.#kind !== token.string) this.#fail('a key in double quotes, or "}", is expected here')
    frame.key = this.#scalar(this.#scanner.getTokenValue(), 'quoted')
    this.#next()
    if (!this.#is(token.colon)) this.#fail('":" is expected after the key')
    this.#next()
  }

  /** Reads a scalar, or opens a list or map. */
  #value(): TreeNode | undefined {
    if (++this.#nodes > limits.nodes)
      this.#refuse('source/too-large', `more than ${limits.nodes} values`, 'split the file')
    const start = this.#scanner.getTokenOffset()
    if (this.#kind === token.openBrace || this.#kind === token.openBracket) {
      if (this.#stack.length >= limits.depth) this.#tooDeep()
      if (this.#kind === token.openBracket) this.#stack.push({ kind: 'list', start, items: [] })
      else this.#stack.push({ kind: 'map', start, draft: new MapDraft(), key: undefined })
      this.#next()
      return undefined
    }
    const node = this.#readScalar()
    this.#next()
    return this.#attach(node)
  }

  #close(frame: ListFrame | MapFrame): TreeNode | undefined {
    this.#stack.pop()
    const { start } = frame
    const end = this.#scanner.getTokenOffset() + 1
    this.#next()
    if (frame.kind === 'list') return this.#attach({ kind: 'list', start, end, items: frame.items })
    return this.#attach({ kind: 'map', start, end, entries: frame.draft.entries })
  }

  /** Puts a finished value into the list or map that it belongs to, and takes the comma after it. */
  #attach(node: TreeNode): TreeNode | undefined {
    const frame = this.#stack.at(-1)
    if (frame === undefined) return node
    if (frame.kind === 'list') frame.items.push(node)
    else if (frame.key !== undefined) {
      frame.draft.add(this.#diagnostics, frame.key.text, frame.key.start, frame.key.end, node)
    }
    const close = frame.kind === 'map' ? token.closeBrace : token.closeBracket
    if (this.#kind === token.comma) this.#next()
    else if (this.#kind !== close) this.#fail(`"," or "${frame.kind === 'map' ? '}' : ']'}" is expected here`)
    return undefined
  }

  #readScalar(): ScalarNode {
    const text = this.#scanner.getTokenValue()
    switch (this.#kind) {
      case token.string:
        return this.#scalar(text, 'quoted')
      case token.number:
        return this.#number(text)
      case token.true:
      case token.false:
        return { ...this.#scalar(text, 'plain'), value: this.#kind === token.true }
      case token.null:
        return { ...this.#scalar(text, 'plain'), value: null }
      default:
        return this.#fail('a value is expected here')
    }
  }

  #number(text: string): ScalarNode {
    const value = /^-?\d+$/.test(text) ? exactInteger(text) : Number(text)
    if (value === undefined || value === Infinity || value === -Infinity) {
      return this.#refuse('source/not-finite', `${text} is too large a number`)
    }
    return { ...this.#scalar(text, 'plain'), value }
  }

  #scalar(text: string, style: 'plain' | 'quoted'): ScalarNode {
    const start = this.#scanner.getTokenOffset()
    return { kind: 'scalar', start, end: start + this.#scanner.getTokenLength(), value: text, text, style }
  }

  #is(kind: number): boolean {
    return this.#kind === kind
  }

  #next(): void {
    do this.#kind = this.#scanner.scan()
    while (this.#kind >= token.lineComment && this.#kind <= token.trivia)
    const problem = scanErrors[this.#scanner.getTokenError()]
    if (problem !== undefined) this.#fail(problem)
  }

  #tooDeep(): never {
    this.#refuse('source/too-deep', `lists and maps are nested more than ${limits.depth} levels deep`, 'flatten them')
  }

  #fail(problem: string, hint?: string): never {
    const atEnd = this.#kind === token.end
    this.#refuse('source/json-syntax', `this is not JSON: ${atEnd ? 'the text ends too early, ' : ''}${problem}`, hint)
  }

  #refuse(code: string, message: string, hint?: string): never {
    const start = Math.min(this.#scanner.getTokenOffset(), this.#text.length)
    const end = start + Math.max(1, this.#scanner.getTokenLength())
    this.#diagnostics.error(code, start, end, message, { hint })
    throw new SyntaxProblem()
  }
}
