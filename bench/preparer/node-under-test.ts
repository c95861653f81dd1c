import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { nodeStatus } from '@slipway/operations/node/node-status'
import { schedule, unschedule } from '@slipway/operations/node/schedule'

const launcher = new URL('../../packages/slipway/bin/slipway', import.meta.url).pathname

/** A node with the embedded store, whose preparer is a process as users have it. Its pods touch files when they start and end. */
export class NodeUnderTest {
  readonly folder = mkdtempSync(join(tmpdir(), 'slipway-bench-node-'))
  readonly #touched = new Map<string, (at: number) => void>()
  readonly #marks = join(this.folder, 'marks')
  readonly #watcher
  #preparer: ChildProcess | undefined

  constructor() {
    mkdirSync(this.#marks)
    this.#watcher = watch(this.#marks, (_, name) => {
      const at = performance.now()
      if (name === null) return
      this.#touched.get(name)?.(at)
      this.#touched.delete(name)
    })
  }

  get #world() {
    return { env: process.env, cwd: this.folder }
  }

  get pid(): number {
    return this.#preparer?.pid ?? 0
  }

  async start(): Promise<void> {
    const args = ['node', 'run', '--name', 'bench', '--root', 'root']
    const preparer = (this.#preparer = spawn(launcher, args, { cwd: this.folder, stdio: ['ignore', 'ignore', 'pipe'] }))
    let said = ''
    preparer.stderr?.on('data', (chunk: Buffer) => void (said += String(chunk)))
    while (!said.includes('works in')) {
      if (preparer.exitCode !== null) throw new Error(said)
      await sleep(5)
    }
  }

  /** Resolves to the time at which the file is made. */
  mark(name: string): Promise<number> {
    return new Promise((resolve) => this.#touched.set(name, resolve))
  }

  path(mark: string): string {
    return join(this.#marks, mark)
  }

  async schedule(manifests: readonly object[], isHook = false): Promise<void> {
    const files = manifests.map((manifest, index) => {
      writeFileSync(join(this.folder, `${index}.json`), JSON.stringify(manifest))
      return `${index}.json`
    })
    await schedule(this.#world, { files, isHook, root: 'root' })
  }

  async unschedule(id: string, isHook = false): Promise<void> {
    await unschedule(this.#world, { id, isHook, root: 'root' })
  }

  /** Resolves when exactly this many pods and hooks run. */
  async runs(count: number): Promise<void> {
    for (;;) {
      const all = await nodeStatus(this.#world, { root: 'root' })
      if (all.length === count && all.every(({ state }) => state === 'running')) return
      await sleep(20)
    }
  }

  async remove(ids: readonly string[], hooks: readonly string[]): Promise<void> {
    for (const id of ids) await this.unschedule(id)
    for (const id of hooks) await this.unschedule(id, true)
    await this.runs(0)
  }

  async end(): Promise<void> {
    const preparer = this.#preparer
    if (preparer !== undefined) {
      preparer.kill('SIGTERM')
      await once(preparer, 'exit')
    }
    this.#watcher.close()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** A pod that touches one mark when it starts, and another when it ends. */
export function markedPod(node: NodeUnderTest, id: string, version: string): object {
  const script = `trap ': > ${node.path(`ended-${version}`)}; exit' TERM; : > ${node.path(`started-${version}`)}; sleep 600 & wait`
  return { id, launchables: { main: { type: 'command', command: ['/bin/sh', '-c', script] } } }
}

/** Milliseconds of processor time that the threads of a process have used, without its children. */
export function processorTime(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const times = threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1'))
  return times.reduce((sum, text) => sum + Number(text.split(' ')[0]) / 1e6, 0)
}

/** Megabytes of memory that a process holds. */
export function residentMemory(pid: number): number {
  const status = existsSync(`/proc/${pid}`) ? readFileSync(`/proc/${pid}/status`, 'latin1') : ''
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}
