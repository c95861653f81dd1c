import { shellWord } from '@slipway/model'
import { existenceOf, isAbsent, isRetained, leftoverReason } from '../../reality/recorded/life-cycle.ts'
import { isLostWithoutId } from '../../reality/obstacles/missing-id.ts'
import { asObstacle, protectedFailure, removalObstacle } from '../../reality/obstacles/obstacles.ts'
import { isOnlyRead } from '../../spec/only-read.ts'
import { missingOutside } from '../shape/missing-and-unread.ts'
import type { Guard, Words } from './guard.ts'
import {
  isMade,
  isOfWhatStays,
  isOpen,
  isProtected,
  isWithContainer,
  memberLeft,
  memberPerhaps,
  perhapsInside,
  perhapsThisOne,
  readerOf,
  sameThing,
  uncreated,
  waysToRename,
} from './what-holds.ts'

/**
 * The conditions for ending a resource, in order. The first row with an obstacle decides. Plans and runs ask the same table; `when` marks a
 * row that only one of them asks. docs/decisions/0050 shows the table.
 */
export const guards: readonly Guard[] = [
  {
    name: 'missing',
    when: 'plan',
    outcome: 'forgotten',
    sentence: missingOutside,
    test: ({ record }, situation) => hit(situation.isMissing(record.id)),
  },
  {
    name: 'gone already',
    when: 'plan',
    outcome: 'forgotten',
    sentence: 'gone already',
    test: ({ record }) => hit(existenceOf(record) === 'none' && isAbsent(record)),
  },
  {
    name: 'never made',
    when: 'plan',
    outcome: 'forgotten',
    sentence: 'was not created',
    test: ({ record }) => hit(existenceOf(record) === 'none'),
  },
  {
    name: 'only read',
    when: 'plan',
    outcome: 'forgotten',
    sentence: 'was only read',
    test: ({ record }, situation) => hit(isOnlyRead(situation.definition(record.type), record)),
  },
  {
    name: 'named by a resource that is left out',
    when: 'plan',
    outcome: 'stays',
    sentence: 'it may belong to {other}, which this run leaves out',
    test: ({ meant }) => (meant === undefined ? undefined : { other: meant }),
  },
  {
    name: 'container stays',
    when: 'run',
    outcome: 'stays',
    isSettled: true,
    sentence: 'its container stays',
    test: (end, situation) => hit(end.isAlong === true && isWithContainer(end, situation)),
  },
  {
    name: 'wanted after all',
    when: 'run',
    outcome: 'stays',
    isSettled: true,
    sentence: 'it turned out to be a wanted resource',
    test: ({ record }, situation) => hit(situation.fateOf(record.id) === 'kept'),
  },
  {
    name: 'made for a resource that stays',
    when: 'run',
    outcome: 'stays',
    isSettled: true,
    sentence: 'the resource that it was made for stays',
    test: ({ record }, situation) => hit(isOfWhatStays(record, situation)),
  },
  {
    name: 'retained, and made by the run that is taken back',
    when: 'plan',
    outcome: 'stays',
    isSettled: true,
    // If the resource were forgotten, the next `up` would make it a second time.
    sentence: 'it was made by the run, and is retained',
    test: ({ record, isWayBack = false }) => hit(isWayBack && isRetained(record)),
  },
  {
    name: 'retained',
    when: 'both',
    outcome: 'forgotten',
    sentence: 'retained',
    // A run follows its plan, which may have decided about retaining by the wishes of that time.
    test: ({ record, isForgotten }) => hit(isForgotten ?? isRetained(record)),
  },
  {
    name: 'in doubt',
    when: 'plan',
    outcome: 'stays',
    sentence: '{left}; slipway up --settle {id}={there} destroys it, =missing forgets it',
    test: ({ record }, situation) => {
      if (situation.operation !== 'up' || !isOpen(record, situation)) return undefined
      const isLost = isLostWithoutId(record, situation.definition(record.type))
      return { left: leftoverReason(record), id: record.id, there: isLost ? 'exists:ID' : 'exists' }
    },
  },
  {
    name: 'same thing',
    when: 'both',
    outcome: 'forgotten',
    sentence: '{other} is the same thing',
    test: (end, situation) => named('other', sameThing(end, situation)),
    other: sameThing,
  },
  {
    name: 'still read',
    when: 'both',
    outcome: 'stays',
    sentence: '{reader} still reads it',
    test: (end, situation) => (end.isAwaited === true ? undefined : named('reader', readerOf(end.record, situation))),
  },
  {
    name: 'still a container',
    when: 'both',
    outcome: 'stays',
    sentence: '{member} is still inside it',
    test: (end, situation) => (end.isAwaited === true ? undefined : named('member', memberLeft(end.record, situation))),
  },
  {
    name: 'still linked',
    when: 'both',
    outcome: 'stays',
    sentence: 'the link {link} still uses it',
    test: (end, situation) => (end.isAwaited === true ? undefined : named('link', situation.linkOn(end.record.id))),
  },
  {
    name: 'perhaps a container',
    when: 'plan',
    outcome: 'refused',
    sentence: 'it makes room for its successor, and something that the plan leaves out may be inside it',
    test: ({ record, isAwaited }, situation) => {
      const member = isAwaited === true ? memberPerhaps(record, situation) : undefined
      return member && asObstacle(perhapsInside(record.name, member))
    },
  },
  {
    name: 'to be replaced by a failed resource',
    when: 'run',
    outcome: 'stays',
    sentence: '{other} failed, and may be meant to take its place; if not: slipway destroy --target {own}',
    test: (end, situation) => {
      const other = uncreated(end, situation)
      // An existing resource keeps the name that it has.
      return other !== undefined && isMade(other, situation) ? { other, own: shellWord(end.record.name) } : undefined
    },
  },
  {
    name: 'perhaps renamed',
    when: 'run',
    outcome: 'stays',
    sentence: `{other} could not be made, and ${perhapsThisOne}{ways}`,
    test: (end, situation) => {
      const other = uncreated(end, situation)
      return other === undefined ? undefined : { other, ways: waysToRename(end.record.name, other) }
    },
  },
  {
    name: 'protected, and made by the run that is taken back',
    when: 'plan',
    outcome: 'stays',
    isSettled: true,
    sentence: 'it was made by the run, and is protected',
    test: ({ record, isWayBack = false }) => hit(isWayBack && isProtected(record)),
  },
  {
    name: 'the result of a create',
    when: 'run',
    outcome: 'asked about',
    sentence: 'Slipway does not know whether it was created',
  },
  {
    name: 'equal ids',
    when: 'run',
    outcome: 'asked about',
    sentence: 'another record with its id may be the same thing: it is only forgotten',
  },
  {
    name: 'equal keys',
    when: 'run',
    outcome: 'asked about',
    sentence: 'its provider finds it by a key that another record may have, too: it is only forgotten',
  },
  {
    name: 'protected',
    when: 'both',
    isOfWholePlan: true,
    outcome: 'refused',
    sentence: 'it is protected, and stays',
    test: ({ record }) => (isProtected(record) ? asObstacle(protectedFailure(record)) : undefined),
  },
  {
    name: 'other settings',
    when: 'run',
    outcome: 'asked about',
    sentence: 'with the current settings of its provider, it may belong to someone else',
  },
  {
    name: 'late delete',
    when: 'run',
    outcome: 'asked about',
    sentence: 'an earlier delete may still take effect: Slipway waits for it',
  },
  {
    name: 'out of reach',
    when: 'plan',
    outcome: 'refused',
    sentence: 'no provider is installed for it, or the configuration that it was made with is gone',
    test: ({ record }, { providers }) => removalObstacle(record, providers),
  },
]

const noWords: Words = {}

function hit(isHit: boolean): Words | undefined {
  return isHit ? noWords : undefined
}

function named(word: string, one: { readonly name: string } | undefined): Words | undefined {
  return one === undefined ? undefined : { [word]: one.name }
}
