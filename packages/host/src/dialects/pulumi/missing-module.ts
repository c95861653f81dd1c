import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { shellWord } from '@slipway/model'

/**
 * What brings a module that a plugin in sources misses, as Python and Node.js tell it in a line of their output. `undefined`: the line
 * does not tell of one.
 *
 * @param folder of the plugin
 */
export function adviceOnModule(line: string, folder: string): string | undefined {
  const [, ofPython] = /^ModuleNotFoundError: No module named '([\w.]+)'/.exec(line) ?? []
  if (ofPython !== undefined)
    return `cd ${shellWord(folder)} && python3 -m venv .venv && .venv/bin/pip install ${requirements(folder, ofPython)}`
  const [, ofNode] = /Cannot find (?:module|package) '([\w@][\w@/.-]*)'/.exec(line) ?? []
  return ofNode === undefined ? undefined : `cd ${shellWord(folder)} && npm install`
}

/** What the folder lists, or the package of the module, which is called so more often than not. */
function requirements(folder: string, module: string): string {
  if (existsSync(join(folder, 'requirements.txt'))) return '-r requirements.txt'
  return existsSync(join(folder, 'pyproject.toml')) ? '-e .' : (module.split('.')[0] ?? module)
}
