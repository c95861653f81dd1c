import type { Move } from '../moves/commands.ts'

/** A link is made, moved and undone together with its ends. */
export const foundLinks: Readonly<Record<string, readonly Move[]>> = {
  'what a link ends at could not be changed, and a run that leaves it alone makes the link anew: it is there': [
    { do: 'write', resource: { slot: 0, name: 'b', kind: 'zone', value: 'v1', key: 'k3', reads: [] } },
    { do: 'write', resource: { slot: 1, name: 'c', kind: 'vm', value: 'v3', reads: [], linksTo: [0] } },
    { do: 'up', luck: 1 },
    { do: 'set', name: 'c', property: 'value', to: 'v8!deny' },
    { do: 'up', luck: 1 },
    { do: 'set', name: 'b', property: 'pinned', to: 'p10' },
    { do: 'up', luck: 1, targets: ['b'] },
  ],
  'the move of a link to the successor of its end is refused, and the old end goes all the same': [
    { do: 'write', resource: { slot: 0, name: 'net/c', kind: 'zone', value: 'v1', key: 'k5', reads: [] } },
    {
      do: 'write',
      resource: { slot: 3, name: 'net/a', kind: 'zone', value: 'v6', key: 'k1', reads: [], linksTo: [0] },
    },
    { do: 'up', luck: 1 },
    { do: 'set', name: 'net/a', property: 'key', to: 'k2' },
    { do: 'up', luck: 1, trouble: [{ what: 'call', method: 'wire', of: 'a::c', fails: 'refuse', times: 1 }] },
  ],
  'a link is being moved back to its old end when the run is cut short: the newer end goes first': [
    { do: 'write', resource: { slot: 1, name: 'pool_y', kind: 'volume', value: 'v1', reads: [] } },
    { do: 'write', resource: { slot: 3, name: 'a', kind: 'queue', value: 'v3', key: 'k3', reads: [] } },
    { do: 'write', resource: { slot: 4, name: 'b', kind: 'volume', value: 'v5', reads: [], linksTo: [1, 3] } },
    { do: 'up', luck: 1 },
    { do: 'set', name: 'b', property: 'pinned', to: 'p8' },
    { do: 'set', name: 'a', property: 'value', to: 'v9!refuse' },
    { do: 'up', luck: 1 },
    { do: 'revert', back: 0 },
    { do: 'up', luck: 1, trouble: [{ what: 'store', commit: 2, isKept: false, isLasting: false }] },
  ],
  'the end of a link is another resource by now, and is destroyed before its successor comes': [
    { do: 'write', resource: { slot: 0, name: 'net/c', kind: 'zone', value: 'v1', key: 'k5', reads: [] } },
    {
      do: 'write',
      resource: { slot: 1, name: 'net/sub/d', kind: 'zone', value: 'v2', pinned: 'p3', key: 'k3', reads: [] },
    },
    {
      do: 'write',
      resource: {
        slot: 3,
        name: 'net/a',
        kind: 'zone',
        value: 'v6',
        key: 'k1',
        reads: [{ slot: 1, output: 'id', into: 'needs' }],
        linksTo: [0],
      },
    },
    { do: 'up', luck: 1 },
    { do: 'set', name: 'net/a', property: 'key', to: 'k2' },
    { do: 'set', name: 'net/sub/d', property: 'key', to: 'k1' },
    { do: 'up', luck: 1 },
  ],
  'an end that is destroyed before its successor comes is a target, and the other end of its link is none': [
    { do: 'write', resource: { slot: 1, name: 'pool_x', kind: 'table', value: 'v1', key: 'k-pool_x', reads: [] } },
    { do: 'write', resource: { slot: 5, name: 'a', kind: 'table', value: 'v4', key: 'k2', reads: [], linksTo: [1] } },
    { do: 'up', luck: 1 },
    { do: 'up', luck: 1, targets: ['pool_x'], replace: ['pool_x'] },
  ],
  'a change of what a link ends at was cut short, and a run that leaves it alone makes the link anew: it is there': [
    { do: 'write', resource: { slot: 0, name: 'net/a', kind: 'vm', value: 'v1', reads: [], goesFirst: true } },
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
    {
      do: 'write',
      resource: { slot: 2, name: 'b', kind: 'disk', value: 'v5', reads: [], linksTo: [1], goesFirst: true },
    },
    { do: 'up', luck: 1 },
    { do: 'set', name: 'b', property: 'value', to: 'v7!half' },
    { do: 'up', luck: 1 },
    { do: 'up', luck: 1, trouble: [{ what: 'kill', at: 11 }] },
    { do: 'set', name: 'net/a', property: 'pinned', to: 'p8' },
    { do: 'up', luck: 1, targets: ['c'] },
  ],
}
