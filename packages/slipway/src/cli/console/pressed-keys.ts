interface KeyReader {
  readonly listen: () => void
  readonly leave: () => void
}

/** The reader of the one terminal that a process has. Absent: nobody listens to single keys. */
let reader: KeyReader | undefined

/**
 * Calls a key's function as soon as the key is pressed, until the returned function is called. `q` acts like Ctrl-C. While a question is asked, the
 * keys belong to its answer. Works only on a terminal with a user.
 */
export function pressedKeys(keys: Readonly<Record<string, () => void>>): () => void {
  const { stdin } = process
  const pressed = (typed: Buffer): void => {
    for (const key of String(typed)) {
      if (key === '\u0003' || key === 'q') process.kill(process.pid, 'SIGINT')
      else keys[key]?.()
    }
  }
  const leave = (): void => void stdin.off('data', pressed)
  const listen = (): void => {
    stdin.setRawMode(true)
    stdin.on('data', pressed)
    // The reader of an answer has paused it.
    stdin.resume()
  }
  reader = { listen, leave }
  listen()
  return () => {
    reader = undefined
    leave()
    stdin.setRawMode(false)
    stdin.pause()
  }
}

/** Leaves the keys to a question. The returned function listens to them again. */
export function keysAside(): () => void {
  reader?.leave()
  return () => reader?.listen()
}
