import { entryOf, type MapNode, type TreeNode, writeYaml } from '@slipway/source'
import { badFile, mapOf } from './map-file.ts'

/**
 * Changes single entries of a YAML text. Everything else stays unchanged, including comments and the order of keys. A value is given as
 * lines: the first follows the key, the others come below.
 */
export class MapEdit {
  readonly #file: string
  readonly #what: string
  #text: string

  /**
   * @param what the kind of the file in messages
   * @throws DiagnosticsFailure for an unreadable text, and for JSON
   */
  constructor(file: string, text: string, what = 'stack file') {
    this.#file = file
    this.#what = what
    this.#text = text
    const read = mapOf(file, text, what)
    if (text[read.tree.start] === '{')
      throw badFile(read, read.tree, 'this is written as JSON, which Slipway does not edit', 'change it by hand')
  }

  get text(): string {
    return this.#text
  }

  /** Sets an entry of the top-level map. */
  setTop(key: string, value: string): void {
    this.#setIn(this.#tree(), key, [value], 0)
  }

  /** Sets an entry in the map of a key, creating the map if necessary. */
  setIn(section: string, key: string, value: readonly string[]): void {
    const map = this.#section(section)
    if (map === undefined) this.#append([`${section}:`, ...entryLines(key, value, '  ')])
    else this.#setIn(map, key, value, 2)
  }

