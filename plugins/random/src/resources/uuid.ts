import { randomBytes, randomUUID } from 'node:crypto'
import * as z from 'zod'
import { computed, defineResource, replacing } from '@slipway/sdk'
import { generated, keepers, kept } from './generated.ts'

export const uuid = defineResource({
  type: 'random/uuid',
  label: 'Random UUID',
  description: 'A UUID as in RFC 9562. Version 4 is completely random. Version 7 sorts by time.',
  examples: ['type: random/uuid\nspec:\n  version: 7'],
  schema: z.object({
    version: replacing(z.literal([4, 7]).default(4).describe('UUID version.')),
    keepers,
    result: computed(z.string().describe('The UUID, such as `5f0c9f3e-7a34-4f6d-9f3a-0d3b3a1c2e11`.')),
  }),
  ...generated,
  deploy: ({ spec, current }) =>
    kept(current?.spec, () => ({ result: spec.version === 4 ? randomUUID() : timeOrdered(Date.now()) })),
})

/** Makes a version 7: 48 bits of Unix milliseconds, then random bits. */
function timeOrdered(now: number): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now, 0, 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
