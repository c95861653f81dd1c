import { Failure, type ResourceTypeDefinition } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { existenceOf } from '../../reality/recorded/life-cycle.ts'
import { declaredIdentity } from '../../spec/identity.ts'
import type { Deployment } from '../session/deployment.ts'
import type { Session } from '../session/session.ts'

/** The failure if a record must not be deployed because another record is the same thing. The run may be the first to find this out. */
export function takenIdentity(
  { definition, current, missing }: Deployment,
  record: ResourceRecord,
  session: Pick<Session, 'records'>,
): Failure | undefined {
  const identity = declaredIdentity(definition, record)
  if (identity === undefined || isItself(identity, record, definition, current)) return undefined
  const other = session.records.things.with(identity, record.id, missing?.id)
  return other === undefined ? undefined : identityTaken(record, definition, other)
}

/** True if the record certainly stands for that thing already, so that it takes nothing from another record. */
function isItself(
  identity: string,
  { id }: ResourceRecord,
  definition: ResourceTypeDefinition,
  current: ResourceRecord | undefined,
): boolean {
  return current?.id === id && existenceOf(current) === 'there' && declaredIdentity(definition, current) === identity
}

/** The failure of two records that would be the same thing. No provider has been called. */
export function identityTaken(
  { name, id }: Pick<ResourceRecord, 'name'> & { readonly id: string | undefined },
  { type, identity }: ResourceTypeDefinition,
  other: ResourceRecord,
): Failure {
  const fields = identity?.fields.join(', ') ?? ''
  if (other.name === name) {
    const attempt = existenceOf(other) === 'doubtful' ? other.id : id
    return new Failure(
      'engine/identity-taken',
      `${name} (${type}) may exist twice: its ${fields} is taken by another record`,
      {
        hint: `slipway state list shows both; if ${attempt ?? 'the attempt'} made nothing: slipway up --settle ${attempt ?? 'ID'}=missing`,
      },
    )
  }
  return new Failure(
    'engine/identity-taken',
    `${name} would be the same ${type} as ${other.name}: its ${fields} is taken`,
    {
      hint: `give it another ${fields}; if ${other.name} should be destroyed, plan again: slipway plan`,
    },
  )
}
