/** Signals that a person sends to a command. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Passes signals on to a process that runs in the foreground, until the returned function is called. */
export function passOn(pass: (signal: NodeJS.Signals) => void): () => void {
  for (const signal of signals) process.on(signal, pass)
  return () => {
    for (const signal of signals) process.off(signal, pass)
  }
}
