import { didYouMean } from '@slipway/source'
import type { Written } from '../declarations.ts'
import type { Section } from './section.ts'

export function reportUnknownType(
  { path, diagnostics }: Pick<Section, 'path' | 'diagnostics'>,
  { value, origin }: Written<string>,
  types: readonly string[],
): void {
  const meant = meantTypes(value, types)
  const near = meant.length > 0 ? `did you mean ${meant.map((type) => `"${type}"`).join(' or ')}?` : undefined
  const hint = typeInside(value, types) ?? near ?? didYouMean(value, types) ?? `there are: ${types.join(', ')}`
  diagnostics.error('blueprint/unknown-word', origin.start, origin.end, `${path}.type cannot be "${value}"`, { hint })
}

/** The types that a word of another language can mean in Slipway: `number` is `integer` or `float`, `list(string)` is `array`. */
export function meantTypes<T extends string>(word: string, types: readonly T[]): readonly T[] {
  const outer = word.endsWith('[]') ? 'list' : word.replace(/\(.*\)$/s, '')
  const meant = typeWords.get(outer) ?? []
  return types.filter((type) => meant.includes(type))
}

/** The inner type of a word: HCL says `list(string)`, and TypeScript `string[]`. Only variables have a type for their content. */
function typeInside(word: string, types: readonly string[]): string | undefined {
  const [, hcl, typescript] = /^(?:(?:list|set|map)\((.+)\)|(\w+)\[\])$/s.exec(word) ?? []
  const inside = hcl ?? typescript
  if (inside === undefined || !types.includes('list')) return undefined
  const items = types.includes(inside) ? inside : (meantTypes(inside, types)[0] ?? '…')
  return `write "type: ${word.startsWith('map(') ? 'map' : 'list'}", and "items: ${items}" beside it`
}

/** Names of types in other languages. */
const typeWords: ReadonlyMap<string, readonly string[]> = new Map([
  ['int', ['integer']],
  ['number', ['integer', 'float']],
  ['double', ['float']],
  ['bool', ['boolean']],
  ['str', ['string']],
  ['text', ['string']],
  ['list', ['array']],
  ['map', ['object']],
  ['set', ['array']],
  ['tuple', ['array']],
  ['object', ['object']],
])
