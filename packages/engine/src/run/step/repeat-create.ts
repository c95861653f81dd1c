import { statusAfter, type Failure } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../../check/checked.ts'
import { diffSpec } from '../../spec/diff.ts'
import { existenceOf, hasFailed, isCreateToRepeat, undoubted } from '../../reality/recorded/life-cycle.ts'
import { DeployCall, type DeployControl } from './deploy-call.ts'
import type { Deploying, Session } from '../session/session.ts'
import type { RepeatedCreate } from '../session/deployment.ts'

/** True for a record whose create must be repeated before anything else can be done with it. */
export function isToBeMadeAgain(record: ResourceRecord, session: Pick<Session, 'definition'>): boolean {
  return isCreateToRepeat(record, session.definition(record.type))
}

/**
 * Repeats a create in doubt, under the same resource id and with the same inputs, so that its provider finds the thing if it exists, or makes it
 * now.
 *
 * @throws Failure when there was again no answer, or when the provider turns out not to find by id what it made
 */
export function repeatCreate(
  record: ResourceRecord,
  resource: CheckedResource,
  number: number,
  session: Deploying,
): Promise<RepeatedCreate> {
  const known = session.doubts.repeatedCreates.get(record.id)
  if (known !== undefined) return known
  const made = repeatedCreates(record, resource, number, session)
  session.doubts.repeatedCreates.set(record.id, made)
  return made
}

async function repeatedCreates(
  record: ResourceRecord,
  resource: CheckedResource,
  number: number,
  session: Deploying,
): Promise<RepeatedCreate> {
  const definition = session.definition(record.type)
  if (definition === undefined) throw new TypeError(`no plugin defines ${record.type}`)
  const { spec, metadata, description } = record
  const deployment = {
    action: 'create',
    resource,
    definition,
    spec,
    changes: diffSpec(definition.schema, undefined, spec).changes,
    current: record,
    isRepeated: true,
    ...(metadata === undefined ? {} : { metadata }),
    ...(description === undefined ? {} : { description }),
  } as const
  const quiet = new QuietControl(number)
  // From now on, this attempt counts, and not the earlier one.
  await new DeployCall(
    deployment,
    { ...undoubted(record), name: resource.name, status: statusAfter('create', 'begun') },
    quiet,
    session,
  ).run()
  const now = session.records.get(record.id)
  const existence = now === undefined ? 'none' : existenceOf(now)
  if (now !== undefined && existence === 'there') return { kind: 'there', record: now }
  if (existence === 'none') return { kind: 'refused' }
  const isAnswered = now !== undefined && hasFailed(now) && !session.doubts.undecided.has(record.id)
  if (isAnswered || quiet.failure === undefined) return { kind: 'failed' }
  throw quiet.failure
}

/** The control for a part of a step. It reports nothing; the caller reports a failure. */
class QuietControl implements DeployControl {
  readonly number: number
  readonly elapsed = 0
  failure: Failure | undefined

  constructor(number: number) {
    this.number = number
  }

  failed(failure: Failure): void {
    this.failure = failure
  }

  started(): void {}
  configured(): void {}
  release(): void {}
  waiting(): void {}
  done(): void {}
  recorded(): void {}
}
