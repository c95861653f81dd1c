import type { Move } from './commands.ts'

const goals = { speaks: 'goals' } as const

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
}
