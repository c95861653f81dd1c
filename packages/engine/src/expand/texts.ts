import type { Diagnostic } from '@slipway/model'
import type { Blueprint, BlueprintPart } from '../language/declarations.ts'
import { distinct } from './distinct.ts'

/** Sorts diagnostics by file, in the order in which the files were joined. */
export function inTextOrder(diagnostics: readonly Diagnostic[], { parts = [] }: Blueprint): readonly Diagnostic[] {
  const files = new Map(parts.map((part, index) => [part.blueprint.source.file, index] as const).toReversed())
  const place = ({ file = '', range }: Diagnostic) => [files.get(file) ?? 0, range?.start.offset ?? 0] as const
  return distinct(diagnostics)
    .map((diagnostic) => ({ diagnostic, place: place(diagnostic) }))
    .sort((a, b) => a.place[0] - b.place[0] || a.place[1] - b.place[1])
    .map(({ diagnostic }) => diagnostic)
}

/** The texts of a blueprint. A text that is included several times appears only once. */
export function checkedParts(blueprint: Blueprint): readonly BlueprintPart[] {
  const { parts = [{ blueprint, start: 0, childExports: new Map() }] } = blueprint
  const seen = new Set<Blueprint>()
  return parts.filter((part) => {
    const isKnown = seen.has(part.blueprint) && part.childExports.size === 0
    seen.add(part.blueprint)
    return !isKnown
  })
}
