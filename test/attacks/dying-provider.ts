/** A provider that dies in the middle of its first deploy, and says so in the file that DIED names. */
import { writeFileSync } from 'node:fs'
import { defineProvider, defineResource, serve } from '@slipway/sdk'
import * as z from 'zod'

const thing = defineResource({
  type: 'mute/thing',
  label: 'Thing',
  schema: z.object({ name: z.string() }),
  settlement: 'find',
  async deploy() {
    writeFileSync(process.env['DIED'] ?? '', '')
    process.exit(1)
  },
  async read() {
    return undefined
  },
  async destroy() {},
})

await serve(defineProvider({ id: 'acme/mute', version: '1.0.0', resources: [thing] }))
