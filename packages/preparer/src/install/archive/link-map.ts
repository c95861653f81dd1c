import { dirname } from 'node:path'
import { bounds } from './bounds.ts'
import { badArchive } from './tar-entries.ts'

/** The kernel follows no more on one way. */
const mostOnOneWay = 40

/**
 * The links of an archive. Each is followed step by step, as the kernel does: `..` after a link is the folder above the one
 * that the link leads to, and not the one that the path names.
 */
export class LinkMap {
  readonly #targets = new Map<string, string>()
  #steps = 0

  /** @param path within the archive, without `.` and `..` */
  add(path: string, target: string): void {
    this.#targets.set(path, target)
  }

  /** Those by which one gets out of the archive. */
  *leadingOut(): Generator<string> {
    for (const [path, target] of this.#targets) if (this.#leadsOut(dirname(path), target)) yield path
  }

  #leadsOut(folder: string, target: string): boolean {
    const here = folder === '.' ? [] : folder.split('/')
    const ahead = target.split('/').toReversed()
    let followed = 0
    for (let step = ahead.pop(); step !== undefined; step = ahead.pop()) {
      // A look-up costs as much as the way is long.
      this.#steps += 1 + here.length
      if (this.#steps > bounds.linkSteps) throw badArchive('its links lead to too many other links')
      if (step === '' || step === '.') continue
      if (step === '..') {
        if (here.pop() === undefined) return true
        continue
      }
      here.push(step)
      const next = this.#targets.get(here.join('/'))
      if (next === undefined) continue
      // The kernel does not go further, so nobody gets out here.
      if (++followed > mostOnOneWay) return false
      here.pop()
      ahead.push(...next.split('/').toReversed())
    }
    return false
  }
}
