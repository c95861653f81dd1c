import type { PlacedPod } from '@slipway/operations/node/pods/settle-pod'
import { computed, defineResource, ignoringDrift, type ResourceCall, type ResourceType, unexpected } from '@slipway/sdk'
import * as z from 'zod'
import type { Nodes } from './nodes.ts'
import { asRefusal, owned } from './placed.ts'
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
    async deploy(call) {
      const { spec, current, signal, log } = call
      const manifest = wholeManifest(spec)
      const before = current && placed(manifest.id, current.spec as Spec).nodes
      const known = before && { nodes: before, hash: current.spec.hash }
      const now = { ...placed(manifest.id, spec), ...owned(call, known) }
      const settling = { signal, timeoutMs: spec.timeoutMs, onNews: (message: string) => log.notice(message) }
      const pods = nodes.of(spec)
      const hasAny = async (): Promise<boolean> => (await pods.scheduledOn(now)).length > 0
      const [first] = await pods.run(now, manifest, settling).catch(async (error: unknown) => {
        throw await asRefusal(error, current === undefined, hasAny)
      })
      if (first === undefined) throw unexpected(`no node runs ${manifest.id}`)
      // A failed attempt may still have reached other nodes.
      const scheduled = now.nodes.length === 0 ? [] : await pods.scheduledOn(now)
      const left = nodesLeft([...new Set([...(before ?? []), ...scheduled])], now.nodes)
      if (left.length > 0) await pods.remove({ ...now, nodes: left }, settling)
      return { state: first.state, hash: manifest.hash, ...(first.pid !== undefined && { pid: first.pid }) }
    },
    async read(call) {
      const spec = call.spec as Spec
      const there = whereRecorded(call, spec)
      const found = await nodes.of(spec).look(there)
      if (found?.state !== 'drained' || spec.state !== 'running') return found
      // The pod could not run there, whoever schedules it again.
      call.log.notice(`the pod ${there.id} does not run while its node is drained`)
      return { ...found, state: spec.state }
    },
    // A pod that a killed run left half scheduled is scheduled again.
    stabilised: ({ spec: { state } }) => ({ stabilised: state === 'running' }),
    async destroy(call) {
      const { signal, log } = call
      const spec = call.spec as Spec
      const there = whereRecorded(call, spec)
      const scheduled = there.nodes.length === 0 ? [] : await nodes.of(spec).scheduledOn(there)
      const settling = { signal, timeoutMs: spec.timeoutMs ?? 60_000, onNews: (message: string) => log.notice(message) }
      await nodes.of(spec).remove({ ...there, nodes: [...new Set([...there.nodes, ...scheduled])] }, settling)
    },
  })
}

function whereRecorded(call: ResourceCall, spec: Spec): PlacedPod {
  const there = placed(wholeManifest(spec).id, spec)
  return { ...there, ...owned(call, { nodes: there.nodes, hash: spec.hash }) }
}

/** Nodes that it ran on before, and does not any more. An empty name stands for this machine, which other resources need not name. */
function nodesLeft(before: readonly string[], now: readonly string[]): readonly string[] {
  return before.filter((node) => !now.includes(node))
}
