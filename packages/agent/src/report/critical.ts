import type { CriticalChain } from '../agent-view.ts'
import { criticalPath, type Graph } from '@slipway/graph'
import type { Tracer } from '../lifecycle/tracer.ts'
import type { Assembly } from '../lookup/assemble.ts'

/** The chain that limits how fast the agent can start, however many plugins start side by side. */
export function criticalChain(assembly: Assembly, graph: Graph, tracer: Tracer): CriticalChain {
  const took = (plugin: number): number =>
    (tracer.init.durations[plugin] || 0) + (tracer.afterInit.durations[plugin] || 0)
  const hasRun = assembly.order.some((plugin) => took(plugin) > 0)
  // Without measurements every plugin weighs the same: the longest chain.
  const { path, length } = criticalPath(graph, hasRun ? took : () => 1)
  return { plugins: path.map((plugin) => assembly.names[plugin] as string), duration: hasRun ? length : 0 }
}
