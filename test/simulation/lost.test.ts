import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Move } from './moves/commands.ts'
import { foundByHand } from './found/by-hand.ts'
import { foundContainers } from './found/containers.ts'
import { foundGoing } from './found/going.ts'
import { foundInDoubt } from './found/in-doubt.ts'
import { foundKeys } from './found/keys.ts'
import { foundLinks } from './found/links.ts'
import { foundNames } from './found/names.ts'
import { foundSecrets } from './found/secrets.ts'
import { foundDecided } from './found/decided.ts'
import { foundIds } from './found/ids.ts'
import { foundMakingRoom } from './found/making-room.ts'
import { foundMembers } from './found/members.ts'
import { foundOptions } from './found/options.ts'
import { foundMoved } from './found/moved.ts'
import { foundPrograms } from './found/programs.ts'
import { known } from './found/known.ts'
import { foundUnsettled } from './found/unsettled.ts'
import { foundWayBack } from './found/way-back.ts'
import { replay } from './playing/play.ts'
import { reportOf } from './playing/report.ts'

/** Sequences that lost something before "Nothing a user has is lost" (docs/decisions). They must break no rule any more. */
const lost: Readonly<Record<string, readonly Move[]>> = {
  'a replacement that is refused, and the blueprint as it was: the healthy one is destroyed': [
    { do: 'write', resource: { slot: 0, name: 'db', kind: 'vm', value: 'v1', pinned: 'p1', reads: [] } },
    { do: 'up', luck: 1 },
    { do: 'set', name: 'db', property: 'pinned', to: 'p2!refuse' },
    { do: 'up', luck: 1 },
    { do: 'revert', back: 0 },
    { do: 'up', luck: 1 },
  ],
  'a replacement that gets stuck half-way, and the blueprint as it was': [
    { do: 'write', resource: { slot: 0, name: 'db', kind: 'db', value: 'v1', pinned: 'p1', reads: [] } },
    { do: 'up', luck: 1 },
    { do: 'set', name: 'db', property: 'pinned', to: 'p2!half' },
    { do: 'up', luck: 1 },
    { do: 'revert', back: 0 },
    { do: 'up', luck: 1 },
  ],
  'a replacement of what is found by its key: the old one is taken for the new one, and destroyed': [
    {
      do: 'write',
      resource: { slot: 0, name: 'data', kind: 'bucket', value: 'v1', pinned: 'p1', key: 'k1', reads: [] },
    },
    { do: 'up', luck: 1 },
    { do: 'set', name: 'data', property: 'pinned', to: 'p2' },
    { do: 'up', luck: 1 },
    { do: 'up', luck: 1 },
    { do: 'up', luck: 1 },
  ],
  'the same where the service says that it was there already': [
    {
      do: 'write',
      resource: { slot: 0, name: 'data', kind: 'topic', value: 'v1', pinned: 'p1', key: 'k1', reads: [] },
    },
    { do: 'up', luck: 1 },
    { do: 'set', name: 'data', property: 'pinned', to: 'p2' },
    { do: 'up', luck: 1 },
    { do: 'up', luck: 1 },
    { do: 'up', luck: 1 },
  ],
  'a delete that its service has refused, and the blueprint as it was: the full bucket is destroyed': [
    { do: 'write', resource: { slot: 0, name: 'data', kind: 'bucket', value: 'v1', key: 'k1', reads: [] } },
    { do: 'up', luck: 1 },
    { do: 'remove', name: 'data' },
    { do: 'up', luck: 1, trouble: [{ what: 'call', method: 'destroy', of: 'data', fails: 'unexpected', times: 1 }] },
    { do: 'revert', back: 0 },
    { do: 'up', luck: 1 },
  ],
  'the same where it was to make room for its successor': [
    { do: 'write', resource: { slot: 0, name: 'data', kind: 'vm', value: 'v1', pinned: 'p1', reads: [] } },
    { do: 'order', name: 'data', goesFirst: true },
    { do: 'up', luck: 1 },
    { do: 'set', name: 'data', property: 'pinned', to: 'p2' },
    { do: 'up', luck: 1, trouble: [{ what: 'call', method: 'destroy', of: 'data', fails: 'unexpected', times: 1 }] },
    { do: 'revert', back: 0 },
    { do: 'up', luck: 1 },
  ],
  'a resource that is found by its key gets another name': [
    { do: 'write', resource: { slot: 0, name: 'data', kind: 'bucket', value: 'v1', key: 'k1', reads: [] } },
    { do: 'up', luck: 1 },
    { do: 'rename', name: 'data', to: 'archive' },
    { do: 'up', luck: 1 },
    { do: 'up', luck: 1 },
    { do: 'up', luck: 1 },
  ],
  'a file that changes its path behind a dependency that is refused: destroyed, and not made again': [
    { do: 'write', resource: { slot: 0, name: 'db', kind: 'vm', value: 'v1', reads: [] } },
    {
      do: 'write',
      resource: {
        slot: 1,
        name: 'config',
        kind: 'file',
        value: 'v2',
        key: 'k1',
        reads: [{ slot: 0, output: 'endpoint', into: 'needs' }],
      },
    },
    { do: 'up', luck: 1 },
    { do: 'set', name: 'db', property: 'value', to: 'v3!refuse' },
    { do: 'set', name: 'config', property: 'key', to: 'k2' },
    { do: 'up', luck: 1 },
  ],
  'two files that swap paths: both destroyed, and made anew': [
    { do: 'write', resource: { slot: 0, name: 'one', kind: 'file', value: 'v1', key: 'k1', reads: [] } },
    { do: 'write', resource: { slot: 1, name: 'other', kind: 'file', value: 'v2', key: 'k2', reads: [] } },
    { do: 'up', luck: 1 },
    { do: 'swap', name: 'one', with: 'other' },
    { do: 'up', luck: 1 },
  ],
  'a chain: the first is replaced, its dependent refused, and the blueprint as it was': [
    { do: 'write', resource: { slot: 0, name: 'db', kind: 'vm', value: 'v1', pinned: 'p1', reads: [] } },
    {
      do: 'write',
      resource: { slot: 1, name: 'app', kind: 'vm', value: 'v2', reads: [{ slot: 0, output: 'id', into: 'needs' }] },
    },
    { do: 'up', luck: 1 },
    { do: 'set', name: 'db', property: 'pinned', to: 'p2' },
    { do: 'set', name: 'app', property: 'value', to: 'v3!refuse' },
    { do: 'up', luck: 1 },
    { do: 'revert', back: 0 },
    { do: 'up', luck: 1 },
  ],
  'a create that gets stuck half-way, of a type that asks: never made, as they say': [
    { do: 'write', resource: { slot: 0, name: 'profile', kind: 'role', value: 'v1!half', key: 'k1', reads: [] } },
    { do: 'up', luck: 1 },
    { do: 'remove', name: 'profile' },
    { do: 'up', luck: 1 },
  ],
  ...late(),
}

