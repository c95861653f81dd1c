import { dirname, isAbsolute, resolve } from 'node:path'
import { readBlueprint } from '@slipway/engine'
import type { ChildBlueprint } from '../features/children.ts'

interface Kept extends ChildBlueprint {
  readonly text: string
}

const mostKept = 200

/** The files that blueprints include. Each is read when it is asked for, and parsed again only when it has changed. */
export class ChildFiles {
  readonly #read: (file: string) => string | undefined
  readonly #kept = new Map<string, Kept>()

  /** @param read the text of a file, from the editor or from the disk; bounded, and it never waits */
  constructor(read: (file: string) => string | undefined) {
    this.#read = read
  }

  /** The file that a blueprint names by this path; `undefined` when there is no such file, or nothing readable in it. */
  find(from: string, path: string): Kept | undefined {
    const file = isAbsolute(path) ? resolve(path) : resolve(dirname(from), path)
    const text = this.#read(file)
    const kept = this.#kept.get(file)
    if (text === kept?.text) return kept
    this.#kept.delete(file)
    const blueprint = text === undefined ? undefined : readBlueprint(file, text).blueprint
    if (text === undefined || blueprint === undefined) return undefined
    if (this.#kept.size >= mostKept) this.#kept.clear()
    const child = { file, text, blueprint }
    this.#kept.set(file, child)
    return child
  }
}
