import { messageOf } from '@slipway/model'
import { expect, type Check } from '../report.ts'

interface Thing {
  /** `shop/thing testkit-1a2b3c4d-0` */
  readonly name: string
  /** True if there was something to remove. */
  readonly remove: () => Promise<boolean>
}

/** The removed things, and those that could not be removed, with the reason. */
export interface Removal {
  readonly removed: readonly string[]
  readonly left: readonly string[]
}

/** Things that a test has created, or may have created, and has not removed yet. */
export class Remains {
  readonly #things = new Map<string, Thing>()

  /** @param key identifies the thing */
  made(key: string, name: string, remove: Thing['remove']): void {
    this.#things.set(key, { name, remove })
  }

  gone(key: string): void {
    this.#things.delete(key)
  }

  /** Removes the last thing first, because later things may need earlier ones. Returns the things that stay, each with the reason. */
  async removeAll(): Promise<Removal> {
    const removed: string[] = []
    const left: string[] = []
    for (const [key, { name, remove }] of [...this.#things].toReversed()) {
      try {
        if (await remove()) removed.push(name)
        this.#things.delete(key)
      } catch (error) {
        left.push(`${name} (${messageOf(error)})`)
      }
    }
    return { removed, left }
  }
}

/** Runs only if something was left: a check has failed, or a signal has ended the test. */
export function remainsCheck({ removed, left }: Removal): Check<undefined> {
  return {
    name: 'is left as it was found',
    isAlways: true,
    run() {
      expect(left.length === 0, `still there, remove it by hand: ${left.join(', ')}`)
      return `removed what the test had left: ${removed.join(', ')}`
    },
  }
}
