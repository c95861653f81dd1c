import { copyFileSync, statSync, truncateSync } from 'node:fs'
import { messageOf } from '@slipway/model'
import type { DeployPorts } from '../deploy/ports.ts'
import type { PodWorker } from '../deploy/pod-worker.ts'
import { Programs } from '../deploy/programs.ts'
import type { PodHealth } from '../deploy/state.ts'
import { type Manifest, parseManifest } from '../manifest/manifest.ts'
import type { Running } from '../records/pod-record.ts'

/** In bytes: at this size, a log is renamed to `<file>.1`, which replaces the earlier one. */
const mostOfLog = 8 * 1024 * 1024

/** Logs are checked once for this many checks of the processes. */
const roundsForLogs = 10

interface Probe {
  readonly token: string
  isHealthy: boolean | undefined
  wasHealthy: boolean
  askedAt: number
  isAsking: boolean
}

/** Checks the running pods: whether they run, their health, and the size of their logs. */
export class Monitor {
  readonly #ports: DeployPorts
  readonly #probes = new Map<string, Probe>()
  readonly #manifests = new Map<string, Manifest>()

  #rounds = 0

  constructor(ports: DeployPorts) {
    this.#ports = ports
  }

  lookAtAll(workers: readonly PodWorker[]): void {
    const isForLogs = this.#rounds++ % roundsForLogs === 0
    for (const worker of workers) {
      try {
        this.look(worker)
        if (isForLogs) this.#rotate(worker)
      } catch (error) {
        this.#ports.tell({ pod: worker.id, message: messageOf(error) })
      }
    }
  }

  /** Checks one pod, unless work on it is under way. Restarts a pod that is gone although nobody gave it up. */
  look(worker: PodWorker): void {
    const { running, attempt, removal } = worker.record
    if (running === undefined || attempt !== undefined || removal !== undefined) return
    const manifest = this.#manifest(worker.id, running)
    const programs = new Programs(this.#ports, worker.id)
    const states = running.installed.map((installed) => ({
      installed,
      ...this.#ports.supervisor.state(programs.folder(running.token, installed.name)),
    }))
    if (states.some(({ is }) => is === 'none')) worker.revive()
    const { pid } = states.find((state) => state.pid !== undefined) ?? {}
    const lost = states.find(({ is }) => is === 'given-up')
    const health: PodHealth = {
      ...(pid !== undefined && { pid }),
      ...(lost && { isFailed: true, reason: `${lost.installed.name} ended with ${lost.code}, and was given up` }),
    }
    worker.feel(lost === undefined ? { ...health, ...this.#healthOf(worker, manifest, running) } : health)
  }

  #rotate({ id, record: { running } }: PodWorker): void {
    for (const { name } of running?.installed ?? []) rotate(this.#ports.layout.log(id, name))
  }

  #manifest(id: string, { manifest, hash }: Running): Manifest {
    const known = this.#manifests.get(id)
    if (known?.hash === hash) return known
    const read = parseManifest(manifest)
    this.#manifests.set(id, read)
    return read
  }

  #healthOf(worker: PodWorker, { body }: Manifest, running: Running): PodHealth {
    const { status } = body
    if (status === undefined) return {}
    let probe = this.#probes.get(worker.id)
    if (probe?.token !== running.token) {
      probe = { token: running.token, isHealthy: undefined, wasHealthy: false, askedAt: 0, isAsking: false }
      this.#probes.set(worker.id, probe)
    }
    if (!probe.isAsking && this.#ports.clock.now() - probe.askedAt >= status.everyMs)
      void this.#ask(worker, status.http, probe)
    const isLate = !probe.wasHealthy && this.#ports.clock.now() - running.launchedAt > status.deadlineMs
    return {
      ...(probe.isHealthy !== undefined && { healthy: probe.isHealthy }),
      ...(isLate && { isFailed: true, reason: `not healthy within ${status.deadlineMs / 1000} s: ${status.http}` }),
    }
  }

  async #ask(worker: PodWorker, url: string, probe: Probe): Promise<void> {
    probe.isAsking = true
    probe.askedAt = this.#ports.clock.now()
    const isHealthy = await answersWell(url, this.#ports.closing)
    probe.isAsking = false
    if (this.#ports.closing.aborted || probe.isHealthy === isHealthy) return
    probe.isHealthy = isHealthy
    probe.wasHealthy ||= isHealthy
    this.#ports.tell({ pod: worker.id, message: isHealthy ? 'is healthy' : 'is not healthy' })
    this.look(worker)
  }
}

async function answersWell(url: string, closing: AbortSignal): Promise<boolean> {
  try {
    const signal = AbortSignal.any([closing, AbortSignal.timeout(5000)])
    const response = await fetch(url, { signal, redirect: 'manual' })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}

/** The launchable keeps its file open to append, so the file is copied and emptied; lines of that very moment may be lost. */
function rotate(log: string): void {
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) < mostOfLog) return
  copyFileSync(log, `${log}.1`)
  truncateSync(log)
}
