import * as z from 'zod'
import { computed, defineResource } from '@slipway/sdk'
import { characterProperties, makeCharacters, refineCharacters } from './characters.ts'
import { generated, kept } from './generated.ts'

export const string = defineResource({
  type: 'random/string',
  label: 'Random string',
  description: 'A random string that is not secret. Use `random/password` for secrets.',
  examples: ['type: random/string\nspec:\n  length: 12\n  special: false'],
  schema: z
    .object({ ...characterProperties, result: computed(z.string().describe('The string.')) })
    .superRefine(refineCharacters),
  ...generated,
  deploy: ({ spec, current }) => kept(current?.spec, () => makeCharacters(spec)),
})
