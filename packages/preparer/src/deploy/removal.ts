import { existsSync, rmSync } from 'node:fs'
import type { Layout } from '../install/layout.ts'
import { readSteadily } from '../install/steady-folder.ts'
import { type Manifest, parseManifest } from '../manifest/manifest.ts'
import { type PodRecord, type RemovalStep, removalSteps } from '../records/pod-record.ts'
import { type RecordHolder, occasionOf } from './deploy.ts'
import type { DeployPorts } from './ports.ts'
import { Programs } from './programs.ts'

/** Halts a pod, tells the hooks, deletes its files. Resolves to false when the preparer ends first. */
export async function remove(ports: DeployPorts, holder: RecordHolder, from: RemovalStep): Promise<boolean> {
  for (const step of removalSteps.slice(removalSteps.indexOf(from))) {
    const { removal } = holder.record
    if (removal !== undefined && removal.step !== step) await holder.change({ removal: { ...removal, step } })
    holder.enter(step)
    await steps[step](ports, holder)
    if (ports.closing.aborted) return false
  }
  return true
}

const steps: Readonly<Record<RemovalStep, (ports: DeployPorts, holder: RecordHolder) => Promise<void>>> = {
  halt: async (ports, { record }) => {
    const { kind, id, running } = record
    // Hooks need no further steps.
    if (kind !== 'pod') return
    const programs = new Programs(ports, id)
    if (running !== undefined) await programs.halt(running, true)
    await programs.stopAll()
  },
  before_uninstall: async (ports, { record }) => {
    const { kind, id, target, refused, removal } = record
    const manifest = manifestOf(record, ports.layout)
    if (kind === 'hook' || manifest === undefined || !existsSync(ports.layout.home(kind, id))) return
    const occasion = occasionOf('before_uninstall', manifest, record, { isInstalled: true })
    const attempt = target?.attempts ?? refused?.attempts ?? 1
    await ports.hooks.fire({ ...occasion, attempt: Math.max(1, attempt), deploy: removal?.token ?? occasion.deploy })
  },
  delete: async ({ hooks, layout }, { record: { kind, id } }) => {
    if (kind === 'hook') {
      hooks.set(id, undefined)
      await hooks.idle(id)
    }
    const own = kind === 'hook' ? [] : [layout.launches(id), layout.logs(id)]
    const code = [layout.allInstalls(kind, id), layout.allInventories(kind, id)]
    for (const path of [layout.home(kind, id), ...code, ...own]) rmSync(path, { recursive: true, force: true })
  },
}

/** In bytes: a manifest may come from anybody. */
const mostOfManifest = 8 * 1024 * 1024

/** The manifest of the pod; if the record has none, the one in its home. */
function manifestOf({ kind, id, running, target, refused }: PodRecord, layout: Layout): Manifest | undefined {
  try {
    const remembered = running?.manifest ?? target?.manifest ?? refused?.manifest
    return parseManifest(remembered ?? readSteadily(layout.manifest(kind, id), mostOfManifest) ?? '')
  } catch {
    return undefined
  }
}
