import type { Move } from './commands.ts'

/** What the simulator has found since, as short as it gets. */
export const found: Readonly<Record<string, readonly Move[]>> = {
  'what is taken over after a kill tells its password in what was worked out': [
    { do: 'write', resource: { slot: 0, name: 'b', kind: 'disk', value: 'v1', secret: 'hush-1463-secret', reads: [] } },
    { do: 'up', luck: 1, trouble: [{ what: 'kill', at: 'answered deploy b' }] },
    { do: 'up', luck: 1, pause: 5_000 },
  ],
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
  'what finds by its key gets stuck half-way, and is forgotten when the next create is refused': [
    {
      do: 'write',
      resource: { slot: 0, name: 'd', kind: 'slot', value: 'v1', pinned: 'p5!half', key: 'k4', reads: [] },
    },
    { do: 'up', luck: 1 },
    { do: 'up', luck: 1 },
  ],
  'what finds by its key gets stuck half-way, and is made again under another key': [
    { do: 'write', resource: { slot: 0, name: 'a', kind: 'slot', value: 'v1!half', key: 'k2', reads: [] } },
    { do: 'up', luck: 1 },
    { do: 'set', name: 'a', property: 'key', to: 'k3' },
    { do: 'up', luck: 1 },
  ],
  'what has neither id nor identity: killed before the successor is made, the old one is taken for it': [
    { do: 'write', resource: { slot: 0, name: 'c', kind: 'bucket', value: 'v1', key: 'k5', reads: [] } },
    { do: 'up', luck: 1 },
    { do: 'set', name: 'c', property: 'pinned', to: 'p5' },
    {
      do: 'up',
      luck: 1,
      trouble: [
        { what: 'kill', at: 'sent deploy c' },
        { what: 'late', ms: 'never' },
      ],
    },
    { do: 'up', luck: 1 },
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
  'a destruction is made again, and takes what has its key by now': [
    { do: 'write', resource: { slot: 0, name: 'a', kind: 'queue', value: 'v1', key: 'k4', reads: [] } },
    { do: 'write', resource: { slot: 1, name: 'f', kind: 'queue', value: 'v2', key: 'k1', reads: [] } },
    { do: 'up', luck: 1 },
    { do: 'swap', name: 'a', with: 'f' },
    { do: 'destroy', luck: 1, trouble: [{ what: 'kill', at: 'done destroy f' }] },
    { do: 'up', luck: 1 },
    { do: 'up', luck: 1 },
  ],
  'the same where nothing tells that it is another one': [
    { do: 'write', resource: { slot: 0, name: 'd', kind: 'cert', value: 'v1', reads: [] } },
    { do: 'write', resource: { slot: 3, name: 'f', kind: 'slot', value: 'v6', key: 'k3', reads: [] } },
    { do: 'up', luck: 1 },
    { do: 'swap', name: 'f', with: 'd' },
    {
      do: 'up',
      luck: 214047,
      trouble: [{ what: 'call', method: 'destroy', of: 'f', fails: 'die-done', times: 1 }],
    },
    { do: 'up', luck: 1 },
  ],
  'a password that has been taken back is still in what a service worked out': [
    { do: 'write', resource: { slot: 0, name: 'f', kind: 'disk', value: 'v1', reads: [] } },
    { do: 'up', luck: 1 },
    { do: 'set', name: 'f', property: 'secret', to: 'hush-8790-secret' },
    { do: 'up', luck: 1, trouble: [{ what: 'call', method: 'deploy', of: 'f', fails: 'die-done', times: 1 }] },
    { do: 'revert', back: 0 },
    { do: 'up', luck: 1, trouble: [{ what: 'call', method: 'deploy', of: 'f', fails: 'hang', times: 1 }] },
  ],
}
