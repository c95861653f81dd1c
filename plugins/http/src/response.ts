import { defineDataSource } from '@slipway/sdk'
import * as z from 'zod'
import { config } from './config.ts'
import { send } from './send.ts'

export const response = defineDataSource({
  type: 'http/response',
  label: 'Response',
  description: 'What is answered to a GET.',
  config,
  filters: z.object({
    url: z.string().min(1).describe('Where.'),
    accept: z.string().optional().describe('The header of this name.'),
  }),
  fields: z.object({
    status: z.int().describe('Below 400: everything else is a failure.'),
    body: z.string().describe('The text of the answer; `jsondecode` makes values of JSON.'),
    contentType: z.string().describe('What it is, by its own account.'),
  }),
  async fetch({ where: { url, accept }, ...call }) {
    const headers = accept === undefined ? {} : { accept }
    const { status, text, contentType } = await send({ method: 'GET', url, headers }, call)
    return { status, body: text, contentType }
  },
})
