import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import type { StateStore } from '../port.ts'
import { processSealer } from '../seal/index.ts'
import { sampleInstance, sampleResource, takeLock } from '../testing.ts'
import { sqliteStore, type SqliteStoreOptions } from './store.ts'

/** A directory that is removed after the test. */
export function testDirectory(context: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'slipway-store-'))
  context.after(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

export async function opened(
  options: Partial<SqliteStoreOptions> & { readonly directory: string },
): Promise<StateStore> {
  const store = sqliteStore({ sealer: processSealer(), ...options })
  await store.open()
  return store
}

/** Leaves a closed store with the instance `site` of this many resources, `r0` and so on. */
export async function filledStore(directory: string, resources: number, sealer = processSealer()): Promise<void> {
  const store = await opened({ directory, sealer })
  const lease = await takeLock(store, 'site')
  await store.commit(lease, [
    { kind: 'instance', instance: sampleInstance('site') },
    ...Array.from({ length: resources }, (_, index) => ({
      kind: 'resource' as const,
      resource: sampleResource(`r${index}`),
    })),
  ])
  await store.unlock(lease)
  await store.close()
}

/** A program of testing/ in a process of its own that exchanges lines with the test. It does not outlive the test. */
export class Program {
  readonly child: ChildProcess
  readonly #lines: AsyncIterator<string>

  constructor(context: TestContext, name: string, ...args: readonly string[]) {
    const file = new URL(`testing/${name}.ts`, import.meta.url).pathname
    this.child = spawn(process.execPath, [file, ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
    context.after(() => void this.child.kill('SIGKILL'))
    const { stdout } = this.child
    if (stdout === null) throw new Error('a program without output')
    this.#lines = createInterface({ input: stdout })[Symbol.asyncIterator]()
  }

  /** The next line; `undefined` when the program has ended. */
  async line(): Promise<string | undefined> {
    const { done, value } = await this.#lines.next()
    return done === true ? undefined : value
  }

  say(line: string): void {
    this.child.stdin?.write(`${line}\n`)
  }

  async ended(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return
    await new Promise((resolve) => this.child.once('exit', resolve))
  }
}

/** Numbers in [0, 1). mulberry32: small, and the same on every machine. */
export function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
