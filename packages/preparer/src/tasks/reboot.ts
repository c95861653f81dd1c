import { setTimeout as sleep } from 'node:timers/promises'
import { LastBytes, machineBoot, runCommand, exitText } from '@slipway/processes'
import { taskTypes } from '@slipway/stages'
import type { TaskDriver } from '@slipway/stages/local'

/** The facts about a node's machine that a reboot needs. */
export interface Machine {
  /** Changes with each boot. */
  boot(): string
  /** The command, for `/bin/sh`. */
  readonly rebootCommand: string
}

export const thisMachine: Machine = { boot: machineBoot, rebootCommand: 'shutdown -r now' }

/** Milliseconds between the command and the end of the machine, if the task has no limit. */
const longestMs = 600_000

/**
 * Reboots the machine. The next preparer reports whether it is back; a machine that goes on is a failure.
 * @param before must be durable before the machine goes down
 */
export function rebootDriver(machine: Machine, before: () => Promise<void>): readonly TaskDriver[] {
  const type = taskTypes.find(({ name }) => name === 'reboot')
  if (type === undefined) return []
  const run: TaskDriver['run'] = async ({ task, signal }, env) => {
    await before()
    const output = new LastBytes(4096)
    const { rebootCommand: command } = machine
    // A reboot begins by stopping the preparer, so this signal never stops the command.
    const unstoppable = new AbortController().signal
    const end = await runCommand({ command, cwd: '/', env, stdout: output, timeoutMs: 60_000, signal: unstoppable })
    const said = { output: String(output), dropped: 0 }
    if (end.code !== 0) return { outcome: 'failed', reason: `${command}: ${exitText(end)}`, ...said }
    const seconds = Number(task.parameters['timeout'] ?? 0)
    await sleep(seconds > 0 ? seconds * 1000 : longestMs, undefined, { signal })
    return { outcome: 'failed', reason: 'the machine was told to reboot, but is still running', ...said }
  }
  return [{ type, run }]
}
