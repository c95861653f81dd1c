import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import { computed, defineResource, replacing } from '@slipway/sdk'
import { generated, keepers, kept } from './generated.ts'

export const integer = defineResource({
  type: 'random/integer',
  label: 'Random integer',
  description: 'A random integer. Every integer in the range is equally likely.',
  examples: ['type: random/integer\nspec:\n  min: 20000\n  max: 29999'],
  schema: z
    .object({
      min: replacing(z.int().describe('Smallest possible value.')),
      max: replacing(z.int().describe('Largest possible value.')),
      keepers,
      result: computed(z.int().describe('The integer.')),
    })
    .refine(({ min, max }) => min <= max, { message: 'must be at least min', path: ['max'] }),
  ...generated,
  deploy: ({ spec, current }) => kept(current?.spec, () => ({ result: randomBetween(spec.min, spec.max) })),
})

/** A random number between both ends, which are included. Draws again when a number would make small results more likely. */
function randomBetween(min: number, max: number): number {
  const count = BigInt(max) - BigInt(min) + 1n
  const fair = (1n << 64n) - ((1n << 64n) % count)
  for (;;) {
    const drawn = randomBytes(8).readBigUInt64BE()
    if (drawn < fair) return Number(BigInt(min) + (drawn % count))
  }
}
