import * as z from 'zod'
import { computed, defineResource, secret } from '@slipway/sdk'
import { characterProperties, makeCharacters, refineCharacters } from './characters.ts'
import { generated, kept } from './generated.ts'

export const password = defineResource({
  type: 'random/password',
  label: 'Random password',
  description: 'A random string that is secret. Slipway never shows it, and stores it sealed.',
  examples: ['type: random/password\nspec:\n  length: 24\n  minSpecial: 2'],
  schema: z
    .object({ ...characterProperties, result: computed(secret(z.string().describe('The password.'))) })
    .superRefine(refineCharacters),
  ...generated,
  deploy: ({ spec, current }) => kept(current?.spec, () => makeCharacters(spec)),
})
