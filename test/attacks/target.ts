import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Shell } from '../ledger/command.ts'
import { oneFile } from '../one-file.ts'

export interface Target extends Shell {
  /** Writes a file of the folder, and returns its path. */
  write(name: string, text: string): string
}

/**
 * A folder of its own with the provider of provider.ts, `acme/hostile`. Commands in it have little memory: one that needs more than it
 * should dies, and the test sees that. A command that does not end is ended by the runner's deadline.
 */
export function makeTarget(context: TestContext): Target {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-attack-')))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  const plugin = join(folder, 'plugins/providers/acme/hostile/1.0.0/plugin')
  mkdirSync(dirname(plugin), { recursive: true })
  writeFileSync(plugin, `#!/bin/sh\nexec node '${oneFile(join(import.meta.dirname, 'provider.ts'))}'\n`)
  chmodSync(plugin, 0o755)
  return {
    folder,
    env: {
      ...process.env,
      NODE_OPTIONS: '--max-old-space-size=450',
      CELERITY_DEPLOY_ENGINE_PLUGIN_PATH: join(folder, 'plugins'),
      XDG_CONFIG_HOME: join(folder, 'config'),
      NO_COLOR: '1',
    },
    write: (name, text) => {
      const path = join(folder, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
      return path
    },
  }
}

export const version = 'version: 2025-11-02\n'
