/** A provider with methods that fail as the blueprint orders, and that records its calls. */
import { appendFileSync } from 'node:fs'
import {
  badInput,
  computed,
  defineDataSource,
  defineFunction,
  defineProvider,
  defineResource,
  serve,
  transient,
  unexpected,
} from '@slipway/sdk'
import * as z from 'zod'

const asked = (method: string, name: string): void =>
  appendFileSync(process.env['MOODY_LOG'] ?? '/dev/null', `${method} ${name}\n`)

const isHidden = (name: string): boolean => (process.env['MOODY_HIDDEN'] ?? '').split(',').includes(name)

const thing = defineResource({
  type: 'moody/thing',
  schema: z.object({ title: z.string(), id: computed(z.string()) }),
  idField: 'id',
  settlement: 'find',
  deploy: ({ resourceId }) => ({ id: resourceId }),
  read({ spec, resourceName }) {
    asked('read', resourceName)
    if (isHidden(resourceName)) throw unexpected('the door is locked', ['nobody is in', 'the key is lost'])
    return spec.title.startsWith('drifting') ? { ...spec, title: 'drifted' } : spec
  },
  destroy: () => {},
  validate({ resourceName, spec }) {
    asked('validate', resourceName)
    if (spec.title === 'invalid') throw transient('the inspector is ill')
    return []
  },
})

const odd = defineResource({
  type: 'moody/odd',
  schema: z.object({ id: computed(z.string()) }),
  settlement: 'ask',
  deploy: ({ resourceId }) => ({ id: resourceId }),
  destroy: () => {},
})

const info = defineDataSource({
  type: 'moody/info',
  filters: z.object({ name: z.string() }),
  fields: z.object({ text: z.string() }),
  fetch({ where }) {
    asked('fetch', where.name)
    if (where.name === 'busy') throw transient('the line is busy', ['try later', 'or never'])
    throw badInput('no such name', ['who is that?'])
  },
})

const sulk = defineFunction({
  name: 'sulk',
  parameters: z.object({ text: z.string() }),
  returns: z.string(),
  call({ text }) {
    asked('call', text)
    throw transient('not now')
  },
})

const provider = defineProvider({
  id: 'acme/moody',
  version: '1.0.0',
  resources: [thing, odd],
  dataSources: [info],
  functions: [sulk],
  retryPolicy: { maxRetries: 2, firstDelayMs: 1, maxDelayMs: 2, factor: 1, jitter: false },
})
const define = provider.define.bind(provider)
provider.define = (request, control) => {
  if (request.resourceTypes.includes('moody/odd')) throw new Error('it cannot be put into words')
  return define(request, control)
}

await serve(provider)
