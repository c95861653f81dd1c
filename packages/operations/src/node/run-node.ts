import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Agent, allPlugins, quitOnClose, quitSignals, stopTimeout } from '@slipway/agent'
import { FilePolicy, type NodeEvent, NoPolicy, Preparer } from '@slipway/preparer'
import { timeSortedIds } from '../parts/system-ports.ts'
import type { Slipway } from '../slipway.ts'
import { defaultNode, layoutOf, type NodeRequest } from './node-request.ts'
import { journalAt, openStore, silentConfig } from './stores.ts'

export interface RunNodeRequest extends NodeRequest {
  /** Absent: the host's name. */
  readonly name?: string | undefined
  /** A file. Absent: everything may run. */
  readonly policy?: string | undefined
  /** Follow the store also when it is not the one that the node knows. */
  readonly acceptIntent?: boolean | undefined
  /** Aborting ends the preparer; its pods go on. */
  readonly stop: AbortSignal
}

export interface NodeObserver {
  /** The preparer is there. */
  started(node: string, root: string): void
  event(event: NodeEvent): void
}

/** Hooks and the pods' own scripts may take this long to end when the preparer does, in milliseconds. */
const stopMs = 60_000

/** Runs a preparer until it is told to stop. @throws Failure `node/root-in-use`, `node/bad-store`, `node/bad-policy` */
export async function runNode(slipway: Slipway, request: RunNodeRequest, observer: NodeObserver): Promise<void> {
  const layout = layoutOf(slipway, request)
  const node = request.name ?? defaultNode()
  layout.prepare()
  const config = silentConfig()
  const { policy } = request
  writeFileSync(layout.name, node)
  const preparer = new Preparer(
    {
      node,
      layout,
      env: slipway.env,
      ids: timeSortedIds(),
      acceptIntent: request.acceptIntent === true,
      onEvent: (event) => observer.event(event),
    },
    {
      store: await openStore(slipway, request, config),
      journal: journalAt(layout.journal, config),
      policy: policy === undefined ? new NoPolicy() : new FilePolicy(resolve(slipway.cwd, policy)),
    },
  )
  const agent = new Agent(allPlugins(preparer), quitSignals(), quitOnClose(request.stop), stopTimeout(stopMs))
  await agent.start()
  observer.started(node, layout.root)
  await agent.wait()
}
