/**
 * Calls a key's function as soon as the key is pressed, until the returned function is called. `q` acts like Ctrl-C. Works only on a terminal with a
 * user.
 */
export function pressedKeys(keys: Readonly<Record<string, () => void>>): () => void {
  const { stdin } = process
  const pressed = (typed: Buffer): void => {
    for (const key of String(typed)) {
      if (key === '\u0003' || key === 'q') process.kill(process.pid, 'SIGINT')
      else keys[key]?.()
    }
  }
  stdin.setRawMode(true)
  stdin.on('data', pressed)
  return () => {
    stdin.off('data', pressed)
    stdin.setRawMode(false)
    stdin.pause()
  }
}
