/** A copy of the workspace in a temporary folder, in which a line can be broken without harm to the real one. */
import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const workspace = join(import.meta.dirname, '../..')

/** How long the tests of one mutant may take; a mutant that never ends counts as killed. */
const longestMs = 180_000

export interface Change {
  /** Relative to the root of the workspace. */
  readonly file: string
  readonly before: string
  readonly after: string
}

export class WorkingCopy {
  readonly path: string = mkdtempSync(join(tmpdir(), 'slipway-mutants-'))

  constructor() {
    // Tests that run as another user read the copy, too.
    chmodSync(this.path, 0o755)
    for (const file of trackedFiles()) {
      mkdirSync(join(this.path, dirname(file)), { recursive: true })
      cpSync(join(workspace, file), join(this.path, file), { verbatimSymlinks: true })
    }
    this.#linkModules()
  }

  /** Third-party packages are links to the real ones; our own packages point into the copy. */
  #linkModules(): void {
    const [from, to] = [join(workspace, 'node_modules'), join(this.path, 'node_modules')]
    mkdirSync(to)
    for (const name of readdirSync(from)) {
      const [original, copy] = [join(from, name), join(to, name)]
      if (name === '.bin' || name === '@slipway') cpSync(original, copy, { recursive: true, verbatimSymlinks: true })
      else if (lstatSync(original).isSymbolicLink()) symlinkSync(readlinkSync(original), copy)
      else if (name !== '.cache') symlinkSync(original, copy)
    }
  }

  /** Runs `inside` while the change is in the file, then undoes it. */
  async changed<T>({ file, before, after }: Change, inside: () => Promise<T>): Promise<T> {
    const path = join(this.path, file)
    if (readFileSync(path, 'utf8') !== before) throw new Error(`${file} is not what it was when it was read`)
    writeFileSync(path, after)
    try {
      return await inside()
    } finally {
      writeFileSync(path, before)
    }
  }

  /** The first of the test files that fails; `undefined` when all pass. */
  async firstFailing(tests: readonly string[]): Promise<string | undefined> {
    for (const test of tests) if (!(await this.#passes(test))) return test
    return undefined
  }

  #passes(test: string): Promise<boolean> {
    const args = ['--test', '--test-reporter=dot', `--test-timeout=${longestMs}`, test]
    const env = { ...process.env, CI: undefined, NODE_TEST_CONTEXT: undefined }
    const child = spawn(process.execPath, args, { cwd: this.path, env, stdio: 'ignore', detached: true })
    const timer = setTimeout(() => end(child.pid), longestMs)
    return new Promise((resolve) => {
      child.on('close', (status) => {
        clearTimeout(timer)
        resolve(status === 0)
      })
    })
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true })
  }
}

/** Ends the process group of a test file that hangs, with all its children. */
function end(pid: number | undefined): void {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL')
}

function trackedFiles(): readonly string[] {
  const { stdout } = spawnSync('git', ['ls-files', '-z'], { cwd: workspace, encoding: 'utf8', maxBuffer: 1 << 26 })
  return stdout.split('\0').filter(Boolean)
}
