import type { TaskDriver } from './task-driver.ts'
import { typeNamed } from './type-named.ts'

/**
 * This machine runs the deployment: rebooting it would end the run in the middle, so it is refused with a hint. A runner for other nodes
 * reboots them and waits until they are back.
 */
export const reboot: TaskDriver = {
  type: typeNamed('reboot'),
  run: async ({ node }) => ({
    outcome: 'failed',
    reason: `${node.name} is the machine that this deployment runs on, and cannot be rebooted by it`,
    output: '',
    dropped: 0,
  }),
}
