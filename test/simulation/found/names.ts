import type { Move } from '../moves/commands.ts'

const goals = { speaks: 'goals' } as const
const inline = { speaks: 'inline' } as const

/** A name leads to one thing, whichever resource had the name before. */
export const foundNames: Readonly<Record<string, readonly Move[]>> = {
  'a new name, and a reader: what goes waits for the reader, that for what comes, and that for what goes': [
    { do: 'write', resource: { slot: 0, name: 'c', kind: 'server', value: 'v1', reads: [] } },
    {
      do: 'write',
      resource: {
        slot: 1,
        name: 'b',
        kind: 'topic',
        value: 'v3',
        key: 'k5',
        reads: [{ slot: 0, output: 'id', into: 'needs' }],
      },
    },
    { do: 'up', luck: 1 },
    { do: 'rename', name: 'c', to: 'a' },
    { do: 'up', luck: 1 },
  ],
  'a new name, and only the old one is a target: it is what the new one wants': [
    { do: 'write', resource: { slot: 0, name: 'b', kind: 'zone', value: 'v1', key: 'k2', reads: [] } },
    { do: 'up', luck: 1 },
    { do: 'rename', name: 'b', to: 'c' },
    { do: 'up', luck: 1, targets: ['b'] },
  ],
  'two of different types swap names, and one is to be replaced: it goes without a successor': [
    { do: 'write', resource: { slot: 0, name: 'e', kind: 'table', value: 'v1', key: 'k2', reads: [] } },
    { do: 'up', luck: 1 },
    { do: 'write', resource: { slot: 1, name: 'b', kind: 'slot', value: 'v2', key: 'k3', reads: [] } },
    { do: 'up', luck: 1 },
    { do: 'swap', name: 'b', with: 'e' },
    { do: 'set', name: 'b', property: 'pinned', to: 'p3' },
    { do: 'up', luck: 1 },
  ],
  'two of different types swap names, and one reads the other: both go before either is made': [
    { do: 'write', resource: { slot: 0, name: 'c', kind: 'bucket', value: 'v1', key: 'k2', reads: [] } },
    {
      do: 'write',
      resource: {
        slot: 2,
        name: 'a',
        kind: 'slot',
        value: 'v4',
        key: 'k1',
        reads: [{ slot: 0, output: 'id', into: 'needs' }],
      },
    },
    { do: 'up', luck: 1 },
    { do: 'swap', name: 'a', with: 'c' },
    { do: 'up', luck: 327950 },
  ],
  'a destruction is made again, and takes what has come in its place under another name': [
    { do: 'write', resource: { slot: 1, name: 'a', kind: 'bucket', value: 'v3', key: 'k2', reads: [] } },
    { do: 'write', resource: { slot: 2, name: 'd', kind: 'vm', value: 'v5', reads: [] } },
    { do: 'up', luck: 1 },
    { do: 'swap', name: 'd', with: 'a' },
    { do: 'up', luck: 542796, trouble: [{ what: 'store', commit: 6, isKept: false, isLasting: false }] },
    { do: 'up', luck: 1 },
  ],
  'two swap names and one is refused: the other is destroyed first, and waits for it': [
    { do: 'write', resource: { slot: 0, name: 'e', kind: 'server', value: 'v1', reads: [] } },
    {
      do: 'write',
      resource: {
        slot: 1,
        name: 'f',
        kind: 'server',
        value: 'v3',
        pinned: 'p5',
        reads: [{ slot: 0, output: 'id', into: 'value' }],
      },
    },
    { do: 'up', luck: 1 },
    { do: 'swap', name: 'f', with: 'e' },
    { do: 'set', name: 'f', property: 'pinned', to: 'p6!unexpected' },
    { do: 'up', luck: 1 },
  ],
  'two swap names around a third that is refused: nothing can be destroyed any more': [
    { do: 'write', resource: { slot: 0, name: 'a', kind: 'link', value: 'v1', key: 'k5', reads: [] } },
    {
      do: 'write',
      resource: {
        slot: 1,
        name: 'b',
        kind: 'topic',
        value: 'v3',
        key: 'k3',
        reads: [{ slot: 0, output: 'id', into: 'value' }],
      },
    },
    {
      do: 'write',
      resource: {
        slot: 2,
        name: 'f',
        kind: 'link',
        value: 'v4',
        key: 'k1',
        reads: [{ slot: 1, output: 'endpoint', into: 'needs' }],
      },
    },
    { do: 'up', luck: 1 },
    { do: 'set', name: 'b', property: 'pinned', to: 'p8!refuse' },
    { do: 'swap', name: 'a', with: 'f' },
    { do: 'up', luck: 1 },
  ],
  'two swap names, one is refused after it was destroyed, and who read it knows only its old name': [
    { do: 'write', resource: { slot: 1, name: 'a', kind: 'table', value: 'v2', key: 'k4', reads: [] } },
    {
      do: 'write',
      resource: {
        slot: 2,
        name: 'c',
        kind: 'slot',
        value: 'v3',
        key: 'k1',
        reads: [{ slot: 1, output: 'endpoint', into: 'needs' }],
      },
    },
    {
      do: 'write',
      resource: {
        slot: 3,
        name: 'e',
        kind: 'table',
        value: 'v4',
        key: 'k3',
        reads: [{ slot: 2, output: 'id', into: 'needs' }],
      },
    },
    { do: 'up', luck: 1 },
    { do: 'set', name: 'a', property: 'pinned', to: 'p6!half' },
    { do: 'swap', name: 'e', with: 'a' },
    { do: 'up', luck: 1 },
  ],
  'what has the name is gone, and left an older one behind: who goes back finds that under its former name': [
    { do: 'write', resource: { slot: 0, name: 'b', kind: 'queue', value: 'v1', key: 'k4', reads: [] } },
    { do: 'write', resource: { slot: 1, name: 'net/a', kind: 'file', value: 'v3', key: 'k1', reads: [] } },
    { do: 'up', luck: 1 },
    { do: 'swap', name: 'b', with: 'net/a' },
    { do: 'rename', name: 'b', to: 'a', says: 'alias' },
    { do: 'up', luck: 1 },
    { do: 'remove', name: 'a' },
    { do: 'up', luck: 1 },
    { do: 'revert', back: 0 },
    { do: 'up', luck: 1 },
  ],
  'a program asks for something new under a name that something else had before: that is not destroyed, and is asked for later':
    [
      { do: 'write', resource: { slot: 1, name: 'pool_z', kind: 'server', value: 'v1', reads: [] } },
      { do: 'write', resource: { slot: 3, name: 'b', kind: 'server', value: 'v5', reads: [] } },
      {
        do: 'write',
        resource: {
          slot: 4,
          name: 'web_e',
          kind: 'server',
          value: 'v7',
          pinned: 'p8',
          reads: [{ slot: 3, output: 'id', into: 'needs' }],
        },
      },
      { do: 'up', luck: 1, program: { speaks: 'goals' } },
      { do: 'rename', name: 'web_e', to: 'net_a', says: 'alias' },
      { do: 'move', name: 'web_e', to: 'net_a' },
      { do: 'write', resource: { slot: 5, name: 'web_e', kind: 'server', value: 'v9', reads: [] } },
      { do: 'up', luck: 347884, replace: ['b'], program: { speaks: 'inline', isShown: true } },
    ],
  'two come to read each other as one of them is left out of a swap of names: what only knows the other by its name goes last':
    [
      { do: 'write', resource: { slot: 0, name: 'a', kind: 'vm', value: 'v1', reads: [], goesFirst: true } },
      {
        do: 'write',
        resource: {
          slot: 1,
          name: 'c',
          kind: 'vm',
          value: 'v2',
          reads: [{ slot: 0, output: 'id', into: 'pinned' }],
        },
      },
      {
        do: 'write',
        resource: {
          slot: 2,
          name: 'web_e',
          kind: 'vm',
          value: 'v3',
          reads: [{ slot: 1, output: 'id', into: 'value' }],
          goesFirst: true,
        },
      },
      { do: 'up', luck: 1, program: { speaks: 'goals' } },
      { do: 'swap', name: 'a', with: 'web_e' },
      { do: 'up', luck: 1, exclude: ['web_e'], program: { speaks: 'goals' } },
    ],
  'something of another type gets another name, and what it was called goes to one that is asked for first: it is destroyed':
    [
      { do: 'write', resource: { slot: 1, name: 'a', kind: 'task', value: 'v2', reads: [] } },
      { do: 'write', resource: { slot: 3, name: 'net_a', kind: 'role', value: 'v5', key: 'k1', reads: [] } },
      { do: 'up', luck: 1, program: goals },
      { do: 'rename', name: 'net_a', to: 'net_c', says: 'alias' },
      { do: 'rename', name: 'a', to: 'net_a', says: 'alias' },
      { do: 'up', luck: 1, program: { ...goals, isShown: true } },
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
}
