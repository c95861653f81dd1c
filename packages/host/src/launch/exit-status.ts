/** How a process ended. */
export interface ExitStatus {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** It never ran: the system refused to start it. */
  readonly error?: Error
}

const meanings: Readonly<Partial<Record<NodeJS.Signals, string>>> = {
  SIGKILL: ', by somebody or for want of memory',
  SIGSEGV: ', it crashed',
  SIGBUS: ', it crashed',
  SIGABRT: ', it gave up by itself',
  SIGILL: ', it was likely built for another processor',
}

/** What a sentence says of it: `exited with code 3`, `was killed by SIGKILL, by somebody or for want of memory`. */
export function describeExit({ code, signal, error }: ExitStatus): string {
  if (error !== undefined) return `could not be started: ${error.message}`
  if (signal !== null) return `was killed by ${signal}${meanings[signal] ?? ''}`
  // The shell that becomes the plugin says so when it cannot.
  if (code === 126) return 'cannot be executed on this machine (exit code 126)'
  if (code === 127) return 'cannot be executed: its interpreter, or the file itself, is missing (exit code 127)'
  return `exited with code ${code}`
}
