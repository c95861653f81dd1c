import type { TaskOutcome } from '../index.ts'
import { messageOf } from '@slipway/model'
import { type Command, type CommandEnd, exitText, LastBytes, runCommand } from '@slipway/processes'

export type ProcessCall = Omit<Command, 'stdout' | 'stderr'>

/** How many bytes of a task's output are kept. */
const outputLimit = 64 * 1024

/** Runs a task's command. Rejects only when the system does not even try. */
export async function runProcess(call: ProcessCall): Promise<TaskOutcome> {
  const tail = new LastBytes(outputLimit)
  const end = await runCommand({ ...call, stdout: tail })
  const said = { ...(end.code !== null && { exitCode: end.code }), output: String(tail), dropped: tail.dropped }
  const problem = problemOf(end, call)
  if (problem === undefined) return { outcome: 'succeeded', ...said }
  return { outcome: end.stopped === 'cancelled' ? 'cancelled' : 'failed', reason: problem, ...said }
}

/** The reason why it failed; `undefined` if it succeeded. */
function problemOf(end: CommandEnd, { timeoutMs = 0 }: ProcessCall): string | undefined {
  if (end.stopped === 'cancelled') return 'cancelled'
  if (end.stopped === 'timeout') return `not finished within ${timeoutMs / 1000} s`
  if (end.error !== undefined) return `it cannot be started: ${messageOf(end.error)}`
  if (end.signal !== null) return `ended by ${end.signal}`
  return end.code === 0 ? undefined : exitText(end)
}
