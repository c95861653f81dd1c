import * as z from 'zod'
import { computed, defineResource, replacing } from '@slipway/sdk'
import { accident, accidents } from './accident.ts'

export const resource = defineResource({
  type: 'null/resource',
  label: 'Nothing',
  description: 'Keeps a value and makes nothing. It can be slow, fail, hang, or take its plugin with it.',
  examples: ['type: null/resource\nspec:\n  value: ${resources.other.spec.id}\n  delayMs: 50'],
  schema: z.object({
    value: z.unknown().optional().describe('Any value, to be kept.'),
    keepers: replacing(
      z.record(z.string(), z.string()).optional().describe('Any values. When one changes, the resource is replaced.'),
    ),
    ...accidents,
    id: computed(z.string().describe('The resource id that the engine gave to it.')),
  }),
  idField: 'id',
  settlement: 'repeatable',
  settlesWithinMs: 0,
  async deploy(call) {
    await accident('deploy', call)
    return { id: call.resourceId }
  },
  stabilised: (call) => accident('stabilised', call),
  async read(call) {
    await accident('read', call)
    return call.spec.id === undefined ? undefined : {}
  },
  async destroy(call) {
    await accident('destroy', call)
  },
})
