import { accessSync, constants, globSync, readdirSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { providerProgram } from '@slipway/host'
import { Failure, messageOf } from '@slipway/model'
import type { Introduction } from './report.ts'

const hint = 'name an executable file, a version folder with an executable file "plugin" in it, or a plugin directory'

/**
 * The executable of a plugin, given that, the version folder that it lies in, or a plugin directory with no other plugin.
 *
 * @throws Failure `testkit/no-plugin` when there is nothing to run; `testkit/other-protocol` for a plugin of Pulumi
 */
export function executableAt(path: string): string {
  const given = resolve(path)
  try {
    const file = statSync(given).isDirectory() ? fileIn(given) : given
    accessSync(file, constants.X_OK)
    refusePulumi(file)
    return file
  } catch (cause) {
    if (cause instanceof Failure) throw cause
    throw new Failure('testkit/no-plugin', `there is no plugin to run at ${given}: ${messageOf(cause)}`, {
      hint,
      cause,
    })
  }
}

/** A provider of Terraform does not say who it is, but its file does; `undefined` for other plugins. */
export function terraformProviderAt(file: string): Introduction | undefined {
  const [, name, version = ''] = providerProgram.exec(basename(file)) ?? []
  return name === undefined ? undefined : { id: `local/local/${name}`, kind: 'provider', version }
}

function refusePulumi(file: string): void {
  const name = basename(file)
  if (!name.startsWith('pulumi-resource-')) return
  throw new Failure(
    'testkit/other-protocol',
    `${name} is a plugin of Pulumi: these tests are for Slipway's own protocol, and for providers of Terraform`,
    {
      hint: 'use the plugin in a blueprint and run slipway plan: Slipway checks each of its answers',
    },
  )
}

function fileIn(folder: string): string {
  const [provider, second] = readdirSync(folder).filter((name) => providerProgram.test(name))
  if (provider !== undefined && second === undefined) return join(folder, provider)
  const [first, ...others] = globSync('{providers,transformers}/**/plugin', { cwd: folder }).sort()
  if (first === undefined) return join(folder, 'plugin')
  if (others.length === 0) return join(folder, first)
  const names = [first, ...others].join(', ')
  throw new Failure('testkit/no-plugin', `there are several plugins in ${folder}: ${names}`, {
    hint: 'name one of them',
  })
}
