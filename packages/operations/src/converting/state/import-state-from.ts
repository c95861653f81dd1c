import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Diagnostic, Failure, shownPath, type ValueMap, valueMap } from '@slipway/model'
import type { ImportedResource } from '@slipway/protocol/pulumi'
import { refuseUnlessFile } from '@slipway/source/files'
import type { Lease, ResourceRecord } from '@slipway/stores'
import type { EnginePart } from '../../engine/engine-part.ts'
import { ignore, type Observer } from '../../events.ts'
import { startPackage } from '../../plugins/start-package.ts'
import { refuseChild } from '../../project/child.ts'
import { findProject, type Project } from '../../project/project.ts'
import { whichInstance } from '../../project/which-instance.ts'
import type { Slipway } from '../../slipway.ts'
import { agreed, type StateChangeRequest } from '../../state/change-state.ts'
import { stoppable } from '../../stopped.ts'
import { endingPlugins, withEngine } from '../../with-engine.ts'
import { servingPlugins } from '../asked-plugins.ts'
import { refusedIfWrong } from '../results.ts'
import { type ImportPlan, planOf } from './import-plan.ts'
import { recordedChanges } from './recorded-changes.ts'

export interface ImportStateRequest extends StateChangeRequest<ImportPlan> {
  /** A converter, such as `terraform`, or a path to a converter. */
  readonly from: string
  /** The file with the state. */
  readonly state: string
  /** More arguments for the converter. */
  readonly args?: readonly string[]
  readonly stop?: AbortSignal
}

export interface ImportedFrom {
  readonly outcome: 'imported' | 'declined' | 'nothing'
  readonly plan: ImportPlan
  /** The new records. */
  readonly records: readonly ResourceRecord[]
  /** Sentences about parts that were not imported unchanged. */
  readonly told: readonly string[]
}

/**
 * Imports the state of another tool: a converter reads it, providers report the values that it leaves out, the user sees the plan, and then
 * everything is recorded at once. Nothing outside is changed.
 */
export function importStateFrom(
  slipway: Slipway,
  request: ImportStateRequest,
  observe: Observer = ignore,
): Promise<ImportedFrom> {
  return stoppable(request.stop, async () => {
    const project = await findProject(slipway, request, 'runs', true)
    refuseChild(project)
    const file = resolve(slipway.cwd, request.state)
    observe({ type: 'started' })
    return await withEngine(slipway, project, { access: 'write', observe }, (engine) =>
      endingPlugins(engine, request.stop, () =>
        new StateImport({ slipway, project, engine, request, observe }).run(file),
      ),
    )
  })
}

interface Around {
  readonly slipway: Slipway
  readonly project: Project
  readonly engine: EnginePart
  readonly request: ImportStateRequest
  readonly observe: Observer
}

class StateImport {
  readonly #around: Around

  constructor(around: Around) {
    this.#around = around
  }

  async run(file: string): Promise<ImportedFrom> {
    const { engine, project, request } = this.#around
    const instance = await whichInstance(engine.store, project, 'new')
    const lease = await this.#lease(instance)
    const { resources, diagnostics, pluginId } = await this.#converted(file)
    const plan = await this.#plan(instance, resources, { diagnostics, pluginId })
    if (plan.resources.length === 0) return { outcome: 'nothing', plan, records: [], told: [] }
    const state = await engine.load(instance)
    const { changes, records, told } = recordedChanges(plan, {
      program: project.program,
      state,
      env: this.#around.slipway.env,
      runId: engine.runId,
      ports: engine.ports,
    })
    if (!(await agreed(request.agree, plan))) return { outcome: 'declined', plan, records: [], told: [] }
    await engine.store.commit(lease, changes)
    return { outcome: 'imported', plan, records, told }
  }

  #lease(instance: string): Promise<Lease> {
    const { engine, request, observe } = this.#around
    return engine.deps.lease.acquire({
      instance,
      runId: engine.runId,
      command: 'slipway import',
      waitMs: request.waitMs ?? 0,
      signal: request.stop ?? new AbortController().signal,
      onWaiting: (holder) => observe({ type: 'waiting', holder }),
      onLost: () => undefined,
    })
  }

  async #converted(file: string): Promise<{
    readonly resources: readonly ImportedResource[]
    readonly diagnostics: readonly Diagnostic[]
    readonly pluginId: string
  }> {
    const { engine, slipway, project, request } = this.#around
    const stats = statSync(file, { throwIfNoEntry: false })
    if (stats === undefined)
      throw new Failure('cli/no-such-file', `there is no file ${shownPath(file)}`, {
        hint: 'name the file with the state',
      })
    refuseUnlessFile(file, stats, 'state')
    return await servingPlugins(engine, { slipway, project }, (plugins) =>
      plugins.converter(request.from, async (converter, pluginId) => {
        const { resources, diagnostics } = await converter(request.stop).state([file, ...(request.args ?? [])])
        return { resources, diagnostics: refusedIfWrong(diagnostics), pluginId }
      }),
    )
  }

  /** Makes the plan, with everything that providers report. */
  async #plan(
    instance: string,
    resources: readonly ImportedResource[],
    said: Pick<ImportPlan, 'diagnostics' | 'pluginId'>,
  ): Promise<ImportPlan> {
    const { engine } = this.#around
    const configs = await this.#configurations(resources)
    return await planOf(resources, {
      instance,
      ...this.#names(instance),
      ...said,
      configOf: (pkg) => configs.get(pkg) ?? valueMap(),
      now: engine.ports.clock.now(),
      start: (wanted) => startPackage(engine.plugins, wanted),
    })
  }

  /** Returns the names in URNs. A blueprint has no such names, so they do not matter there. */
  #names(instance: string): { readonly project: string; readonly stack: string } {
    const { program } = this.#around.project
    if (program === undefined) return { project: 'import', stack: 'import' }
    const { project } = program
    return { project, stack: instance.slice(project.length + 1) }
  }

  /** Returns the configurations of all packages by name, from the stack of a program or from the settings. */
  async #configurations(resources: readonly ImportedResource[]): Promise<ReadonlyMap<string, ValueMap>> {
    const { engine, project } = this.#around
    const pkgs = new Set(resources.map(({ type }) => type.split(':')[0] ?? ''))
    const config = (await project.told?.())?.config
    const all = await Promise.all(
      [...pkgs].map(async (pkg) => {
        const own = config === undefined ? await ofSettings(engine, pkg) : ofStack(config, pkg)
        engine.learn(own)
        return [pkg, own] as const
      }),
    )
    return new Map(all)
  }
}

function ofStack(config: ReadonlyMap<string, string>, pkg: string): ValueMap {
  const own = [...config].flatMap(([key, text]) =>
    key.startsWith(`${pkg}:`) ? [[key.slice(pkg.length + 1), text] as const] : [],
  )
  return valueMap(own)
}

/**
 * Returns the settings of a package. They are empty for a package without settings, or without its plugin: the first use of the plugin reports that
 * it is missing.
 */
async function ofSettings({ catalog }: EnginePart, pkg: string): Promise<ValueMap> {
  const nothing = { resourceTypes: [], dataSourceTypes: [], functions: [] }
  try {
    if ((await catalog.define(`${pkg}:`, nothing)) === undefined) return valueMap()
    return valueMap(Object.entries(catalog.context(`${pkg}:`).config))
  } catch (error) {
    if (error instanceof Failure) return valueMap()
    throw error
  }
}
