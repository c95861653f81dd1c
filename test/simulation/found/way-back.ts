import type { Move } from '../moves/commands.ts'

const goals = { speaks: 'goals' } as const

/** Sequences in which the return of `up --rollback` changed too much, or was expected to change too much. */
export const foundWayBack: Readonly<Record<string, readonly Move[]>> = {
  'an update has failed, and of what reads it nobody knows whether it is made anew: none of it is, and what reads that stays':
    [
      { do: 'write', resource: { slot: 1, name: 'pool_y', kind: 'server', value: 'v1', reads: [] } },
      {
        do: 'write',
        resource: {
          slot: 2,
          name: 'net_sub_d',
          kind: 'disk',
          value: 'v3',
          pinned: 'p4',
          reads: [{ slot: 1, output: 'id', into: 'pinned' }],
          goesFirst: true,
        },
      },
      {
        do: 'write',
        resource: {
          slot: 3,
          name: 'b',
          kind: 'server',
          value: 'v5',
          pinned: 'p6',
          reads: [{ slot: 2, output: 'id', into: 'pinned' }],
        },
      },
      { do: 'up', luck: 1, program: goals },
      { do: 'set', name: 'pool_y', property: 'value', to: 'v11!unexpected' },
      { do: 'up', luck: 1, rollback: true, program: goals },
    ],
  'what is left of a failed attempt is not retained where its name is given back': [
    { do: 'write', resource: { slot: 0, name: 'net/c', kind: 'file', value: 'v1', key: 'k3', reads: [] } },
    { do: 'set', name: 'net/c', property: 'key', to: 'k5' },
    { do: 'up', luck: 1 },
    { do: 'remove', name: 'net/c' },
    { do: 'write', resource: { slot: 1, name: 'net/a', kind: 'file', value: 'v3', key: 'k5', reads: [] } },
    {
      do: 'write',
      resource: { slot: 2, name: 'net/c', kind: 'file', value: 'v4', key: 'k2', reads: [], retain: true },
    },
    {
      do: 'up',
      luck: 1,
      rollback: true,
      trouble: [{ what: 'call', method: 'deploy', of: 'net/c', fails: 'half', times: 1 }],
    },
  ],
  'nor where what was before, and is gone by now, is made again under its key': [
    { do: 'write', resource: { slot: 1, name: 'c', kind: 'table', value: 'v2', key: 'k2', reads: [], retain: true } },
    { do: 'up', luck: 1, program: goals },
    { do: 'set', name: 'c', property: 'pinned', to: 'p4!deny-half' },
    { do: 'delete by hand', name: 'c' },
    { do: 'up', luck: 1, rollback: true, refresh: true, program: goals },
  ],
  'a link has left an end whose destruction did not finish, and that is wanted again: it is undone before that goes': [
    { do: 'write', resource: { slot: 1, name: 'pool_x', kind: 'disk', value: 'v1', reads: [] } },
    { do: 'write', resource: { slot: 2, name: 'pool_y', kind: 'disk', value: 'v1', reads: [] } },
    { do: 'write', resource: { slot: 4, name: 'b', kind: 'disk', value: 'v4', reads: [], linksTo: [1, 2], within: 1 } },
    { do: 'up', luck: 1 },
    { do: 'remove', name: 'pool_x' },
    {
      do: 'up',
      luck: 1,
      rollback: true,
      trouble: [{ what: 'call', method: 'destroy', of: 'b', fails: 'hang', times: 1 }],
    },
  ],
  'two have swapped their names, and the destruction of one of them failed: each gets its own name back': [
    { do: 'write', resource: { slot: 0, name: 'net/a', kind: 'server', value: 'v1', reads: [] } },
    { do: 'write', resource: { slot: 1, name: 'b', kind: 'table', value: 'v2', key: 'k2', reads: [], within: 0 } },
    { do: 'up', luck: 1 },
    { do: 'swap', name: 'net/a', with: 'b' },
    {
      do: 'up',
      luck: 1,
      rollback: true,
      trouble: [{ what: 'call', method: 'destroy', of: 'net/a', fails: 'half', times: 1 }],
    },
  ],
  'an attempt in doubt is made again, and is in the way of what is wanted: it is not retained': [
    { do: 'write', resource: { slot: 0, name: 'net/a', kind: 'task', value: 'v1', reads: [] } },
    {
      do: 'write',
      resource: { slot: 1, name: 'b', kind: 'zone', value: 'v2', key: 'k2', reads: [], retain: true, within: 0 },
    },
    { do: 'write', resource: { slot: 3, name: 'a', kind: 'db', value: 'v5', reads: [] } },
    { do: 'up', luck: 1, trouble: [{ what: 'kill', at: 40 }] },
    { do: 'delete by hand', name: 'net/a' },
    { do: 'up', luck: 1, refresh: true },
  ],
  'what stood in an old generation whose name something else has stands there again, and not in that': [
    { do: 'write', resource: { slot: 0, name: 'net_a', kind: 'task', value: 'v1', reads: [] } },
    {
      do: 'write',
      resource: { slot: 1, name: 'b', kind: 'table', value: 'v2', key: 'k2', reads: [], retain: true, within: 0 },
    },
    {
      do: 'write',
      resource: { slot: 2, name: 'c', kind: 'table', value: 'v3', key: 'k3', reads: [], goesFirst: true, within: 0 },
    },
    { do: 'write', resource: { slot: 3, name: 'a', kind: 'server', value: 'v4', reads: [] } },
    { do: 'up', luck: 1, program: { speaks: 'inline' } },
    { do: 'swap', name: 'net_a', with: 'b' },
    { do: 'up', luck: 1, program: { speaks: 'inline' } },
    { do: 'up', luck: 1, rollback: true, program: { speaks: 'inline' } },
  ],
  'two have come to stand in each other, one of them in an old generation: both stay as they are': [
    { do: 'write', resource: { slot: 0, name: 'net_a', kind: 'task', value: 'v1', reads: [], goesFirst: true } },
    {
      do: 'write',
      resource: { slot: 1, name: 'b', kind: 'volume', value: 'v3', reads: [], goesFirst: true, within: 0 },
    },
    { do: 'up', luck: 1, program: { speaks: 'inline' } },
    { do: 'swap', name: 'net_a', with: 'b' },
    { do: 'up', luck: 1, exclude: ['b'], program: { speaks: 'inline' } },
    { do: 'revert', back: 1 },
    { do: 'up', luck: 1, targets: ['b'], rollback: true, program: { speaks: 'inline' } },
  ],
  'a program that has failed goes on asking while its run is taken back': [
    { do: 'write', resource: { slot: 0, name: 'b', kind: 'file', value: 'v1', key: 'k4', reads: [] } },
    { do: 'write', resource: { slot: 1, name: 'a', kind: 'file', value: 'v2', key: 'k1', reads: [] } },
    { do: 'write', resource: { slot: 2, name: 'web_e', kind: 'table', value: 'v4', key: 'k2', reads: [] } },
    { do: 'up', luck: 1, program: { speaks: 'goals' } },
    { do: 'swap', name: 'b', with: 'web_e' },
    { do: 'set', name: 'web_e', property: 'pinned', to: 'p5!deny' },
    {
      do: 'up',
      luck: 375906,
      rollback: true,
      trouble: [{ what: 'call', method: 'destroy', of: 'web_e', fails: 'die', times: 1 }],
      program: { speaks: 'goals' },
    },
  ],
  'an attempt at a successor of what is retained is cut short, and destroy finds it: it is not retained': [
    {
      do: 'write',
      resource: { slot: 1, name: 'web/e', kind: 'slot', value: 'v3', key: 'k1', reads: [], retain: true },
    },
    { do: 'up', luck: 1 },
    { do: 'set', name: 'web/e', property: 'key', to: 'k2' },
    { do: 'write', resource: { slot: 3, name: 'pool_x', kind: 'slot', value: 'v5', key: 'k-pool_x', reads: [] } },
    { do: 'up', luck: 1, trouble: [{ what: 'kill', at: 'done deploy web/e' }] },
  ],
  'an attempt is made again by a run that is taken back: it stays, and tells in plain text of what was forgotten before':
    [
      { do: 'write', resource: { slot: 1, name: 'pool_y', kind: 'file', value: 'v1', key: 'k-pool_y', reads: [] } },
      { do: 'write', resource: { slot: 4, name: 'a', kind: 'file', value: 'v4', key: 'k1', reads: [] } },
      {
        do: 'write',
        resource: {
          slot: 6,
          name: 'web/e',
          kind: 'file',
          value: 'v7',
          key: 'k4',
          reads: [{ slot: 1, output: 'id', into: 'needs' }],
        },
      },
      {
        do: 'up',
        luck: 1,
        rollback: true,
        trouble: [{ what: 'call', method: 'deploy', of: 'web/e', fails: 'hang', times: 1 }],
      },
      { do: 'set', name: 'a', property: 'value', to: 'v9!unexpected' },
      { do: 'up', luck: 1, rollback: true },
    ],
  'a program has failed, and goes on asking: nothing comes of that any more': [
    { do: 'write', resource: { slot: 0, name: 'web_e', kind: 'link', value: 'v1', key: 'k2', reads: [] } },
    { do: 'write', resource: { slot: 1, name: 'net_a', kind: 'zone', value: 'v2', key: 'k1', reads: [] } },
    { do: 'write', resource: { slot: 2, name: 'c', kind: 'slot', value: 'v4', key: 'k3', reads: [], retain: true } },
    { do: 'up', luck: 1, program: goals },
    { do: 'set', name: 'c', property: 'pinned', to: 'p6' },
    { do: 'rename', name: 'net_a', to: 'b' },
    { do: 'up', luck: 803052, rollback: true, program: goals },
  ],
  'somebody comes while a run goes back, and is sent away: what that changes is not their doing': [
    { do: 'write', resource: { slot: 0, name: 'web/e', kind: 'task', value: 'v1', reads: [] } },
    { do: 'write', resource: { slot: 1, name: 'a', kind: 'disk', value: 'v3', reads: [] } },
    { do: 'up', luck: 1 },
    { do: 'set', name: 'a', property: 'value', to: 'v5!refuse' },
    { do: 'set', name: 'web/e', property: 'value', to: 'v6' },
    { do: 'up', luck: 1 },
    { do: 'revert', back: 0 },
    {
      do: 'up',
      luck: 1,
      rollback: true,
      trouble: [
        { what: 'rival', at: 25, does: 'up' },
        { what: 'call', method: 'deploy', of: 'web/e', fails: 'half', times: 1 },
      ],
    },
  ],
  'a name goes to something that reads what had it before: the way back takes it for its own reader, and destroys it': [
    { do: 'write', resource: { slot: 1, name: 'web/e', kind: 'table', value: 'v2', key: 'k1', reads: [] } },
    {
      do: 'write',
      resource: {
        slot: 2,
        name: 'b',
        kind: 'table',
        value: 'v3',
        pinned: 'p4',
        key: 'k2',
        reads: [{ slot: 1, output: 'endpoint', into: 'pinned' }],
      },
    },
    { do: 'up', luck: 1 },
    { do: 'swap', name: 'b', with: 'web/e' },
    { do: 'make by hand', kind: 'table', key: 'k4' },
    { do: 'set', name: 'b', property: 'key', to: 'k4' },
    { do: 'up', luck: 1 },
    { do: 'up', luck: 1, rollback: true },
  ],
  'what only stays because it is read stands in what makes room on the way back: it is gone, and nothing said so': [
    { do: 'write', resource: { slot: 0, name: 'net/c', kind: 'server', value: 'v1', reads: [] } },
    {
      do: 'write',
      resource: { slot: 1, name: 'a', kind: 'server', value: 'v3', secret: 'hush-3357-secret', reads: [], within: 0 },
    },
    {
      do: 'write',
      resource: {
        slot: 2,
        name: 'web/e',
        kind: 'queue',
        value: 'v5',
        pinned: 'p6',
        key: 'k3',
        reads: [
          { slot: 0, output: 'endpoint', into: 'pinned' },
          { slot: 1, output: 'login', into: 'needs' },
        ],
      },
    },
    { do: 'up', luck: 1 },
    { do: 'set', name: 'net/c', property: 'pinned', to: 'p9!deny' },
    { do: 'up', luck: 1 },
    { do: 'revert', back: 0 },
    { do: 'up', luck: 1, rollback: true },
  ],
}
