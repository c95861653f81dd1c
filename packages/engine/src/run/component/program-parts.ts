import { Failure, shellWord } from '@slipway/model'
import { childrenAround } from '../../language/child-name.ts'
import { namesLike } from '../../plan/match/names-like.ts'
import { excludeBesideReplace, excludeBesideTarget, type Part } from '../../plan/match/targets.ts'
import type { How } from '../program/program.ts'

/** The parts of an instance that a run of a program is about. */
export interface ProgramPart extends Part {
  /** Names of the resources that the user wants replaced although no change demands it. */
  readonly replace?: readonly string[]
}

/**
 * Decides whether a resource that a program asks for is made, left as it is, or replaced. Nobody knows what a program will ask for. So the
 * user's names are compared with each resource as it comes, and the names that match none are reported at the end.
 */
export class ProgramParts {
  readonly #targets: readonly Pattern[]
  readonly #exclude: readonly Pattern[]
  readonly #replace: readonly Pattern[]
  readonly #met = new Set<Pattern>()
  readonly #known = new Set<string>()
  readonly #hasChildren: boolean
  /** True if the run is about the whole instance. */
  readonly isWhole: boolean

  /**
   * @param hasChildren what is before a `/` in a name is a child, whose name means everything in it
   * @throws Failure `engine/exclude-beside-target`
   */
  constructor({ targets = [], exclude = [], replace = [] }: ProgramPart, { hasChildren = false } = {}) {
    if (targets.length > 0 && exclude.length > 0) throw excludeBesideTarget('run')
    this.#targets = targets.map(patternOf)
    this.#exclude = exclude.map(patternOf)
    this.#replace = replace.map(patternOf)
    this.#hasChildren = hasChildren
    this.isWhole = targets.length + exclude.length === 0
  }

  /**
   * How a resource is handled.
   *
   * @param names all names by which a user may know the resource; the first one is shown
   * @param isInner the resource only exists for the program, and is never left out
   */
  how(names: readonly string[], isInner = false): How {
    const isTarget = this.#targets.length === 0 || this.#has(this.#targets, names)
    const isLeft = this.#has(this.#exclude, names)
    const isAnew = this.#has(this.#replace, names)
    this.#known.add(names[0] ?? '')
    if ((isTarget && !isLeft) || isInner) return isAnew ? 'anew' : 'wanted'
    if (!isAnew) return 'left'
    const name = names[0] ?? ''
    throw new Failure('engine/replace-beside-target', `${name} cannot be replaced: the run leaves it out`, {
      hint: this.#targets.length > 0 ? `add --target ${shellWord(name)}, or leave out --replace` : excludeBesideReplace,
    })
  }

  /** True if a resource may go when the program no longer asks for it. */
  mayGo(names: readonly string[]): boolean {
    if (this.#has(this.#exclude, names)) return false
    return this.#targets.length === 0 || this.#has(this.#targets, names)
  }

  /**
   * Refuses names that match no resource. Call it once the program has asked for everything.
   *
   * @param recorded for each record, all names by which a user may know it
   * @throws Failure `engine/unknown-target` for a name that nothing has
   */
  refuseUnknown(recorded: Iterable<readonly string[]>): void {
    for (const names of recorded) {
      this.#known.add(names[0] ?? '')
      for (const patterns of [this.#targets, this.#exclude, this.#replace]) this.#has(patterns, names)
    }
    const patterns = [...this.#targets, ...this.#exclude, ...this.#replace]
    const unknown = patterns.find((pattern) => !this.#met.has(pattern))
    if (unknown === undefined) return
    const { text } = unknown
    // All in one sentence, because a run says only why its program has failed.
    const message = `there is no resource ${text} in the program or in the state; ${namesLike(text, this.#known)}`
    throw new Failure('engine/unknown-target', message)
  }

  #has(patterns: readonly Pattern[], names: readonly string[]): boolean {
    if (patterns.length === 0) return false
    const meant = this.#hasChildren ? names.flatMap((name) => [name, ...childrenAround(name)]) : names
    const met = patterns.filter(({ matches }) => meant.some(matches))
    for (const pattern of met) this.#met.add(pattern)
    return met.length > 0
  }
}

interface Pattern {
  readonly text: string
  readonly matches: (name: string) => boolean
}

/** The pattern of a text in which one star matches any text without a colon, and two stars match any text. */
function patternOf(text: string): Pattern {
  if (!text.includes('*')) return { text, matches: (name) => name === text }
  const plain = text.replaceAll(/[\\^$.|?+()[\]{}]/g, '\\$&')
  const shape = new RegExp(`^${plain.replaceAll(/\*+/g, (stars) => (stars === '*' ? '[^:]*' : '.*'))}$`)
  return { text, matches: (name) => shape.test(name) }
}
