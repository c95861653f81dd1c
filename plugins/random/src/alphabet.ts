import { randomInt } from 'node:crypto'

/** A set of characters, and the least number of them in the text. */
export interface Ration {
  readonly characters: string
  readonly atLeast: number
}

/**
 * A random text in which every character is equally likely, with the required ones at random places. The rations must fit the length, and at least
 * one must not be empty.
 */
export function randomText(length: number, rations: readonly Ration[]): string {
  const all = rations.map(({ characters }) => characters).join('')
  const required = rations.flatMap(({ characters, atLeast }) => Array.from({ length: atLeast }, () => pick(characters)))
  const rest = Array.from({ length: length - required.length }, () => pick(all))
  return shuffle([...required, ...rest]).join('')
}

export function pick<T>(choices: ArrayLike<T>): T {
  return choices[randomInt(choices.length)] as T
}

function shuffle<T>(items: T[]): T[] {
  for (let last = items.length - 1; last > 0; last--) {
    const other = randomInt(last + 1)
    const item = items[last] as T
    items[last] = items[other] as T
    items[other] = item
  }
  return items
}
