import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { machine, type Machine } from '../plugins/machine.ts'

export interface InstallMachine extends Machine {
  /** Writes an executable file of the project. */
  program(name: string, text: string): string
  /** The user's own settings file. */
  settings(text: string): void
  /** The output of `--json`, line by line. */
  lines(line: string, env?: NodeJS.ProcessEnv): Promise<readonly InstalledLine[]>
}

export interface InstalledLine {
  readonly descriptor: string
  readonly id: string | null
  readonly version: string | null
  readonly action: string
  readonly sha256: string | null
  readonly level: string | null
  readonly path?: string
  readonly error?: { readonly code: string; readonly hint?: string }
}

/** A user's machine without installed plugins. */
export function installMachine(t: TestContext): InstallMachine {
  const box = machine(t)
  return Object.assign(box, {
    program(name: string, text: string): string {
      const file = join(box.folder, name)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text, { mode: 0o755 })
      return file
    },
    settings(text: string): void {
      const file = join(box.home, '.config/slipway/slipway.config.yaml')
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text, { mode: 0o600 })
    },
    async lines(line: string, env: NodeJS.ProcessEnv = {}): Promise<readonly InstalledLine[]> {
      const { stdout } = await box.slipway(`${line} --json`, env)
      return stdout
        .split('\n')
        .filter((each) => each !== '')
        .map((each) => JSON.parse(each) as InstalledLine)
    },
  })
}
