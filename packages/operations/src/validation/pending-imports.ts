import {
  canBeImported,
  type CheckedBlueprint,
  type CheckedResource,
  type Gathered,
  importedRecord,
  mayExist,
  NoSuchId,
  type Plan,
  type PlanStep,
  type UserVerdicts,
} from '@slipway/engine'
import { Failure, type ValueMap, valueMap, DiagnosticsFailure } from '@slipway/model'
import type { InstanceState, ResourceRecord } from '@slipway/stores'

/** Returns the unrecorded imports of a blueprint: provider ids by resource name. */
export function pendingImports(
  blueprint: CheckedBlueprint | undefined,
  state: InstanceState | undefined,
): ReadonlyMap<string, string> {
  const recorded = new Set((state?.resources ?? []).filter(mayExist).map(({ name }) => name))
  return new Map([...(blueprint?.imports ?? [])].filter(([name]) => !recorded.has(name)))
}

/**
 * Makes the record of an existing thing, like the record of an interrupted create.
 *
 * @throws Failure `engine/needs-no-id` if its type has no ids
 */
export function doubtfulRecord(
  step: Pick<PlanStep, 'name' | 'type'>,
  desired: ValueMap,
  wanted: Partial<CheckedResource>,
  { id, now, gathered }: { readonly id: string; readonly now: number; readonly gathered: Gathered },
): ResourceRecord {
  const { providers, state } = gathered
  const definition = providers.type(step.type)
  if (definition !== undefined && !canBeImported(definition)) throw notById(step.name, step.type)
  return importedRecord(step, desired, wanted, { id, now, providers, resources: state?.resources ?? [] })
}

function notById(name: string, type: string): Failure {
  return new Failure(
    'engine/needs-no-id',
    `${name} cannot be imported: a ${type} has no id by which its provider could find it`,
    {
      hint: `slipway up would create a second one: remove the existing one first, or leave ${name} out of the blueprint`,
    },
  )
}

/** The basis of the second gathering and plan, once the existing things are known. */
export interface ImportingState {
  readonly state: InstanceState
  readonly settle: UserVerdicts
  /** Names of the resources, by id of their new records. */
  readonly names: ReadonlyMap<string, string>
}

interface Makings {
  readonly instance: string
  readonly newId: () => string
  readonly now: number
  /** Record ids from a saved plan. */
  readonly known: ReadonlyMap<string, string>
}

/** Returns the state with the plan's imports, each as a call in doubt with a known result. */
export function importingState(
  pending: ReadonlyMap<string, string>,
  blueprint: CheckedBlueprint,
  { plan, gathered }: { readonly plan: Plan; readonly gathered: Gathered },
  { instance, newId, now, known }: Makings,
): ImportingState {
  const steps = plan.steps.filter(({ name, wish }) => pending.has(name) && wish?.spec !== undefined)
  const records = steps.map((step) => {
    const id = known.get(step.name) ?? newId()
    return doubtfulRecord(step, step.wish?.spec ?? valueMap(), blueprint.resources.get(step.name) ?? {}, {
      id,
      now,
      gathered,
    })
  })
  const before = gathered.state ?? newState(instance, blueprint.file, newId(), now)
  const names = new Set(records.map(({ name }) => name))
  const others = before.resources.filter((record) => record.replaced || !names.has(record.name))
  return {
    state: { ...before, resources: [...others, ...records] },
    settle: new Map(records.map(({ id, name }) => [id, `exists:${pending.get(name) ?? ''}`] as const)),
    names: new Map(records.map(({ id, name }) => [id, name])),
  }
}

/**
 * Marks the steps of a plan that import existing things.
 *
 * @throws Failure `engine/no-such-id` if a provider does not find an import
 */
export function withImported(
  plan: Plan,
  pending: ReadonlyMap<string, string>,
  blueprint: CheckedBlueprint,
  { names }: ImportingState,
): Plan {
  const found = new Map(
    plan.steps.flatMap(({ current }) => (current === undefined ? [] : [[current.id, current] as const])),
  )
  for (const [id, name] of names) {
    const record = found.get(id)
    if (record !== undefined && mayExist(record)) continue
    throw notThere(name, pending, blueprint)
  }
  return {
    ...plan,
    steps: plan.steps.map((step) => {
      const importedAs = names.has(step.current?.id ?? '') ? pending.get(step.name) : undefined
      const isTakenIn = importedAs !== undefined && step.wish !== undefined
      return isTakenIn ? { ...step, wish: { ...step.wish, importedAs } } : step
    }),
  }
}

/** Rephrases a failed search for an existing thing in terms of the user's import. */
export function inWordsOfImports(thrown: unknown, pending: ReadonlyMap<string, string>, blueprint: CheckedBlueprint) {
  const isOurs = thrown instanceof NoSuchId && pending.has(thrown.resourceName)
  return isOurs ? notThere(thrown.resourceName, pending, blueprint, thrown.found) : thrown
}

function notThere(
  name: string,
  pending: ReadonlyMap<string, string>,
  { resources, source }: CheckedBlueprint,
  found?: string,
): Failure {
  const id = `"${pending.get(name)}"`
  const { options, origin } = resources.get(name) ?? {}
  const isOption = options?.import !== undefined
  const place = isOption ? 'its option import' : 'its entry in metadata.slipway.import'
  const where = source !== undefined &&
    origin !== undefined && { file: source.fileAt(origin.start), range: source.range(origin.start, origin.end) }
  return new DiagnosticsFailure([
    {
      code: 'engine/no-such-id',
      severity: 'error',
      message: `${name} cannot be imported: its provider finds ${found === undefined ? `no id ${id}` : `"${found}", not ${id}`}`,
      hint: `look up its id at the service, and correct ${place}; if the resource is gone, remove that, and up creates a new one`,
      path: isOption ? `resources.${name}.metadata.custom.slipway.import` : `resources.${name}`,
      ...where,
    },
  ])
}

export function newState(name: string, blueprintFile: string, id: string, now: number): InstanceState {
  const about = { id, name, version: 0, status: 'deployed' } as const
  const instance = { ...about, blueprintFile, exports: valueMap(), createdAt: now, updatedAt: now }
  return { instance, resources: [], intents: [] }
}
