import { secret } from '@slipway/sdk'
import * as z from 'zod'

export const config = z.object({
  baseUrl: z.url().optional().describe('Where URLs start that are none by themselves.'),
  authorization: secret(
    z.string().optional().describe('The header of this name, sent to where `baseUrl` is, and nowhere else.'),
  ),
  timeoutMs: z.int().min(1).default(30_000).describe('How long one request may take, in milliseconds.'),
})

export type Config = z.output<typeof config>
