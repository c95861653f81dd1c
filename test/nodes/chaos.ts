import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hookLog } from '@slipway/operations/node/hook-log'
import { nodeStatus, type PodStatus } from '@slipway/operations/node/node-status'
import { schedule, type Scheduled, unschedule } from '@slipway/operations/node/schedule'
import { environmentVariable } from '@slipway/processes'

const launcher = new URL('../../packages/slipway/bin/slipway', import.meta.url).pathname

/** Repeatable for a seed, from 0 up to 1. */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Nodes of one store, each a process of its own with a root of its own, and what was seen on them. */
export class Nodes {
  readonly folder = mkdtempSync(join(tmpdir(), 'slipway-chaos-'))
  readonly #names: readonly string[]
  readonly #store: string
  readonly #preparers = new Map<string, ChildProcess>()
  #manifests = 0

  constructor(names: readonly string[], store?: string) {
    this.#names = names
    this.#store = store ?? `sqlite:${join(this.folder, 'store.db')}`
  }

  get names(): readonly string[] {
    return this.#names
  }

  root(name: string): string {
    return join(this.folder, name)
  }

  startAll(): void {
    for (const name of this.#names) this.start(name)
  }

  start(name: string): void {
    const args = ['node', 'run', '--name', name, '--root', this.root(name), '--store', this.#store]
    const env = { ...process.env, NODE_TEST_CONTEXT: undefined }
    this.#preparers.set(name, spawn(launcher, args, { cwd: this.folder, env, stdio: 'ignore' }))
  }

  async end(name: string, signal: NodeJS.Signals): Promise<void> {
    const preparer = this.#preparers.get(name)
    if (preparer === undefined || preparer.exitCode !== null || preparer.signalCode !== null) return
    const exited = once(preparer, 'exit')
    preparer.kill(signal)
    await exited
  }

  /** A hook that writes down each moment, in a file of its node. */
  async scheduleObserver(): Promise<void> {
    const script =
      'echo "$HOOK_EVENT $HOOKED_POD_ID $HOOK_ATTEMPT" >> "$HOOKED_SYSTEM_POD_ROOT/../moments-$HOOKED_NODE"'
    await this.#schedule(
      { id: 'observer', launchables: { main: { type: 'command', command: ['sh', '-c', script] } } },
      true,
    )
  }

  /** A pod that takes a lock for as long as it runs: two of them would be told. */
  async schedulePod(id: string, version: number): Promise<Scheduled> {
    const lock = `exec 9>"$POD_HOME.lock"; flock -n 9 || echo "two of $POD_ID" >> "$POD_HOME.violations"`
    const command = ['sh', '-c', `${lock}; : version ${version}; exec sleep 600`]
    const restart = { policy: 'always', limit: 100, backoffMs: 20 }
    return this.#schedule({ id, launchables: { main: { type: 'command', command } }, restart, graceMs: 1000 }, false)
  }

  async unschedule(id: string): Promise<void> {
    await unschedule(this.#slipway, { id, store: this.#store }).catch(() => {})
  }

  async status(): Promise<readonly PodStatus[]> {
    return nodeStatus(this.#slipway, { store: this.#store })
  }

  async log() {
    return hookLog(this.#slipway, { store: this.#store })
  }

  moments(name: string): readonly string[] {
    const file = join(this.folder, `moments-${name}`)
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  }

  /** Processes of these nodes by what they are. */
  processes(kind: 'pod' | 'hook'): readonly number[] {
    const variable = kind === 'pod' ? 'SLIPWAY_LAUNCH' : 'HOOKED_SYSTEM_POD_ROOT'
    return readdirSync('/proc')
      .filter((entry) => /^\d+$/.test(entry))
      .map(Number)
      .filter((pid) => environmentVariable(pid, variable)?.startsWith(this.folder) === true)
  }

  violations(): readonly string[] {
    return this.#names.flatMap((name) =>
      existsSync(this.root(name)) ? readdirSync(this.root(name)).filter((file) => file.endsWith('.violations')) : [],
    )
  }

  /** Waits until all is as it should be: these pods, and no others, each running this manifest on each node. */
  async converge(wanted: ReadonlyMap<string, string>, ms = 120_000): Promise<void> {
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
      if (isDone && all.length === wanted.size * this.#names.length) return
      assert.ok(performance.now() < ends, `it does not converge: ${JSON.stringify(all)}`)
      await sleep(50)
    }
  }

  async remove(): Promise<void> {
    for (const name of this.#names) await this.end(name, 'SIGKILL')
    for (const pid of [...this.processes('pod'), ...this.processes('hook')]) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // gone by itself
      }
    }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }

  get #slipway() {
    return { env: process.env, cwd: this.folder }
  }

  async #schedule(manifest: object, isHook: boolean): Promise<Scheduled> {
    const file = join(this.folder, `manifest-${this.#manifests++}.json`)
    writeFileSync(file, JSON.stringify(manifest))
    const [scheduled] = await schedule(this.#slipway, { files: [file], isHook, store: this.#store })
    assert.ok(scheduled !== undefined)
    return scheduled
  }
}

const order = ['before_install', 'after_install', 'before_launch', 'after_launch']

/** What in the moments of one pod the document does not allow; a moment may come again, with the same attempt. */
export function disallowed(moments: readonly string[], pod: string): readonly string[] {
  const own = moments.map((line) => line.split(' ')).filter(([, id]) => id === pod)
  return own.flatMap(([moment = '', , attempt = ''], index) => {
    const [before, , last] = own[index - 1] ?? []
    const isRepeated = before === moment && last === attempt
    const isNext = before === order[order.indexOf(moment) - 1] && last === attempt
    const isBegin = moment === 'before_install' && ['1', String(Number(last) + 1)].includes(attempt)
    const isGone = moment === 'before_uninstall'
    return isRepeated || (order.indexOf(moment) > 0 && isNext) || isBegin || isGone
      ? []
      : [`${before} ${last} -> ${moment} ${attempt}`]
  })
}
