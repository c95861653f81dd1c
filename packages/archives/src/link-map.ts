import type { Refuse } from './caps.ts'
import { folded } from './names.ts'

/** The kernel follows no more links on one path. Honest archives need two or three. */
const mostOnOneWay = 40
/** How many steps the links of one archive may take together. */
const mostSteps = 10_000_000

export interface Link {
  readonly path: string
  readonly target: string
}

/**
 * The paths of the links that lead out of a folder; for links that did not come from our archives.
 * @param links relative to the folder, without `.` and `..` in their paths
 * @throws the error from `refuse`, when the search takes too long
 */
export function linksLeadingOut(links: Iterable<Link>, refuse: Refuse): readonly string[] {
  const map = new LinkMap(refuse)
  for (const { path, target } of links) map.add(path, target)
  return [...map.leadingOut()]
}

/**
 * The symbolic links of an archive. Each is followed step by step, as the kernel does: `..` after a link is the folder above the one
 * that the link leads to, and not the one that the path names.
 */
export class LinkMap {
  readonly #all: Link[] = []
  readonly #links = new Map<string, Link>()
  readonly #refuse: Refuse
  #steps = 0

  constructor(refuse: Refuse) {
    this.#refuse = refuse
  }

  /** @param path within the archive, without `.` and `..` */
  add(path: string, target: string): void {
    this.#all.push({ path, target })
    this.#links.set(folded(path), { path, target })
  }

  /** The links in the order in which they were added. */
  values(): Iterable<Link> {
    return this.#all
  }

  /**
   * The links that lead out of the archive.
   * @throws the error from `refuse`, when the search takes too long
   */
  *leadingOut(): Generator<string> {
    for (const { path, target } of this.#all) if (this.#leadsOut(path.split('/').slice(0, -1), target)) yield path
  }

  #leadsOut(here: string[], target: string): boolean {
    if (target.startsWith('/') || isClimbing(here.length, target)) return true
    const ahead = target.split('/').toReversed()
    let followed = 0
    for (let step = ahead.pop(); step !== undefined; step = ahead.pop()) {
      // A look-up costs as much as the path is long.
      this.#steps += 1 + here.length
      if (this.#steps > mostSteps) throw this.#refuse('its links lead to too many other links')
      if (step === '' || step === '.') continue
      if (step === '..') {
        if (here.pop() === undefined) return true
        continue
      }
      here.push(step)
      const path = here.join('/')
      const next = this.#links.get(folded(path))
      if (next === undefined) continue
      // Its target depends on the file system.
      if (next.path !== path) return true
      // The kernel does not follow more links, but programs that follow links themselves may.
      if (++followed > mostOnOneWay)
        throw this.#refuse('its links lead in a circle, or from one to the next without end')
      here.pop()
      if (next.target.startsWith('/')) return true
      ahead.push(...next.target.split('/').toReversed())
    }
    return false
  }
}

/** Whether a target leads out of the archive for a program that takes every step in it for a folder. */
function isClimbing(depth: number, target: string): boolean {
  let left = depth
  for (const step of target.split('/')) {
    if (step === '..') left--
    else if (step !== '' && step !== '.') left++
    if (left < 0) return true
  }
  return false
}
