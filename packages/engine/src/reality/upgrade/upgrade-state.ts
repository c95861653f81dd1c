import {
  Failure,
  filesOfDescriptor,
  messageOf,
  PluginFailure,
  type ResourceTypeDefinition,
  type ValueMap,
} from '@slipway/model'
import type { InstanceState, ResourceRecord } from '@slipway/stores'
import { checkValue } from '../../check/resources/resolve-spec.ts'
import { concurrently } from '../../providers/waiting/concurrently.ts'
import { said } from '../../providers/failures/about-subject.ts'
import type { Providers } from '../../providers/providers.ts'
import { problemText, recordedSchema, upgradedSpec } from '../../spec/upgraded-spec.ts'
import { AsRecorded } from '../recorded/as-recorded.ts'
import type { Settler } from '../doubt/doubt-verdict.ts'
import { mayExist } from '../recorded/life-cycle.ts'
import { optionsOf } from '../recorded/options-for-provider.ts'

export interface UpgradedState {
  readonly state: InstanceState
  readonly asRecorded: AsRecorded
}

export interface UpgradeOptions {
  readonly providers: Providers
  readonly settler: Settler
  readonly parallelism: number
  /** Names of the resources that a plan is about; `undefined` for all. */
  readonly about: ReadonlySet<string> | undefined
}

/**
 * The state, with every resource in the form of the present version of its type. The new form is only made in memory; nothing is written.
 * `undefined` if everything was recorded in that form.
 *
 * @throws Failure `engine/recorded-by-newer`, `engine/bad-upgrade`, or the failure of a provider
 */
export async function upgradeState(state: InstanceState, options: UpgradeOptions): Promise<UpgradedState | undefined> {
  const { providers, about, parallelism } = options
  const isOld = (record: ResourceRecord): boolean => {
    const definition = providers.type(record.type)
    if (definition === undefined || !mayExist(record) || about?.has(record.name) === false) return false
    requireKnown(record, definition, providers)
    return versionOf(record) < versionOf(definition)
  }
  const old = [...state.resources, ...state.intents.map(({ resource }) => resource)].filter(isOld)
  if (old.length === 0) return undefined
  const asRecorded = new AsRecorded()
  const upgraded = new Map<ResourceRecord, ResourceRecord>()
  await concurrently(old, parallelism, async (record) => {
    const now = await upgradedRecord(record, options)
    upgraded.set(record, now)
    asRecorded.add(record, now)
  })
  const resources = state.resources.map((record) => upgraded.get(record) ?? record)
  const intents = state.intents.map((intent) => ({
    ...intent,
    resource: upgraded.get(intent.resource) ?? intent.resource,
  }))
  return { state: { ...state, resources, intents }, asRecorded }
}

function versionOf({ schemaVersion = 1 }: { readonly schemaVersion?: number }): number {
  return schemaVersion
}

function requireKnown(record: ResourceRecord, definition: ResourceTypeDefinition, providers: Providers): void {
  if (versionOf(record) <= versionOf(definition)) return
  const { name, type, pluginId, pluginVersion } = record
  const sources = sourcesOf(record, providers)
  const now = pluginNow(record, providers)
  const message =
    `${name} was recorded by version ${versionOf(record)} of ${type}, ` +
    `and ${now} only knows version ${versionOf(definition)}`
  throw new Failure('engine/recorded-by-newer', message, {
    hint:
      sources === undefined
        ? `use ${pluginId} ${pluginVersion}, which recorded it, or a newer version: install it, or, if it is installed, ` +
          `choose it with plugins.pin."${pluginId}"`
        : `take the text of ${sources} that recorded it, or a newer one`,
  })
}

async function upgradedRecord(record: ResourceRecord, { providers, settler }: UpgradeOptions): Promise<ResourceRecord> {
  const { name, type, spec } = record
  const definition = providers.type(type)
  if (definition === undefined) throw new TypeError(`there is no definition of ${type}`)
  const way = `from version ${versionOf(record)} to ${versionOf(definition)} of ${type}`
  const asked = settler.calls.upgrade({
    type,
    resourceId: record.id,
    resourceName: name,
    instanceId: settler.instanceId,
    instanceName: settler.instanceName,
    spec,
    schemaVersion: versionOf(record),
    ...optionsOf(record),
  })
  const given = await said(`upgrading the record of ${name} ${way}`, withHint(asked, goBack(record, providers)))
  const upgraded = upgradedSpec(definition.schema, spec, given)
  requireFitting(upgraded, definition, {
    record,
    way,
    now: pluginNow(record, providers),
    hint: goBack(record, providers),
  })
  return { ...record, spec: upgraded, schemaVersion: versionOf(definition) }
}

interface About {
  readonly record: ResourceRecord
  readonly way: string
  readonly now: string
  readonly hint: string
}

function requireFitting(spec: ValueMap, { schema }: ResourceTypeDefinition, { record, way, now, hint }: About): void {
  const problems = checkValue(recordedSchema(schema), spec, 'spec')
  if (problems.length === 0) return
  throw new Failure(
    'engine/bad-upgrade',
    `${now} has upgraded ${record.name} ${way}, but its own schema rejects the result`,
    {
      details: problems.map(problemText),
      hint,
    },
  )
}

/** The hint after a failed upgrade. Nothing has changed outside or in the state, so the old plugin still works. */
function goBack(record: ResourceRecord, providers: Providers): string {
  const sources = sourcesOf(record, providers)
  if (sources !== undefined) return `correct ${sources}: nothing was changed, neither outside nor in the state`
  const { pluginId, pluginVersion } = record
  return `report this to the author of the plugin; until it is fixed, ${pluginId} ${pluginVersion} still works: set plugins.pin in the settings`
}

async function withHint(answer: Promise<ValueMap>, hint: string): Promise<ValueMap> {
  try {
    return await answer
  } catch (thrown) {
    if (!(thrown instanceof PluginFailure) || thrown.code === 'engine/call-cancelled') throw thrown
    throw thrown.reworded({ message: messageOf(thrown), hint: thrown.hint ?? hint, reasons: thrown.reasons })
  }
}

/** The plugin that is used now; for a type that the project defines itself, the files that do. */
function pluginNow(record: ResourceRecord, providers: Providers): string {
  const { pluginId = record.type, pluginVersion = '' } = definitionNow(record, providers) ?? {}
  return sourcesOf(record, providers) ?? `${pluginId} ${pluginVersion}`.trim()
}

function sourcesOf(record: ResourceRecord, providers: Providers): string | undefined {
  return filesOfDescriptor(definitionNow(record, providers)?.pluginDescriptor)?.join(' and ')
}

function definitionNow({ type }: ResourceRecord, { byNamespace }: Providers) {
  return byNamespace.get(type.slice(0, type.indexOf('/')))
}
