import { realpathSync } from 'node:fs'

/** The real folder of a path, with all links resolved, since links may change later. */
export function realFolder(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}
