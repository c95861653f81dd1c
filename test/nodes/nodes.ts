import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { KeyValueStore } from '@slipway/infra/keyvalue'
import { withStore } from '@slipway/operations/node/with-store'
import { hookLog } from '@slipway/operations/node/hook-log'
import { nodeStatus, type PodStatus } from '@slipway/operations/node/node-status'
import { schedule, type Scheduled, unschedule } from '@slipway/operations/node/schedule'
import { commandLine, environmentVariable } from '@slipway/processes'

const launcher = new URL('../../packages/slipway/bin/slipway', import.meta.url).pathname

/** The nodes of one store, each a process with a root of its own, and ways to observe them. */
export class Nodes {
  readonly folder = mkdtempSync(join(tmpdir(), 'slipway-chaos-'))
  readonly #names: readonly string[]
  readonly #store: string
  readonly #preparers = new Map<string, ChildProcess>()
  #manifests = 0

  constructor(names: readonly string[], store?: string) {
    this.#names = names
    this.#store = store ?? `sqlite:${join(this.folder, 'store.db')}`
    this.allow(undefined)
  }

  get names(): readonly string[] {
    return this.#names
  }

  root(name: string): string {
    return join(this.folder, name)
  }

  /** The pods and hooks that the policy of all nodes lets run; `undefined`: any. */
  allow(pods: readonly string[] | undefined): void {
    const file = join(this.folder, 'policy.json')
    writeFileSync(`${file}.draft`, JSON.stringify({ type: 'allow', ...(pods && { pods }) }))
    // A node that reads half a file would take it for an absent policy.
    renameSync(`${file}.draft`, file)
  }

  startAll(): void {
    for (const name of this.#names) this.start(name)
  }

  start(name: string, ...more: readonly string[]): void {
    const where = ['--name', name, '--root', this.root(name), '--store', this.#store]
    const env = { ...process.env, NODE_TEST_CONTEXT: undefined }
    const args = ['node', 'run', ...where, '--policy', 'policy.json', ...more]
    this.#preparers.set(name, spawn(launcher, args, { cwd: this.folder, env, stdio: 'ignore' }))
  }

  /** Ends a node. Resolves to its exit code. */
  async end(name: string, signal: NodeJS.Signals): Promise<number | null> {
    const preparer = this.#preparers.get(name)
    if (preparer === undefined) return null
    if (preparer.exitCode !== null || preparer.signalCode !== null) return preparer.exitCode
    const exited = once(preparer, 'exit')
    preparer.kill(signal)
    await exited
    return preparer.exitCode
  }

  async schedule(manifest: object, isHook: boolean): Promise<Scheduled> {
    const file = join(this.folder, `manifest-${this.#manifests++}.json`)
    writeFileSync(file, JSON.stringify(manifest))
    const [scheduled] = await schedule(this.#slipway, { files: [file], isHook, store: this.#store })
    assert.ok(scheduled !== undefined)
    return scheduled
  }

  async unschedule(id: string, isHook = false): Promise<void> {
    await unschedule(this.#slipway, { id, isHook, store: this.#store })
  }

  async status(): Promise<readonly PodStatus[]> {
    return nodeStatus(this.#slipway, { store: this.#store })
  }

  /** Opens the store like any other client. */
  async withStore<T>(work: (store: KeyValueStore) => Promise<T>): Promise<T> {
    return withStore(this.#slipway, { store: this.#store }, work)
  }

  async log() {
    return hookLog(this.#slipway, { store: this.#store })
  }

  /** The lines that the observing hook has written on the node. */
  moments(name: string): readonly string[] {
    const file = join(this.folder, `moments-${name}`)
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  }

  /** Living processes of these nodes, by their kind. */
  processes(kind: 'program' | 'shim' | 'hook'): readonly number[] {
    const pids = readdirSync('/proc')
      .filter((entry) => /^\d+$/.test(entry))
      .map(Number)
    if (kind === 'hook')
      return pids.filter((pid) => this.#isHere(environmentVariable(pid, 'POD_HOME'), /^[^/]+\/hooks\//))
    const launched = pids.filter((pid) => this.#isHere(environmentVariable(pid, 'SLIPWAY_LAUNCH'), /./))
    return launched.filter((pid) => commandLine(pid)?.includes('slipway-launch') === (kind === 'shim'))
  }

  /** Programs of pods that keep running, once they do nothing else: before that they have children (`flock`). */
  async staying(): Promise<readonly number[]> {
    for (;;) {
      const pids = this.processes('program')
      if (pids.every((pid) => commandLine(pid)?.[0] === 'sleep')) return pids
      await sleep(20)
    }
  }

  /** Violations: cases of two programs of one launchable that ran at once. */
  violations(): readonly string[] {
    return this.#names.flatMap((name) =>
      existsSync(this.root(name)) ? readdirSync(this.root(name)).filter((file) => file.endsWith('.violations')) : [],
    )
  }

  /** The remains of a node below its root, besides its journal and store. */
  leftovers(name: string): readonly string[] {
    const own = ['.node/temporary', '.node/private/launches', '.node/private/logs', 'hooks']
    const below = own.flatMap((folder) => foldersIn(join(this.root(name), folder)).map((entry) => `${folder}/${entry}`))
    const homes = foldersIn(this.root(name)).filter((entry) => !['.node', 'hooks'].includes(entry))
    return [...below, ...homes.filter((entry) => !entry.endsWith('.lock'))]
  }

  /** Waits until exactly these pods run, each with this manifest on each node. */
  async converge(wanted: ReadonlyMap<string, string>, ms = 120_000): Promise<readonly PodStatus[]> {
    const ends = performance.now() + ms
    for (;;) {
      const all = (await this.status().catch(() => [])).filter(({ kind }) => kind === 'pod')
      const isGood = (node: string, [id, hash]: readonly [string, string]): boolean =>
        all.some(
          (pod) =>
            pod.node === node &&
            pod.pod === id &&
            pod.state === 'running' &&
            pod.manifest === hash &&
            pod.pid !== undefined,
        )
      const isDone = this.#names.every((node) => [...wanted].every((entry) => isGood(node, entry)))
      if (isDone && all.length === wanted.size * this.#names.length) return all
      assert.ok(performance.now() < ends, `it does not converge: ${JSON.stringify(all)}`)
      await sleep(50)
    }
  }

  async remove(): Promise<void> {
    for (const name of this.#names) await this.end(name, 'SIGKILL')
    for (const kind of ['shim', 'program', 'hook'] as const) for (const pid of this.processes(kind)) kill(pid)
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }

  get #slipway() {
    return { env: process.env, cwd: this.folder }
  }

  #isHere(path: string | undefined, pattern: RegExp): boolean {
    const prefix = `${this.folder}/`
    return path !== undefined && path.startsWith(prefix) && pattern.test(path.slice(prefix.length))
  }
}

export function kill(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
  } catch {
    // the process was faster
  }
}

function foldersIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}
