import { defineDataSource } from '@slipway/sdk'
import * as z from 'zod'
import { config } from './config.ts'
import { send } from './send.ts'

export const response = defineDataSource({
  type: 'http/response',
  label: 'Response',
  description: 'The response to a GET request.',
  config,
  filters: z.object({
    url: z.string().min(1).describe('URL.'),
    accept: z.string().optional().describe('The `accept` header.'),
  }),
  fields: z.object({
    status: z.int().describe('Status, from 200 to 299. Any other status is an error.'),
    body: z.string().describe('Body of the response, as a string. Use `jsondecode` to parse JSON.'),
    contentType: z.string().describe('The `content-type` header of the response.'),
  }),
  async fetch({ where: { url, accept }, ...call }) {
    const headers = accept === undefined ? {} : { accept }
    const { status, text, contentType } = await send({ method: 'GET', url, headers }, call, 'fetch')
    return { status, body: text, contentType }
  },
})
