import type { Move } from './commands.ts'

const goals = { speaks: 'goals' } as const
const inline = { speaks: 'inline' } as const

/** Sequences that broke a rule long before they were looked at. */
export const foundOlder: Readonly<Record<string, readonly Move[]>> = {
  'something of another type gets another name, and what it was called goes to one that is asked for first: it is destroyed':
    [
      { do: 'write', resource: { slot: 1, name: 'a', kind: 'task', value: 'v2', reads: [] } },
      { do: 'write', resource: { slot: 3, name: 'net_a', kind: 'role', value: 'v5', key: 'k1', reads: [] } },
      { do: 'up', luck: 1, program: goals },
      { do: 'rename', name: 'net_a', to: 'net_c', says: 'alias' },
      { do: 'rename', name: 'a', to: 'net_a', says: 'alias' },
      { do: 'up', luck: 1, program: { ...goals, isShown: true } },
    ],
  'a container is half-destroyed, found to be gone, and cannot be made: what stood in it is recorded as if it were there':
    [
      { do: 'write', resource: { slot: 0, name: 'net_a', kind: 'server', value: 'v1', pinned: 'p1', reads: [] } },
      { do: 'write', resource: { slot: 1, name: 'c', kind: 'table', value: 'v2', key: 'k1', reads: [], within: 0 } },
      { do: 'up', luck: 1, program: goals },
      { do: 'set', name: 'net_a', property: 'pinned', to: 'p5!deny-half' },
      {
        do: 'up',
        luck: 1,
        program: goals,
        trouble: [{ what: 'call', method: 'destroy', of: 'net_a', fails: 'half', times: 1 }],
      },
      { do: 'up', luck: 1, program: goals },
    ],
  'something is destroyed before what it stands in, which then stays: what stood in it was to go with that, and stays recorded':
    [
      { do: 'write', resource: { slot: 0, name: 'net/a', kind: 'server', value: 'v1', reads: [] } },
      { do: 'write', resource: { slot: 1, name: 'b', kind: 'vm', value: 'v2', reads: [], within: 0 } },
      {
        do: 'write',
        resource: { slot: 3, name: 'net/d', kind: 'queue', value: 'v4', key: 'k4', reads: [], within: 1 },
      },
      { do: 'up', luck: 1 },
      { do: 'set', name: 'net/a', property: 'pinned', to: 'p5!deny-half' },
      {
        do: 'up',
        luck: 1,
        trouble: [{ what: 'call', method: 'destroy', of: 'net/a', fails: 'refuse', times: 1 }],
      },
    ],
  'two give a key from one to the other, and what reads it keeps the old one, which is to be ignored: a way back destroys that':
    [
      { do: 'write', resource: { slot: 0, name: 'a', kind: 'link', value: 'v1', key: 'k1', reads: [] } },
      { do: 'write', resource: { slot: 1, name: 'b', kind: 'link', value: 'v2', key: 'k2', reads: [] } },
      {
        do: 'write',
        resource: {
          slot: 2,
          name: 'c',
          kind: 'link',
          value: 'v3',
          key: 'k3',
          pinned: 'p3',
          reads: [{ slot: 1, output: 'id', into: 'pinned' }],
          ignores: ['pinned'],
        },
      },
      { do: 'up', luck: 1 },
      { do: 'set', name: 'a', property: 'key', to: 'k7' },
      { do: 'set', name: 'b', property: 'key', to: 'k1' },
      { do: 'set', name: 'a', property: 'value', to: 'v9!refuse' },
      { do: 'up', luck: 1 },
      { do: 'up', luck: 1, rollback: true },
    ],
  'the same in a program': [
    { do: 'write', resource: { slot: 0, name: 'a', kind: 'table', value: 'v1', key: 'k1', reads: [] } },
    { do: 'write', resource: { slot: 1, name: 'b', kind: 'table', value: 'v2', key: 'k2', reads: [] } },
    {
      do: 'write',
      resource: {
        slot: 2,
        name: 'c',
        kind: 'queue',
        value: 'v3',
        key: 'k3',
        pinned: 'p3',
        reads: [{ slot: 0, output: 'endpoint', into: 'pinned' }],
        ignores: ['pinned'],
      },
    },
    { do: 'write', resource: { slot: 3, name: 'd', kind: 'volume', value: 'v4', key: 'k4', reads: [] } },
    { do: 'up', luck: 1, program: goals },
    { do: 'set', name: 'a', property: 'key', to: 'k2' },
    { do: 'up', luck: 10_439, program: goals },
    { do: 'up', luck: 1, program: goals, rollback: true },
  ],
  'what makes room in a program has an old generation pinned to it, of a name that was asked for before: it goes first':
    [
      { do: 'write', resource: { slot: 0, name: 'net_a', kind: 'vm', value: 'v1', reads: [] } },
      { do: 'write', resource: { slot: 1, name: 'net_c', kind: 'table', value: 'v3', key: 'k5', reads: [] } },
      {
        do: 'write',
        resource: {
          slot: 2,
          name: 'b',
          kind: 'vm',
          value: 'v4',
          pinned: 'p5',
          reads: [{ slot: 1, output: 'id', into: 'pinned' }],
        },
      },
      { do: 'up', luck: 1, program: { speaks: 'goals' } },
      { do: 'swap', name: 'b', with: 'net_a' },
      { do: 'set', name: 'net_a', property: 'pinned', to: 'p6!deny' },
      { do: 'up', luck: 1, program: { speaks: 'goals' } },
      { do: 'set', name: 'net_c', property: 'pinned', to: 'p7!deny' },
      { do: 'up', luck: 1, program: { speaks: 'goals' } },
    ],
  'names go around, and what a program leaves out needs something that is not there: what it may mean is destroyed': [
    { do: 'write', resource: { slot: 0, name: 'b', kind: 'role', value: 'v1', key: 'k3', reads: [] } },
    {
      do: 'write',
      resource: { slot: 1, name: 'net_sub_d', kind: 'disk', value: 'v2', secret: 'hush-4949-secret', reads: [] },
    },
    {
      do: 'write',
      resource: {
        slot: 2,
        name: 'net_c',
        kind: 'role',
        value: 'v4',
        key: 'k4',
        reads: [{ slot: 1, output: 'login', into: 'needs' }],
      },
    },
    { do: 'up', luck: 1, program: goals },
    { do: 'swap', name: 'net_sub_d', with: 'b' },
    { do: 'swap', name: 'net_sub_d', with: 'net_c' },
    { do: 'up', luck: 151247, targets: ['net_c'], program: { speaks: 'inline' } },
  ],
  'something goes first, fails and is taken back, and what may be pinned to something undecided is shown to go before it':
    [
      {
        do: 'write',
        resource: {
          slot: 0,
          name: 'c',
          kind: 'server',
          value: 'v1',
          secret: 'hush-1-secret',
          reads: [],
          goesFirst: true,
        },
      },
      { do: 'write', resource: { slot: 1, name: 'b', kind: 'server', value: 'v3', reads: [], when: 0 } },
      {
        do: 'write',
        resource: {
          slot: 2,
          name: 'a',
          kind: 'server',
          value: 'v5',
          pinned: 'p6',
          reads: [
            { slot: 0, output: 'secret', into: 'value' },
            { slot: 1, output: 'id', into: 'pinned' },
          ],
          goesFirst: true,
        },
      },
      { do: 'up', luck: 1 },
      { do: 'set', name: 'c', property: 'pinned', to: 'p8!unexpected' },
      { do: 'up', luck: 1, exclude: ['b'] },
      { do: 'revert', back: 0 },
      { do: 'up', luck: 1 },
    ],
  'names are swapped, and a part of the swap is left out: two read each other, one of them is retained, and neither can go':
    [
      { do: 'write', resource: { slot: 0, name: 'web_e', kind: 'queue', value: 'v1', key: 'k5', reads: [] } },
      {
        do: 'write',
        resource: {
          slot: 1,
          name: 'net_sub_d',
          kind: 'topic',
          value: 'v3',
          key: 'k4',
          reads: [{ slot: 0, output: 'id', into: 'needs' }],
        },
      },
      {
        do: 'write',
        resource: {
          slot: 2,
          name: 'net_c',
          kind: 'topic',
          value: 'v4',
          key: 'k2',
          reads: [{ slot: 1, output: 'id', into: 'pinned' }],
          retain: true,
        },
      },
      { do: 'up', luck: 1, program: goals },
      { do: 'swap', name: 'web_e', with: 'net_c' },
      { do: 'up', luck: 1, exclude: ['net_c'], program: { speaks: 'inline' } },
    ],
  'a thing is called otherwise, and what is to have its name is made by a run that is killed: going back means the new one':
    [
      { do: 'write', resource: { slot: 0, name: 'net_sub_d', kind: 'db', value: 'v1', reads: [] } },
      { do: 'up', luck: 1, program: goals },
      { do: 'set', name: 'net_sub_d', property: 'pinned', to: 'p3' },
      { do: 'move', name: 'net_sub_d', to: 'b' },
      { do: 'up', luck: 1, trouble: [{ what: 'kill', at: 14 }], program: goals },
      { do: 'revert', back: 0 },
      { do: 'up', luck: 1, program: goals },
    ],
  'it must be asked which of two things goes first, and the engine is stopped in the middle of that: it is forgotten': [
    { do: 'write', resource: { slot: 1, name: 'c', kind: 'slot', value: 'v2', key: 'k1', reads: [] } },
    { do: 'write', resource: { slot: 3, name: 'net/a', kind: 'slot', value: 'v5', key: 'k4', reads: [] } },
    { do: 'up', luck: 1 },
    { do: 'set', name: 'net/a', property: 'pinned', to: 'p6!transient' },
    { do: 'up', luck: 1, trouble: [{ what: 'interrupt', at: 10, again: 4 }] },
  ],
  'a run is cut short while it is asked what makes room: that is forgotten, since it may be something else': [
    { do: 'write', resource: { slot: 0, name: 'net/c', kind: 'slot', value: 'v1', key: 'k1', reads: [] } },
    { do: 'write', resource: { slot: 1, name: 'web/e', kind: 'slot', value: 'v2', key: 'k5', reads: [] } },
    { do: 'up', luck: 1 },
    { do: 'set', name: 'web/e', property: 'pinned', to: 'p4' },
    { do: 'write', resource: { slot: 2, name: 'a', kind: 'slot', value: 'v5', key: 'k2', reads: [] } },
    { do: 'up', luck: 1, trouble: [{ what: 'store', commit: 3, isKept: false, isLasting: false }] },
  ],
  'a plugin dies while it is asked what makes room, and is there again a moment later: that is forgotten': [
    { do: 'write', resource: { slot: 1, name: 'pool_y', kind: 'slot', value: 'v1', key: 'k-pool_y', reads: [] } },
    { do: 'write', resource: { slot: 2, name: 'pool_z', kind: 'slot', value: 'v1', key: 'k-pool_z', reads: [] } },
    {
      do: 'write',
      resource: {
        slot: 3,
        name: 'net/c',
        kind: 'slot',
        value: 'v3',
        key: 'k4',
        reads: [{ slot: 2, output: 'endpoint', into: 'value' }],
      },
    },
    { do: 'up', luck: 1, trouble: [{ what: 'store', commit: 4, isKept: true, isLasting: true }] },
    { do: 'set', name: 'pool_z', property: 'secret', to: 'hush-1515-secret' },
    { do: 'set', name: 'pool_y', property: 'key', to: 'k2' },
    { do: 'up', luck: 1, trouble: [{ what: 'call', method: 'deploy', of: 'net/c', fails: 'die-done', times: 1 }] },
  ],
  'two swap their names, and what reads one of them is the only target: what it reads is destroyed before it': [
    { do: 'write', resource: { slot: 0, name: 'net_sub_d', kind: 'file', value: 'v1', key: 'k1', reads: [] } },
    { do: 'write', resource: { slot: 1, name: 'b', kind: 'bucket', value: 'v3', key: 'k4', reads: [] } },
    { do: 'up', luck: 1, program: inline },
    { do: 'swap', name: 'b', with: 'net_sub_d' },
    {
      do: 'write',
      resource: {
        slot: 3,
        name: 'c',
        kind: 'bucket',
        value: 'v5',
        key: 'k5',
        reads: [{ slot: 0, output: 'id', into: 'needs' }],
      },
    },
    { do: 'up', luck: 926_499, targets: ['c'], program: inline },
  ],
  'one that is left out, until another decides about it, is to have the key of that one, which is made anew': [
    { do: 'write', resource: { slot: 0, name: 'net/a', kind: 'table', value: 'v1', key: 'k4', reads: [] } },
    { do: 'write', resource: { slot: 1, name: 'web/e', kind: 'table', value: 'v2', key: 'k1', reads: [], when: 0 } },
    { do: 'up', luck: 1 },
    { do: 'set', name: 'web/e', property: 'key', to: 'k4' },
    { do: 'set', name: 'net/a', property: 'pinned', to: 'p3' },
    { do: 'set', name: 'net/a', property: 'value', to: 'v4' },
    { do: 'up', luck: 1, exclude: ['web/e'] },
  ],
}