  /** Removes an entry with its trailing comment. Returns false if it does not exist. */
  remove(section: string, key: string): boolean {
    const map = this.#section(section)
    const entry = map?.entries.find((each) => each.key === key)
    if (map === undefined || entry === undefined) return false
    const end = contentEnd(this.#text, entry.value, entry.keyEnd)
    const head = this.#tree().entries.find((each) => each.key === section)
    if (map.entries.length > 1) this.#replace(this.#lineStart(entry.keyStart), this.#lineEnd(end), '')
    else if (head !== undefined) this.#replace(head.keyEnd, end, ': {}')
    return true
  }

  /**
   * Sets an entry at a path of nested maps, and creates the missing maps.
   *
   * @throws DiagnosticsFailure for a map on the way that stands on one line
   */
  setAt(path: readonly string[], value: readonly string[]): void {
    let map = this.#tree()
    for (const [index, key] of path.slice(0, -1).entries()) {
      const entry = map.entries.find((each) => each.key === key)
      const inner = entry?.value
      if (inner?.kind === 'map' && inner.entries.length > 0) {
        if (this.#text[inner.start] === '{') throw this.#onOneLine(inner, path)
        map = inner
        continue
      }
      this.#setIn(map, key, nested(path.slice(index + 1), value), 2)
      return
    }
    this.#setIn(map, path.at(-1) ?? '', value, 2)
  }

  /** Removes an entry at a path of nested maps, and those maps that become empty. Returns false if it does not exist. */
  removeAt(path: readonly string[]): boolean {
    let map = this.#tree()
    for (const key of path.slice(0, -1)) {
      const inner = map.entries.find((each) => each.key === key)?.value
      if (inner?.kind !== 'map') return false
      if (this.#text[inner.start] === '{') throw this.#onOneLine(inner, path)
      map = inner
    }
    const entry = map.entries.find((each) => each.key === path.at(-1))
    if (entry === undefined) return false
    if (map.entries.length === 1 && path.length > 1) return this.removeAt(path.slice(0, -1))
    const end = contentEnd(this.#text, entry.value, entry.keyEnd)
    this.#replace(this.#lineStart(entry.keyStart), this.#lineEnd(end), '')
    return true
  }

  #onOneLine(map: MapNode, path: readonly string[]): Error {
    const message = `this map is on one line, so Slipway does not change ${path.join('.')} in it`
    return badFile(mapOf(this.#file, this.#text, this.#what), map, message, 'write each entry on its own line')
  }

  #setIn(map: MapNode, key: string, value: readonly string[], usual: number): void {
    const [first] = map.entries
    const indent = ' '.repeat(first === undefined ? usual : first.keyStart - this.#lineStart(first.keyStart))
    const entry = map.entries.find((each) => each.key === key)
    const lines = entryLines(key, value, indent)
    if (entry !== undefined) {
      const [head = '', ...more] = lines
      const text = [head.slice(indent.length), ...more].join(this.#newline)
      this.#replace(entry.keyStart, contentEnd(this.#text, entry.value, entry.keyEnd), text)
      return
    }
    const last = map.entries.at(-1)
    if (last === undefined) this.#append(lines)
    else this.#insert(this.#lineEnd(contentEnd(this.#text, last.value, last.keyEnd)), lines)
  }

  /** The map of a key in block form; `undefined` if there is none. */
  #section(section: string): MapNode | undefined {
    const tree = this.#tree()
    const entry = tree.entries.find((each) => each.key === section)
    if (entry === undefined) return undefined
    const { value } = entry
    const isOnOneLine = value.kind === 'map' && this.#text[value.start] === '{'
    if (value.kind === 'map' && !isOnOneLine && value.entries.length > 0) return value
    // Rewrite `config: {}`, `config:` and `config: {a: b}` in block form, to have lines to edit.
    const lines = value.kind === 'map' ? writtenOut(value) : []
    if (lines.length === 0) {
      this.#replace(this.#lineStart(entry.keyStart), this.#lineEnd(contentEnd(this.#text, value, entry.keyEnd)), '')
      return undefined
    }
    const text = [`${this.#text.slice(entry.keyStart, entry.keyEnd)}:`, ...lines].join(this.#newline)
    this.#replace(entry.keyStart, contentEnd(this.#text, value), text)
    const again = entryOf(this.#tree(), section)
    return again?.kind === 'map' ? again : undefined
  }

  #tree(): MapNode {
    return mapOf(this.#file, this.#text, this.#what).tree
  }

  #append(lines: readonly string[]): void {
    this.#insert(this.#text.length, lines)
  }

  /** Puts lines at the start of a line. */
  #insert(at: number, lines: readonly string[]): void {
    const gap = at > 0 && this.#text[at - 1] !== '\n' ? this.#newline : ''
    this.#replace(at, at, `${gap}${lines.join(this.#newline)}${this.#newline}`)
  }

  #replace(start: number, end: number, text: string): void {
    this.#text = this.#text.slice(0, start) + text + this.#text.slice(end)
  }

  get #newline(): string {
    return this.#text.includes('\r\n') ? '\r\n' : '\n'
  }

  #lineStart(at: number): number {
    return this.#text.lastIndexOf('\n', at - 1) + 1
  }

  /** The position after a line and its line break. */
  #lineEnd(at: number): number {
    const end = this.#text.indexOf('\n', at)
    return end === -1 ? this.#text.length : end + 1
  }
}

/**
 * The end of a value: before the final line break of a block text, after the bracket of a flow value, or after the key of a missing value.
 */
function contentEnd(text: string, node: TreeNode, keyEnd = 0): number {
  if (node.kind === 'scalar') {
    const trimmed = text.slice(0, Math.max(node.start, node.end)).trimEnd().length
    return Math.max(trimmed, keyEnd === 0 ? 0 : text.indexOf(':', keyEnd) + 1)
  }
  const last = node.kind === 'list' ? node.items.at(-1) : node.entries.at(-1)?.value
  const inner = last === undefined ? node.start + 1 : contentEnd(text, last, keyEndOf(node))
  if (!['{', '['].includes(text[node.start] ?? '')) return inner
  const between = /(?:[\s,]|#[^\n]*)*/y
  between.lastIndex = inner
  return inner + (between.exec(text)?.[0].length ?? 0) + 1
}

function keyEndOf(node: TreeNode): number {
  return node.kind === 'map' ? (node.entries.at(-1)?.keyEnd ?? 0) : 0
}

function writtenOut(map: MapNode): readonly string[] {
  if (map.entries.length === 0) return []
  const text = writeYaml(map, {
    at: () => ({ before: [], after: [], deeper: 0 }),
    areIn: () => false,
    hasGap: () => false,
    rest: () => [],
  })
  return text
    .trimEnd()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => `  ${line}`)
}

/** The lines of a value inside maps of one entry each. */
function nested([key, ...rest]: readonly string[], value: readonly string[]): readonly string[] {
  return key === undefined ? value : ['', ...entryLines(key, nested(rest, value), '')]
}

function entryLines(key: string, [first = '', ...more]: readonly string[], indent: string): readonly string[] {
  const head = `${indent}${scalar(key)}:${first === '' ? '' : ` ${first}`}`
  return [head, ...more.map((line) => `${indent}  ${line}`)]
}

/** Matches a text that YAML reads as the same text without quotes. */
const plain = /^[A-Za-z_/][\w/-]*(?:[.:@ ][\w/-]+)*$/
const words = new Set(['true', 'false', 'null', 'yes', 'no', 'on', 'off', 'y', 'n'])

/** A text as a scalar of YAML. */
export function scalar(text: string): string {
  return plain.test(text) && !words.has(text.toLowerCase()) ? text : JSON.stringify(text)
}
