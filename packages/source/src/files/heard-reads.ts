import { AsyncLocalStorage } from 'node:async_hooks'

/** The listener of each operation. Operations beside it have their own. */
const listeners = new AsyncLocalStorage<(file: string) => void>()

/** Does some work, and reports the files that it reads, absolute or as they were named. */
export function hearingReads<T>(onRead: (file: string) => void, work: () => Promise<T>): Promise<T> {
  return listeners.run(onRead, work)
}

/** Notes that the present operation reads a file, or looked for it in vain. */
export function noteRead(file: string): void {
  listeners.getStore()?.(file)
}

/** Returns a function that notes later reads for the present operation. */
export function laterReads(): (file: string) => void {
  return listeners.getStore() ?? (() => undefined)
}
