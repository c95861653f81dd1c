import { Failure, type ResourceTypeDefinition, revealed, type ValueMap } from '@slipway/model'
import type { CheckedResource } from '../../check/checked.ts'
import { importedRecord } from '../decide/imported-record.ts'
import type { Plan, PlanStep } from '../shape/plan.ts'
import { concurrently } from '../../providers/waiting/concurrently.ts'
import type { ProviderCalls } from '../../providers/calls/provider-calls.ts'
import { declaredIdentity } from '../../spec/identity.ts'
import { identityOf } from '../../reality/doubt/doubt-verdict.ts'
import type { Gathered } from '../../reality/gathered/gathered.ts'
import { isLostWithoutId } from '../../reality/obstacles/missing-id.ts'

/**
 * The provider's answer about a resource that a plan makes: a thing with its identity exists (`there`), none does (`absent`), or nobody
 * knows (`unknown`).
 */
export interface WhetherThere {
  readonly name: string
  readonly kind: 'there' | 'absent' | 'unknown'
  /** The id with which `slipway import` takes in an existing thing, if the type has one. */
  readonly importId?: string
}

export interface Asking {
  readonly gathered: Gathered
  readonly calls: ProviderCalls
  /** The known wanted resources, by name. */
  readonly wanted: ReadonlyMap<string, CheckedResource>
  readonly newId: () => string
  readonly now: number
  readonly parallelism: number
}

/** Asks whether each resource that a plan makes already exists without a record. Changes nothing. */
export async function whetherThere(plan: Plan, asking: Asking): Promise<readonly WhetherThere[]> {
  const creates = plan.steps.filter(({ action }) => action === 'create')
  const answers: WhetherThere[] = []
  await concurrently([...creates.entries()], asking.parallelism, async ([index, step]) => {
    answers[index] = { name: step.name, ...(await answerOn(step, asking)) }
  })
  return answers
}

type Answer = Pick<WhetherThere, 'kind' | 'importId'>

const unknown: Answer = { kind: 'unknown' }

async function answerOn(step: PlanStep, { gathered, calls, wanted, newId, now }: Asking): Promise<Answer> {
  const { providers, state } = gathered
  const definition = providers.type(step.type)
  const resource = wanted.get(step.name)
  const spec = step.wish?.spec
  // Without the wanted resource, the configuration of its provider is unknown.
  if (definition === undefined || resource === undefined || spec === undefined) return unknown
  if (definition.isComposed === true) return { kind: 'absent' }
  const about = { id: newId(), now, providers, resources: state?.resources ?? [] }
  const record = importedRecord(step, spec, resource, about)
  const importId = idToImport(definition, record.spec)
  const isIdentified = declaredIdentity(definition, record) !== undefined
  if (importId === undefined && !isIdentified && definition.settlement !== 'find') return unknown
  const look = identityOf(record, { instanceId: state?.instance.id ?? '', instanceName: gathered.instance })
  try {
    const imported = importId !== undefined && { ...look, isFirstLook: true as const, importedAs: importId }
    if (imported && (await calls.externalState(imported)) !== undefined) return { kind: 'there', importId }
    if ((await calls.externalState(look)) !== undefined) return { kind: 'there' }
  } catch (thrown) {
    if (thrown instanceof Failure) return unknown
    throw thrown
  }
  // A provider that looks by resource id cannot find a thing with an unrecorded id.
  const isByInputs = isIdentified && definition.settlement !== 'find' && !isLostWithoutId(record, definition)
  return importId !== undefined || isByInputs ? { kind: 'absent' } : unknown
}

/** The value by which a user would import a thing of this spec, if that property identifies the thing on its own. */
function idToImport({ importedBy, identity }: ResourceTypeDefinition, spec: ValueMap): string | undefined {
  if (importedBy === undefined || identity?.fields.length !== 1 || identity.fields[0] !== importedBy) return undefined
  const value = revealed(spec[importedBy] ?? null)
  return typeof value === 'string' && value !== '' ? value : undefined
}
