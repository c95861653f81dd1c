import type { PlacedPod } from '@slipway/operations/node/pods/settle-pod'
import { defineResource, type ResourceCall, type ResourceType } from '@slipway/sdk'
import * as z from 'zod'
import type { Nodes } from './nodes.ts'
import { asRefusal, owned } from './placed.ts'
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
    async deploy(call) {
      const { spec, current, signal, log } = call
      const manifest = wholeManifest(spec)
      const known = current && { nodes: [], hash: current.spec.hash }
      const settling = { signal, timeoutMs: spec.timeoutMs, onNews: (message: string) => log.notice(message) }
      const hooks = nodes.of(spec)
      const now = { ...everywhere(manifest.id), ...owned(call, known) }
      const [first] = await hooks.run(now, manifest, settling).catch(async (error: unknown) => {
        // The hook has only one place: if that belongs to somebody else, nothing there is our own.
        throw await asRefusal(error, current === undefined, () => Promise.resolve(false))
      })
      return { state: first?.state ?? 'running', hash: manifest.hash }
    },
    async read(call) {
      const spec = call.spec as Spec
      const found = await nodes.of(spec).look(whereRecorded(call, spec))
      return found && { state: found.state, hash: found.hash }
    },
    // A hook that a killed run left half scheduled is scheduled again.
    stabilised: ({ spec: { state } }) => ({ stabilised: state === 'running' }),
    async destroy(call) {
      const { signal, log } = call
      const spec = call.spec as Spec
      const settling = { signal, timeoutMs: spec.timeoutMs ?? 60_000, onNews: (message: string) => log.notice(message) }
      await nodes.of(spec).remove(whereRecorded(call, spec), settling)
    },
  })
}

function whereRecorded(call: ResourceCall, spec: Spec): PlacedPod {
  return { ...everywhere(wholeManifest(spec).id), ...owned(call, { nodes: [], hash: spec.hash }) }
}
