/** The plugin acme/picky, which refuses everything named bad: a resource, a data source, a link; with two reasons. */
import * as z from 'zod'
import { badInput, computed, defineDataSource, defineLink, defineProvider, defineResource, serve } from '@slipway/sdk'

const errors = (name: unknown) =>
  name === 'bad'
    ? [
        { severity: 'error' as const, message: 'nobody is called so', hint: 'ask your parents' },
        { severity: 'error' as const, message: 'it is too short' },
        { severity: 'info' as const, message: 'there are better names' },
      ]
    : []

const thing = defineResource({
  type: 'picky/thing',
  schema: z.object({ name: z.string(), id: computed(z.string()) }),
  settlement: 'repeatable',
  validate: ({ spec }) => errors(spec.name),
  deploy({ resourceId, spec }) {
    if (spec.name === 'late') throw badInput('the register is closed', { hint: 'come on Monday' })
    return { id: resourceId }
  },
  destroy() {},
})

const place = defineDataSource({
  type: 'picky/place',
  filters: z.object({ name: z.string() }),
  fields: z.object({ id: z.string() }),
  validate: ({ where }) => errors(where.name),
  fetch: () => ({ id: '1' }),
})

const tie = defineLink({
  a: 'picky/thing',
  b: 'picky/thing',
  validate: ({ b }) => errors(b.spec['name'] === 'end' ? 'bad' : 'good'),
  updateA: () => ({}),
})

await serve(
  defineProvider({
    id: 'acme/picky',
    version: '1.0.0',
    resources: [thing],
    dataSources: [place],
    links: [tie],
    log() {},
  }),
)
