import type { Move } from './commands.ts'

/** Sequences with resources about which others decide, and with links. */
export const foundDecided: Readonly<Record<string, readonly Move[]>> = {
  'a thing has made room, and then its condition turns out to be false': [
    { do: 'write', resource: { slot: 0, name: 'net/a', kind: 'server', value: 'v1', reads: [] } },
    {
      do: 'write',
      resource: { slot: 1, name: 'web/e', kind: 'server', value: 'v2', pinned: 'p3', reads: [], when: 0 },
    },
    { do: 'up', luck: 1 },
    { do: 'swap', name: 'net/a', with: 'web/e' },
    { do: 'up', luck: 1 },
  ],
  'a thing is to be replaced, and its condition turns out to be false before it makes room': [
    { do: 'write', resource: { slot: 0, name: 'net/c', kind: 'disk', value: 'v1', reads: [] } },
    { do: 'write', resource: { slot: 1, name: 'net/a', kind: 'role', value: 'v2', key: 'k2', reads: [], when: 0 } },
    { do: 'set', name: 'net/c', property: 'value', to: 'v4' },
    { do: 'up', luck: 1 },
    { do: 'set', name: 'net/c', property: 'value', to: 'v5' },
    { do: 'up', luck: 1, replace: ['net/a'] },
  ],
  'a resource is linked to another, and its condition turns out to be false': [
    { do: 'write', resource: { slot: 0, name: 'b', kind: 'bucket', value: 'v1', key: 'k4', reads: [] } },
    {
      do: 'write',
      resource: { slot: 1, name: 'a', kind: 'role', value: 'v2', key: 'k5', reads: [], when: 0, linksTo: [0] },
    },
    { do: 'up', luck: 1 },
  ],
  'two swap their names, and a link leads to what has the name now: it is not undone at the one that had it': [
    { do: 'write', resource: { slot: 0, name: 'a', kind: 'table', value: 'v1', key: 'k1', reads: [] } },
    { do: 'write', resource: { slot: 1, name: 'b', kind: 'table', value: 'v2', key: 'k2', reads: [] } },
    { do: 'write', resource: { slot: 2, name: 'c', kind: 'vm', value: 'v3', reads: [], linksTo: [0] } },
    { do: 'up', luck: 1 },
    { do: 'swap', name: 'a', with: 'b' },
    { do: 'link', name: 'c', linksTo: [1] },
    { do: 'up', luck: 1 },
  ],
  'an end of a link gets another name, and what has its name now is linked, too: two links are one record': [
    { do: 'write', resource: { slot: 0, name: 'a', kind: 'table', value: 'v1', key: 'k1', reads: [] } },
    { do: 'write', resource: { slot: 1, name: 'b', kind: 'vm', value: 'v2', reads: [], linksTo: [0] } },
    { do: 'up', luck: 1 },
    { do: 'rename', name: 'a', to: 'pool_x' },
    { do: 'write', resource: { slot: 2, name: 'a', kind: 'table', value: 'v3', key: 'k2', reads: [] } },
    { do: 'link', name: 'b', linksTo: [0, 2] },
    { do: 'up', luck: 1 },
  ],
  'a name was taken by a run that failed, and the blueprint is as it was: the healthy one is destroyed, and made anew':
    [
      { do: 'write', resource: { slot: 0, name: 'a', kind: 'vm', value: 'v1', reads: [] } },
      { do: 'write', resource: { slot: 1, name: 'b', kind: 'vm', value: 'v2', reads: [] } },
      { do: 'up', luck: 1 },
      { do: 'rename', name: 'a', to: 'c', says: 'moved' },
      { do: 'set', name: 'b', property: 'value', to: 'v3!refuse' },
      { do: 'up', luck: 1 },
      { do: 'revert', back: 0 },
      { do: 'up', luck: 1 },
    ],
  'a create is made again beside a record whose thing was deleted by hand: what it made is held back for that, and both are forgotten':
    [
      { do: 'write', resource: { slot: 0, name: 'b', kind: 'bucket', value: 'v1', key: 'k3', reads: [] } },
      {
        do: 'write',
        resource: {
          slot: 1,
          name: 'net/sub/d',
          kind: 'bucket',
          value: 'v3',
          key: 'k1',
          reads: [{ slot: 0, output: 'id', into: 'pinned' }],
        },
      },
      { do: 'up', luck: 1 },
      { do: 'rename', name: 'b', to: 'net/a' },
      { do: 'remove', name: 'net/sub/d' },
      { do: 'up', luck: 1 },
      { do: 'set', name: 'net/a', property: 'key', to: 'k5' },
      { do: 'delete by hand', name: 'net/a' },
      { do: 'up', luck: 1, refresh: true },
    ],
  'a condition is decided late, and the generation before the failed one turns out to be what is wanted': [
    { do: 'write', resource: { slot: 0, name: 'net/c', kind: 'volume', value: 'v1', reads: [] } },
    { do: 'write', resource: { slot: 1, name: 'net/sub/d', kind: 'volume', value: 'v2', reads: [], when: 0 } },
    {
      do: 'write',
      resource: {
        slot: 2,
        name: 'b',
        kind: 'volume',
        value: 'v3',
        pinned: 'p4',
        reads: [{ slot: 1, output: 'id', into: 'pinned' }],
      },
    },
    { do: 'up', luck: 1 },
    { do: 'set', name: 'net/c', property: 'value', to: 'v6' },
    {
      do: 'up',
      luck: 1,
      trouble: [{ what: 'call', method: 'stabilised', of: 'b', fails: 'die', times: 1 }],
    },
    { do: 'revert', back: 0 },
    { do: 'up', luck: 1 },
  ],
  'something is renamed into a new child by a run that is killed, and the destroy after it leaves it there': [
    { do: 'write', resource: { slot: 3, name: 'pool_z', kind: 'cert', value: 'v1', reads: [] } },
    { do: 'write', resource: { slot: 4, name: 'web/e', kind: 'table', value: 'v3', key: 'k5', reads: [] } },
    {
      do: 'write',
      resource: {
        slot: 5,
        name: 'b',
        kind: 'volume',
        value: 'v5',
        reads: [{ slot: 4, output: 'endpoint', into: 'needs' }],
      },
    },
    { do: 'up', luck: 1, trouble: [{ what: 'kill', at: 'sent deploy b' }] },
    { do: 'up', luck: 1 },
    { do: 'rename', name: 'web/e', to: 'net/c' },
    { do: 'set', name: 'pool_z', property: 'pinned', to: 'p9' },
    { do: 'up', luck: 1, trouble: [{ what: 'kill', at: 24 }] },
    { do: 'destroy', luck: 1 },
  ],
  'a way back knows again what was retained and forgotten in a child that has ended with it: the child is recorded': [
    {
      do: 'write',
      resource: { slot: 0, name: 'net/sub/d', kind: 'slot', value: 'v1', key: 'k4', reads: [], retain: true },
    },
    { do: 'up', luck: 1 },
    { do: 'rename', name: 'net/sub/d', to: 'net/c' },
    { do: 'up', luck: 1, rollback: true },
  ],
}
