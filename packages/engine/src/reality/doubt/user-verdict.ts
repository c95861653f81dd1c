import { Failure, type ResourceTypeDefinition, type ValueMap, valueMap } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { said, stateOf } from '../../providers/failures/about-subject.ts'
import { computedPaths } from '../../spec/computed-paths.ts'
import { mergeReality } from '../../spec/merge-reality.ts'
import { missesId } from '../obstacles/missing-id.ts'
import { refuseRecordedTwice } from '../obstacles/recorded-twice.ts'
import {
  type Doubt,
  externalSpec,
  identityOf,
  isForUser,
  realSpec,
  type Settler,
  type Verdict,
} from './doubt-verdict.ts'

/** A user's verdict. `exists:ID` also gives the service's own id, which is the `idField` of the type. */
export type UserVerdict = 'exists' | 'missing' | `exists:${string}`

interface Context {
  readonly definition: ResourceTypeDefinition | undefined
  readonly settler: Settler
}

interface Others {
  /** The other resources that are recorded, or in doubt. */
  readonly others: Iterable<ResourceRecord>
  /** The user's verdicts about the other resources, by id. */
  readonly verdicts: ReadonlyMap<string, UserVerdict>
}

/**
 * The verdict if the user says that a resource exists, even if its provider does not find it.
 *
 * @throws Failure `engine/needs-id` when its provider would not find the resource later, either, so that the next change would make it a second
 * time,
 *   and a destroy would leave it behind
 * @throws PluginFailure when its provider cannot look before the user has changed something
 */
export async function saidToExist({ action, resource }: Doubt, context: Context): Promise<Verdict> {
  const { definition } = context
  const isCreate = action === 'create'
  const hasNoId = isCreate && missesId(resource, definition)
  const real = await (isCreate && !hasNoId ? foundOrTold(resource, context) : realSpec(resource, context))
  if (hasNoId && real === undefined) throw needsId(resource, definition)
  // If the provider does not find the resource, computed values are missing, and the next deploy supplies them.
  const isWhole = real !== undefined || definition === undefined || computedPaths(definition.schema).length === 0
  return { kind: 'exists', spec: real ?? resource.spec, isStable: true, isWhole }
}

/** The real spec. A failure that only the user can mend is passed on. */
async function foundOrTold(resource: ResourceRecord, context: Context): Promise<ValueMap | undefined> {
  const real = externalSpec(resource, context)
  try {
    return await said(stateOf(resource), real)
  } catch (thrown) {
    if (thrown instanceof Failure && !isForUser(thrown)) return undefined
    throw thrown
  }
}

/** The failure if nothing has the user's id, or if the found thing has another id. */
export class NoSuchId extends Failure {
  readonly resourceName: string
  /** The id of the found thing. */
  readonly found: string | undefined

  constructor(resourceName: string, message: string, found?: string) {
    super('engine/no-such-id', message, { hint: `look up the id of ${resourceName} at its service again` })
    this.resourceName = resourceName
    this.found = found
  }

  /** The failure if the provider finds nothing. */
  static of({ name, type }: ResourceRecord, idField: string, id: string): NoSuchId {
    return new NoSuchId(name, `the provider of ${type} finds no ${idField} "${id}" for ${name}`)
  }
}

/**
 * The verdict if the user knows the unrecorded id. With it, the provider can find, change and destroy the resource.
 *
 * @throws Failure `engine/no-such-id` when the provider finds nothing under it, `engine/needs-no-id` when the record needs no id,
 *   `engine/already-recorded` when another resource is that thing
 */
export async function existsUnder(
  verdict: `exists:${string}`,
  { resource }: Doubt,
  { definition, settler, others, verdicts }: Context & Others,
): Promise<Verdict> {
  const id = idIn(verdict) ?? ''
  const { name, type } = resource
  if (definition?.importedBy !== undefined)
    return await foundAs(id, definition, { resource, settler, others, verdicts })
  if (definition === undefined || !missesId(resource, definition))
    throw new Failure('engine/needs-no-id', `${name} (${type}) needs no id`, {
      hint: `leave the id out: --settle ${resource.id}=exists`,
    })
  const known = { ...resource, spec: valueMap([...Object.entries(resource.spec), [definition.idField, id]]) }
  // A careless provider may find something under an empty id. Such a thing could never be destroyed.
  const subject = stateOf(resource, ` under the id "${id}"`)
  const look = { ...identityOf(known, settler), isFirstLook: true } as const
  const real = id === '' ? undefined : await said(subject, settler.calls.externalState(look))
  if (real === undefined) throw NoSuchId.of(resource, definition.idField, id)
  refuseOther(real, id, resource, definition)
  return foundUnder(id, known, real, { definition, settler, others, verdicts })
}

/** The verdict for a type whose provider finds a thing by the user's name, path or URL. */
async function foundAs(
  id: string,
  definition: ResourceTypeDefinition,
  { resource, settler, others, verdicts }: Pick<Context, 'settler'> & Others & Pick<Doubt, 'resource'>,
): Promise<Verdict> {
  const { importedBy = '', idField = importedBy } = definition
  const look = { ...identityOf(resource, settler), isFirstLook: true, importedAs: id } as const
  const subject = stateOf(resource, ` as "${id}"`)
  const real = id === '' ? undefined : await said(subject, settler.calls.externalState(look))
  if (real === undefined) throw NoSuchId.of(resource, idField, id)
  return foundUnder(id, resource, real, { definition, settler, others, verdicts })
}

/** The verdict that the found thing is the resource, unless another record already is that thing. */
function foundUnder(
  id: string,
  resource: ResourceRecord,
  real: ValueMap,
  {
    definition,
    settler,
    others,
    verdicts,
  }: Pick<Context, 'settler'> & Others & { readonly definition: ResourceTypeDefinition },
): Verdict {
  const spec = mergeReality(definition.schema, resource.spec, real, resource.mayHold)
  refuseRecordedTwice({ ...resource, spec }, id, {
    definition,
    others,
    toldOf: (record) => idIn(verdicts.get(record.id)),
    isElsewhere: (record) => settler.calls.settings.areOther(record),
  })
  return { kind: 'exists', spec, isStable: true }
}

/**
 * Refuses a thing that was found by more than its id, such as by a name, because it may not be the thing that the user means. A thing that was found
 * by its id alone is the right one: a service may rename it afterwards.
 */
function refuseOther(
  real: ValueMap,
  id: string,
  { name, type }: ResourceRecord,
  { idField, findsByIdAlone = false }: ResourceTypeDefinition & { readonly idField: string },
): void {
  const value = real[idField]
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
  if (findsByIdAlone || !isPlain || `${value}` === id) return
  const found = `${value}`
  throw new NoSuchId(name, `the provider of ${type} finds ${name} with the ${idField} "${found}", not "${id}"`, found)
}

function idIn(verdict: UserVerdict | undefined): string | undefined {
  return verdict?.startsWith('exists:') === true ? verdict.slice('exists:'.length) : undefined
}

function needsId(resource: ResourceRecord, definition: ResourceTypeDefinition | undefined): Failure {
  // The hint uses the id, because another attempt may be in doubt under the same name.
  const { id, name, type } = resource
  const field = definition?.idField ?? 'id'
  return new Failure('engine/needs-id', `the provider of ${type} cannot find ${name} without its ${field}`, {
    hint: `give the ${field} that it has at its service: --settle ${id}=exists:${field.toUpperCase()}; or destroy it there yourself, and then: --settle ${id}=missing`,
  })
}
