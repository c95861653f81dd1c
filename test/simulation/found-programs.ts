import type { Move } from './commands.ts'

const goals = { speaks: 'goals' } as const
const inline = { speaks: 'inline' } as const

/** Sequences with programs that the simulator found, each of which lost something. */
export const foundPrograms: Readonly<Record<string, readonly Move[]>> = {
  'a program gives a resource another name, crashes, and is as it was: the healthy one is destroyed, and made anew': [
    { do: 'write', resource: { slot: 0, name: 'a', kind: 'vm', value: 'v1', reads: [] } },
    { do: 'up', luck: 1, program: goals },
    { do: 'write', resource: { slot: 1, name: 'c', kind: 'vm', value: 'v1', reads: [] } },
    { do: 'rename', name: 'a', to: 'b', says: 'alias' },
    { do: 'up', luck: 1, program: { ...goals, breaks: { after: 1, how: 'gives up' } } },
    { do: 'revert', back: 0 },
    { do: 'up', luck: 1, program: goals },
  ],
  'the same of one that is refused what it wants of it': [
    { do: 'write', resource: { slot: 0, name: 'a', kind: 'db', value: 'v1', reads: [] } },
    { do: 'up', luck: 1, program: inline },
    { do: 'rename', name: 'a', to: 'b', says: 'alias' },
    { do: 'set', name: 'b', property: 'value', to: 'v2!refuse' },
    { do: 'up', luck: 1, program: inline },
    { do: 'revert', back: 0 },
    { do: 'up', luck: 1, program: inline },
  ],
  'two of different types swap their names, and the one whose place is asked for first makes room: the other is destroyed':
    [
      { do: 'write', resource: { slot: 0, name: 'c', kind: 'slot', value: 'v1', key: 'k4', reads: [] } },
      { do: 'write', resource: { slot: 1, name: 'net_c', kind: 'zone', value: 'v2', key: 'k2', reads: [] } },
      { do: 'up', luck: 1, program: goals },
      { do: 'swap', name: 'net_c', with: 'c' },
      { do: 'up', luck: 1, program: goals },
    ],
  'a file gets another name, and a new one its old name: the file makes room, and is destroyed': [
    { do: 'write', resource: { slot: 0, name: 'a', kind: 'file', value: 'v1', key: 'k1', reads: [] } },
    { do: 'up', luck: 1, program: goals },
    { do: 'rename', name: 'a', to: 'b' },
    { do: 'write', resource: { slot: 1, name: 'a', kind: 'file', value: 'v2', key: 'k2', reads: [] } },
    { do: 'up', luck: 6, program: goals },
    { do: 'up', luck: 2, program: { ...goals, isShown: true } },
  ],
  'a function waits for what this run leaves out, and ends with that: what it was about to ask for is destroyed': [
    { do: 'write', resource: { slot: 0, name: 'web_e', kind: 'db', value: 'v1', reads: [] } },
    { do: 'up', luck: 1, program: inline },
    { do: 'write', resource: { slot: 1, name: 'a', kind: 'table', value: 'v3', key: 'k2', reads: [] } },
    { do: 'up', luck: 267_654, targets: ['web_e'], program: inline },
  ],
  'a create is made again after a kill, and what it replaces goes: nothing of that was shown': [
    { do: 'write', resource: { slot: 0, name: 'b', kind: 'topic', value: 'v1', key: 'k4', reads: [] } },
    { do: 'up', luck: 1, program: goals },
    { do: 'set', name: 'b', property: 'key', to: 'k2' },
    { do: 'up', luck: 1, trouble: [{ what: 'kill', at: 9 }], program: goals },
    { do: 'up', luck: 1, program: { ...goals, isShown: true } },
  ],
  'what was being destroyed is gone, and something else has its slot: the destruction is done again, and takes that': [
    { do: 'write', resource: { slot: 0, name: 'web_e', kind: 'slot', value: 'v1', key: 'k3', reads: [] } },
    { do: 'up', luck: 1, program: goals },
    { do: 'remove', name: 'web_e' },
    { do: 'up', luck: 233_305, program: inline, trouble: [{ what: 'interrupt', at: 8, again: 0 }] },
    { do: 'write', resource: { slot: 1, name: 'a', kind: 'slot', value: 'v2', key: 'k3', reads: [] } },
    { do: 'write', resource: { slot: 2, name: 'b', kind: 'slot', value: 'v4', key: 'k5', reads: [] } },
    { do: 'write', resource: { slot: 3, name: 'web_e', kind: 'slot', value: 'v5', key: 'k2', reads: [] } },
    { do: 'up', luck: 8350, program: inline },
  ],
  'two swap names, and one of them is left as it is: they read each other, and neither could ever go': [
    { do: 'write', resource: { slot: 2, name: 'pool_y', kind: 'vm', value: 'v1', reads: [] } },
    {
      do: 'write',
      resource: {
        slot: 3,
        name: 'a',
        kind: 'vm',
        value: 'v2',
        reads: [{ slot: 2, output: 'endpoint', into: 'value' }],
      },
    },
    { do: 'up', luck: 1, program: goals },
    { do: 'swap', name: 'a', with: 'pool_y' },
    { do: 'up', luck: 1, exclude: ['a'], program: goals },
  ],
  'something makes room, and takes along what stands in it: nobody is told, and that is recorded as if it were there': [
    { do: 'write', resource: { slot: 2, name: 'pool_y', kind: 'cert', value: 'v1', reads: [] } },
    { do: 'write', resource: { slot: 4, name: 'net_a', kind: 'server', value: 'v3', reads: [], within: 2 } },
    { do: 'up', luck: 1, program: goals },
    { do: 'set', name: 'pool_y', property: 'pinned', to: 'p5!refuse' },
    { do: 'order', name: 'pool_y', goesFirst: true },
    { do: 'up', luck: 1, program: goals },
  ],
  'the old name of something is a target, and the program leaves it out under its new one: it is destroyed': [
    { do: 'write', resource: { slot: 0, name: 'web_e', kind: 'zone', value: 'v1', key: 'k1', reads: [] } },
    { do: 'up', luck: 1, program: inline },
    { do: 'rename', name: 'web_e', to: 'a', says: 'alias' },
    { do: 'up', luck: 1, targets: ['web_e'], program: inline },
  ],
  'an old generation is to be the resource again, which is nothing that is shown: it is not recorded': [
    { do: 'write', resource: { slot: 0, name: 'b', kind: 'zone', value: 'v1', key: 'k4', reads: [] } },
    { do: 'up', luck: 1, program: inline },
    { do: 'make by hand', kind: 'zone', key: 'k2' },
    { do: 'set', name: 'b', property: 'key', to: 'k2' },
    { do: 'up', luck: 1, program: inline },
    { do: 'rename', name: 'b', to: 'web_e', says: 'alias' },
    { do: 'up', luck: 1, program: inline },
    { do: 'revert', back: 0 },
    { do: 'up', luck: 1, program: { ...goals, isShown: true } },
  ],
  'something is replaced, and the old one is another resource by its identity: the plan has both replace it': [
    { do: 'write', resource: { slot: 1, name: 'net_sub_d', kind: 'disk', value: 'v2', reads: [] } },
    { do: 'write', resource: { slot: 2, name: 'c', kind: 'role', value: 'v3', key: 'k5', reads: [] } },
    { do: 'up', luck: 1, program: goals },
    { do: 'swap', name: 'net_sub_d', with: 'c' },
    { do: 'up', luck: 1, replace: ['net_sub_d'], program: { ...goals, isShown: true } },
  ],
  'a replacement gets stuck, gets another name, and the program is as it was: the healthy generation is not found': [
    { do: 'write', resource: { slot: 0, name: 'a', kind: 'cert', value: 'v1', reads: [] } },
    { do: 'up', luck: 1, program: goals },
    { do: 'set', name: 'a', property: 'pinned', to: 'p2!half' },
    { do: 'up', luck: 1, program: goals },
    { do: 'rename', name: 'a', to: 'b', says: 'alias' },
    { do: 'up', luck: 1, program: goals },
    { do: 'revert', back: 0 },
    { do: 'up', luck: 1, program: goals },
  ],
  'two swap their names, of which one is left out: both have one name': [
    { do: 'write', resource: { slot: 0, name: 'a', kind: 'role', value: 'v1', key: 'k1', reads: [] } },
    { do: 'write', resource: { slot: 1, name: 'web_e', kind: 'slot', value: 'v3', key: 'k3', reads: [] } },
    { do: 'up', luck: 1, program: goals },
    { do: 'swap', name: 'a', with: 'web_e' },
    { do: 'up', luck: 1, targets: ['a'], program: goals },
  ],
  'what comes for the name of something is there, and the thing itself is left out under another name: it is destroyed':
    [
      { do: 'write', resource: { slot: 1, name: 'b', kind: 'task', value: 'v4', reads: [] } },
      { do: 'write', resource: { slot: 2, name: 'net_c', kind: 'role', value: 'v5', key: 'k4', reads: [] } },
      { do: 'up', luck: 1, program: goals },
      { do: 'swap', name: 'b', with: 'net_c' },
      { do: 'up', luck: 1, exclude: ['b'], program: goals },
    ],
  'a store fails before it is recorded that a program has gone well: its names were settled, and the one of before made anew':
    [
      { do: 'write', resource: { slot: 1, name: 'a', kind: 'slot', value: 'v3', key: 'k1', reads: [] } },
      { do: 'up', luck: 1, program: goals },
      { do: 'rename', name: 'a', to: 'web_e', says: 'alias' },
      {
        do: 'up',
        luck: 1,
        trouble: [{ what: 'store', commit: 4, isKept: false, isLasting: true }],
        program: goals,
      },
      { do: 'revert', back: 0 },
      { do: 'up', luck: 1, program: goals },
    ],
  'two swap their names, and the store fails when one is recorded: both have one name in the state': [
    { do: 'write', resource: { slot: 0, name: 'net_sub_d', kind: 'link', value: 'v1', key: 'k4', reads: [] } },
    { do: 'write', resource: { slot: 2, name: 'c', kind: 'link', value: 'v5', key: 'k3', reads: [] } },
    { do: 'up', luck: 1, program: { speaks: 'inline' } },
    { do: 'swap', name: 'c', with: 'net_sub_d' },
    {
      do: 'up',
      luck: 966413,
      program: { speaks: 'inline' },
      trouble: [{ what: 'store', commit: 2, isKept: false, isLasting: false }],
    },
  ],
}
