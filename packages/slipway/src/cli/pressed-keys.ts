/**
 * Calls what stands for a key as soon as it is pressed, until what this returns is called; `q` and Ctrl-C are a Ctrl-C. Only where a person
 * has the terminal.
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
