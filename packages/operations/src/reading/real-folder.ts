import { realpathSync } from 'node:fs'

/** The folder that a path leads to, through whatever links: those may lead elsewhere by tomorrow. */
export function realFolder(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}
