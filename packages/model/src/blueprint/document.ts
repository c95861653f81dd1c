import type { Scalar } from '../value.ts'

/** A place in the file that a person wrote; lines and columns count from 1, columns in UTF-16 code units. */
export interface Place {
  readonly line: number
  readonly column: number
  readonly endLine?: number
  readonly endColumn?: number
}

/**
 * A blueprint, or a part of one, as the structure that a transformer gets and gives back. The root is a map with the keys that the language
 * has in YAML. A node without a place was not written by a person.
 */
export type DocumentNode =
  | { readonly kind: 'scalar'; readonly value: Scalar; readonly place?: Place }
  | DocumentText
  | { readonly kind: 'list'; readonly items: readonly DocumentNode[]; readonly place?: Place }
  | DocumentMap

/** A text with `${…}` in it. A text that is a single substitution has the value and the type of the substitution. */
export interface DocumentText {
  readonly kind: 'text'
  readonly parts: readonly (string | Substitution)[]
  readonly place?: Place
}

export interface DocumentMap {
  readonly kind: 'map'
  readonly entries: readonly DocumentEntry[]
  readonly place?: Place
}

export interface DocumentEntry {
  readonly key: string
  readonly value: DocumentNode
  /** The place of the key. */
  readonly place?: Place
}

/** The content of `${…}`. */
export type Substitution =
  | { readonly kind: 'literal'; readonly value: Scalar }
  | ReferenceSubstitution
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly SubstitutionArgument[] }

export interface ReferenceSubstitution {
  readonly kind: 'reference'
  readonly to: 'variable' | 'value' | 'resource' | 'datasource' | 'child' | 'elem' | 'index'
  /** The element's name; empty for `elem` and `index`. */
  readonly name: string
  /** Names and indices: `.spec["a.b"][0]`. */
  readonly path: readonly (string | number)[]
}

export interface SubstitutionArgument {
  readonly name?: string
  readonly value: Substitution
}

/** The entry for a key; `undefined` if the node is no map or does not have the key. */
export function documentEntry(node: DocumentNode | undefined, key: string): DocumentEntry | undefined {
  return node?.kind === 'map' ? node.entries.find((entry) => entry.key === key) : undefined
}

/** The value of a key; `undefined` if the node is no map or does not have the key. */
export function documentAt(node: DocumentNode | undefined, key: string): DocumentNode | undefined {
  return documentEntry(node, key)?.value
}
