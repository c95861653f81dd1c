/** Listens for signals from outside that stop an agent. Returns a function that stops listening. */
export function listenForQuit(
  closing: readonly AbortSignal[],
  signals: readonly NodeJS.Signals[],
  quit: () => void,
): () => void {
  for (const signal of closing) {
    if (signal.aborted) quit()
    else signal.addEventListener('abort', quit)
  }
  for (const signal of signals) process.on(signal, quit)
  return () => {
    for (const signal of closing) signal.removeEventListener('abort', quit)
    for (const signal of signals) process.off(signal, quit)
  }
}
