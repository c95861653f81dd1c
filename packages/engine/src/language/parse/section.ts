import {
  didYouMean,
  formOf,
  type DiagnosticList,
  type MapEntry,
  type MapNode,
  type ScalarNode,
  type TreeNode,
} from '@slipway/source'
import type { Written } from '../declarations.ts'
import type { Expression, Origin } from '../expression.ts'
import { expressionOf } from './expression-of.ts'
import { nameProblem } from '../declared-name.ts'

/** A map of the language with known keys. It reads the values one by one, and reports the problems of each. */
export class Section {
  readonly diagnostics: DiagnosticList
  /** The path of the section, for messages: `resources.web`. */
  readonly path: string
  readonly origin: Origin
  readonly #entries: readonly MapEntry[]

  private constructor(node: MapNode, path: string, diagnostics: DiagnosticList) {
    this.diagnostics = diagnostics
    this.path = path
    this.origin = { start: node.start, end: node.end }
    this.#entries = node.entries
  }

  /** The section of a node; `undefined` if the node is no map. Reports keys that the language does not have, as errors unless they do no harm. */
  static of(
    node: TreeNode,
    path: string,
    keys: readonly string[],
    diagnostics: DiagnosticList,
    severity: 'error' | 'warning' = 'error',
  ): Section | undefined {
    if (node.kind !== 'map') {
      wrongShape(node, path, 'a map', diagnostics)
      return undefined
    }
    for (const { key, keyStart, keyEnd } of node.entries) {
      if (keys.includes(key)) continue
      const hint = didYouMean(key, keys) ?? `there are: ${keys.join(', ')}`
      diagnostics[severity]('blueprint/unknown-key', keyStart, keyEnd, `${path} has no key "${key}"`, { hint })
    }
    return new Section(node, path, diagnostics)
  }

  get(key: string): MapEntry | undefined {
    return this.#entries.find((entry) => entry.key === key)
  }

  /** The value under a required key. */
  need(key: string): TreeNode | undefined {
    const entry = this.get(key)
    if (entry !== undefined && !isEmpty(entry.value)) return entry.value
    if (entry !== undefined && isBroken(entry.value)) return undefined
    const { start, end } = this.origin
    const at = entry ?? { keyStart: start, keyEnd: Math.min(end, start + 1) }
    this.error('blueprint/missing-key', { start: at.keyStart, end: at.keyEnd }, `${this.path} needs "${key}"`)
    return undefined
  }

  /** The required literal text under a key, without `${…}`. */
  needText(key: string): Written<string> | undefined {
    const node = this.need(key)
    return node === undefined ? undefined : this.literalText(node, `${this.path}.${key}`)
  }

  text(key: string): Written<string> | undefined {
    const node = this.#given(key)
    return node === undefined ? undefined : this.literalText(node, `${this.path}.${key}`)
  }

  flag(key: string): boolean {
    const node = this.#given(key)
    if (node === undefined) return false
    if (node.kind === 'scalar' && typeof node.value === 'boolean') return node.value
    wrongShape(node, `${this.path}.${key}`, 'true or false', this.diagnostics)
    return false
  }

  expression(key: string): Expression | undefined {
    const node = this.#given(key)
    return node === undefined ? undefined : expressionOf(node, this.diagnostics)
  }

  /** The value under a key, which must be one of these words. */
  word<T extends string>(key: string, words: readonly T[], fallback: T): T {
    const written = this.text(key)
    if (written === undefined) return fallback
    const found = words.find((word) => word === written.value)
    if (found !== undefined) return found
    const hint = didYouMean(written.value, words) ?? `there are: ${words.join(', ')}`
    this.error('blueprint/unknown-word', written.origin, `${this.path}.${key} cannot be "${written.value}"`, hint)
    return fallback
  }

  /** The text of a scalar without `${…}`. Numbers count as they are written. */
  literalText(node: TreeNode, path: string): Written<string> | undefined {
    const origin = { start: node.start, end: node.end }
    if (node.kind !== 'scalar') {
      wrongShape(node, path, 'text', this.diagnostics)
      return undefined
    }
    if (isBroken(node)) return undefined
    if (!node.text.includes('${')) return { value: node.text, origin }
    const { file, text } = this.diagnostics.source
    const isExpression = formOf(file, text) === 'bp' && text[origin.start] !== '"'
    const what = isExpression ? 'an expression' : '${…}'
    const isField = path.endsWith('.field')
    const asReference = isExpression
      ? 'give the expression to a value, and use values.…'
      : 'write the reference without ${ and }'
    const where = path.replace(/^the blueprint\./, '')
    const hint = isField ? asReference : 'write the value out'
    this.error('blueprint/substitution-not-allowed', origin, `${where} cannot hold ${what}`, hint)
    return undefined
  }

  error(code: string, { start, end }: Origin, message: string, hint?: string): void {
    this.diagnostics.error(code, start, end, message, { hint })
  }

  #given(key: string): TreeNode | undefined {
    const value = this.get(key)?.value
    return value === undefined || (isEmpty(value) && !isBroken(value)) ? undefined : value
  }
}

/** The entries of a map from names to declarations. Names to which expressions could not refer are reported. */
export function namedEntries(
  node: TreeNode | undefined,
  path: string,
  diagnostics: DiagnosticList,
): readonly MapEntry[] {
  if (node === undefined || isEmpty(node)) return []
  if (node.kind !== 'map') {
    wrongShape(node, path, 'a map from names to declarations', diagnostics)
    return []
  }
  for (const { key, keyStart, keyEnd } of node.entries) {
    const problem = nameProblem(key)
    if (problem === undefined) continue
    const { message, hint } = problem
    diagnostics.error('blueprint/bad-name', keyStart, keyEnd, `${message} in ${path}`, { hint })
  }
  return node.entries
}

export function wrongShape(node: TreeNode, path: string, wanted: string, diagnostics: DiagnosticList): void {
  if (isBroken(node)) return
  const found = node.kind === 'scalar' ? scalarWords(node) : `a ${node.kind}`
  const end = node.kind === 'scalar' ? node.end : node.start + 1
  diagnostics.error('blueprint/wrong-shape', node.start, end, `${path} must be ${wanted}, but this is ${found}`)
}

function scalarWords({ value }: ScalarNode): string {
  if (value === null) return 'nothing'
  if (typeof value === 'string') return 'text'
  return typeof value === 'boolean' ? String(value) : `the number ${value}`
}

/** True for a node whose problems have already been reported. */
export function isBroken(node: TreeNode): boolean {
  return node.kind === 'scalar' && node.isBroken === true
}

export function isEmpty(node: TreeNode): boolean {
  return node.kind === 'scalar' && node.value === null
}
