import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtPath } from './built-path.ts'

/**
 * Reads the template of a new plugin, by file name, from examples/provider.
 *
 * @throws Failure `cli/not-built`
 */
export function newPluginFiles(): ReadonlyMap<string, string> {
  const built = builtPath('new-plugin')
  return new Map(readdirSync(built).map((name) => [name, readFileSync(join(built, name), 'utf8')]))
}
