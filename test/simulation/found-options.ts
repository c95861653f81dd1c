import type { Move } from './commands.ts'

/** Sequences with options, and with the way back after a failure. */
export const foundOptions: Readonly<Record<string, readonly Move[]>> = {
  'it goes back to where a resource was half-way from one thing to its successor: what it is told to use again is destroyed':
    [
      { do: 'write', resource: { slot: 0, name: 'net/a', kind: 'vm', value: 'v1', reads: [] } },
      {
        do: 'write',
        resource: {
          slot: 1,
          name: 'net/sub/d',
          kind: 'server',
          value: 'v3',
          reads: [{ slot: 0, output: 'endpoint', into: 'needs' }],
        },
      },
      { do: 'up', luck: 1 },
      { do: 'set', name: 'net/sub/d', property: 'value', to: 'v5!half' },
      { do: 'set', name: 'net/a', property: 'pinned', to: 'p6' },
      { do: 'up', luck: 1 },
      { do: 'up', luck: 1, rollback: true },
    ],
  'the same where a secret tells of the old thing, which no reference can say again': [
    {
      do: 'write',
      resource: { slot: 0, name: 'c', kind: 'queue', value: 'v1', key: 'k1', secret: 'hush-3395-secret', reads: [] },
    },
    {
      do: 'write',
      resource: {
        slot: 1,
        name: 'net/a',
        kind: 'queue',
        value: 'v3',
        key: 'k3',
        reads: [{ slot: 0, output: 'login', into: 'value' }],
      },
    },
    { do: 'up', luck: 1 },
    { do: 'set', name: 'c', property: 'key', to: 'k5' },
    { do: 'set', name: 'net/a', property: 'pinned', to: 'p5!unexpected' },
    { do: 'up', luck: 1 },
    { do: 'up', luck: 1, rollback: true },
  ],
  'a create is said to have had a bad input, has made something, and is not found without an id: never made, as they say':
    [
      { do: 'write', resource: { slot: 0, name: 'b', kind: 'volume', value: 'v1!deny-half', reads: [] } },
      { do: 'up', luck: 1 },
      { do: 'set', name: 'b', property: 'value', to: 'v2' },
      { do: 'up', luck: 1 },
      { do: 'up', luck: 1, pause: 120_000 },
    ],
  'two swap their names, and one of them is left out with what it depends on: both have one name': [
    { do: 'write', resource: { slot: 0, name: 'net/sub/d', kind: 'link', value: 'v1', key: 'k4', reads: [] } },
    { do: 'write', resource: { slot: 1, name: 'c', kind: 'link', value: 'v2', key: 'k2', reads: [] } },
    {
      do: 'write',
      resource: {
        slot: 2,
        name: 'web/e',
        kind: 'link',
        value: 'v3',
        key: 'k3',
        reads: [{ slot: 1, output: 'endpoint', into: 'pinned' }],
      },
    },
    { do: 'up', luck: 1 },
    { do: 'swap', name: 'web/e', with: 'net/sub/d' },
    { do: 'up', luck: 1, exclude: ['c'] },
  ],
  'protection is lifted of what only an open call knows, and comes back with that': [
    {
      do: 'write',
      resource: { slot: 0, name: 'b', kind: 'queue', value: 'v7', key: 'k5', reads: [], protect: true },
    },
    { do: 'up', luck: 1, trouble: [{ what: 'kill', at: 'answered deploy b' }] },
    { do: 'unprotect', name: 'b' },
    { do: 'destroy', luck: 1 },
  ],
  'a way back makes something anew that another has read a password of': [
    {
      do: 'write',
      resource: { slot: 0, name: 'net/a', kind: 'server', value: 'v1', secret: 'hush-8019-secret', reads: [] },
    },
    { do: 'write', resource: { slot: 1, name: 'a', kind: 'table', value: 'v2', key: 'k5', reads: [] } },
    {
      do: 'write',
      resource: {
        slot: 2,
        name: 'c',
        kind: 'server',
        value: 'v3',
        reads: [{ slot: 0, output: 'login', into: 'value' }],
      },
    },
    { do: 'up', luck: 1 },
    { do: 'set', name: 'a', property: 'pinned', to: 'p6!deny-half' },
    { do: 'remove', name: 'net/a' },
    { do: 'up', luck: 1, rollback: true },
  ],
  'each of two goes with a thing that the other one needs, and so neither could go': [
    { do: 'write', resource: { slot: 1, name: 'pool_x', kind: 'task', value: 'v1', reads: [] } },
    { do: 'write', resource: { slot: 2, name: 'pool_y', kind: 'task', value: 'v1', reads: [] } },
    {
      do: 'write',
      resource: {
        slot: 3,
        name: 'c',
        kind: 'task',
        value: 'v3',
        reads: [{ slot: 2, output: 'id', into: 'pinned' }],
        within: 1,
      },
    },
    {
      do: 'write',
      resource: {
        slot: 6,
        name: 'web/e',
        kind: 'task',
        value: 'v6',
        reads: [{ slot: 1, output: 'id', into: 'pinned' }],
        within: 2,
      },
    },
    { do: 'up', luck: 1 },
  ],
  'what was there before the thing that it is to go with does not stand in that': [
    { do: 'write', resource: { slot: 0, name: 'net/sub/d', kind: 'bucket', value: 'v1', key: 'k2', reads: [] } },
    { do: 'write', resource: { slot: 1, name: 'c', kind: 'server', value: 'v3', reads: [], when: 0 } },
    { do: 'write', resource: { slot: 3, name: 'b', kind: 'bucket', value: 'v7', key: 'k3', reads: [], within: 1 } },
    { do: 'up', luck: 1 },
    { do: 'toggle', name: 'net/sub/d' },
    { do: 'up', luck: 1 },
    { do: 'destroy', luck: 1 },
  ],
  'an attempt at a successor was cut short, and is made again: what is to be ignored is changed then': [
    { do: 'write', resource: { slot: 1, name: 'web/e', kind: 'db', value: 'v4', reads: [], ignores: ['secret'] } },
    { do: 'up', luck: 1 },
    { do: 'set', name: 'web/e', property: 'secret', to: 'hush-5202-secret' },
    { do: 'set', name: 'web/e', property: 'pinned', to: 'p7' },
    { do: 'up', luck: 1, trouble: [{ what: 'kill', at: 'sent deploy web/e' }] },
    { do: 'up', luck: 1 },
  ],
  'a create was cut short, is made again, and what is to be ignored is given for the first time then': [
    { do: 'write', resource: { slot: 4, name: 'a', kind: 'server', value: 'v2', reads: [], ignores: ['secret'] } },
    { do: 'up', luck: 1, trouble: [{ what: 'kill', at: 'sent deploy a' }] },
    { do: 'set', name: 'a', property: 'secret', to: 'hush-6085-secret' },
    { do: 'up', luck: 1 },
  ],
  'a way back makes something anew whose short id another has as a word of a text': [
    { do: 'write', resource: { slot: 3, name: 'pool_z', kind: 'db', value: 'v1', reads: [] } },
    {
      do: 'write',
      resource: {
        slot: 4,
        name: 'a',
        kind: 'queue',
        value: 'v2',
        key: 'k5',
        reads: [{ slot: 3, output: 'id', into: 'value' }],
      },
    },
    { do: 'write', resource: { slot: 5, name: 'b', kind: 'queue', value: 'v4', key: 'k3', reads: [] } },
    { do: 'up', luck: 1 },
    { do: 'set', name: 'b', property: 'pinned', to: 'p6' },
    { do: 'toggle', name: 'pool_z' },
    { do: 'up', luck: 1, rollback: true },
  ],
  'something gets the name of what another was to stand in, which is not there: that other one goes with it': [
    { do: 'write', resource: { slot: 0, name: 'net/a', kind: 'bucket', value: 'v1', key: 'k1', reads: [] } },
    { do: 'write', resource: { slot: 1, name: 'net/c', kind: 'cert', value: 'v3', reads: [], when: 0 } },
    { do: 'write', resource: { slot: 2, name: 'net/sub/d', kind: 'bucket', value: 'v4', key: 'k5', reads: [] } },
    { do: 'up', luck: 1 },
    { do: 'swap', name: 'net/c', with: 'net/sub/d' },
    { do: 'write', resource: { slot: 5, name: 'pool_x', kind: 'cert', value: 'v8', reads: [], within: 1 } },
    { do: 'up', luck: 1 },
  ],
  'it goes back to what depends on something that was not there then, and is there now: it goes with that': [
    { do: 'write', resource: { slot: 1, name: 'pool_x', kind: 'topic', value: 'v1', key: 'k-pool_x', reads: [] } },
    { do: 'write', resource: { slot: 3, name: 'net/sub/d', kind: 'task', value: 'v2', reads: [], when: 1 } },
    { do: 'write', resource: { slot: 4, name: 'a', kind: 'topic', value: 'v3', key: 'k5', reads: [], within: 3 } },
    { do: 'up', luck: 1 },
    { do: 'remove', name: 'pool_x' },
    { do: 'up', luck: 1 },
    { do: 'up', luck: 1, rollback: true },
  ],
  'something makes room, and what stands in it is protected and left out: it is gone with that': [
    { do: 'write', resource: { slot: 0, name: 'b', kind: 'server', value: 'v1', reads: [] } },
    {
      do: 'write',
      resource: { slot: 1, name: 'c', kind: 'queue', value: 'v2', key: 'k1', reads: [], within: 0, protect: true },
    },
    { do: 'up', luck: 1 },
    { do: 'set', name: 'b', property: 'pinned', to: 'p8' },
    { do: 'up', luck: 1, exclude: ['c'] },
  ],
  'a list reads a secret that is ignored, and was never given': [
    {
      do: 'write',
      resource: { slot: 1, name: 'c', kind: 'table', value: 'v1', key: 'k1', reads: [], ignores: ['secret'] },
    },
    {
      do: 'write',
      resource: {
        slot: 6,
        name: 'net/c',
        kind: 'vm',
        value: 'v6',
        reads: [{ slot: 1, output: 'secret', into: 'needs' }],
      },
    },
    { do: 'up', luck: 1 },
    { do: 'set', name: 'c', property: 'secret', to: 'hush-4054-secret' },
    { do: 'up', luck: 1 },
  ],
}
