import type { ChildProcess } from 'node:child_process'

/** How a process ended. */
export interface ExitStatus {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** The reason why the system refused to start it. */
  readonly error?: Error
}

/** Resolves at the moment the process ends. */
export function exitOf(child: ChildProcess): Promise<ExitStatus> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
    child.once('error', (error) => {
      if (child.pid === undefined) resolve({ code: null, signal: null, error })
    })
  })
}

/** `exit code 3`, `signal SIGKILL`, or why it never ran. */
export function exitText({ code, signal, error }: ExitStatus): string {
  if (error !== undefined) return error.message
  return code === null ? `signal ${signal}` : `exit code ${code}`
}

const meanings: Readonly<Partial<Record<NodeJS.Signals, string>>> = {
  SIGKILL: ', by a user or because memory ran out',
  SIGSEGV: ', it crashed',
  SIGBUS: ', it crashed',
  SIGABRT: ', it gave up by itself',
  SIGILL: ', it was likely built for another processor',
}

/** The status in a sentence: `exited with code 3`, `was killed by SIGKILL, by a user or because memory ran out`. */
export function describeExit({ code, signal, error }: ExitStatus): string {
  if (error !== undefined) return `could not be started: ${error.message}`
  if (signal !== null) return `was killed by ${signal}${meanings[signal] ?? ''}`
  // The shell that becomes the program reports with this code that it cannot do so.
  if (code === 126) return 'cannot be executed on this machine (exit code 126)'
  if (code === 127) return 'cannot be executed: its interpreter, or the file itself, is missing (exit code 127)'
  return `exited with code ${code}`
}
