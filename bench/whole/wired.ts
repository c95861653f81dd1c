/** A plugin that makes its resources and links at once, and makes nothing outside. */
import * as z from 'zod'
import { computed, defineLink, defineProvider, defineResource, serve } from '@slipway/sdk'

const end = defineResource({
  type: 'wired/end',
  schema: z.object({ value: z.string(), id: computed(z.string()) }),
  idField: 'id',
  settlement: 'repeatable',
  settlesWithinMs: 0,
  deploy: (call) => ({ id: call.resourceId }),
  read: () => ({}),
  destroy: () => undefined,
})

const wire = defineLink({
  a: end,
  b: end,
  plan: ({ a, b }) => ({ from: a.spec['value'], to: b.spec['value'] }),
  updateA: ({ a, b }) => ({ from: a.spec['value'], to: b.spec['value'] }),
  updateB: () => undefined,
  updateIntermediaries: () => ({ resources: [] }),
  read: () => ({}),
})

await serve(defineProvider({ id: 'bench/wired', version: '1.0.0', resources: [end], links: [wire] }))
