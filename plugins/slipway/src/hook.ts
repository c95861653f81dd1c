import { defineResource, type ResourceType } from '@slipway/sdk'
import * as z from 'zod'
import type { Nodes } from './nodes.ts'
import { manifestIn, manifestProperties } from './spec.ts'

const schema = z.object({
  ...manifestProperties,
  hook: z
    .unknown()
    .optional()
    .describe('When to call the hook: `moments`, `pods`, `timeoutMs`, `order`, `before`, `after`.'),
})

type Spec = z.output<typeof schema>

const wholeManifest = ({ hook: moments, ...spec }: Partial<Spec>) => manifestIn(spec, { hook: moments })

const everywhere = (id: string) => ({ kind: 'hook', id, nodes: [] }) as const

export function hook(nodes: Nodes): ResourceType {
  return defineResource({
    type: 'slipway/hook',
    label: 'Hook',
    description:
      'A hook that is called at the moments of pod deploys, on every node. The deploy is complete when the node of this machine has the hook or, if the store serves other nodes, when each of them has it.',
    examples: [
      'type: slipway/hook\nspec:\n  id: notify\n  launchables:\n    main:\n      type: command\n      command: [logger, deployed]\n  hook:\n    moments: [after_launch]',
    ],
    schema,
    settlement: 'repeatable',
    settlesWithinMs: 0,
    async deploy({ spec, signal, log }) {
      const manifest = wholeManifest(spec)
      const settling = { signal, timeoutMs: spec.timeoutMs, onNews: (message: string) => log.notice(message) }
      const [first] = await nodes.of(spec).run(everywhere(manifest.id), manifest, settling)
      return { state: first?.state ?? 'running', hash: manifest.hash }
    },
    async read({ spec }) {
      const { id } = wholeManifest(spec as Partial<Spec>)
      const [first] = (await nodes.of(spec).look(everywhere(id))) ?? []
      return first === undefined ? undefined : { state: first.state }
    },
    async destroy({ spec, signal, log }) {
      const { id } = wholeManifest(spec as Partial<Spec>)
      const settling = { signal, timeoutMs: spec.timeoutMs ?? 60_000, onNews: (message: string) => log.notice(message) }
      await nodes.of(spec).remove(everywhere(id), settling)
    },
  })
}
