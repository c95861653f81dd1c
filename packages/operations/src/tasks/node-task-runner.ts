import type { TaskRunner } from '@slipway/stages'
import type { Slipway } from '../slipway.ts'
import type { TaskNode } from './nodes.ts'

/**
 * Makes a runner that runs tasks on the machine of their node: on this machine, or through the node's preparer. Loads the code for preparers only
 * when needed.
 */
export function nodeTaskRunner(local: TaskRunner, nodes: readonly TaskNode[], slipway: Slipway): TaskRunner {
  const preparers = new Map(nodes.map(({ name, preparer }) => [name, preparer]))
  return {
    types: local.types,
    async run(call) {
      const preparer = preparers.get(call.node.name)
      if (preparer === undefined) return local.run(call)
      const { runOnNode } = await import('../node/remote-tasks.ts')
      return runOnNode(
        slipway,
        preparer,
        call,
        local.types.find(({ name }) => name === call.task.type),
      )
    },
  }
}
