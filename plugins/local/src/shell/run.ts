import { constants } from 'node:os'
import { type Command, FirstBytes, LastBytes, runCommand } from '@slipway/processes'

export interface Finished {
  /** The exit code; as in shells, 128 plus the number of the signal if a signal ended it. */
  readonly exitCode: number
  readonly stdout: string
  /** How many bytes of stdout were dropped because there were too many. */
  readonly dropped: number
  /** The end of stderr. */
  readonly stderr: string
}

const stdoutLimit = 1024 * 1024
const stderrLimit = 16 * 1024

/** Runs a shell command to its end. Rejects when it cannot be started or was stopped. */
export async function run(call: Pick<Command, 'command' | 'cwd' | 'env' | 'signal'>): Promise<Finished> {
  const stdout = new FirstBytes(stdoutLimit)
  const stderr = new LastBytes(stderrLimit)
  const { code, signal, error, stopped } = await runCommand({ ...call, stdout, stderr })
  if (stopped !== undefined) throw call.signal.reason
  if (error !== undefined) throw error
  const exitCode = code ?? 128 + constants.signals[signal ?? 'SIGKILL']
  return { exitCode, stdout: String(stdout), dropped: stdout.dropped, stderr: String(stderr) }
}
