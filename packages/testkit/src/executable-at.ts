import { accessSync, constants, globSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Failure, messageOf } from '@slipway/model'

const hint = 'name an executable file, a version folder with an executable file "plugin" in it, or a plugin directory'

/**
 * The executable of a plugin, given that, the version folder that it lies in, or a plugin directory with no other plugin.
 *
 * @throws Failure `testkit/no-plugin` when there is nothing to run
 */
export function executableAt(path: string): string {
  const given = resolve(path)
  try {
    const file = statSync(given).isDirectory() ? fileIn(given) : given
    accessSync(file, constants.X_OK)
    return file
  } catch (cause) {
    if (cause instanceof Failure) throw cause
    throw new Failure('testkit/no-plugin', `there is no plugin to run at ${given}: ${messageOf(cause)}`, {
      hint,
      cause,
    })
  }
}

function fileIn(folder: string): string {
  const [first, ...others] = globSync('{providers,transformers}/**/plugin', { cwd: folder }).sort()
  if (first === undefined) return join(folder, 'plugin')
  if (others.length === 0) return join(folder, first)
  const names = [first, ...others].join(', ')
  throw new Failure('testkit/no-plugin', `there are several plugins in ${folder}: ${names}`, {
    hint: 'name one of them',
  })
}
