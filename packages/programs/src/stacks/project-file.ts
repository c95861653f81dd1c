import { existsSync } from 'node:fs'
import { join } from 'node:path'

const fileNames = ['Pulumi.yaml', 'Pulumi.yml', 'Pulumi.json'] as const

/** The file that describes the project of this folder; `undefined` if there is none. Cheap, because every command calls it. */
export function projectFileIn(folder: string): string | undefined {
  return fileNames.map((name) => join(folder, name)).find((file) => existsSync(file))
}
