import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** All files below a folder, at any depth. */
export function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
}
