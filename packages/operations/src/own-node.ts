import { spawnSync } from 'node:child_process'
import { delimiter } from 'node:path'
import { ownPackage } from './own-packages.ts'

/**
 * Returns the dependency that makes npm run a new folder's scripts on Node 24; nothing if the machine has Node 24.
 *
 * @param builds versions of Node packages, by package name, for a Slipway that does not come from a registry
 */
export function ownNode(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
  builds: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  if (ownPackage('slipway', folder).startsWith('file:')) {
    const build = `node-${process.platform}-${process.arch}`
    return builds[build] === undefined ? {} : { [build]: builds[build] }
  }
  return majorOnPath(env) >= 24 ? {} : { '@slipway/node': ownPackage('@slipway/node', folder) }
}

/**
 * Returns the major version of Node on the PATH; 0 if there is none. Ignores a Node that npx added for this command, because it disappears
 * afterwards.
 */
function majorOnPath(env: Readonly<Record<string, string | undefined>>): number {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.endsWith('node_modules/.bin'))
  const own = { ...env, PATH: folders.join(delimiter) }
  const { stdout } = spawnSync('node', ['--version'], { encoding: 'utf8', env: own, timeout: 10_000 })
  return Number(/^v(\d+)\./.exec(stdout ?? '')?.[1] ?? 0)
}
