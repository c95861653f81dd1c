import { join } from 'node:path'
import type { Needs } from '@slipway/installer'
import { readSmallFile } from '../../read-small-file.ts'
import { refuseOwnSettings } from '../own-settings.ts'
import { runInstallation } from '../run-installation.ts'

/** Whether an npm package needs other packages at run time. Most plugins are one bundled file. */
export function hasPackages(folder: string): boolean {
  try {
    const manifest: unknown = JSON.parse(readSmallFile(join(folder, 'package.json')) ?? 'null')
    const { dependencies = {} } = manifest as { readonly dependencies?: object }
    return Object.keys(dependencies).length > 0
  } catch {
    return false
  }
}

/** Makes npm install the packages of a plugin, without strangers' scripts. */
export function packagesInstallation(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): NonNullable<Needs['dependencies']> {
  return async ({ signal, allowScripts, say }) => {
    if (!allowScripts) refuseOwnSettings(folder)
    const { nodejs } = await import('@slipway/languages')
    const sources = { root: folder, folder, entry: '.', options: {} }
    const starts = nodejs.installation(sources, { isPlugin: true, withoutScripts: !allowScripts })
    for (const start of starts) await runInstallation(start, { env, signal, say })
  }
}
