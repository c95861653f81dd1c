import { createHash } from 'node:crypto'
import { isList, isMap, isPart, revealed, type Value, type ValueMap, valueMap } from '@slipway/model'
import { programToJson, pulumiVersion } from '@slipway/protocol/pulumi'
import { componentType, ownType, parseUrn, recordedResource, stackType, typeOfPart } from '@slipway/programs'
import type { InstanceState, ResourceRecord } from '@slipway/stores'
import type { Deployment, PulumiResource } from './deployment.ts'

/** True for the state of a program: its resources have names of their own. */
export function isOfProgram({ resources, intents }: InstanceState): boolean {
  const all = [...resources, ...intents.map(({ resource }) => resource)]
  return all.some((record) => typeof record.spec['urn'] === 'string' && isMap(record.spec['inputs']) && !isPart(record))
}

/** The state of a program as `pulumi stack import` takes it. Secrets are in it in plain text. */
export function programDeployment({ instance, resources }: InstanceState, now: number): Deployment {
  const records = inOrder(resources.filter(({ status }) => status !== 'destroyed'))
  const written = records.map((record) => ({ record, resource: resourceOf(record, instance.exports) }))
  const pending = written.flatMap(({ record, resource }) =>
    record.doubtSince === undefined ? [] : [{ resource, type: 'creating' }],
  )
  return {
    manifest: {
      time: timeOf(now),
      magic: createHash('sha256').update(pulumiVersion).digest('hex'),
      version: pulumiVersion,
    },
    resources: written.flatMap(({ record, resource }) => (record.doubtSince === undefined ? [resource] : [])),
    ...(pending.length > 0 && { pending_operations: pending }),
  }
}

export function resourceOf(record: ResourceRecord, exports: ValueMap): PulumiResource {
  const { spec, status, failureReasons, replaced, removalPolicy, createdAt, updatedAt } = record
  const { urn, id, parent, provider, inputs, outputs } = recordedResource(spec)
  const parts = parseUrn(urn)
  const type = typeOfPart(record.type)
  const isExternal = spec['external'] === true
  return {
    urn,
    custom: type !== componentType && type !== stackType,
    ...(id !== undefined && { id }),
    type: parts === undefined ? type : ownType(parts),
    inputs: programToJson(inputs),
    outputs: programToJson(type === stackType ? exports : outputs),
    ...(parent !== undefined && { parent }),
    dependencies: textsIn(spec['dependencies']),
    propertyDependencies: dependenciesIn(spec['propertyDependencies']),
    ...(provider !== undefined && { provider }),
    ...(replaced && { delete: true }),
    ...(isExternal && { external: true }),
    ...(record.options?.protect === true && { protect: true }),
    ...(removalPolicy === 'retain' && !isExternal && { retainOnDelete: true }),
    ...(status === 'create-failed' && { initErrors: failureReasons }),
    created: timeOf(createdAt),
    modified: timeOf(updatedAt),
  }
}

function textsIn(value: Value | undefined): readonly string[] {
  return isList(value) ? value.filter((each) => typeof each === 'string') : []
}

function dependenciesIn(value: Value | undefined): Readonly<Record<string, readonly string[]>> {
  const map = revealed(value ?? valueMap())
  return isMap(map) ? Object.fromEntries(Object.entries(map).map(([name, urns]) => [name, textsIn(urns)])) : {}
}

/** A resource comes behind what it reads. */
function inOrder(records: readonly ResourceRecord[]): readonly ResourceRecord[] {
  const byId = new Map(records.map((record) => [record.id, record]))
  const sorted = new Set<ResourceRecord>()
  const add = (record: ResourceRecord): void => {
    if (sorted.has(record)) return
    for (const id of record.reads) {
      const read = byId.get(id)
      if (read !== undefined && read.createdAt <= record.createdAt) add(read)
    }
    sorted.add(record)
  }
  for (const record of records.toSorted((a, b) => a.createdAt - b.createdAt)) add(record)
  return [...sorted]
}

function timeOf(at: number): string {
  return new Date(at).toISOString()
}
