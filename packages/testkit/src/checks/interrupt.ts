import { setTimeout as sleep } from 'node:timers/promises'
import type { Harness } from '../harness.ts'
import { expect, type Check } from '../report.ts'

/** Long enough for a process to die of a signal that it does not handle. */
const settleMs = 200

/** The last check of all: a plugin that fails it is gone. */
export const interruptCheck: Check<Harness> = {
  name: 'leaves Ctrl-C to its host',
  level: 'should',
  async run({ running }) {
    const { pid } = running
    process.kill(pid, 'SIGINT')
    await sleep(settleMs)
    expect(running.pid === pid, 'SIGINT ends it, which is what a terminal sends to all its processes')
    return 'SIGINT does not end it'
  },
}
