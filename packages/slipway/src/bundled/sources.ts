import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { workspace } from './workspace.ts'

/** A plugin that comes with Slipway. */
export interface BundledPlugin {
  readonly id: string
  readonly version: string
  /** The TypeScript that it starts with. */
  readonly entry: string
}

/** The plugins of plugins/, whose folder names are the last part of their ids. */
const names = ['local', 'null', 'random'] as const

export function bundledPlugins(): readonly BundledPlugin[] {
  return names.map((name) => {
    const directory = join(workspace, 'plugins', name)
    const { version } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as { version: string }
    return { id: `slipway/${name}`, version, entry: join(directory, 'src/main.ts') }
  })
}
