import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { configured, type Plugin, type PluginContext, type PluginOption } from '@slipway/agent'
import { log, resync } from '@slipway/infra'
import type { DataPlaneAnswer, DataPlaneCall, InterfaceConfig, InterfaceState } from './protocol.ts'

/** The part of a data plane that MyPlugin uses. */
export interface DataPlaneApi extends Plugin {
  set(name: string, config: InterfaceConfig): Promise<InterfaceState>
  remove(name: string): Promise<void>
  list(): Promise<Readonly<Record<string, InterfaceState>>>
}

/** Milliseconds between attempts to reach the data plane. */
const pause = 50

/**
 * The connection to the local data plane, whose process it starts. When that dies, it is started again and everything is
 * resynchronised, because the new one knows nothing.
 */
export class DataPlane implements DataPlaneApi {
  readonly name = 'dataplane'
  readonly deps = { resync: resync.defaultPlugin, log: log.defaultPlugin }
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>()
  #folder = ''
  #process: ChildProcess | undefined
  #socket: Socket | undefined
  #lastId = 0
  #closing = false

  async init(context: PluginContext): Promise<void> {
    this.#closing = false
    this.#folder = await mkdtemp(join(tmpdir(), 'dataplane-'))
    await this.#connect(context, context.signal)
  }

  async close(): Promise<void> {
    this.#closing = true
    this.#socket?.destroy()
    if (this.#process !== undefined && this.#process.exitCode === null && this.#process.signalCode === null) {
      const exited = new Promise((resolve) => this.#process?.once('exit', resolve))
      this.#process.kill()
      await exited
    }
    await rm(this.#folder, { recursive: true, force: true })
  }

  async set(name: string, config: InterfaceConfig): Promise<InterfaceState> {
    return (await this.#call({ call: 'set', name, config })) as InterfaceState
  }

  async remove(name: string): Promise<void> {
    await this.#call({ call: 'remove', name })
  }

  async list(): Promise<Readonly<Record<string, InterfaceState>>> {
    return (await this.#call({ call: 'list' })) as Record<string, InterfaceState>
  }

  async #connect(context: PluginContext, signal?: AbortSignal): Promise<void> {
    const path = join(this.#folder, `${Date.now()}.sock`)
    const server = join(import.meta.dirname, 'server.ts')
    this.#process = spawn(process.execPath, [server, path], { stdio: ['pipe', 'inherit', 'inherit'] })
    for (;;) {
      signal?.throwIfAborted()
      if (this.#closing) return
      try {
        this.#socket = await socketTo(path)
        break
      } catch {
        await sleep(pause)
      }
    }
    createInterface(this.#socket).on('line', (line) => this.#settle(JSON.parse(line) as DataPlaneAnswer))
    this.#socket.once('close', () => void this.#lost(context))
    context.report('ok')
  }

  async #lost(context: PluginContext): Promise<void> {
    for (const { reject } of this.#waiting.values()) reject(new Error('the data plane is gone'))
    this.#waiting.clear()
    if (this.#closing) return
    context.report('degraded', 'the data plane is gone')
    context.use(this.deps.log).logger(this.name).warn('the data plane is gone, starting it again')
    this.#process?.kill('SIGKILL')
    await this.#connect(context)
    if (!this.#closing) await context.use(this.deps.resync).resync()
  }

  #call(call: DataPlaneCall): Promise<unknown> {
    const id = ++this.#lastId
    const waiting = Promise.withResolvers<unknown>()
    this.#waiting.set(id, waiting)
    this.#socket?.write(`${JSON.stringify({ id, ...call })}\n`)
    return waiting.promise
  }

  #settle({ id, result, error }: DataPlaneAnswer): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (error === undefined) waiting?.resolve(result)
    else waiting?.reject(new Error(error))
  }
}

function socketTo(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(path, () => resolve(socket)).on('error', reject)
  })
}

export const defaultPlugin = newPlugin()

export function newPlugin(...options: readonly PluginOption<DataPlane>[]): DataPlane {
  return configured(new DataPlane(), options)
}

export function useDeps(change: (deps: DataPlane['deps']) => void): PluginOption<DataPlane> {
  return ({ deps }) => change(deps)
}
