import type { Move } from '../moves/commands.ts'

const inline = { speaks: 'inline' } as const

/** Sequences in which a resource makes room, and others are destroyed before it: members of a container, and resources that are pinned to it. */
export const foundMakingRoom: Readonly<Record<string, readonly Move[]>> = {
  'a member must go before what the successor of its container needs: it goes alone, and its container only once it is sure to come again':
    [
      {
        do: 'write',
        resource: { slot: 2, name: 'pool_y', kind: 'table', value: 'v1', key: 'k-pool_y', reads: [], goesFirst: true },
      },
      {
        do: 'write',
        resource: { slot: 3, name: 'pool_z', kind: 'table', value: 'v1', key: 'k-pool_z', reads: [], goesFirst: true },
      },
      {
        do: 'write',
        resource: {
          slot: 4,
          name: 'net/c',
          kind: 'cert',
          value: 'v3',
          reads: [{ slot: 3, output: 'id', into: 'pinned' }],
          goesFirst: true,
        },
      },
      {
        do: 'write',
        resource: { slot: 5, name: 'a', kind: 'server', value: 'v4', reads: [], within: 4, goesFirst: true },
      },
      {
        do: 'write',
        resource: {
          slot: 6,
          name: 'net/a',
          kind: 'table',
          value: 'v5',
          key: 'k5',
          reads: [
            { slot: 2, output: 'endpoint', into: 'pinned' },
            { slot: 3, output: 'id', into: 'pinned' },
          ],
          within: 5,
          goesFirst: true,
        },
      },
      { do: 'up', luck: 1 },
      { do: 'set', name: 'a', property: 'pinned', to: 'p6' },
      { do: 'set', name: 'pool_y', property: 'pinned', to: 'p8!refuse' },
      { do: 'set', name: 'pool_z', property: 'pinned', to: 'p8!refuse' },
      { do: 'up', luck: 1 },
    ],
  'names are swapped with a container, and the old member has the key of what comes: it goes before its container does':
    [
      { do: 'write', resource: { slot: 2, name: 'pool_y', kind: 'volume', value: 'v1', reads: [] } },
      { do: 'write', resource: { slot: 3, name: 'a', kind: 'slot', value: 'v2', key: 'k5', reads: [] } },
      { do: 'write', resource: { slot: 5, name: 'net/c', kind: 'slot', value: 'v5', key: 'k2', reads: [], within: 2 } },
      { do: 'up', luck: 1 },
      { do: 'swap', name: 'net/c', with: 'pool_y' },
      { do: 'up', luck: 1 },
    ],
  'what stands in something that makes room goes with that, and neither goes before it is sure to come again': [
    {
      do: 'write',
      resource: {
        slot: 0,
        name: 'b',
        kind: 'table',
        value: 'v1',
        key: 'k1',
        reads: [],
        goesFirst: true,
        retain: true,
      },
    },
    {
      do: 'write',
      resource: {
        slot: 1,
        name: 'c',
        kind: 'vm',
        value: 'v3',
        pinned: 'p4',
        reads: [{ slot: 0, output: 'id', into: 'pinned' }],
        goesFirst: true,
      },
    },
    { do: 'write', resource: { slot: 2, name: 'net/a', kind: 'vm', value: 'v5', reads: [], within: 1 } },
    { do: 'up', luck: 1 },
    { do: 'make by hand', kind: 'table', key: 'k3' },
    { do: 'set', name: 'b', property: 'key', to: 'k3' },
    { do: 'up', luck: 1 },
  ],
  'a plan for a part has no steps for links, and what stands at one does not go first': [
    {
      do: 'write',
      resource: { slot: 3, name: 'pool_z', kind: 'table', value: 'v1', key: 'k-pool_z', reads: [] },
    },
    {
      do: 'write',
      resource: {
        slot: 4,
        name: 'net/a',
        kind: 'vm',
        value: 'v3',
        pinned: 'p4',
        reads: [{ slot: 3, output: 'endpoint', into: 'pinned' }],
      },
    },
    {
      do: 'write',
      resource: { slot: 5, name: 'net/c', kind: 'table', value: 'v5', key: 'k4', reads: [], linksTo: [4] },
    },
    { do: 'up', luck: 1 },
    { do: 'set', name: 'pool_z', property: 'pinned', to: 'p8!refuse' },
    { do: 'up', luck: 1, targets: ['net/a'] },
  ],
  'a member that the plan is not about goes with its container, even if it reads something that makes room before that':
    [
      { do: 'write', resource: { slot: 0, name: 'a', kind: 'server', value: 'v1', reads: [] } },
      { do: 'write', resource: { slot: 1, name: 'c', kind: 'server', value: 'v2', reads: [], within: 0 } },
      {
        do: 'write',
        resource: { slot: 2, name: 'net/c', kind: 'server', value: 'v3', pinned: 'p4', reads: [], when: 1 },
      },
      {
        do: 'write',
        resource: {
          slot: 3,
          name: 'net/a',
          kind: 'server',
          value: 'v5',
          reads: [{ slot: 1, output: 'id', into: 'value' }],
          within: 0,
        },
      },
      { do: 'up', luck: 1 },
      { do: 'swap', name: 'net/c', with: 'a' },
      { do: 'up', luck: 1, targets: ['a'] },
    ],
  'a program destroys what is retained and goes first, beside an attempt at its successor: what it asks for is made anew, as was shown':
    [
      { do: 'write', resource: { slot: 0, name: 'net_sub_d', kind: 'vm', value: 'v1', reads: [] } },
      {
        do: 'write',
        resource: {
          slot: 1,
          name: 'net_a',
          kind: 'server',
          value: 'v3',
          pinned: 'p4',
          reads: [{ slot: 0, output: 'id', into: 'pinned' }],
          goesFirst: true,
          retain: true,
        },
      },
      { do: 'up', luck: 1, program: inline },
      { do: 'set', name: 'net_a', property: 'pinned', to: 'p5' },
      { do: 'order', name: 'net_sub_d', goesFirst: true },
      {
        do: 'up',
        luck: 594069,
        trouble: [{ what: 'call', method: 'deploy', of: 'net_a', fails: 'hang', times: 1 }],
        program: inline,
      },
      { do: 'set', name: 'net_sub_d', property: 'pinned', to: 'p6' },
      { do: 'up', luck: 1, program: { ...inline, isShown: true } },
    ],
  'the destroy of what goes first for a program is cut short: it goes on before that makes room': [
    { do: 'write', resource: { slot: 0, name: 'a', kind: 'server', value: 'v1', reads: [] } },
    {
      do: 'write',
      resource: {
        slot: 1,
        name: 'b',
        kind: 'server',
        value: 'v3',
        pinned: 'p4',
        reads: [{ slot: 0, output: 'id', into: 'pinned' }],
      },
    },
    {
      do: 'write',
      resource: {
        slot: 2,
        name: 'web_e',
        kind: 'server',
        value: 'v5',
        reads: [{ slot: 1, output: 'endpoint', into: 'needs' }],
      },
    },
    { do: 'up', luck: 1, program: inline },
    { do: 'set', name: 'a', property: 'pinned', to: 'p6' },
    {
      do: 'up',
      luck: 1,
      trouble: [{ what: 'call', method: 'destroy', of: 'b', fails: 'die', times: 1 }],
      program: inline,
    },
    { do: 'up', luck: 1, program: inline },
  ],
  'what goes first for a program is gone before that says that it is to stay outside: its plan shows it as destroyed': [
    { do: 'write', resource: { slot: 0, name: 'net_c', kind: 'table', value: 'v1', key: 'k2', reads: [] } },
    {
      do: 'write',
      resource: { slot: 1, name: 'c', kind: 'table', value: 'v2', key: 'k1', reads: [], goesFirst: true, retain: true },
    },
    {
      do: 'write',
      resource: {
        slot: 2,
        name: 'a',
        kind: 'disk',
        value: 'v4',
        pinned: 'p5',
        reads: [{ slot: 0, output: 'id', into: 'pinned' }],
        goesFirst: true,
      },
    },
    { do: 'up', luck: 1, program: inline },
    { do: 'set', name: 'net_c', property: 'pinned', to: 'p7' },
    { do: 'swap', name: 'c', with: 'a' },
    { do: 'up', luck: 1, program: { ...inline, isShown: true } },
  ],
  'a reference is in a property whose changes are ignored, and then what has it is turned off: what it was given may be destroyed at once':
    [
      { do: 'write', resource: { slot: 0, name: 'c', kind: 'server', value: 'v1', reads: [], goesFirst: true } },
      { do: 'write', resource: { slot: 1, name: 'a', kind: 'server', value: 'v2', reads: [] } },
      {
        do: 'write',
        resource: {
          slot: 2,
          name: 'web/e',
          kind: 'server',
          value: 'v3',
          pinned: 'p4',
          reads: [{ slot: 1, output: 'id', into: 'pinned' }],
          ignores: ['pinned'],
        },
      },
      { do: 'up', luck: 1 },
      { do: 'swap', name: 'a', with: 'c' },
      { do: 'up', luck: 1 },
      { do: 'toggle', name: 'web/e' },
    ],
  'the destroy of what goes first is cut short, and then the program says that it is to stay outside: its plan shows it as destroyed':
    [
      { do: 'write', resource: { slot: 0, name: 'a', kind: 'server', value: 'v1', reads: [] } },
      {
        do: 'write',
        resource: {
          slot: 1,
          name: 'b',
          kind: 'server',
          value: 'v3',
          pinned: 'p4',
          reads: [{ slot: 0, output: 'id', into: 'pinned' }],
        },
      },
      { do: 'up', luck: 1, program: inline },
      { do: 'set', name: 'a', property: 'pinned', to: 'p6' },
      {
        do: 'up',
        luck: 1,
        trouble: [{ what: 'call', method: 'destroy', of: 'b', fails: 'die', times: 1 }],
        program: inline,
      },
      { do: 'retain', name: 'b', to: true },
      { do: 'up', luck: 1, program: { ...inline, isShown: true } },
    ],
  'what goes first for a program has the name of something that is another thing by its key: its plan shows it as destroyed first':
    [
      { do: 'write', resource: { slot: 1, name: 'web_e', kind: 'table', value: 'v3', key: 'k4', reads: [] } },
      {
        do: 'write',
        resource: {
          slot: 2,
          name: 'net_sub_d',
          kind: 'table',
          value: 'v4',
          pinned: 'p5',
          key: 'k1',
          reads: [{ slot: 1, output: 'endpoint', into: 'pinned' }],
        },
      },
      { do: 'up', luck: 1, program: { speaks: 'goals' } },
      { do: 'set', name: 'net_sub_d', property: 'key', to: 'k2' },
      { do: 'up', luck: 1, replace: ['web_e'], program: { speaks: 'goals', isShown: true } },
    ],
  'what goes first turns out not to be wanted: an older generation is, which stays in its place': [
    { do: 'write', resource: { slot: 0, name: 'web/e', kind: 'cert', value: 'v1', reads: [] } },
    { do: 'write', resource: { slot: 1, name: 'net/c', kind: 'cert', value: 'v3', reads: [], when: 0 } },
    {
      do: 'write',
      resource: {
        slot: 2,
        name: 'c',
        kind: 'cert',
        value: 'v5',
        pinned: 'p6',
        reads: [{ slot: 1, output: 'id', into: 'pinned' }],
        goesFirst: true,
      },
    },
    { do: 'up', luck: 1 },
    { do: 'swap', name: 'c', with: 'web/e' },
    { do: 'up', luck: 1, trouble: [{ what: 'call', method: 'read', of: 'c', fails: 'hang', times: 1 }] },
    { do: 'revert', back: 0 },
    { do: 'up', luck: 1 },
  ],
}
