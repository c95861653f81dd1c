import { AsyncLocalStorage } from 'node:async_hooks'

/** Of one operation at a time: what runs beside it reads for itself. */
const listeners = new AsyncLocalStorage<(file: string) => void>()

/** Does something, and tells which files it reads, absolute or as they were named. */
export function hearingReads<T>(onRead: (file: string) => void, work: () => Promise<T>): Promise<T> {
  return listeners.run(onRead, work)
}

/** A file is read, or was looked for in vain, in what is going on here. */
export function noteRead(file: string): void {
  listeners.getStore()?.(file)
}

/** The same for what happens later, in the name of what is going on now. */
export function laterReads(): (file: string) => void {
  return listeners.getStore() ?? (() => undefined)
}
