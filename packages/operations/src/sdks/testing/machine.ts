import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { GivenSetting } from '../../settings/load.ts'
import type { Slipway } from '../../slipway.ts'

const plugin = join(import.meta.dirname, 'acting-plugin.ts')

/** A replacement for npm, which would use the network. */
const npm = '#!/bin/sh\necho "$@" >> npm-calls\n'

/** Makes a machine with a project in `work`, and beside it the folder of a plugin, `sheets`, that is not installed. */
export function machine(t: TestContext, act = 'good') {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-packages-test-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const at = (name: string): string => join(folder, name)
  for (const name of ['home', 'bin', 'work', 'sheets']) mkdirSync(at(name))
  const script = (kind: string, does: string): string =>
    `#!/bin/sh\nKIND=${kind} ACT=${does} SAID=${at(`${kind}-said`)} exec '${process.execPath}' '${plugin}' "$@"\n`
  writeFileSync(at('sheets/pulumi-resource-sheets'), script('resource', act), { mode: 0o755 })
  writeFileSync(at('bin/npm'), npm, { mode: 0o755 })
  const env = {
    PATH: `${at('bin')}:${process.env['PATH']}`,
    HOME: at('home'),
    XDG_CACHE_HOME: at('cache'),
    XDG_CONFIG_HOME: at('config'),
    SLIPWAY_TRUST: '1',
  }
  const slipway: Slipway = { env, cwd: at('work') }
  const write = (name: string, text: string): void => writeFileSync(at(`work/${name}`), text)
  return {
    slipway,
    at,
    write,
    read: (name: string): string => readFileSync(at(`work/${name}`), 'utf8'),
    isThere: (name: string): boolean => existsSync(at(`work/${name}`)),
    program: (runtime = 'nodejs'): void => {
      write('Pulumi.yaml', `name: shop\nruntime: ${runtime} # ours\n`)
      if (runtime === 'nodejs') write('package.json', '{\n  "name": "shop"\n}\n')
    },
    /** Puts the plugin into a mirror, and returns the setting that names the mirror. */
    mirrored: (): readonly GivenSetting[] => {
      const place = at('mirror/pulumi/resource/sheets/2.0.0')
      mkdirSync(place, { recursive: true })
      spawnSync('tar', ['-czf', join(place, 'sheets.tar.gz'), '-C', at('sheets'), '.'])
      return [{ key: 'plugins.mirror', value: at('mirror') }]
    },
    /** Puts a language plugin on the PATH. @param does `makes`, `wrong`, or `runs`, which makes nothing */
    language: (runtime: string, does: string): void =>
      writeFileSync(at(`bin/pulumi-language-${runtime}`), script('language', does), { mode: 0o755 }),
    /** Reads the requests to plugins of a kind. */
    said: (kind: 'language' | 'resource'): readonly Record<string, unknown>[] => {
      const file = at(`${kind}-said`)
      if (!existsSync(file)) return []
      const lines = readFileSync(file, 'utf8').trim().split('\n')
      return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    },
    /** Lists everything in the working folder besides logs. */
    files: (): readonly string[] =>
      globSync('**/*', { cwd: at('work'), withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(at('work').length + 1))
        .toSorted(),
  }
}
