import { secret, tuning } from '@slipway/sdk'
import * as z from 'zod'

export const config = z.object({
  baseUrl: z.url().optional().describe('Base of relative URLs.'),
  authorization: secret(
    z.string().optional().describe('The `authorization` header. Slipway sends it only to the origin of `baseUrl`.'),
  ),
  timeoutMs: tuning(z.int().min(1).default(30_000).describe('Time limit for one request, in milliseconds.')),
})

export type Config = z.output<typeof config>
