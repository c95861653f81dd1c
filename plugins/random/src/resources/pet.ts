import * as z from 'zod'
import { computed, defineResource, replacing } from '@slipway/sdk'
import { pick } from '../alphabet.ts'
import { adverbs, adjectives, animals } from '../pet-words.ts'
import { generated, keepers, kept } from './generated.ts'

export const pet = defineResource({
  type: 'random/pet',
  label: 'Random pet name',
  description:
    'A name that people can say and remember, such as `brave-otter`. It is not unique, because there are few words.',
  examples: ['type: random/pet\nspec:\n  words: 3'],
  schema: z.object({
    words: replacing(z.int().min(1).max(6).default(2).describe('Number of words; the last one is an animal.')),
    separator: replacing(z.string().default('-').describe('Separator between the words.')),
    prefix: replacing(z.string().optional().describe('Your own first word.')),
    keepers,
    result: computed(z.string().describe('The name.')),
  }),
  ...generated,
  deploy: ({ spec, current }) =>
    kept(current?.spec, () => ({ result: [spec.prefix, ...nameOf(spec.words)].filter(Boolean).join(spec.separator) })),
})

/** Adverbs, then one adjective, then one animal. */
function nameOf(words: number): string[] {
  return Array.from({ length: words }, (_, index) => {
    if (index === words - 1) return pick(animals)
    return pick(index === words - 2 ? adjectives : adverbs)
  })
}
