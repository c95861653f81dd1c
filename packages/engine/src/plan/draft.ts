import {
  containsUnknown,
  type Diagnostic,
  equalValues,
  Unknown,
  type Value,
  type ValueMap,
  valueMap,
} from '@slipway/model'
import { graphOf, sortGraph } from '@slipway/graph'
import type { ResourceRecord } from '@slipway/stores'
import { namespaceOf } from '../blueprint/check/definitions.ts'
import { resolveSpec, withUnknownComputed } from '../blueprint/check/resolve-spec.ts'
import type { CheckedBlueprint, CheckedResource } from '../blueprint/checked.ts'
import { evaluate } from '../blueprint/evaluate/evaluate.ts'
import { EvaluationFailure } from '../blueprint/evaluate/failure.ts'
import type { Scope } from '../blueprint/evaluate/scope.ts'
import { type Question, Questions } from '../gather/answers.ts'
import type { Gathered } from '../gather/gathered.ts'
import { valueAt, withComputed } from './computed-paths.ts'
import { type Decision, decideUnwanted, decideWanted, mayExist } from './decide.ts'
import { type ResolvedMetadata, metadataValue, resolveMetadata } from './metadata.ts'
import { orderSteps } from './order.ts'
import { takenPlaces } from './places.ts'
import { oldKey, type PlanStep } from './plan.ts'
import { evaluationDiagnostic } from './refusal.ts'
import { checkReplaced, selectTargets, type Selection } from './targets.ts'
import { viewOf, worldOf, type Views } from './world.ts'

export interface DraftOptions {
  readonly targets?: readonly string[]
  readonly replace?: readonly string[]
}

