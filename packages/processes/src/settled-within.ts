import { onceRead } from './once-read.ts'

/** Resolves with true once the promise has settled, with false if that takes longer. Leaves no timer behind. */
export function settledWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    // After a standstill, Node runs overdue timers before it reads what arrived in time.
    const timer = setTimeout(() => onceRead(() => resolve(false)), ms)
    const settled = (): void => {
      clearTimeout(timer)
      resolve(true)
    }
    promise.then(settled, settled)
  })
}
