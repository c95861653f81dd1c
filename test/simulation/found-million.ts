import type { Move } from './commands.ts'

const inline = { speaks: 'inline' } as const

/** Sequences that the simulator found on its way to a million commands: what may still come, and what is retained. */
export const foundMillion: Readonly<Record<string, readonly Move[]>> = {
  'a create is cut short, and the program is as before: what that was given is destroyed, and what it makes comes late':
    [
      {
        do: 'write',
        resource: {
          slot: 0,
          name: 'net_c',
          kind: 'file',
          value: 'v1',
          key: 'k1',
          secret: 'hush-7049-secret',
          reads: [],
        },
      },
      {
        do: 'write',
        resource: {
          slot: 2,
          name: 'c',
          kind: 'db',
          value: 'v5',
          reads: [{ slot: 0, output: 'login', into: 'value' }],
        },
      },
      { do: 'up', luck: 1, program: inline },
      { do: 'set', name: 'net_c', property: 'key', to: 'k2' },
      { do: 'up', luck: 1, program: inline },
      { do: 'set', name: 'net_c', property: 'pinned', to: 'p9' },
      {
        do: 'up',
        luck: 722_042,
        replace: ['c'],
        trouble: [{ what: 'kill', at: 37 }],
        program: { ...inline, isShown: true },
      },
      { do: 'revert', back: 1 },
      { do: 'up', luck: 1, pause: 1500, program: inline },
    ],
  'a way back ends what the failed run has made and retained, since what was there before it is gone': [
    { do: 'write', resource: { slot: 0, name: 'a', kind: 'server', value: 'v1', pinned: 'p1', reads: [] } },
    { do: 'up', luck: 1 },
    { do: 'delete by hand', name: 'a' },
    { do: 'set', name: 'a', property: 'pinned', to: 'p2' },
    { do: 'retain', name: 'a', to: true },
    { do: 'write', resource: { slot: 1, name: 'b', kind: 'task', value: 'v2!refuse', reads: [] } },
    { do: 'up', luck: 1, refresh: true, rollback: true },
  ],
  'two of a program are one thing, and another one of them is asked for first than in its plan': [
    { do: 'write', resource: { slot: 1, name: 'pool_x', kind: 'disk', value: 'v1', reads: [] } },
    { do: 'write', resource: { slot: 2, name: 'pool_y', kind: 'disk', value: 'v1', reads: [] } },
    { do: 'write', resource: { slot: 3, name: 'pool_z', kind: 'disk', value: 'v1', reads: [] } },
    { do: 'write', resource: { slot: 4, name: 'net_sub_d', kind: 'file', value: 'v2', key: 'k3', reads: [] } },
    {
      do: 'write',
      resource: {
        slot: 5,
        name: 'c',
        kind: 'disk',
        value: 'v3',
        reads: [{ slot: 2, output: 'endpoint', into: 'needs' }],
      },
    },
    { do: 'write', resource: { slot: 6, name: 'web_e', kind: 'disk', value: 'v4', reads: [] } },
    {
      do: 'write',
      resource: {
        slot: 7,
        name: 'a',
        kind: 'file',
        value: 'v5',
        key: 'k2',
        reads: [{ slot: 5, output: 'id', into: 'needs' }],
      },
    },
    { do: 'up', luck: 1, program: { speaks: 'goals' } },
    {
      do: 'write',
      resource: {
        slot: 8,
        name: 'net_a',
        kind: 'file',
        value: 'v6',
        key: 'k2',
        reads: [{ slot: 5, output: 'endpoint', into: 'value' }],
        within: 3,
      },
    },
    { do: 'up', luck: 1, exclude: ['c'], replace: ['pool_y'], program: { speaks: 'goals' } },
    { do: 'up', luck: 687265, program: { speaks: 'goals', isShown: true } },
  ],
  'what a delete that failed has left is read by what only left the blueprint: that goes although what may be it fails':
    [
      {
        do: 'write',
        resource: { slot: 0, name: 'net/sub/d', kind: 'slot', value: 'v1', pinned: 'p2', key: 'k5', reads: [] },
      },
      {
        do: 'write',
        resource: {
          slot: 2,
          name: 'web/e',
          kind: 'slot',
          value: 'v4',
          key: 'k3',
          reads: [{ slot: 0, output: 'id', into: 'needs' }],
        },
      },
      { do: 'up', luck: 1 },
      { do: 'rename', name: 'net/sub/d', to: 'net/a' },
      { do: 'up', luck: 1, trouble: [{ what: 'store', commit: 5, isKept: false, isLasting: false }] },
      { do: 'revert', back: 0 },
      { do: 'up', luck: 1, trouble: [{ what: 'call', method: 'destroy', of: 'net/a', fails: 'unexpected', times: 1 }] },
      { do: 'remove', name: 'web/e' },
      { do: 'set', name: 'net/sub/d', property: 'key', to: 'k3' },
      { do: 'up', luck: 1 },
    ],
  'something else is found after a call that was cut short, with a password that nobody knew: a login with that is recorded':
    [
      {
        do: 'write',
        resource: { slot: 0, name: 'net_c', kind: 'slot', value: 'v1', key: 'k1', reads: [], retain: true },
      },
      { do: 'set', name: 'net_c', property: 'secret', to: 'hush-3680-secret' },
      { do: 'up', luck: 1, program: { speaks: 'inline' } },
      { do: 'destroy', luck: 1 },
      { do: 'set', name: 'net_c', property: 'secret', to: 'hush-4641-secret' },
      {
        do: 'up',
        luck: 1,
        trouble: [{ what: 'store', commit: 3, isKept: false, isLasting: false }],
        program: { speaks: 'inline' },
      },
    ],
  'two calls are cut short together, and both find one thing by its key: each is told that it has made it': [
    { do: 'write', resource: { slot: 0, name: 'b', kind: 'slot', value: 'v1', key: 'k1', reads: [] } },
    {
      do: 'write',
      resource: { slot: 2, name: 'net/a', kind: 'slot', value: 'v4', pinned: 'p5', key: 'k1', reads: [] },
    },
    { do: 'up', luck: 630975, trouble: [{ what: 'call', method: 'deploy', of: 'b', fails: 'die-done', times: 1 }] },
    { do: 'up', luck: 1 },
    { do: 'set', name: 'net/a', property: 'pinned', to: 'p6' },
    { do: 'up', luck: 1 },
  ],
  'the same of a type that has an id of its own': [
    { do: 'write', resource: { slot: 0, name: 'b', kind: 'topic', value: 'v1', key: 'k1', reads: [] } },
    {
      do: 'write',
      resource: { slot: 2, name: 'net/a', kind: 'topic', value: 'v4', pinned: 'p5', key: 'k1', reads: [] },
    },
    { do: 'up', luck: 630975, trouble: [{ what: 'call', method: 'deploy', of: 'b', fails: 'die-done', times: 1 }] },
    { do: 'up', luck: 1 },
    { do: 'set', name: 'net/a', property: 'pinned', to: 'p6' },
    { do: 'up', luck: 1 },
  ],
  'the way back to what was in doubt before leaves the old generation of that': [
    { do: 'write', resource: { slot: 0, name: 'b', kind: 'volume', value: 'v1', reads: [] } },
    { do: 'write', resource: { slot: 1, name: 'net/a', kind: 'volume', value: 'v2', pinned: 'p3', reads: [] } },
    { do: 'up', luck: 1 },
    { do: 'swap', name: 'net/a', with: 'b' },
    { do: 'up', luck: 1, trouble: [{ what: 'store', commit: 4, isKept: false, isLasting: false }] },
    { do: 'up', luck: 1, rollback: true },
  ],
  'somebody makes two things by hand, of which the second was the first one with another key: that of a resource': [
    { do: 'write', resource: { slot: 1, name: 'web/e', kind: 'topic', value: 'v2', key: 'k2', reads: [] } },
    { do: 'make by hand', kind: 'topic', key: 'k5' },
    { do: 'set', name: 'web/e', property: 'key', to: 'k1' },
    { do: 'up', luck: 1 },
    { do: 'make by hand', kind: 'table', key: 'k1' },
    { do: 'up', luck: 1 },
  ],
  'what reads something that goes with what makes room goes first, and the program breaks before it asks for it: no fault':
    [
      { do: 'write', resource: { slot: 1, name: 'a', kind: 'server', value: 'v3', reads: [], goesFirst: true } },
      { do: 'write', resource: { slot: 2, name: 'b', kind: 'server', value: 'v4', reads: [], within: 1 } },
      {
        do: 'write',
        resource: {
          slot: 3,
          name: 'web_e',
          kind: 'server',
          value: 'v5',
          pinned: 'p6',
          reads: [{ slot: 2, output: 'id', into: 'pinned' }],
          goesFirst: true,
        },
      },
      { do: 'up', luck: 1, program: { speaks: 'goals' } },
      { do: 'set', name: 'a', property: 'pinned', to: 'p8' },
      { do: 'up', luck: 1, program: { speaks: 'goals', breaks: { after: 2, how: 'throws' }, isShown: true } },
    ],
  'what is in a property may come or go with the run, so that nobody knows before whether another one is needed: as is shown':
    [
      { do: 'write', resource: { slot: 0, name: 'net/c', kind: 'server', value: 'v1', reads: [], goesFirst: true } },
      {
        do: 'write',
        resource: { slot: 1, name: 'a', kind: 'server', value: 'v3', secret: 'hush-3324-secret', reads: [], when: 0 },
      },
      {
        do: 'write',
        resource: {
          slot: 2,
          name: 'web/e',
          kind: 'table',
          value: 'v5',
          pinned: 'p6',
          key: 'k5',
          reads: [
            { slot: 0, output: 'id', into: 'value' },
            { slot: 1, output: 'login', into: 'pinned' },
          ],
        },
      },
      { do: 'up', luck: 1 },
      { do: 'rename', name: 'net/c', to: 'net/sub/d' },
      { do: 'up', luck: 1 },
    ],
  'a pin is ignored, and tells of what is made room for once more: what reads that is recorded to read its successor': [
    { do: 'write', resource: { slot: 0, name: 'c', kind: 'table', value: 'v1', key: 'k4', reads: [] } },
    {
      do: 'write',
      resource: {
        slot: 1,
        name: 'net_sub_d',
        kind: 'table',
        value: 'v2',
        pinned: 'p3',
        key: 'k3',
        reads: [{ slot: 0, output: 'id', into: 'pinned' }],
        ignores: ['pinned'],
      },
    },
    { do: 'up', luck: 1, program: { speaks: 'goals' } },
    { do: 'set', name: 'c', property: 'pinned', to: 'p5' },
    { do: 'up', luck: 1, program: { speaks: 'goals' } },
    { do: 'set', name: 'c', property: 'key', to: 'k1' },
    { do: 'write', resource: { slot: 4, name: 'pool_x', kind: 'table', value: 'v6', key: 'k-pool_x', reads: [] } },
    { do: 'write', resource: { slot: 5, name: 'pool_y', kind: 'table', value: 'v6', key: 'k-pool_y', reads: [] } },
    { do: 'write', resource: { slot: 6, name: 'pool_z', kind: 'table', value: 'v6', key: 'k-pool_z', reads: [] } },
    { do: 'up', luck: 591372, trouble: [{ what: 'kill', at: 38 }], program: { speaks: 'goals' } },
    { do: 'revert', back: 1 },
    { do: 'up', luck: 1, program: { speaks: 'goals' } },
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
  'whether it is to stand in something is known once what it needs is made, and that makes room: it goes before, as shown':
    [
      {
        do: 'write',
        resource: {
          slot: 0,
          name: 'net/sub/d',
          kind: 'table',
          value: 'v1',
          key: 'k5',
          secret: 'hush-4026-secret',
          reads: [],
          goesFirst: true,
        },
      },
      {
        do: 'write',
        resource: { slot: 1, name: 'web/e', kind: 'server', value: 'v3', reads: [], when: 0, goesFirst: true },
      },
      {
        do: 'write',
        resource: {
          slot: 3,
          name: 'net/c',
          kind: 'table',
          value: 'v5',
          key: 'k4',
          reads: [{ slot: 0, output: 'secret', into: 'value' }],
          within: 1,
        },
      },
      { do: 'up', luck: 1 },
      { do: 'set', name: 'net/sub/d', property: 'pinned', to: 'p8!transient' },
      { do: 'up', luck: 1 },
    ],
}
