import { didYouMean } from '@slipway/source'
import type { Written } from '../declarations.ts'
import type { Section } from './section.ts'

export function reportUnknownType(
  { path, diagnostics }: Pick<Section, 'path' | 'diagnostics'>,
  { value, origin }: Written<string>,
  types: readonly string[],
): void {
  const meant = (typeWords.get(value) ?? []).filter((type) => types.includes(type))
  const near = meant.length > 0 ? `did you mean ${meant.map((type) => `"${type}"`).join(' or ')}?` : undefined
  const hint = near ?? didYouMean(value, types) ?? `there are: ${types.join(', ')}`
  diagnostics.error('blueprint/unknown-word', origin.start, origin.end, `${path}.type cannot be "${value}"`, { hint })
}

/** What types are called in other languages. */
const typeWords: ReadonlyMap<string, readonly string[]> = new Map([
  ['int', ['integer']],
  ['number', ['integer', 'float']],
  ['double', ['float']],
  ['bool', ['boolean']],
  ['str', ['string']],
  ['text', ['string']],
  ['list', ['array']],
  ['map', ['object']],
])
