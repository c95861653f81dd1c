/** Plugins whose process is a shell, while the test plays their answers. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CallControl } from '@slipway/model'
import { ProviderMethods, RpcFailure, type RpcChannel, type RpcFailureCode, Status } from '@slipway/protocol'
import type {
  Dialect,
  Greeted,
  Greeting,
  GreetingOptions,
  InstalledPlugin,
  LaunchProblem,
} from '../dialects/dialect.ts'
import { PluginHost, type PluginHostOptions } from '../plugin-host.ts'

/** One launch. Absent parts succeed. */
interface Script {
  /** The shell script of its process. By default it lives until it is ended. */
  readonly shell?: string
  readonly greeted?: Greeted | LaunchProblem | 'never'
  /** Why it cannot be called, one reason for each time that it is dialled; after these it can. */
  readonly unreachable?: readonly string[]
}

/** The method that tests call, and the answer to it. */
export const ask = ProviderMethods.GetNamespace
export const answer = (namespace: string) => ({ namespace, errorResponse: undefined })

class ScriptedLaunch implements Greeting {
  readonly options: GreetingOptions
  readonly channels: ScriptedChannel[] = []
  readonly greeted: Promise<Greeted | LaunchProblem>
  readonly left: Promise<void>
  readonly introduction: string
  isClosed = false
  farewells = 0
  readonly leave: () => void
  readonly #script: Script
  readonly #unreachable: string[]

  constructor(script: Script, options: GreetingOptions, introduction: string) {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.options = options
    this.introduction = introduction
    this.left = promise
    this.leave = resolve
    this.#script = script
    this.#unreachable = [...(script.unreachable ?? [])]
    const { greeted = { version: '1.0.0' } } = script
    this.greeted = greeted === 'never' ? Promise.withResolvers<Greeted>().promise : Promise.resolve(greeted)
  }

  get channel(): ScriptedChannel {
    const channel = this.channels.at(-1)
    if (channel === undefined) throw new Error('it was never dialled')
    return channel
  }

  async open() {
    const shell = this.#script.shell ?? 'exec cat >/dev/null'
    return { variables: { SAID: 'by the dialect' }, file: '/bin/sh', args: ['-c', shell], keepsStdin: true }
  }

  heard(stream: string, line: string): boolean | string {
    return stream === 'stderr' && line.startsWith('psst ') ? line.slice(5) : line === 'aloud'
  }

  async dial(): Promise<RpcChannel | string> {
    const problem = this.#unreachable.shift()
    if (problem !== undefined) return problem
    this.channels.push(new ScriptedChannel())
    return this.channel
  }

  async farewell(): Promise<void> {
    this.farewells++
  }

  async close(): Promise<void> {
    this.isClosed = true
  }
}

interface Call {
  readonly request: unknown
  readonly control: CallControl | undefined
  readonly end: (response: object) => void
  readonly fail: (error: unknown) => void
}

/** Calls wait until the test ends them. */
class ScriptedChannel implements RpcChannel {
  readonly calls: Call[] = []
  readonly closed: Promise<void>
  readonly close: () => void

  constructor() {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.closed = promise
    this.close = resolve
  }

  call<Response>(_method: unknown, request: unknown, control?: CallControl): Promise<Response> {
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    this.calls.push({ request, control, end: (response) => resolve(response as Response), fail: reject })
    return promise
  }

  async *stream<Response>(method: unknown, request: unknown, control?: CallControl): AsyncGenerator<Response> {
    yield await this.call<Response>(method, request, control)
  }
}

export function rpcFailure(code: RpcFailureCode, details: { delivered: boolean; ended?: boolean }): RpcFailure {
  return new RpcFailure(code, `no answer: ${code}`, {
    status: Status.deadlineExceeded,
    hint: 'wait',
    details: ['once'],
    ...details,
  })
}

export interface Theatre {
  readonly folder: string
  readonly host: PluginHost
  readonly launches: readonly ScriptedLaunch[]
  /** `exited: acme/x exited with code 3`, with P for the number of a process. */
  readonly events: readonly string[]
  readonly log: (id: string) => string
}

export interface TheatreOptions extends Partial<PluginHostOptions> {
  /** The launches in order; later ones succeed. */
  readonly scripts?: readonly Script[]
  /** Whether processes still answer simple calls. */
  readonly isResponsive?: boolean
}

/** A host of the plugins acme/x and acme/y. */
export function theatre(
  t: TestContext,
  { scripts = [], isResponsive = true, ...options }: TheatreOptions = {},
): Theatre {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-supervise-'))
  const launches: ScriptedLaunch[] = []
  const events: string[] = []
  const dialect: Pick<Dialect, 'name' | 'begin' | 'isResponsive'> = {
    name: 'scripted',
    begin: (greeting) => {
      const launch = new ScriptedLaunch(scripts[launches.length] ?? {}, greeting, `introduction ${launches.length + 1}`)
      launches.push(launch)
      return launch
    },
    isResponsive: async () => isResponsive,
  }
  const host = new PluginHost({
    plugins: ['acme/x', 'acme/y'].map((id) => installed(id, dialect as Dialect)),
    logDir: join(folder, 'logs'),
    runtimeDir: join(folder, 'run'),
    environment: { PATH: process.env['PATH'], TMPDIR: tmpdir(), REGION: 'east' },
    cwd: folder,
    attempts: 2,
    firstPauseMs: 1,
    graceMs: 20_000,
    relaunch: { times: 1, windowMs: 300_000 },
    drains: { times: 1, windowMs: 300_000 },
    onEvent: ({ kind, message }) =>
      events.push(`${kind}: ${message.replace(/process \d+/, 'process P').replace(/\d+ ms/, 'N ms')}`),
    ...options,
  })
  t.after(async () => {
    await host.stop(0)
    rmSync(folder, { recursive: true, force: true })
  })
  const log = (id: string): string => {
    const file = join(folder, `logs/${id}/plugin.log`)
    return existsSync(file) ? readFileSync(file, 'utf8') : ''
  }
  return { folder, host, launches, events, log }
}

function installed(id: string, dialect: Dialect): InstalledPlugin {
  const [, namespace = ''] = id.split('/')
  const root = { path: '/plugins', origin: 'default' } as const
  return { id, dialect, kind: 'provider', namespace, version: '1.0.0', file: `/plugins/${namespace}`, root }
}

/** Waits for a condition that holds at once on an idle machine. */
export async function until(isSo: () => boolean): Promise<void> {
  for (let turn = 0; !isSo(); turn++) {
    if (turn > 24_000) throw new Error('it never came')
    await sleep(5)
  }
}
