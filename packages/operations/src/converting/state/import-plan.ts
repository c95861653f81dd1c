import type { Diagnostic } from '@slipway/model'
import type { ImportedResource } from '@slipway/protocol/pulumi'
import { type Deployment } from '@slipway/programs/deployments/deployment'
import { deploymentOf, type DeploymentOptions } from '@slipway/programs/from-converter/deployment-of'
import { ExistingResources } from '@slipway/programs/from-converter/read-existing'
import type { StartPackage } from '@slipway/programs'

/** The records that an import will make. The user sees the plan first. */
export interface ImportPlan {
  readonly instance: string
  /** The id of the converter. */
  readonly pluginId: string
  readonly resources: readonly PlannedImport[]
  /** Things that the converter has found, but that cannot be imported. */
  readonly leftOut: readonly LeftOut[]
  /** Warnings of the converter. */
  readonly diagnostics: readonly Diagnostic[]
  /** The records in the form of a Pulumi state. */
  readonly deployment: Deployment
}

export interface PlannedImport extends ImportedResource {
  readonly urn: string
  /** True if the resource's provider has reported the values that the converter left out. */
  readonly isRead: boolean
}

export interface LeftOut {
  readonly type: string
  readonly name: string
  readonly id: string
  readonly why: string
}

export interface PlanOptions extends DeploymentOptions, Pick<ImportPlan, 'instance' | 'pluginId' | 'diagnostics'> {
  readonly start: StartPackage
}

/** The number of resources that are read from their providers at the same time. */
const atOnce = 8

/** Plans the import of the found resources. @throws Failure `convert/bad-result`; a PluginFailure if a provider cannot read its resource */
export async function planOf(found: readonly ImportedResource[], options: PlanOptions): Promise<ImportPlan> {
  const { instance, pluginId, diagnostics, start, configOf } = options
  const { urns } = deploymentOf(found, options)
  const byName = new Map(found.map((resource) => [resource.logicalName, resource]))
  const existing = new ExistingResources({
    start,
    configOf,
    own: (name) => byName.get(name),
  })
  const leftOut: LeftOut[] = []
  const kept: (ImportedResource & { readonly isRead: boolean })[] = []
  for (let from = 0; from < found.length; from += atOnce) {
    const some = found.slice(from, from + atOnce)
    const read = await Promise.all(
      some.map(async (resource) => {
        if (!mustBeRead(resource)) return { ...resource, isRead: false }
        const there = await existing.read(resource, urns.get(resource.logicalName) ?? '')
        return there && { ...there, isRead: true }
      }),
    )
    for (const [index, resource] of read.entries())
      if (resource !== undefined) kept.push(resource)
      else leftOut.push(gone(some[index]))
  }
  const whole = deploymentOf(withoutLost(kept), options)
  return {
    instance,
    pluginId,
    diagnostics,
    leftOut,
    resources: kept.map((resource) => Object.assign(resource, { urn: whole.urns.get(resource.logicalName) ?? '' })),
    deployment: whole.deployment,
  }
}

/** Returns whether a resource must be read from its provider. Components exist only in a program, and providers are settings. */
function mustBeRead({ type, isComponent, inputs, outputs }: ImportedResource): boolean {
  if (isComponent || type.startsWith('pulumi:providers:')) return false
  return inputs === undefined || outputs === undefined
}

function gone(resource: ImportedResource | undefined): LeftOut {
  const { type = '', logicalName: name = '', id = '' } = resource ?? {}
  return { type, name, id, why: `its provider finds nothing with the id ${JSON.stringify(id)}` }
}

/** Keeps resources whose parent is missing, without the parent. */
function withoutLost<R extends ImportedResource>(kept: readonly R[]): readonly R[] {
  const names = new Set(kept.map(({ logicalName }) => logicalName))
  return kept.map((resource) => (names.has(resource.parent) ? resource : { ...resource, parent: '' }))
}
