import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning } from '@slipway/processes'
import type { Harness } from '../harness.ts'
import { expect, type Check } from '../report.ts'

/** Long enough for the host to notice that a process has died of a signal. */
const settleMs = 200

/** The last check: a plugin that fails it no longer runs. */
export const interruptCheck: Check<Harness> = {
  name: 'leaves Ctrl-C to its host',
  level: 'should',
  async run({ running }) {
    const { pid } = running
    process.kill(pid, 'SIGINT')
    await sleep(settleMs)
    // A process that has died is dead before its host notices.
    expect(
      running.pid === pid && isRunning(pid, 0),
      'SIGINT ends it, which is what a terminal sends to all its processes',
    )
    return 'SIGINT does not end it'
  },
}
