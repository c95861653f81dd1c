import * as z from 'zod'
import { computed, defineResource, replacing } from '@slipway/sdk'
import { accident, accidents } from './accident.ts'

export const resource = defineResource({
  type: 'null/resource',
  label: 'Nothing',
  description: 'Keeps a value and creates nothing. It can be slow, fail, hang, or kill its plugin.',
  examples: ['type: null/resource\nspec:\n  value: ${resources.other.spec.id}\n  delayMs: 50'],
  schema: z.object({
    value: z.unknown().optional().describe('Any value to keep.'),
    keepers: replacing(
      z
        .record(z.string(), z.string())
        .optional()
        .describe('Any values. A change of one of them replaces the resource.'),
    ),
    ...accidents,
    id: computed(z.string().describe('Resource id from the engine.')),
  }),
  idField: 'id',
  settlement: 'repeatable',
  settlesWithinMs: 0,
  async deploy(call) {
    await accident('deploy', call)
    return { id: call.resourceId }
  },
  unstableWith: ['unstableFor', 'fail', 'crash', 'hang'],
  stabilised: (call) => accident('stabilised', call),
  async read(call) {
    await accident('read', call)
    return call.spec.id === undefined ? undefined : {}
  },
  async destroy(call) {
    await accident('destroy', call)
  },
})
