import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, allPlugins, quitSignals, stopTimeout } from '@slipway/agent'
import { config, type KeyValueStore, sqlite } from '@slipway/infra'
import { Layout } from '../install/layout.ts'
import type { Json } from '../manifest/canonical.ts'
import type { Manifest } from '../manifest/manifest.ts'
import { readManifest } from '../manifest/read-manifest.ts'
import type { PreparerOptions } from '../node/preparer-options.ts'
import { Preparer } from '../node/preparer.ts'
import { NoPolicy } from '../policies/no-policy.ts'
import type { AuthPolicy } from '../policies/policy.ts'
import { type AuditEntry, parseAudit } from '../records/audit.ts'
import { auditRoot, everywhere, hooksEverywhere, ofNode, realityRoot } from '../records/keys.ts'
import { parseReality, type PodState, type Reality } from '../records/reality.ts'

let ids = 0

export interface WrittenManifest {
  readonly id: string
  readonly [key: string]: Json
}

type Where = 'all' | 'node' | 'hook'

function manifestOf(written: WrittenManifest): Manifest {
  const { manifest, diagnostics } = readManifest('manifest.json', JSON.stringify(written), '/')
  if (manifest === undefined) throw new Error(JSON.stringify(diagnostics))
  return manifest
}

export function manifestTextOf(written: WrittenManifest): string {
  return manifestOf(written).text
}

export function hashOfManifest(written: WrittenManifest): string {
  return manifestOf(written).hash
}

interface TestOptions extends Partial<PreparerOptions> {
  readonly policy?: (file: string) => AuthPolicy
  readonly policyText?: string
  /** The file of a store that nodes share; absent: the node has its own. */
  readonly storeFile?: string
}

/** A node for one test: a preparer in this process, with a root and a store that are removed after the test. */
export class TestNode {
  readonly root: string
  readonly layout: Layout
  readonly events: string[] = []
  readonly #options: TestOptions
  #agent: Agent | undefined
  #store: KeyValueStore | undefined

  private constructor(root: string, options: TestOptions) {
    this.root = root
    this.layout = options.layout ?? new Layout(join(root, 'pods'))
    this.#options = options
  }

  static async start(context: TestContext, options: TestOptions = {}): Promise<TestNode> {
    const node = new TestNode(mkdtempSync(join(tmpdir(), 'slipway-node-')), options)
    context.after(() => node.remove())
    if (options.policyText !== undefined) node.file('policy.yaml', options.policyText)
    await node.start()
    return node
  }

  get node(): string {
    return this.#options.node ?? 'week'
  }

  get store(): KeyValueStore {
    if (this.#store === undefined) throw new Error('the node does not run')
    return this.#store
  }

  async start(more: Partial<PreparerOptions> = {}): Promise<void> {
    this.layout.prepare()
    const silent = config.newPlugin(config.useSources({ environment: {}, flags: [] }))
    const deps = (of: { config: config.Config }): void => void (of.config = silent)
    const journal = sqlite.newPlugin(
      sqlite.useName('journal'),
      sqlite.useSettings({ path: this.layout.journal, pollMs: 3_600_000 }),
      sqlite.useDeps(deps),
    )
    const {
      policy = () => new NoPolicy(),
      storeFile = this.layout.store,
      policyText: _text,
      ...options
    } = this.#options
    const opened = sqlite.newPlugin(sqlite.useSettings({ path: storeFile, pollMs: 10 }), sqlite.useDeps(deps))
    const preparer = new Preparer(
      {
        node: 'week',
        layout: this.layout,
        env: process.env,
        ids: { next: () => String((ids += 1)).padStart(12, '0') },
        firstPauseMs: 20,
        lookMs: 20,
        onEvent: ({ pod, message }) => this.events.push(`${pod}: ${message}`),
        ...options,
        ...more,
      },
      { store: opened, journal, policy: policy(join(this.root, 'policy.yaml')) },
    )
    const agent = new Agent(allPlugins(preparer), quitSignals(), stopTimeout(60_000))
    await agent.start()
    this.#agent = agent
    // Anything scheduled from here on comes after preparer_init.
    await preparer.ready
    this.#store = opened
  }

  /** Ends the preparer; its pods keep running. */
  async stop(): Promise<void> {
    await this.#agent?.stop()
    this.#agent = undefined
  }

  async schedule(manifest: WrittenManifest, where: Where = 'all'): Promise<Manifest> {
    const read = manifestOf(manifest)
    await this.store.put(this.#key(manifest.id, where), JSON.stringify({ manifest: read.text }))
    return read
  }

  /** Schedules a pod while the preparer is away. */
  scheduleUnseen(manifest: WrittenManifest, where: Where): void {
    const database = new DatabaseSync(this.layout.store)
    const value = JSON.stringify({ manifest: manifestOf(manifest).text })
    database.prepare('INSERT OR REPLACE INTO entries VALUES (?, ?)').run(this.#key(manifest.id, where), value)
    database.close()
  }

  async unschedule(id: string, where: Where = 'all'): Promise<void> {
    await this.store.delete(this.#key(id, where))
  }

  async reality(id: string): Promise<Reality | undefined> {
    const entries = await this.store.list(`${realityRoot}${this.node}/`)
    return entries.map(({ value }) => parseReality(value)).find((reality) => reality?.pod === id)
  }

  /** Waits until the pod is in this state, for the last intent. */
  async becomes(id: string, state: PodState | 'gone', hash?: string): Promise<Reality> {
    for (;;) {
      const reality = await this.reality(id)
      if ((reality?.state ?? 'gone') === state && (hash === undefined || reality?.intent === hash))
        return reality ?? { node: this.node, pod: id, state: 'removing', attempts: 0 }
      await sleep(5)
    }
  }

  async audit(): Promise<readonly AuditEntry[]> {
    return (await this.store.list(auditRoot)).flatMap(({ value }) => parseAudit(value) ?? [])
  }

  file(name: string, text: string, mode = 0o755): string {
    const path = join(this.root, name)
    writeFileSync(path, text, { mode })
    return path
  }

  async remove(): Promise<void> {
    if (this.#agent === undefined) await this.start()
    for (const root of [everywhere, hooksEverywhere, ofNode(this.node)])
      for (const { key } of await this.store.list(root)) await this.store.delete(key)
    while ((await this.store.list(realityRoot + this.node)).length > 0) await sleep(5)
    await this.stop()
    rmSync(this.root, { recursive: true, force: true })
  }

  #key(id: string, where: Where): string {
    return { all: everywhere, hook: hooksEverywhere, node: ofNode(this.node) }[where] + id
  }
}

/** A command that prints its version, and stays. */
export function sleeper(id: string, version: string, more: { readonly [key: string]: Json } = {}) {
  const script = `echo ${version}; exec sleep 600`
  return { id, launchables: { main: { type: 'command', command: ['/bin/sh', '-c', script] } }, graceMs: 2000, ...more }
}

/** A hook that runs a script of the shell for each moment. */
export function shellHook(id: string, script: string, hook: { readonly [key: string]: Json } = {}) {
  return { id, launchables: { main: { type: 'command', command: ['/bin/sh', '-c', script] } }, hook }
}
