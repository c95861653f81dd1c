import { basename } from 'node:path'
import type { ChildBlueprint } from './children.ts'
import type { ChildPlace } from './child-places.ts'
import type { Known } from './known.ts'
import { paragraphs, variableHelp, variableWords } from './words.ts'

/** Explains a text about a child. */
export function childPlaceHelp(place: ChildPlace, known: Known): string {
  const { child } = place
  const file = basename(child.file)
  switch (place.kind) {
    case 'file':
      return childHelp(child)
    case 'export': {
      const { name, declared } = place
      if (declared === undefined) return `export **${name}**: ${file} has no such export`
      return paragraphs(`export **${name}**: ${declared.type}`, declared.description, `Of ${file}.`)
    }
    case 'variable': {
      const { name, declared } = place
      if (declared === undefined) return `variable **${name}**: ${file} has no such variable`
      return paragraphs(variableHelp(declared, known), `Of ${file}.`)
    }
  }
}

/** The inputs and outputs of a child. */
export function childHelp({ file, blueprint }: ChildBlueprint, name?: string): string {
  const variables = Array.from(blueprint.variables.values(), (one) => `- \`${one.name}\`: ${variableWords(one)}`)
  const exported = Array.from(blueprint.exports.values(), (one) => `- \`${one.name}\`: ${one.type}`)
  return paragraphs(
    name === undefined ? `**${basename(file)}**` : `child **${name}**: ${basename(file)}`,
    ...listed('Variables', variables),
    ...listed('Exports', exported),
  )
}

function listed(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`${title}:`, lines.join('\n')]
}
