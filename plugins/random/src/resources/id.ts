import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import { computed, defineResource, replacing } from '@slipway/sdk'
import { generated, keepers, kept } from './generated.ts'

export const id = defineResource({
  type: 'random/id',
  label: 'Random id',
  description: 'Random bytes in several notations, for names that must be unique.',
  examples: ['type: random/id\nspec:\n  byteLength: 4\n  prefix: site-'],
  schema: z.object({
    byteLength: replacing(z.int().min(1).max(1024).default(8).describe('Number of random bytes.')),
    prefix: replacing(z.string().default('').describe('Prefix of `result`. The other notations do not have it.')),
    keepers,
    result: computed(z.string().describe('The prefix, then the bytes in hexadecimal.')),
    hex: computed(z.string().describe('The bytes in hexadecimal.')),
    base64url: computed(z.string().describe('The bytes in base64url.')),
    decimal: computed(z.string().describe('The bytes as a decimal number. It is a string because it may be long.')),
  }),
  ...generated,
  deploy: ({ spec, current }) => kept(current?.spec, () => notations(randomBytes(spec.byteLength), spec.prefix)),
})

function notations(bytes: Buffer, prefix: string) {
  const hex = bytes.toString('hex')
  return { result: prefix + hex, hex, base64url: bytes.toString('base64url'), decimal: BigInt(`0x${hex}`).toString() }
}
