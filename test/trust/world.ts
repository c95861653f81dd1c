import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { type Ended, run } from '../ledger/command.ts'

/** A separate user who has trusted nothing, and a folder for clones. */
export class World {
  readonly base: string
  readonly clone: string
  readonly env: NodeJS.ProcessEnv

  constructor(t: TestContext) {
    this.base = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-clone-')))
    t.after(() => rmSync(this.base, { recursive: true, force: true }))
    this.clone = this.folder('clone')
    const { SLIPWAY_TRUST: _, ...env } = process.env
    this.env = { ...env, HOME: this.folder('home'), XDG_CONFIG_HOME: '', XDG_CACHE_HOME: '', CI: '' }
  }

  folder(...path: string[]): string {
    const made = join(this.base, ...path)
    mkdirSync(made, { recursive: true })
    return made
  }

  /** Writes a file of the cloned folder. */
  write(name: string, text: string, mode = 0o644): string {
    const file = join(this.clone, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text, { mode })
    return file
  }

  /** Removes a file beside the cloned folder. */
  forget(name: string): void {
    rmSync(join(this.base, name), { recursive: true, force: true })
  }

  run(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
    return run({ folder: this.clone, env: this.env }, args, env)
  }
}
