import type { Move } from './commands.ts'

const goals = { speaks: 'goals' } as const

/** Sequences in which something stood in a container that was gone, or was recorded to. */
export const foundMembers: Readonly<Record<string, readonly Move[]>> = {
  'a way back leads to an attempt whose container is gone: it is not made again, and not recorded in what has the name now':
    [
      { do: 'write', resource: { slot: 0, name: 'net/c', kind: 'server', value: 'v1', reads: [] } },
      { do: 'write', resource: { slot: 1, name: 'net/sub/d', kind: 'server', value: 'v3', reads: [], within: 0 } },
      { do: 'write', resource: { slot: 2, name: 'c', kind: 'server', value: 'v4', reads: [], goesFirst: true } },
      { do: 'write', resource: { slot: 3, name: 'a', kind: 'server', value: 'v6', reads: [], within: 0 } },
      {
        do: 'up',
        luck: 1,
        rollback: true,
        trouble: [{ what: 'call', method: 'deploy', of: 'net/sub/d', fails: 'die-done', times: 1 }],
      },
      { do: 'set', name: 'net/sub/d', property: 'pinned', to: 'p7!transient' },
      { do: 'up', luck: 1, rollback: true },
    ],
  'an attempt fails in one container after the other, and then it is made: it stands in the last one alone, and goes with it':
    [
      { do: 'write', resource: { slot: 2, name: 'net_c', kind: 'server', value: 'v5', reads: [] } },
      {
        do: 'write',
        resource: { slot: 3, name: 'c', kind: 'server', value: 'v7', reads: [], within: 2, retain: true },
      },
      { do: 'up', luck: 1, program: goals },
      { do: 'set', name: 'net_c', property: 'pinned', to: 'p9' },
      { do: 'set', name: 'c', property: 'value', to: 'v10!deny' },
      { do: 'up', luck: 1, rollback: true, program: goals },
      { do: 'up', luck: 1, program: goals },
    ],
  'a program makes something anew elsewhere that stands in what makes room: that waits, and takes nothing along of which nobody is told':
    [
      { do: 'write', resource: { slot: 0, name: 'web_e', kind: 'server', value: 'v1', reads: [] } },
      { do: 'write', resource: { slot: 1, name: 'net_a', kind: 'disk', value: 'v3', reads: [], within: 0 } },
      { do: 'write', resource: { slot: 2, name: 'b', kind: 'server', value: 'v5', reads: [], within: 0 } },
      { do: 'up', luck: 1, program: goals },
      { do: 'swap', name: 'b', with: 'web_e' },
      { do: 'up', luck: 575749, trouble: [{ what: 'kill', at: 'sent deploy web_e' }], program: goals },
      { do: 'revert', back: 0 },
      { do: 'up', luck: 77211, program: goals },
    ],
  'a refresh finds what a call in doubt has made, and not the container that somebody has deleted: what was found stays known':
    [
      { do: 'write', resource: { slot: 0, name: 'c', kind: 'db', value: 'v1', reads: [] } },
      { do: 'write', resource: { slot: 1, name: 'b', kind: 'queue', value: 'v2', key: 'k5', reads: [] } },
      { do: 'write', resource: { slot: 2, name: 'a', kind: 'queue', value: 'v4', key: 'k2', reads: [], within: 0 } },
      { do: 'up', luck: 1, program: goals },
      { do: 'set', name: 'b', property: 'pinned', to: 'p6' },
      {
        do: 'write',
        resource: { slot: 3, name: 'net_a', kind: 'queue', value: 'v7', key: 'k1', reads: [], within: 0 },
      },
      { do: 'set', name: 'c', property: 'pinned', to: 'p8' },
      { do: 'up', luck: 1, targets: ['b'], program: goals },
      {
        do: 'up',
        luck: 275954,
        trouble: [{ what: 'store', commit: 6, isKept: true, isLasting: true }],
        program: goals,
      },
      { do: 'delete by hand', name: 'c' },
      { do: 'refresh', luck: 1, pause: 1500 },
    ],
  'what goes first uses what is made anew inside something that goes first: it goes with its container, and is told': [
    { do: 'write', resource: { slot: 1, name: 'pool_y', kind: 'cert', value: 'v1', reads: [], goesFirst: true } },
    {
      do: 'write',
      resource: {
        slot: 3,
        name: 'net_c',
        kind: 'cert',
        value: 'v3',
        pinned: 'p4',
        reads: [{ slot: 1, output: 'endpoint', into: 'pinned' }],
      },
    },
    {
      do: 'write',
      resource: {
        slot: 4,
        name: 'a',
        kind: 'cert',
        value: 'v5',
        pinned: 'p6',
        reads: [{ slot: 3, output: 'id', into: 'pinned' }],
        goesFirst: true,
      },
    },
    {
      do: 'write',
      resource: {
        slot: 5,
        name: 'web_e',
        kind: 'cert',
        value: 'v7',
        reads: [{ slot: 4, output: 'endpoint', into: 'pinned' }],
        within: 3,
        goesFirst: true,
      },
    },
    { do: 'up', luck: 1, program: { speaks: 'inline' } },
    { do: 'set', name: 'pool_y', property: 'pinned', to: 'p8' },
    { do: 'up', luck: 1, program: goals },
  ],
  'the same where that is pinned to it: it goes by itself, before both': [
    { do: 'write', resource: { slot: 1, name: 'pool_y', kind: 'cert', value: 'v1', reads: [], goesFirst: true } },
    {
      do: 'write',
      resource: {
        slot: 3,
        name: 'net_c',
        kind: 'cert',
        value: 'v3',
        pinned: 'p4',
        reads: [{ slot: 1, output: 'endpoint', into: 'pinned' }],
      },
    },
    {
      do: 'write',
      resource: {
        slot: 4,
        name: 'a',
        kind: 'cert',
        value: 'v5',
        pinned: 'p6',
        reads: [{ slot: 3, output: 'id', into: 'pinned' }],
        goesFirst: true,
      },
    },
    {
      do: 'write',
      resource: {
        slot: 5,
        name: 'web_e',
        kind: 'cert',
        value: 'v7',
        pinned: 'p7',
        reads: [{ slot: 4, output: 'endpoint', into: 'pinned' }],
        within: 3,
        goesFirst: true,
      },
    },
    { do: 'up', luck: 1, program: { speaks: 'inline' } },
    { do: 'set', name: 'pool_y', property: 'pinned', to: 'p8' },
    { do: 'up', luck: 1, program: goals },
  ],
  'what goes first is retained: it takes nothing along that stands in it': [
    { do: 'write', resource: { slot: 1, name: 'pool_x', kind: 'server', value: 'v1', reads: [] } },
    {
      do: 'write',
      resource: {
        slot: 4,
        name: 'web_e',
        kind: 'server',
        value: 'v3',
        pinned: 'p4',
        reads: [{ slot: 1, output: 'id', into: 'pinned' }],
        retain: true,
      },
    },
    { do: 'write', resource: { slot: 5, name: 'c', kind: 'server', value: 'v5', reads: [], within: 4 } },
    { do: 'up', luck: 1, program: goals },
    { do: 'set', name: 'pool_x', property: 'pinned', to: 'p8' },
    { do: 'up', luck: 1, program: goals },
  ],
  'a plan leaves out what goes with a container that makes room: its link is undone, and not made to what is gone': [
    { do: 'write', resource: { slot: 3, name: 'pool_z', kind: 'server', value: 'v1', reads: [] } },
    {
      do: 'write',
      resource: { slot: 4, name: 'a', kind: 'role', value: 'v2', key: 'k5', reads: [], linksTo: [2, 3], within: 3 },
    },
    { do: 'up', luck: 1 },
    { do: 'set', name: 'pool_z', property: 'pinned', to: 'p5' },
    { do: 'up', luck: 1, exclude: ['a'] },
  ],
  'a plan leaves out what stands in something that goes before its own container: it goes with that, and is shown': [
    { do: 'write', resource: { slot: 0, name: 'net/a', kind: 'vm', value: 'v1', reads: [] } },
    { do: 'write', resource: { slot: 1, name: 'b', kind: 'server', value: 'v2', reads: [], within: 0 } },
    { do: 'write', resource: { slot: 2, name: 'c', kind: 'db', value: 'v4', reads: [], within: 1 } },
    { do: 'up', luck: 1 },
    { do: 'swap', name: 'net/a', with: 'b' },
    { do: 'up', luck: 1, exclude: ['c'] },
  ],
  'a container is deleted by hand, and what is made in something that is made in it is forgotten with it: nobody has asked':
    [
      { do: 'write', resource: { slot: 0, name: 'net_a', kind: 'vm', value: 'v1', reads: [] } },
      {
        do: 'write',
        resource: { slot: 1, name: 'b', kind: 'cert', value: 'v2', reads: [], goesFirst: true, within: 0 },
      },
      { do: 'write', resource: { slot: 2, name: 'c', kind: 'file', value: 'v4', key: 'k3', reads: [], within: 1 } },
      { do: 'up', luck: 1, program: { speaks: 'inline' } },
      { do: 'destroy', luck: 1, exclude: ['net_a'] },
      { do: 'delete by hand', name: 'net_a' },
      { do: 'up', luck: 1, program: { speaks: 'inline' } },
    ],
  'the same, and a refresh finds nothing more: what was forgotten before it is not known after it': [
    { do: 'write', resource: { slot: 0, name: 'net_a', kind: 'disk', value: 'v1', reads: [], goesFirst: true } },
    { do: 'write', resource: { slot: 1, name: 'b', kind: 'db', value: 'v2', reads: [], goesFirst: true, within: 0 } },
    { do: 'up', luck: 1, program: { speaks: 'goals' } },
    { do: 'delete by hand', name: 'net_a' },
    { do: 'up', luck: 1, exclude: ['net_a'], refresh: true, program: { speaks: 'goals' } },
    { do: 'destroy', luck: 1 },
    { do: 'refresh', luck: 1 },
  ],
  'what is retained is forgotten, and stood in something that goes: what stands in it holds that, as it would be gone with it':
    [
      { do: 'write', resource: { slot: 0, name: 'net/a', kind: 'db', value: 'v1', reads: [] } },
      { do: 'write', resource: { slot: 1, name: 'b', kind: 'disk', value: 'v3', reads: [], retain: true, within: 0 } },
      { do: 'write', resource: { slot: 2, name: 'c', kind: 'vm', value: 'v5', reads: [], within: 1 } },
      { do: 'up', luck: 1 },
      { do: 'remove', name: 'net/a' },
      { do: 'up', luck: 1, exclude: ['c'] },
    ],
  'the same in a program, where nothing of the container is asked for any more': [
    { do: 'write', resource: { slot: 0, name: 'net_a', kind: 'volume', value: 'v1', reads: [] } },
    { do: 'write', resource: { slot: 1, name: 'b', kind: 'task', value: 'v3', reads: [], retain: true, within: 0 } },
    { do: 'write', resource: { slot: 2, name: 'c', kind: 'table', value: 'v4', key: 'k3', reads: [], within: 1 } },
    { do: 'write', resource: { slot: 3, name: 'a', kind: 'server', value: 'v5', reads: [] } },
    { do: 'swap', name: 'net_a', with: 'a' },
    { do: 'up', luck: 1, program: { speaks: 'goals' } },
    { do: 'toggle', name: 'a' },
    { do: 'up', luck: 1, exclude: ['c'], program: { speaks: 'goals' } },
  ],
  'a container is found to be gone, and of what stood in it its provider has no answer: it stays recorded': [
    { do: 'write', resource: { slot: 0, name: 'net_a', kind: 'vm', value: 'v1', reads: [] } },
    { do: 'write', resource: { slot: 1, name: 'b', kind: 'topic', value: 'v2', key: 'k2', reads: [], within: 0 } },
    { do: 'up', luck: 1, program: { speaks: 'inline' } },
    { do: 'destroy', luck: 1, trouble: [{ what: 'call', method: 'destroy', of: 'net_a', fails: 'half', times: 1 }] },
    {
      do: 'up',
      luck: 1,
      refresh: true,
      trouble: [{ what: 'call', method: 'read', of: 'b', fails: 'hang', times: 1 }],
      program: { speaks: 'inline' },
    },
  ],
}
