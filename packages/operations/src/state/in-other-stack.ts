import { called, inNewNames } from '@slipway/engine'
import type { ValueMap } from '@slipway/model'
import type { InstanceState, ResourceRecord } from '@slipway/stores'

/** Returns the records of a stack under a new name, which is part of every URN and of the stack's own resource name. */
export async function inOtherStack(state: InstanceState, project: string, to: string): Promise<InstanceState> {
  const { formatUrn, parseUrn, stackType, withMovedUrns } = await import('@slipway/programs')
  const records = [...state.resources, ...state.intents.map(({ resource }) => resource)]
  const moved = new Map(records.flatMap(({ spec: { urn } }) => (typeof urn === 'string' ? [[urn, movedUrn(urn)]] : [])))

  function movedUrn(urn: string): string {
    const parts = parseUrn(urn)
    if (parts === undefined) return urn
    const isStack = parts.qualifiedType === stackType
    return formatUrn({ ...parts, stack: to, ...(isStack && { name: `${project}-${to}` }) })
  }

  const before = new Set(records.filter(({ type }) => type === stackType).map(({ name }) => name))
  const renamed = (name: string): string => (before.has(name) ? `${project}-${to}` : name)
  const told = <T extends { readonly spec: ValueMap }>(record: T): T => ({
    ...record,
    spec: withMovedUrns(record.spec, moved),
  })
  const now = (record: ResourceRecord): ResourceRecord =>
    inNewNames(called(told(record), renamed(record.name)), renamed)
  return {
    ...state,
    instance: { ...state.instance, name: `${project}/${to}` },
    resources: state.resources.map(now),
    intents: state.intents.map((intent) => ({ ...intent, resource: now(intent.resource) })),
  }
}
