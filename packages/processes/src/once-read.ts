/** Turns of the event loop in which a process’s exit, its last output and the end of its pipes are noticed. */
const turnsToRead = 4

/** Calls back once this process has read what had arrived until now, and what arrives with it. */
export function onceRead(done: () => void): void {
  afterTurns(turnsToRead, done)
}

function afterTurns(count: number, done: () => void): void {
  if (count === 0) done()
  else setImmediate(() => afterTurns(count - 1, done))
}
