import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { shellWord } from '@slipway/model'

/**
 * A command that installs the module that a plugin in sources misses, derived from a line of Python's or Node.js's output. `undefined`: the
 * line does not report a missing module.
 * @param folder of the plugin
 */
export function adviceOnModule(line: string, folder: string): string | undefined {
  const [, ofPython] = /^ModuleNotFoundError: No module named '([\w.]+)'/.exec(line) ?? []
  if (ofPython !== undefined)
    return `cd ${shellWord(folder)} && python3 -m venv .venv && .venv/bin/pip install ${requirements(folder, ofPython)}`
  const [, ofNode] = /Cannot find (?:module|package) '([\w@][\w@/.-]*)'/.exec(line) ?? []
  return ofNode === undefined ? undefined : `cd ${shellWord(folder)} && npm install`
}

/** The requirements of the folder, or else the package of the module, which usually has the module's name. */
function requirements(folder: string, module: string): string {
  if (existsSync(join(folder, 'requirements.txt'))) return '-r requirements.txt'
  return existsSync(join(folder, 'pyproject.toml')) ? '-e .' : (module.split('.')[0] ?? module)
}
