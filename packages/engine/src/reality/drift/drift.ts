import {
  Failure,
  type FieldChange,
  type PropertySchema,
  type ResourceTypeDefinition,
  type ValueMap,
} from '@slipway/model'
import type { InstanceState, ResourceRecord } from '@slipway/stores'
import { hasSurvived, isComparable } from '../recorded/life-cycle.ts'
import { diffReality } from '../../spec/diff.ts'
import { concurrently } from '../../providers/waiting/concurrently.ts'
import { said, stateOf } from '../../providers/failures/about-subject.ts'
import type { Drift } from '../gathered/gathered.ts'
import { noProviderToAsk } from '../obstacles/obstacles.ts'
import type { Providers } from '../../providers/providers.ts'
import { mergeReality } from '../../spec/merge-reality.ts'
import { identityOf, type Settler } from '../doubt/doubt-verdict.ts'
import { lookFor, unsettledMs } from '../search/look-for.ts'
import { notFoundWithOthers } from '../obstacles/other-settings.ts'
import { withoutWritten, withWritten, writtenByLinks } from '../recorded/written-by-links.ts'

export interface DriftFound {
  /** The state with the real values. */
  readonly state: InstanceState
  readonly drift: ReadonlyMap<string, Drift>
  /** The reasons why resources could not be read, by id. */
  readonly unread: ReadonlyMap<string, Failure>
  /** Ids of the resources that were looked for and exist. */
  readonly present: ReadonlySet<string>
  /** The settings with which things were found, by id of the record, if they were last seen with other or unknown settings. */
  readonly seenWith: ReadonlyMap<string, string>
}

export interface DriftQuestion {
  readonly parallelism: number
  /** Ids of resources that need not be read. */
  readonly except: ReadonlySet<string>
  /** Names of the resources that are read; `undefined` for all. */
  readonly about: ReadonlySet<string> | undefined
  /** Ids of resources that an earlier run began to destroy. It only matters whether they are gone. */
  readonly going: ReadonlySet<string>
  /** Ids of resources that survived a failed delete. Nothing may rely on them before they are read. */
  readonly survivors: ReadonlySet<string>
  /** Ids of resources whose providers now have other settings. They must be found before anything is done with them. */
  readonly others: ReadonlySet<string>
}

/**
 * Asks the providers for the real state of resources, except those in doubt. If a resource cannot be read, or no longer has a provider, the failure
 * is noted, and the other resources are still read.
 *
 * @throws Failure when the run is cancelled
 */
export async function findDrift(
  state: InstanceState,
  providers: Providers,
  settler: Settler,
  { parallelism, except, about, going, survivors, others }: DriftQuestion,
): Promise<DriftFound> {
  const drift = new Map<string, Drift>()
  const real = new Map<string, ResourceRecord>()
  const unread = new Map<string, Failure>()
  const present = new Set<string>()
  const seenWith = new Map<string, string>()
  const byLinks = writtenByLinks(state.links ?? [])
  const mustBeRead = (record: ResourceRecord): boolean =>
    others.has(record.id) || survivors.has(record.id) || (isComparable(record) && about?.has(record.name) !== false)
  await concurrently(
    state.resources.filter((record) => !except.has(record.id) && (mustBeRead(record) || going.has(record.id))),
    parallelism,
    async (record) => {
      const definition = providers.type(record.type)
      if (definition === undefined) {
        if (mustBeRead(record)) unread.set(record.id, noProviderToAsk(record, providers))
        return
      }
      const { schema } = definition
      const look = () => settler.calls.externalState(identityOf(record, settler))
      const { clock } = settler.patience
      // A repeated destroy is faster than a wait until the thing is found.
      const isEarly = !mustBeRead(record) && unsettledMs(record, definition, clock.now()) > 0
      const asked = isEarly ? look() : lookFor(record, definition, look, settler.patience)
      let spec: ValueMap | undefined
      try {
        spec = await said(stateOf(record), asked)
      } catch (thrown) {
        if (!(thrown instanceof Failure) || thrown.code === 'engine/call-cancelled') throw thrown
        if (mustBeRead(record)) unread.set(record.id, thrown)
        return
      }
      // The settings of the provider are only known after the call.
      const settings = settler.calls.settings.of(record)
      if (spec === undefined && settler.calls.settings.areOther(record, settings)) {
        unread.set(record.id, notFoundWithOthers(record, settler.calls.settings))
        return
      }
      if (spec !== undefined) present.add(record.id)
      if (spec !== undefined && settings !== undefined && settings !== record.seenWith)
        seenWith.set(record.id, settings)
      if (spec === undefined ? isEarly || !canMiss(definition, record) : !mustBeRead(record)) return
      const written = byLinks.get(record.name) ?? []
      const expected = { ...record, spec: withWritten(record.spec, written) }
      const found = spec === undefined ? ({ kind: 'missing' } as const) : compare(schema, expected, spec)
      if (found === undefined) return
      drift.set(record.id, found)
      if (found.kind === 'changed')
        real.set(record.id, { ...record, spec: withoutWritten(found.spec, written, record.spec) })
    },
  )
  return {
    drift,
    unread,
    present,
    seenWith,
    state: { ...state, resources: state.resources.map((record) => real.get(record.id) ?? record) },
  }
}

/** True if "not found" means "missing". This is not so if a type finds things only by the id that it gave, and the record does not have the id. */
function canMiss({ settlement, idField }: ResourceTypeDefinition, { spec }: ResourceRecord): boolean {
  return settlement !== 'ask' || idField === undefined || (spec[idField] ?? null) !== null
}

function compare(schema: PropertySchema, record: ResourceRecord, external: ValueMap) {
  const { spec: recorded, mayHold } = record
  const spec = mergeReality(schema, recorded, external, mayHold)
  const all = diffReality(schema, recorded, spec)
  // If a delete of the resource has failed, even an unchanged resource is worth reporting.
  if (all.length === 0 && !hasSurvived(record)) return undefined
  // Properties that only the provider notes are recorded, but do not count as changed.
  const changes = all.filter((change) => attributeOf(schema, change)?.isNote !== true)
  return { kind: 'changed', changes, tracked: changes.some((change) => isTracked(schema, change)), spec } as const
}

/** True for a computed property that must stay as deployed, although no blueprint gives its value. */
function isTracked(schema: PropertySchema, change: FieldChange): boolean {
  const attribute = attributeOf(schema, change)
  return attribute?.computed === true && attribute.trackDrift === true
}

/** The property of a spec that contains a change. */
function attributeOf(schema: PropertySchema, { path }: FieldChange): PropertySchema | undefined {
  const name = /^spec\.([^.[]+)/.exec(path)?.[1]
  return name === undefined ? undefined : schema.attributes?.[name]
}
