import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { pluginExecutable, type PluginKind } from '@slipway/host'
import { run, type Ended, type Shell } from '../ledger/command.ts'
import { processesWith } from '../ledger/world.ts'
import { trusting } from '../trusting.ts'

/** The parts of a user's machine that plugins see: a home and a project, both empty. Removed after the test. */
export interface Machine extends Shell {
  readonly home: string
  /** The default plugin directory, which does not exist until something is installed. */
  readonly root: string
  /** Writes a file of the project. */
  write(name: string, text: string): void
  /** Copies an executable to the place where discovery looks for it. */
  install(executable: string, id: string, where?: Where): void
  /** Installs a shell script as a plugin. */
  installScript(lines: string, id: string, where?: Where): void
  slipway(line: string, env?: NodeJS.ProcessEnv): Promise<Ended>
  /** Processes of this machine that still run after a while. */
  processesLeft(): Promise<readonly string[]>
}

export interface Where {
  readonly root?: string
  readonly kind?: PluginKind
  readonly version?: string
}

export function machine(t: TestContext): Machine {
  const base = mkdtempSync(join(tmpdir(), 'slipway-machine-'))
  t.after(() => rmSync(base, { recursive: true, force: true }))
  const home = join(base, 'home')
  const folder = join(base, 'project')
  mkdirSync(home)
  mkdirSync(folder)
  const root = join(home, '.celerity/deploy-engine/plugins/bin')
  const locate = (id: string, { root: at = root, kind = 'provider', version = '1.0.0' }: Where = {}): string => {
    const file = pluginExecutable(at, kind, id, version)
    mkdirSync(dirname(file), { recursive: true })
    return file
  }
  const env = { ...trusting, PATH: process.env['PATH'], HOME: home, TMPDIR: base, NO_COLOR: '1' }
  return {
    home,
    folder,
    root,
    env,
    write: (name, text) => writeFileSync(join(folder, name), text),
    install: (executable, id, where) => copyFileSync(executable, locate(id, where)),
    installScript(lines, id, where) {
      const file = locate(id, where)
      writeFileSync(file, `#!/bin/sh\n${lines}\n`)
      chmodSync(file, 0o755)
    },
    slipway: (line, more) => run({ folder, env }, line.split(' '), more),
    processesLeft: () => processesWith(`HOME=${home}`, 30_000),
  }
}
