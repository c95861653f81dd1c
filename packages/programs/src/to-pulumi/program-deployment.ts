import { createHash } from 'node:crypto'
import { isList, isMap, isPart, revealed, typeOfPart, type Value, type ValueMap, valueMap } from '@slipway/model'
import { programToJson, pulumiVersion } from '@slipway/protocol/pulumi'
import type { InstanceState, ResourceRecord } from '@slipway/stores'
import { componentType, ownType, parseUrn, stackType } from '../urns/urn.ts'
import { packageOfProvider, recordedResource } from '../providers/definitions.ts'
import { builtInProviderOf } from './built-in-provider.ts'
import type { Deployment, PulumiResource } from '../deployments/deployment.ts'
import { WrittenExtensions } from '../deployments/extensions.ts'
import { type Noted, notedFields, viewResources } from './noted.ts'
import { writeHookNames } from '../deployments/hook-names.ts'
import { writeOptions } from '../deployments/options.ts'
import { writeProviderInputs } from '../deployments/provider-inputs.ts'
import { snapshotOf } from './snapshot.ts'

/** True for the state of a program, whose resources have URNs. */
export function isOfProgram({ resources, intents }: InstanceState): boolean {
  const all = [...resources, ...intents.map(({ resource }) => resource)]
  return all.some((record) => typeof record.spec['urn'] === 'string' && isMap(record.spec['inputs']) && !isPart(record))
}

/** The state of a program in the format of `pulumi stack import`, with secrets in plain text. */
export function programDeployment({ instance, resources }: InstanceState, now: number): Deployment {
  const records = resources.toSorted((a, b) => a.createdAt - b.createdAt)
  const urns = new Map(
    records.flatMap((record) => (record.replaced ? [] : [[record.name, recordedResource(record.spec).urn]])),
  )
  const extensions = new WrittenExtensions()
  const builtIn = new Map<string, PulumiResource>()
  const written = records.map((record) => {
    const goesWith = urns.get(record.options?.deletedWith ?? '')
    const own = { ...resourceOf(record, instance.exports), ...extensions.add(record.spec) }
    const provider = builtInProviderOf(own)
    if (provider !== undefined) builtIn.set(provider.urn, provider)
    const resource = provider === undefined ? own : { ...own, provider: `${provider.urn}::${provider.id}` }
    const views = viewResources(notedIn(record.spec), resource, programToJson)
    return { record, resource: goesWith === undefined ? resource : { ...resource, deletedWith: goesWith }, views }
  })
  return {
    manifest: {
      time: timeOf(now),
      magic: createHash('sha256').update(pulumiVersion).digest('hex'),
      version: pulumiVersion,
    },
    ...snapshotOf(written, [...builtIn.values()]),
    ...extensions.all,
  }
}

export function resourceOf(record: ResourceRecord, exports: ValueMap): PulumiResource {
  const { spec, status, failureReasons, replaced, removalPolicy, createdAt, updatedAt } = record
  const { urn, id, parent, provider, inputs, outputs } = recordedResource(spec)
  const parts = parseUrn(urn)
  const type = typeOfPart(record.type)
  const isExternal = spec['external'] === true
  const { trigger, hooks, package: how } = spec
  const isProvider = packageOfProvider(type) !== undefined
  const given = isProvider ? writeProviderInputs({ inputs, package: isMap(how) ? how : undefined }) : inputs
  const resourceHooks = writeHookNames(hooks)
  const isCustom = type !== componentType && type !== stackType
  return {
    urn,
    custom: isCustom,
    ...(id !== undefined && { id }),
    type: parts === undefined ? type : ownType(parts),
    // Pulumi omits missing inputs of a component or the stack.
    ...((isCustom || Object.keys(given).length > 0) && { inputs: programToJson(given) }),
    outputs: programToJson(type === stackType ? exports : outputs),
    ...(parent !== undefined && { parent }),
    dependencies: textsIn(spec['dependencies']),
    propertyDependencies: dependenciesOf(spec, isProvider),
    ...(provider !== undefined && { provider }),
    ...(replaced && { delete: true }),
    ...(isExternal && { external: true }),
    ...(record.options?.protect === true && { protect: true }),
    ...(removalPolicy === 'retain' && !isExternal && { retainOnDelete: true }),
    // The provider's own reasons, if any, take precedence.
    ...(status === 'create-failed' && { initErrors: failureReasons }),
    ...notedFields(notedIn(spec)),
    ...(trigger !== undefined && { replacementTrigger: programToJson(valueMap([['trigger', trigger]]))['trigger'] }),
    ...(resourceHooks !== undefined && { resourceHooks }),
    ...writeOptions(spec),
    created: timeOf(createdAt),
    modified: timeOf(updatedAt),
  }
}

/** The notes in the record of a program's resource. */
export function notedIn({ views, initErrors, isReadFirst }: ValueMap): Noted {
  return { views, initErrors, isReadFirst }
}

function textsIn(value: Value | undefined): readonly string[] {
  return isList(value) ? value.filter((each) => typeof each === 'string') : []
}

/**
 * The dependencies of each input. Lists every input of the program, even those without a source; default providers have only the engine's.
 */
function dependenciesOf(spec: ValueMap, isProvider: boolean): Readonly<Record<string, readonly string[]>> {
  const { inputs = null, propertyDependencies = null } = spec
  const names = isMap(inputs) && spec['parent'] !== undefined ? Object.keys(inputs) : []
  const given = names.filter((name) => !isProvider || name !== 'version').map((name) => [name, []] as const)
  const map = revealed(propertyDependencies)
  const known = isMap(map) ? Object.entries(map).map(([name, urns]) => [name, textsIn(urns)] as const) : []
  return Object.fromEntries([...given, ...known])
}

function timeOf(at: number): string {
  return new Date(at).toISOString()
}
