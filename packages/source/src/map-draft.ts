import type { DiagnosticList } from './diagnostics.ts'
import type { MapEntry, TreeNode } from './tree.ts'

/** Few enough keys to look through one by one; most maps have fewer. */
const indexFrom = 12

/** The entries of one map while it is read. */
export class MapDraft {
  readonly entries: MapEntry[] = []
  #index: Map<string, MapEntry> | undefined

  /** Keeps the first of two equal keys, and reports the second with the place of the first. */
  add(diagnostics: DiagnosticList, key: string, keyStart: number, keyEnd: number, value: TreeNode): void {
    const first = this.#find(key)
    if (first !== undefined) return reportDuplicate(diagnostics, first, keyStart, keyEnd)
    const entry = { key, keyStart, keyEnd, value }
    this.entries.push(entry)
    this.#index?.set(key, entry)
  }

  #find(key: string): MapEntry | undefined {
    if (this.entries.length < indexFrom) {
      for (const entry of this.entries) if (entry.key === key) return entry
      return undefined
    }
    this.#index ??= new Map(this.entries.map((entry) => [entry.key, entry]))
    return this.#index.get(key)
  }
}

function reportDuplicate(diagnostics: DiagnosticList, first: MapEntry, keyStart: number, keyEnd: number): void {
  const { line, column } = diagnostics.source.position(first.keyStart)
  diagnostics.error('source/duplicate-key', keyStart, keyEnd, `${JSON.stringify(first.key)} is twice in this map`, {
    hint: `the first one is at line ${line}, column ${column}; remove or rename one of them`,
  })
}
