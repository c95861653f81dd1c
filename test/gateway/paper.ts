/** A provider that answers shapes.ts, and calls it in turn. Sheets are files below PAPER_FOLDER. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  badInput,
  computed,
  defineFunction,
  defineProvider,
  defineResource,
  secret,
  serve,
  transient,
} from '@slipway/sdk'
import * as z from 'zod'

const folder = process.env['PAPER_FOLDER'] ?? '/nowhere'
const fileOf = (id: string): string => join(folder, encodeURIComponent(id))

const one = z.object({ n: z.number() })
let busy = 2

const sheet = defineResource({
  type: 'paper/sheet',
  schema: z.object({
    title: z.string(),
    seal: secret(z.string()).optional(),
    id: computed(z.string()),
    pages: computed(z.number()),
    watermark: computed(secret(z.string())),
  }),
  idField: 'id',
  settlement: 'find',
  settlesWithinMs: 0,
  deploy({ spec, resourceId }) {
    if (spec.title === 'refused') throw badInput('no such paper', ['the title is refused'])
    if (spec.title === 'busy' && busy-- > 0) throw transient('the mill is busy')
    if (spec.title === 'always busy') throw transient('the mill is busy')
    writeFileSync(fileOf(resourceId), spec.title)
    if (spec.title === 'fatal') process.kill(process.pid, 'SIGKILL')
    return { id: `sheet-${resourceId}`, pages: spec.title.length, watermark: `mark of ${resourceId}` }
  },
  read({ resourceId }) {
    const file = fileOf(resourceId)
    if (!existsSync(file)) return undefined
    const title = readFileSync(file, 'utf8')
    return { title, id: `sheet-${resourceId}`, pages: title.length }
  },
  destroy({ resourceId }) {
    rmSync(fileOf(resourceId), { force: true })
  },
})

const functions = [
  defineFunction({ name: 'reams', parameters: one, returns: z.number(), call: ({ n }) => n * 500 }),
  defineFunction({
    name: 'fold',
    summary: 'Asks another provider, by its name alone.',
    parameters: one,
    returns: z.number(),
    call: ({ n }, { host }) => host.call('area', [n, 2], z.number()),
  }),
  defineFunction({
    name: 'ping',
    parameters: one,
    returns: z.number(),
    call: ({ n }, { host }) => host.call('shapes::pong', [n], z.number()),
  }),
  defineFunction({
    name: 'slow',
    parameters: one,
    returns: z.number(),
    call: async ({ n }, { signal }) => {
      await sleep(600_000, undefined, { signal })
      return n
    },
  }),
  defineFunction({ name: 'twin', parameters: one, returns: z.string(), call: () => 'of paper' }),
  defineFunction({
    name: 'count',
    parameters: z.object({}),
    returns: z.number(),
    call: () => readdirSync(folder).length,
  }),
]

await serve(
  defineProvider({
    id: 'acme/paper',
    version: '1.0.0',
    resources: [sheet],
    functions,
    retryPolicy: { maxRetries: 3, firstDelayMs: 1, maxDelayMs: 5, factor: 1, jitter: false },
  }),
)
