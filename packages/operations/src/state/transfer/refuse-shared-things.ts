import { mayExist, providersOf, type Providers } from '@slipway/engine'
import { messageOf, namespaceOf, type ProviderDefinition } from '@slipway/model'
import type { ResourceRecord, StateChange, StateStore } from '@slipway/stores'
import type { EnginePart } from '../../engine/engine-part.ts'
import type { Observer } from '../../events.ts'
import type { Project } from '../../project/project.ts'
import type { Slipway } from '../../slipway.ts'
import {
  refuseCopiedRecords,
  refuseRecordedElsewhere,
  typesElsewhere,
} from '../../state-warnings/recorded-elsewhere.ts'
import { lookWithEngine } from '../../with-engine.ts'
import { recordsOf } from '../open-calls.ts'
import { recordsIn } from './replaced.ts'

interface Importing {
  readonly project: Project
  readonly store: Pick<StateStore, 'instances' | 'load'>
  readonly instance: string
}

/**
 * Refuses to import a state with things that another instance has recorded. Asks plugins only about types that another instance has, too; a plugin
 * that cannot be asked prevents no import.
 *
 * @param changes the imported records
 * @throws Failure `cli/recorded-elsewhere`
 */
export async function refuseSharedThings(
  slipway: Slipway,
  { project, store, instance }: Importing,
  changes: readonly StateChange[],
  observe: Observer,
): Promise<void> {
  const imported = recordsOf(recordsIn(changes), false).filter(mayExist)
  await refuseCopiedRecords({ store, instance }, imported)
  // The stacks of a program have their own providers, whose settings only the program knows.
  if (project.program !== undefined) return
  const elsewhere = await typesElsewhere({ store, instance })
  const comparable = imported.filter(({ type }) => elsewhere.has(type))
  if (comparable.length === 0) return
  await lookWithEngine(slipway, project, observe, async ({ catalog, seen }) => {
    for (const change of changes) if (change.kind === 'instance') seen.recall(change.instance.providerSettings)
    const providers = await definedFor(comparable, catalog, observe)
    const known = comparable.flatMap((record) => asSeenNow(record, catalog))
    await refuseRecordedElsewhere({ instance, providers }, known, { store, catalog, seen })
  })
}

/** Asks for the definitions of the types, and reports plugins that cannot be asked. */
async function definedFor(
  records: readonly ResourceRecord[],
  catalog: EnginePart['catalog'],
  observe: Observer,
): Promise<Providers> {
  const defined = new Map<string, ProviderDefinition>()
  const types = Map.groupBy(new Set(records.map(({ type }) => type)), namespaceOf)
  for (const [namespace, resourceTypes] of types)
    try {
      const definition = await catalog.define(namespace, { resourceTypes, dataSourceTypes: [], functions: [] })
      if (definition === undefined) throw new Error('its plugin is not installed')
      defined.set(namespace, definition)
    } catch (error) {
      const pkg = namespace.replace(/:$/, '')
      const message = `resources of ${pkg} are not compared with those of other instances: ${messageOf(error)}`
      observe({ type: 'notice', message })
    }
  return providersOf(defined)
}

/**
 * Returns a record with the present settings of its provider, which a state of another engine does not have. Empty for a configuration that is
 * unknown here, so that nobody knows where its things are.
 */
function asSeenNow(record: ResourceRecord, catalog: EnginePart['catalog']): readonly ResourceRecord[] {
  const configuration = record.options?.provider
  if (configuration !== undefined && !catalog.configurations(namespaceOf(record.type)).includes(configuration))
    return []
  if (record.seenWith !== undefined) return [record]
  const seenWith = catalog.settingsId(record, configuration)
  return [seenWith === undefined ? record : { ...record, seenWith }]
}
