import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The greatest depth, number and size of files of a program in the YAML language. */
const most = { levels: 4, files: 2000, bytes: 8 << 20 } as const

/**
 * Lists the files of a folder that may belong to a program in Pulumi's YAML language, relative to the folder. Links, large files and folders of
 * other tools are left out.
 */
export function yamlFilesIn(folder: string): readonly string[] {
  const files: string[] = []
  const walk = (below: string, level: number): void => {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      const name = below === '' ? entry.name : `${below}/${entry.name}`
      const isOthers = entry.name.startsWith('.') || entry.name === 'node_modules'
      if (entry.isDirectory() && !isOthers && level < most.levels) walk(name, level + 1)
      else if (entry.isFile() && isOfYaml(entry.name) && statSync(join(folder, name)).size <= most.bytes)
        files.push(name)
      if (files.length >= most.files) return
    }
  }
  walk('', 1)
  return files.toSorted()
}

/** Returns true for the name of a YAML or JSON file. JSON files may also be programs: `Main.json`. */
function isOfYaml(name: string): boolean {
  return /\.(?:yaml|yml)$/.test(name) || name === 'Main.json' || name === 'Pulumi.json'
}