/** Sequences in which a service takes effect 1.2 s after a call arrived that was cut short. */
function late(): Readonly<Record<string, readonly Move[]>> {
  const vm: Move = { do: 'write', resource: { slot: 0, name: 'db', kind: 'vm', value: 'v1', reads: [] } }
  const takesEffectLate = { what: 'late', ms: 1_200 } as const
  const ways: Readonly<Record<string, Move>> = {
    'kill -9 of the engine': {
      do: 'up',
      luck: 1,
      trouble: [{ what: 'kill', at: 'sent deploy db' }, takesEffectLate],
    },
    'kill -9 of the plugin': {
      do: 'up',
      luck: 1,
      trouble: [{ what: 'call', method: 'deploy', of: 'db', fails: 'die', times: 1 }, takesEffectLate],
    },
    'Ctrl-C twice': {
      do: 'up',
      luck: 1,
      trouble: [{ what: 'interrupt', at: 'sent deploy db', again: 0 }, takesEffectLate],
    },
    "the engine's patience": {
      do: 'up',
      luck: 1,
      trouble: [{ what: 'call', method: 'deploy', of: 'db', fails: 'hang', times: 1 }, takesEffectLate],
    },
  }
  return Object.fromEntries(
    Object.entries(ways).map(([way, cut]) => [`a late service, and ${way}`, [vm, cut, { do: 'up', luck: 1 }]]),
  )
}

describe('a sequence that once broke a rule', () => {
  const all = {
    ...lost,
    ...foundByHand,
    ...foundContainers,
    ...foundGoing,
    ...foundInDoubt,
    ...foundKeys,
    ...foundLinks,
    ...foundNames,
    ...foundSecrets,
    ...foundDecided,
    ...foundOptions,
    ...foundPrograms,
    ...foundMoved,
    ...foundMembers,
    ...foundMakingRoom,
    ...foundWayBack,
    ...foundUnsettled,
    ...foundIds,
  }
  for (const [what, moves] of Object.entries(all)) {
    test(what, async () => {
      const { violation } = await replay(moves)
      assert.equal(violation === undefined ? '' : reportOf({ seed: 0, violation, moves }), '')
    })
  }
})

describe('a known fault', () => {
  for (const [what, { rule, moves }] of Object.entries(known))
    test(`is still present, or belongs to the sequences above: ${what}`, async () => {
      assert.equal((await replay(moves)).violation?.rule, rule)
    })
})
