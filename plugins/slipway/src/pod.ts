import { computed, defineResource, ignoringDrift, type ResourceType, unexpected } from '@slipway/sdk'
import * as z from 'zod'
import type { Nodes } from './nodes.ts'
import { manifestIn, manifestProperties } from './spec.ts'

const schema = z.object({
  ...manifestProperties,
  status: z.unknown().optional().describe('How to check the health of the pod: `http` is the URL to request.'),
  restart: z.unknown().optional().describe('When to restart the pod: `policy`, `limit`, `backoffMs`.'),
  limits: z.unknown().optional().describe('Limits of the pod: `memoryMb` (address space), `openFiles`.'),
  graceMs: z
    .int()
    .min(0)
    .optional()
    .describe('Time that the pod has to end by itself before it is killed, in milliseconds.'),
  node: z.string().optional().describe('Node on which the pod runs. Default: the node of this machine.'),
  nodes: z.array(z.string()).optional().describe('Nodes on which the pod runs.'),
  pid: ignoringDrift(computed(z.int().optional().describe('Process id of the first process on the first node.'))),
})

type Spec = z.output<typeof schema>

const wholeManifest = ({ status, restart, limits, graceMs, ...spec }: Partial<Spec>) =>
  manifestIn(spec, { status, restart, limits, graceMs })

const placed = (id: string, { node, nodes = [] }: Pick<Spec, 'node' | 'nodes'>) =>
  ({ kind: 'pod', id, nodes: node === undefined ? nodes : [node, ...nodes] }) as const

export function pod(nodes: Nodes): ResourceType {
  return defineResource({
    type: 'slipway/pod',
    label: 'Pod',
    description:
      'A pod that runs on nodes. The preparer installs, replaces and removes it step by step, and calls the hooks of the nodes. The deploy is complete when the pod runs and, if it has a `status`, is healthy.',
    examples: [
      'type: slipway/pod\nspec:\n  id: web\n  launchables:\n    main:\n      type: command\n      command: [sleep, "600"]',
    ],
    schema,
    settlement: 'repeatable',
    settlesWithinMs: 0,
    async deploy({ spec, current, resourceId, signal, log }) {
      const manifest = wholeManifest(spec)
      const now = { ...placed(manifest.id, spec), owner: resourceId }
      const settling = { signal, timeoutMs: spec.timeoutMs, onNews: (message: string) => log.notice(message) }
      const [first] = await nodes.of(spec).run(now, manifest, settling)
      if (first === undefined) throw unexpected(`no node runs ${manifest.id}`)
      const before = current === undefined ? [] : placed(manifest.id, current.spec as Spec).nodes
      // An attempt that has failed may have come to other nodes still.
      const scheduled = now.nodes.length === 0 ? [] : await nodes.of(spec).scheduledOn(now)
      const left = nodesLeft([...new Set([...before, ...scheduled])], now.nodes)
      if (left.length > 0) await nodes.of(spec).remove({ ...now, nodes: left }, settling)
      return { state: first.state, hash: manifest.hash, ...(first.pid !== undefined && { pid: first.pid }) }
    },
    async read({ spec }) {
      const { id } = wholeManifest(spec as Partial<Spec>)
      const found = await nodes.of(spec).look(placed(id, spec as Spec))
      if (found === undefined) return undefined
      const [first] = found
      return { state: first?.state, pid: first?.pid }
    },
    async destroy({ spec, resourceId, signal, log }) {
      const { id } = wholeManifest(spec as Partial<Spec>)
      const there = { ...placed(id, spec as Spec), owner: resourceId }
      const scheduled = there.nodes.length === 0 ? [] : await nodes.of(spec).scheduledOn(there)
      const settling = { signal, timeoutMs: spec.timeoutMs ?? 60_000, onNews: (message: string) => log.notice(message) }
      await nodes.of(spec).remove({ ...there, nodes: [...new Set([...there.nodes, ...scheduled])] }, settling)
    },
  })
}

/** Nodes that it ran on before, and does not any more. No name at all is this machine's, which nobody else need call so. */
function nodesLeft(before: readonly string[], now: readonly string[]): readonly string[] {
  return before.filter((node) => !now.includes(node))
}
