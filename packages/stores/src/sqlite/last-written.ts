import { lstatSync, statSync } from 'node:fs'
import { stateFile } from './store.ts'

/**
 * When the state in a directory was last written, in Unix milliseconds. `undefined`: there is not even the directory. `Infinity`: nobody
 * can tell. Opens nothing, so it says nothing of whether the state is a good one.
 */
export function lastWritten(directory: string): number | undefined {
  if (lstatSync(directory, { throwIfNoEntry: false }) === undefined) return undefined
  const file = stateFile(directory)
  try {
    return Math.max(statSync(file).mtimeMs, statSync(`${file}-wal`, { throwIfNoEntry: false })?.mtimeMs ?? 0)
  } catch {
    return Infinity
  }
}
