import type { Move } from './commands.ts'

const goals = { speaks: 'goals' } as const

/** Sequences in which the state is told of names by hand, or several generations of one thing get another name. */
export const foundMoved: Readonly<Record<string, readonly Move[]>> = {
  'something is found under another name by its key, and something else is to have its name, which it says it had not before':
    [
      { do: 'write', resource: { slot: 0, name: 'net/a', kind: 'role', value: 'v1', key: 'k3', reads: [] } },
      { do: 'write', resource: { slot: 1, name: 'net/c', kind: 'cert', value: 'v2', reads: [] } },
      { do: 'up', luck: 1 },
      { do: 'rename', name: 'net/a', to: 'a' },
      { do: 'rename', name: 'net/c', to: 'net/a', says: 'alias' },
      { do: 'up', luck: 1 },
    ],
  'the same in a program': [
    { do: 'write', resource: { slot: 0, name: 'c', kind: 'role', value: 'v1', key: 'k3', reads: [] } },
    { do: 'write', resource: { slot: 1, name: 'b', kind: 'cert', value: 'v2', reads: [] } },
    { do: 'up', luck: 1, program: goals },
    { do: 'rename', name: 'c', to: 'a' },
    { do: 'rename', name: 'b', to: 'c', says: 'alias' },
    { do: 'up', luck: 1, program: goals },
  ],
  'a failed attempt gets a name in a child that nobody has: no child is recorded of it': [
    { do: 'write', resource: { slot: 0, name: 'web/e', kind: 'zone', value: 'v1', key: 'k1', reads: [] } },
    { do: 'make by hand', kind: 'zone', key: 'k2' },
    { do: 'set', name: 'web/e', property: 'key', to: 'k2' },
    { do: 'up', luck: 1 },
    { do: 'move', name: 'web/e', to: 'net/c' },
  ],
  'something gets a name in a child that nobody has, and goes: the child is recorded for ever': [
    { do: 'write', resource: { slot: 5, name: 'net/sub/d', kind: 'cert', value: 'v3', reads: [] } },
    { do: 'up', luck: 1 },
    { do: 'move', name: 'net/sub/d', to: 'web/e' },
  ],
  'a successor gets the name that the blueprint says, the old one keeps the one of before, and is not found on the way back':
    [
      { do: 'write', resource: { slot: 0, name: 'b', kind: 'db', value: 'v1', reads: [] } },
      { do: 'rename', name: 'b', to: 'a', says: 'alias' },
      { do: 'up', luck: 1 },
      { do: 'set', name: 'a', property: 'pinned', to: 'p4!half' },
      { do: 'up', luck: 1 },
      { do: 'move', name: 'a', to: 'b' },
      { do: 'up', luck: 1, trouble: [{ what: 'store', commit: 2, isKept: false, isLasting: true }] },
      { do: 'revert', back: 0 },
      { do: 'up', luck: 1 },
    ],
  'an attempt takes the name from what is there, and is called otherwise so far': [
    { do: 'write', resource: { slot: 0, name: 'b', kind: 'task', value: 'v1', reads: [] } },
    { do: 'up', luck: 1, program: goals },
    { do: 'set', name: 'b', property: 'pinned', to: 'p3!unexpected' },
    { do: 'rename', name: 'b', to: 'net_sub_d', says: 'alias' },
    { do: 'up', luck: 1, program: goals },
    { do: 'rename', name: 'net_sub_d', to: 'b', says: 'alias' },
    { do: 'up', luck: 1, program: goals },
    { do: 'revert', back: 0 },
    { do: 'up', luck: 1, program: goals },
  ],
  'something is removed to make room, and what stands in it is to be replaced: it goes with that': [
    { do: 'write', resource: { slot: 0, name: 'c', kind: 'server', value: 'v1', pinned: 'p2', reads: [] } },
    { do: 'write', resource: { slot: 1, name: 'a', kind: 'link', value: 'v3', key: 'k4', reads: [], within: 0 } },
    { do: 'up', luck: 1 },
    { do: 'set', name: 'c', property: 'value', to: 'v6!deny' },
    { do: 'swap', name: 'a', with: 'c' },
    { do: 'up', luck: 1 },
  ],
  'a plugin dies while it destroys what makes room, which is found to be gone: so is what stood in it': [
    { do: 'write', resource: { slot: 0, name: 'net/sub/d', kind: 'server', value: 'v1', reads: [] } },
    { do: 'write', resource: { slot: 1, name: 'c', kind: 'volume', value: 'v3', reads: [], within: 0 } },
    { do: 'write', resource: { slot: 2, name: 'net/c', kind: 'volume', value: 'v4', reads: [] } },
    { do: 'up', luck: 1 },
    { do: 'set', name: 'net/c', property: 'pinned', to: 'p6' },
    { do: 'up', luck: 1 },
    { do: 'swap', name: 'net/sub/d', with: 'net/c' },
    { do: 'up', luck: 1 },
    { do: 'revert', back: 2 },
    { do: 'remove', name: 'net/c' },
    { do: 'up', luck: 1, trouble: [{ what: 'call', method: 'destroy', of: 'net/sub/d', fails: 'die', times: 1 }] },
  ],
  'what something stands in makes room for what it is to stand in now, and its successor needs it: it goes with that': [
    { do: 'write', resource: { slot: 0, name: 'web/e', kind: 'server', value: 'v1', reads: [] } },
    {
      do: 'write',
      resource: {
        slot: 1,
        name: 'net/c',
        kind: 'volume',
        value: 'v3',
        secret: 'hush-7380-secret',
        reads: [],
        within: 0,
      },
    },
    {
      do: 'write',
      resource: {
        slot: 2,
        name: 'c',
        kind: 'slot',
        value: 'v4',
        key: 'k2',
        reads: [{ slot: 1, output: 'secret', into: 'needs' }],
      },
    },
    { do: 'up', luck: 1 },
    { do: 'swap', name: 'web/e', with: 'c' },
    { do: 'up', luck: 1, trouble: [{ what: 'kill', at: 39 }] },
  ],
  'two swap their names, and the one is to stand in the other now, whose new one is refused: it is asked for first': [
    { do: 'write', resource: { slot: 0, name: 'a', kind: 'cert', value: 'v1', reads: [] } },
    { do: 'write', resource: { slot: 1, name: 'net/sub/d', kind: 'cert', value: 'v2', reads: [], within: 0 } },
    { do: 'order', name: 'net/sub/d', goesFirst: true },
    { do: 'up', luck: 1 },
    { do: 'set', name: 'a', property: 'pinned', to: 'p4!refuse' },
    { do: 'swap', name: 'net/sub/d', with: 'a' },
    { do: 'up', luck: 1 },
  ],
}
