import type { PluginDiagnostic, ResourceIdentity, ValidateResourceRequest } from '@slipway/model'
import { type CtyValue, equalCty, isWhollyKnown } from '../cty/value.ts'
import type { PlannedChange } from './planning.ts'
import { asPluginDiagnostics } from './told.ts'

type Named = Pick<ResourceIdentity, 'type' | 'resourceName' | 'instanceName'>

/** The plans that have not been carried out yet: the provider is not asked the same question again. */
export class Planned {
  readonly #kept = new Map<string, PlannedChange>()
  /** The reasons why the provider did not plan a resource, by the same keys. */
  readonly #refused = new Map<string, readonly PluginDiagnostic[]>()

  keep(request: Named, plan: PlannedChange): void {
    const key = keyOf(request, plan.prior === undefined)
    this.#kept.set(key, plan)
    this.#refused.delete(key)
  }

  /** Keeps the reasons for which there is no plan, until the resource is validated. */
  refuse(request: Named, isNew: boolean, reasons: readonly PluginDiagnostic[]): void {
    const key = keyOf(request, isNew)
    this.#refused.set(key, reasons)
    this.#kept.delete(key)
  }

  /** Returns the last plan for a resource, whatever its configuration was. */
  last(request: Named, isNew: boolean): PlannedChange | undefined {
    return this.#kept.get(keyOf(request, isNew))
  }

  /** Returns the plan for exactly this change, which must be known as a whole. */
  find(request: Named, prior: CtyValue, config: CtyValue): PlannedChange | undefined {
    const plan = this.last(request, prior === null)
    const isIt =
      plan !== undefined &&
      isWhollyKnown(config) &&
      equalCty(plan.config, config) &&
      equalCty(plan.prior?.state ?? null, prior)
    return isIt ? plan : undefined
  }

  /** Returns the diagnostics of a planned resource: warnings, or the reasons why the provider made no plan. */
  remarks({
    type,
    resourceName,
    instanceName = '',
  }: Pick<ValidateResourceRequest, 'type' | 'resourceName' | 'instanceName'>): readonly PluginDiagnostic[] {
    const named = { type, resourceName, instanceName }
    const refused = this.#refused.get(keyOf(named, true)) ?? this.#refused.get(keyOf(named, false))
    if (refused !== undefined) return refused
    const plan = this.last(named, true) ?? this.last(named, false)
    return asPluginDiagnostics({ diagnostics: plan?.result.diagnostics ?? [] }, 'provider.PlanResourceChange')
  }

  forget(request: Named): void {
    for (const isNew of [true, false]) {
      const key = keyOf(request, isNew)
      this.#kept.delete(key)
      this.#refused.delete(key)
    }
  }
}

function keyOf({ type, instanceName, resourceName }: Named, isNew: boolean): string {
  // A type and the name of an instance contain no space, so no two resources share a key.
  return `${isNew} ${type} ${instanceName} ${resourceName}`
}
