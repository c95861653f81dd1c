/** Resolves with true once the promise has settled, with false if that takes longer. Leaves no timer behind. */
export function settledWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    // After a standstill, Node runs overdue timers before it reads what arrived in time.
    const timer = setTimeout(() => afterTurns(turnsToRead, () => resolve(false)), ms)
    const settled = (): void => {
      clearTimeout(timer)
      resolve(true)
    }
    promise.then(settled, settled)
  })
}

/** Turns of the event loop in which a process’s exit, its last output and the end of its pipes are noticed. */
const turnsToRead = 4

function afterTurns(count: number, done: () => void): void {
  if (count === 0) done()
  else setImmediate(() => afterTurns(count - 1, done))
}
