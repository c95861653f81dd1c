import type { Random } from '../../../soak/random.ts'

/** A page that a program wants. */
export interface Wanted {
  readonly name: string
  readonly text: string
  /** A change of the number needs a new page. */
  readonly number: string
  /** Names of earlier pages whose ids its text contains. */
  readonly needs: readonly string[]
  /** Name of an earlier page whose id its number contains: when that page is replaced, so is this one. */
  readonly standsOn: string | undefined
  /** True if it lies on a shelf, which is a component. */
  readonly isOnShelf: boolean
  /** True if the old page goes first when it is replaced. */
  readonly goesFirst: boolean
  readonly pin: string | undefined
  /** True if the program waits for it before it goes on. */
  readonly isAwaited: boolean
}

export function randomPages(random: Random): readonly Wanted[] {
  return grown([], random.between(3, 9), random)
}

/** The same pages with some changed, replaced, removed and added. */
export function changedPages(pages: readonly Wanted[], random: Random): readonly Wanted[] {
  const kept = pages.filter(() => random.chance(0.8))
  const names = new Set(kept.map(({ name }) => name))
  const changed = kept.map((page): Wanted => {
    const needs = page.needs.filter((need) => names.has(need))
    const text = random.chance(0.3) ? textOf(random) : page.text
    const number = random.chance(0.2) ? String(random.between(1, 1_000)) : page.number
    const standsOn = names.has(page.standsOn ?? '') ? page.standsOn : undefined
    return Object.assign({}, page, { needs, text, number, standsOn })
  })
  return grown(changed, random.between(0, 3), random)
}

function grown(pages: readonly Wanted[], count: number, random: Random): readonly Wanted[] {
  const all = [...pages]
  const used = new Set(pages.map(({ name }) => name))
  for (let at = 0; used.size < pages.length + count; at++) {
    const name = `page${at}`
    if (used.has(name)) continue
    used.add(name)
    all.push({
      name,
      text: textOf(random),
      number: String(random.between(1, 1_000)),
      needs: all.flatMap((other) => (random.chance(0.25) ? [other.name] : [])),
      standsOn: all.length > 0 && random.chance(0.3) ? random.pick(all).name : undefined,
      isOnShelf: random.chance(0.3),
      goesFirst: random.chance(0.2),
      pin: random.chance(0.3) ? `hush-${random.between(1_000, 9_999)}` : undefined,
      isAwaited: random.chance(0.2),
    })
  }
  return all
}

function textOf(random: Random): string {
  return `words ${random.between(1, 10_000)}`
}

/** The program makes the pages in `wanted.json`. */
export const programText = `const { readFileSync } = require('node:fs')
const pulumi = require('@pulumi/pulumi')
class Page extends pulumi.CustomResource {
  constructor(name, inputs, options) {
    super('bare:index:Page', name, { letters: undefined, ...inputs }, options)
  }
}
class Shelf extends pulumi.ComponentResource {
  constructor() {
    super('books:index:Shelf', 'shelf')
  }
}
module.exports = async () => {
  const wanted = JSON.parse(readFileSync(__dirname + '/wanted.json', 'utf8'))
  const shelf = wanted.some(({ isOnShelf }) => isOnShelf) ? new Shelf() : undefined
  const pages = {}
  for (const { name, text, number, needs, standsOn, isOnShelf, goesFirst, pin, isAwaited } of wanted) {
    const ids = pulumi.all(needs.map((need) => pages[need].id))
    const on = standsOn === undefined ? number : pulumi.interpolate\`\${number} on \${pages[standsOn].id}\`
    const inputs = { number: on, text: ids.apply((known) => [name + ': ' + text, ...known].join(' ')) }
    if (pin !== undefined) inputs.pin = pulumi.secret(pin)
    const options = { ...(isOnShelf && { parent: shelf }), ...(goesFirst && { deleteBeforeReplace: true }) }
    pages[name] = new Page(name, inputs, options)
    if (isAwaited) await new Promise((resolve) => pages[name].id.apply(resolve))
  }
  return { count: wanted.length, last: pages[wanted.at(-1)?.name]?.letters }
}
`
