import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { compiled } from '../../../../../test/compiled.ts'
import { oneFile } from '../../../../../test/one-file.ts'
import type { Slipway } from '../../slipway.ts'

const plugin = oneFile(join(import.meta.dirname, 'acting-plugin.ts'))

/** Makes a machine with a converter called `terraform`, and a program for it. `language` adds other plugins. */
export function machine(t: TestContext, act = 'good') {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-convert-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const at = (name: string): string => join(folder, name)
  for (const name of ['home', 'bin', 'work', 'work/infra']) mkdirSync(at(name))
  writeFileSync(at('work/infra/main.tf'), 'resource "aws_s3_bucket" "logs" {\n  provisioner "x" {}\n}\n')
  const script = (name: string, kind: string, does: string, replay: string): string =>
    `#!/bin/sh\nREPLAY='${replay}' KIND=${kind} RUNTIME=${name.replace('pulumi-language-', '')} ACT=${does} SAID=${at(`${kind}-said`)} exec '${process.execPath}' '${plugin}' "$@"\n`
  const install = (name: string, kind: string, does: string, replay = ''): void =>
    writeFileSync(at(`bin/${name}`), script(name, kind, does, replay), { mode: 0o755 })
  install('pulumi-converter-terraform', 'converter', act)
  const env = {
    PATH: `${at('bin')}:${process.env['PATH']}`,
    HOME: at('home'),
    XDG_CACHE_HOME: at('cache'),
    XDG_CONFIG_HOME: at('config'),
    SLIPWAY_TRUST: '1',
    ...compiled,
  }
  const slipway: Slipway = { env, cwd: at('work') }
  return {
    slipway,
    env,
    at,
    /** Installs a language plugin on the PATH. @param does `project`, `program`, `outside` or `runs`, which writes nothing */
    language: (runtime: string, does: string) => install(`pulumi-language-${runtime}`, 'language', does),
    /** Installs the converter and the language plugin for YAML, which return the files of a folder. */
    replaying: (kept: string): void => {
      install('pulumi-converter-yaml', 'converter', 'replay', kept)
      install('pulumi-language-yaml', 'language', 'replay', kept)
    },
    /** Installs the provider of `cloud:index:Bucket` on the PATH. */
    provider: () => install('pulumi-resource-cloud', 'resource', 'good'),
    /** Returns the questions to plugins of a kind. */
    said: (kind: 'converter' | 'language' | 'resource'): readonly Record<string, unknown>[] => {
      const file = at(`${kind}-said`)
      if (!existsSync(file)) return []
      // The last line may not be whole yet.
      const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
      return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    },
    read: (name: string) => readFileSync(at(`work/${name}`), 'utf8'),
    write: (name: string, text: string) => writeFileSync(at(`work/${name}`), text),
    /** Lists everything in the working folder, including hidden files, except for the logs of the plugins. */
    files: () =>
      globSync(['**/*', '**/.*/**'], { cwd: at('work'), withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(at('work').length + 1))
        .filter((file) => !file.startsWith('.slipway/logs/'))
        .toSorted(),
  }
}
