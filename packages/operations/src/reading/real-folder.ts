import { realpathSync } from 'node:fs'

/** Returns the real folder of a path, with all links resolved, because links may change later. */
export function realFolder(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}