/** A plan in the making. Without open questions it is as good as it can be. */
export interface Draft {
  readonly steps: readonly PlanStep[]
  readonly exports: ValueMap
  readonly questions: readonly Question[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Works out what an `up` has to do. Pure; what only the outside can say is taken as unknown, and asked for. */
export function draftUp(blueprint: CheckedBlueprint, gathered: Gathered, options: DraftOptions): Draft {
  return new UpDraft(blueprint, gathered, options).finish()
}

type Known = Omit<Gathered, 'changes' | 'settled'>

class UpDraft implements Views {
  readonly #blueprint: CheckedBlueprint
  readonly #gathered: Known
  readonly #replace: ReadonlySet<string>
  readonly #selection: Selection
  readonly #records: ReadonlyMap<string, ResourceRecord>
  readonly #views = new Map<string, Value>()
  readonly #pending = new Set<string>()
  readonly #questions = new Questions()
  readonly #diagnostics: Diagnostic[] = []
  readonly #scope: Scope

  constructor(blueprint: CheckedBlueprint, gathered: Known, { targets, replace = [] }: DraftOptions) {
    const records = gathered.state?.resources ?? []
    this.#blueprint = blueprint
    this.#gathered = gathered
    this.#replace = new Set(replace)
    this.#selection = selectTargets(targets, blueprint.resources, records)
    checkReplaced(replace, this.#selection, blueprint.resources, records)
    this.#records = new Map(records.filter(({ replaced }) => !replaced).map((record) => [record.name, record]))
    this.#scope = worldOf(blueprint, this, gathered.answers, this.#questions)
  }

  get(name: string): Value | undefined {
    return this.#views.get(name)
  }

  isPending(name: string): boolean {
    return this.#pending.has(name)
  }

  finish(): Draft {
    const wanted = new Map<string, PlanStep>()
    for (const resource of inOrder(this.#blueprint.resources)) {
      const step = this.#isSelected(resource.name) ? this.#plan(resource) : undefined
      if (step === undefined) this.#leave(resource.name)
      else wanted.set(resource.name, step)
    }
    const steps = [...this.#blueprint.resources.keys()].flatMap((name) => wanted.get(name) ?? [])
    const dependsOn = new Map(Array.from(this.#blueprint.resources, ([name, { dependsOn: needed }]) => [name, needed]))
    const all = [...steps, ...this.#unwanted()]
    return {
      steps: orderSteps(all, dependsOn, takenPlaces(all, this.#gathered.providers)),
      exports: this.#exports(),
      questions: this.#questions.take(),
      diagnostics: this.#diagnostics,
    }
  }

  #isSelected(name: string): boolean {
    return this.#selection?.has(name) ?? true
  }

  /** A resource that this plan is not about is seen as it was recorded. */
  #leave(name: string): void {
    const record = this.#records.get(name)
    if (record !== undefined && mayExist(record)) this.#views.set(name, viewOf(record))
  }

  #plan(resource: CheckedResource): PlanStep | undefined {
    const { name } = resource
    const resolved = this.#resolve(resource)
    if (resolved === undefined) return undefined
    const record = this.#records.get(name)
    const drift = record === undefined ? undefined : this.#gathered.drift.get(record.id)
    const decision = decideWanted({ resource, ...resolved }, record, drift, this.#replace.has(name))
    this.#see(resource, resolved, decision, record)
    const recorded =
      decision.action === 'none' && record !== undefined ? this.#refreshed(resource, resolved, record) : undefined
    return {
      key: name,
      name,
      type: resource.type,
      ...decision,
      ...(record === undefined ? {} : { current: record }),
      desired: resolved.spec,
      ...(resolved.metadata === undefined ? {} : { metadata: resolved.metadata }),
      ...(resolved.description === undefined ? {} : { description: resolved.description }),
      ...(recorded === undefined ? {} : { record: recorded }),
      after: [],
    }
  }

  #resolve(resource: CheckedResource): (ResolvedMetadata & { readonly spec: ValueMap }) | undefined {
    const { spec, diagnostics } = resolveSpec(resource, this.#scope, this.#blueprint.source)
    this.#diagnostics.push(...diagnostics)
    const beside = this.#orReport(`resources.${resource.name}.metadata`, () => resolveMetadata(resource, this.#scope))
    return diagnostics.length > 0 || beside === undefined ? undefined : { spec, ...beside }
  }

  #orReport<T>(path: string, work: () => T): T | undefined {
    try {
      return work()
    } catch (thrown) {
      if (!(thrown instanceof EvaluationFailure)) throw thrown
      this.#diagnostics.push(evaluationDiagnostic(thrown, path, this.#blueprint.source))
      return undefined
    }
  }

  /** What those that depend on it see of a resource: unknown is only what this plan may change. */
  #see(
    resource: CheckedResource,
    resolved: ResolvedMetadata & { spec: ValueMap },
    { action, blocked }: Decision,
    record?: ResourceRecord,
  ): void {
    const { name, definition } = resource
    if (action === 'none' && record !== undefined) {
      this.#views.set(name, viewOf(record))
      return
    }
    this.#pending.add(name)
    if (blocked !== undefined) return
    const root = `resources.${name}.spec`
    const spec =
      action === 'update' && record !== undefined
        ? updatedView(resource, resolved.spec, record)
        : withUnknownComputed(definition.schema, resolved.spec, root)
    this.#views.set(
      name,
      valueMap([
        ['spec', spec],
        ['metadata', metadataValue(resolved.metadata)],
      ]),
    )
  }

  /** The record that a resource without changes should have, when that is not the one it has. */
  #refreshed(
    resource: CheckedResource,
    resolved: ResolvedMetadata,
    record: ResourceRecord,
  ): ResourceRecord | undefined {
    const { dependsOn, removalPolicy, type } = resource
    const provider = this.#gathered.providers.byNamespace.get(namespaceOf(type))
    const { description: _, ...rest } = record
    const refreshed: ResourceRecord = {
      ...rest,
      ...(resolved.description === undefined ? {} : { description: resolved.description }),
      pluginId: provider?.pluginId ?? record.pluginId,
      pluginVersion: provider?.pluginVersion ?? record.pluginVersion,
      dependsOn,
      removalPolicy,
    }
    const isSame =
      this.#gathered.drift.get(record.id) === undefined &&
      refreshed.description === record.description &&
      refreshed.pluginId === record.pluginId &&
      refreshed.pluginVersion === record.pluginVersion &&
      removalPolicy === record.removalPolicy &&
      equalValues(dependsOn, record.dependsOn)
    return isSame ? undefined : refreshed
  }

  /** Resources that the blueprint no longer has, the newest first, and what earlier replacements have left behind. */
  #unwanted(): PlanStep[] {
    const { state, drift, providers } = this.#gathered
    return (state?.resources ?? []).toReversed().flatMap((record) => {
      const { name, replaced } = record
      if ((this.#blueprint.resources.has(name) && !replaced) || !this.#isSelected(name)) return []
      const reason = replaced ? 'replaced' : 'not in the blueprint'
      return [removalStep(record, decideUnwanted(record, drift.get(record.id), providers, reason))]
    })
  }

  #exports(): ValueMap {
    const exports = valueMap()
    for (const [name, { expression }] of this.#blueprint.exports) {
      const value = this.#orReport(`exports.${name}`, () => evaluate(expression, this.#scope))
      exports[name] = value ?? null
    }
    return exports
  }
}

/** After an update everything that its provider computes may have changed, but for what identifies the resource. */
function updatedView({ name, definition }: CheckedResource, spec: ValueMap, record: ResourceRecord): ValueMap {
  const { schema, idField } = definition
  const isMade = record.deployedAt !== undefined
  return withComputed(schema, spec, 'spec', (path) => {
    const identity =
      idField !== undefined && isMade && path === `spec.${idField}` ? valueAt(record.spec, path) : undefined
    return identity ?? new Unknown(`resources.${name}.${path}`)
  })
}

/** A step for something that is to go. */
export function removalStep(record: ResourceRecord, decision: Decision): PlanStep {
  const { name, type, id, replaced } = record
  return { key: replaced ? oldKey(`${name} ${id}`) : name, name, type, ...decision, current: record, after: [] }
}

/** Dependencies before those who need them. */
function inOrder(resources: ReadonlyMap<string, CheckedResource>): CheckedResource[] {
  const list = [...resources.values()]
  const graph = graphOf(new Map(Array.from(resources, ([name, { dependsOn }]) => [name, dependsOn])))
  return sortGraph(graph).order.flatMap((index) => list[index] ?? [])
}

/** True when exports are not, or may not be, as they were recorded. */
export function exportsDiffer(recorded: ValueMap | undefined, planned: ValueMap): boolean {
  return containsUnknown(planned) || !equalValues(recorded ?? valueMap(), planned)
}
