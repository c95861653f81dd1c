import { shellWord } from '@slipway/model'
import { visibleBelow } from '@slipway/source/visible'
import type { Colors } from '../console/console.ts'
import { bounds, shortened } from './bounds.ts'

export interface Hinted {
  readonly name: string
  readonly hint?: string
}

interface SharedHint {
  readonly names: readonly string[]
  /** The hint, with `NAME` in place of each name. */
  readonly hint: string
}

/** Collects hints that several failures share except for their names, so that each is shown once. */
export class SharedHints {
  readonly #shared: readonly SharedHint[]
  readonly #general: ReadonlySet<string>

  constructor(all: readonly Hinted[]) {
    const byHint = new Map<string, Set<string>>()
    for (const { name, hint } of all) {
      if (hint === undefined) continue
      const general = generalOf(name, hint)
      byHint.set(general, (byHint.get(general) ?? new Set()).add(name))
    }
    const shared = Array.from(byHint, ([hint, names]) => ({ hint, names: [...names] }))
    this.#shared = shared.filter(({ names }) => names.length > 1)
    this.#general = new Set(this.#shared.map(({ hint }) => hint))
  }

  /** The hint of a single failure, unless several share it. */
  own({ name, hint }: Hinted): string | undefined {
    return hint !== undefined && this.#general.has(generalOf(name, hint)) ? undefined : hint
  }

  /** The shared hints, with the names to which they apply. */
  lines(colors: Colors, margin: string): readonly string[] {
    return this.#shared.map(({ names, hint }) => {
      const shown = names.slice(0, bounds.reasons)
      const more = names.length === shown.length ? '' : ` and ${names.length - shown.length} more`
      const which = hint.includes('NAME') ? ' (NAME is each of them)' : ''
      const head = colors.cyan(`hint for ${shown.join(', ')}${more}${which}:`)
      return `${margin}${head} ${visibleBelow(shortened(hint), margin)}`
    })
  }
}

/** The hint with NAME in it. If a name is a word of the hint by chance, the hint is not shared. */
function generalOf(name: string, hint: string): string {
  const names = [...new Set([shellWord(name), name])].toSorted((a, b) => b.length - a.length)
  const named = names.map((each) => each.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  return hint
    .replace(/ \(resource id [^)]*\)/g, ' (by its resource id: slipway state show NAME)')
    .replace(new RegExp(`(?<![\\w/-])(?:${named})(?![\\w/-])`, 'g'), 'NAME')
}
