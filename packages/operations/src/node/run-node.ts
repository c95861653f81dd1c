import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Agent, allPlugins, quitOnClose, quitSignals, stopTimeout } from '@slipway/agent'
import { Failure } from '@slipway/model'
import { FilePolicy, type NodeEvent, NoPolicy, Preparer } from '@slipway/preparer'
import { timeSortedIds } from '../ports/system-ports.ts'
import type { Slipway } from '../slipway.ts'
import { defaultNode, layoutOf, type NodeRequest } from './node-request.ts'
import { journalAt, openStore, silentConfig } from './stores.ts'

export interface RunNodeRequest extends NodeRequest {
  /** The name of the node. Absent: the host's name. */
  readonly name?: string | undefined
  /** The policy file. Absent: everything may run. */
  readonly policy?: string | undefined
  /** Approximate number of hook runs in the audit. Default: 10,000. */
  readonly auditRows?: number | undefined
  /** True: the node follows the store even if the store differs from the one that it knows. */
  readonly acceptIntent?: boolean | undefined
  /** Aborting ends the preparer; its pods keep running. */
  readonly stop: AbortSignal
}

export interface NodeObserver {
  /** Called once the preparer is ready. */
  started(node: string, root: string, preparer: Preparer): void
  event(event: NodeEvent): void
}

/** Time limit for hooks and pods' own scripts when the preparer ends, in milliseconds. */
const stopMs = 60_000

/** Runs a preparer until `stop` aborts. @throws */
export async function runNode(slipway: Slipway, request: RunNodeRequest, observer: NodeObserver): Promise<void> {
  const layout = layoutOf(slipway, request)
  const node = request.name ?? defaultNode()
  refuseBadName(node)
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
      ...(request.auditRows !== undefined && { auditRows: request.auditRows }),
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
  observer.started(node, layout.root, preparer)
  await agent.wait()
}

function refuseBadName(name: string): void {
  if (/^[^\s\p{C}]{1,253}$/u.test(name)) return
  throw new Failure('node/bad-name', `${JSON.stringify(name)} is not a valid name for a node`, {
    hint: 'a name has 1 to 253 characters, and no spaces',
  })
}
