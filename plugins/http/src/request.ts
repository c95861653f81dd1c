import { isDeepStrictEqual } from 'node:util'
import { badInput, computed, defineResource } from '@slipway/sdk'
import * as z from 'zod'
import { config } from './config.ts'
import { fill } from './fill.ts'
import { contentOf, send, type Request } from './send.ts'

const url = z.string().min(1).describe('Where; `{id}` stands for `id` in what `create` was answered.')
const body = z.unknown().optional().describe('A text, or anything else, which is sent as JSON.')
const method = (usual: string) =>
  z
    .string()
    .regex(/^[A-Z]+$/)
    .default(usual)
    .describe('Its method.')

export const request = defineResource({
  type: 'http/request',
  label: 'Request',
  description:
    'Something that a service makes when it is asked to, with the requests that make, read, change and remove it.',
  examples: [
    `type: http/request
spec:
  headers: { authorization: "Bearer \${variables.token}" }
  create: { url: https://ci.example/hooks, body: { event: push } }
  read: { url: "https://ci.example/hooks/{id}" }
  update: { url: "https://ci.example/hooks/{id}", body: { event: push } }
  destroy: { method: DELETE, url: "https://ci.example/hooks/{id}" }
  expect: { event: push }`,
  ],
  config,
  schema: z.object({
    headers: z.record(z.string(), z.string()).optional().describe('Sent with each request.'),
    create: z
      .object({ method: method('POST'), url, body })
      .describe('Makes it. The header `idempotency-key` is added.'),
    read: z.object({ url }).optional().describe('Finds it, or is answered 404. Left out: it is taken to be there.'),
    update: z
      .object({ method: method('PUT'), url, body })
      .optional()
      .describe('Changes it when this, `create` or `expect` has changed. Left out: it is made anew.'),
    destroy: z
      .object({ method: method('DELETE'), url, body })
      .optional()
      .describe('Removes it. Left out: it stays.'),
    expect: z.record(z.string(), z.unknown()).optional().describe('What `read` must be answered, at least.'),
    response: computed(z.unknown().describe('What `create` was answered: JSON, or else a text.')),
  }),
  // Services that look at the header make it once. Whether this one does, only a person can tell.
  settlement: 'ask',

  replaces: ({ spec, current }) =>
    spec.update === undefined && !isDeepStrictEqual(spec.create, current.spec.create) ? ['create'] : [],

  async deploy({ spec, current, resourceId, ...call }) {
    if (current === undefined) {
      const headers = { 'idempotency-key': resourceId, ...spec.headers }
      return { response: contentOf(await send({ ...spec.create, headers }, call)) }
    }
    const { response } = current.spec
    if (spec.update !== undefined) await send(filled(spec.update, spec.headers, response), call)
    return { response }
  },

  async read({ spec, ...call }) {
    const known = spec.response === undefined ? undefined : {}
    const place = spec.read && fill(spec.read.url, spec.response)
    if (place === undefined) return known
    const answer = await send({ method: 'GET', url: place, ...(spec.headers && { headers: spec.headers }) }, call, gone)
    if (gone.includes(answer.status)) return undefined
    return spec.expect === undefined ? {} : { expect: namesOf(spec.expect, contentOf(answer)) }
  },

  async destroy({ spec, ...call }) {
    if (spec.destroy !== undefined) await send(filled(spec.destroy, spec.headers, spec.response), call, gone)
  },
})

/** Not found, or no longer there. */
const gone = [404, 410]

function filled<R extends Request>(asked: R, headers: Request['headers'], answer: unknown): R {
  const place = fill(asked.url, answer)
  if (place === undefined) throw badInput(`"${asked.url}" names something that create was not answered`)
  return { ...asked, url: place, ...(headers && { headers }) }
}

/** The part of an answer that is expected to be something. */
function namesOf(expected: object, content: unknown): Record<string, unknown> {
  const found: Record<string, unknown> = typeof content === 'object' && content !== null ? { ...content } : {}
  return Object.fromEntries(Object.keys(expected).map((name) => [name, found[name] ?? null]))
}
