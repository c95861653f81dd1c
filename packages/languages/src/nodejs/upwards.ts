import { dirname } from 'node:path'

/** A folder and all folders above it, up to the root. */
export function upwards(folder: string): readonly string[] {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [folder, ...upwards(parent)]
}
