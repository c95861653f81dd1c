import { type PropertySchema, type ValueMap, valueMap } from '@slipway/model'
import type { StateChange } from '@slipway/stores'
import { mergeComputed } from '../../spec/merge-computed.ts'
import type { Goals } from './goals.ts'
import type { Saying } from './program.ts'
import type { Session } from '../session/session.ts'

/** A spec without its computed values. */
function givenPart({ attributes = {} }: PropertySchema, spec: ValueMap): ValueMap {
  return valueMap(Object.entries(spec).filter(([name]) => attributes[name]?.computed !== true))
}

/** Carries out what a program says besides asking for resources. */
export function sayingIn(
  session: Pick<Session, 'definition' | 'journal' | 'outcome' | 'records' | 'wants'>,
  goals: Goals,
): Omit<Saying, 'link'> {
  return {
    mayGo(test) {
      goals.mayGo = test
      session.wants.isLeftAlone = (record) => !test(record)
    },
    failedSince(test) {
      goals.failedSince = test
    },
    async complete(name, computed) {
      const record = session.records.named(name)
      const definition = record && session.definition(record.type)
      if (record === undefined || definition === undefined)
        throw new TypeError(`${name} was completed, but does not exist`)
      const spec = mergeComputed(definition, givenPart(definition.schema, record.spec), computed, record.spec)
      await session.journal.write([
        { kind: 'resource', resource: { ...record, spec, updatedAt: session.journal.now() } },
      ])
    },
    unasked(resource) {
      goals.unasked.push(resource)
    },
    rewrite: (make) => rewritten(session, goals, make),
    links(links) {
      session.wants.links = links
    },
    checks(outcomes) {
      session.wants.checks = outcomes
    },
    exports(values: ValueMap) {
      session.outcome.exports = values
    },
  }
}

/** Rewrites records, and indexes them again. */
async function rewritten(
  session: Pick<Session, 'journal' | 'outcome' | 'records'>,
  goals: Goals,
  make: Parameters<Saying['rewrite']>[0],
): ReturnType<Saying['rewrite']> {
  session.journal.refuseUnrecorded()
  const changes = make(() => session.journal.newId())
  for (const change of changes) noteForWayBack(session, change)
  await session.journal.write(changes)
  goals.before.renew()
  return changes
}

/**
 * Notes a change for the way back. The way back restores a record that is forgotten here, and forgets a record that is recorded here. Neither makes
 * or destroys anything.
 */
function noteForWayBack(session: Pick<Session, 'outcome' | 'records'>, change: StateChange): void {
  const forgotten = change.kind === 'forget' ? session.records.get(change.resourceId) : undefined
  if (forgotten !== undefined) session.outcome.leftOutside.push(forgotten)
  if (change.kind === 'resource' && session.records.get(change.resource.id) === undefined)
    session.outcome.takenIn.add(change.resource.id)
}

/** The failure of a program in the words of the run's reasons. */
export function failureInWords(thrown: unknown): readonly string[] {
  return [`the program failed: ${thrown instanceof Error ? thrown.message : String(thrown)}`]
}

/** The failure of a program since it ended, in the words of the run's reasons. */
export function lateFailure({ failedSince }: Goals): readonly string[] {
  const thrown = failedSince()
  return thrown === undefined ? [] : failureInWords(thrown)
}
