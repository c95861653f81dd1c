import type { Move } from './commands.ts'

/** Things that somebody else has made, changed or removed are not mistaken for the blueprint's own. */
export const foundByHand: Readonly<Record<string, readonly Move[]>> = {
  'what was deleted by hand is destroyed after something else has come under its key': [
    { do: 'write', resource: { slot: 0, name: 'e', kind: 'bucket', value: 'v1', key: 'k4', reads: [] } },
    { do: 'up', luck: 1 },
    { do: 'delete by hand', name: 'e' },
    { do: 'rename', name: 'e', to: 'd' },
    { do: 'up', luck: 1 },
    { do: 'up', luck: 1, replace: ['d'] },
  ],
  'a call is given up and fails afterwards: what a stranger has made under its key may be what it made': [
    { do: 'write', resource: { slot: 0, name: 'f', kind: 'queue', value: 'v1', key: 'k2', reads: [] } },
    { do: 'up', luck: 1 },
    { do: 'make by hand', kind: 'queue', key: 'k5' },
    { do: 'set', name: 'f', property: 'key', to: 'k5' },
    { do: 'up', luck: 1 },
    { do: 'make by hand', kind: 'queue', key: 'k1' },
    { do: 'set', name: 'f', property: 'key', to: 'k1' },
    { do: 'up', luck: 817065, trouble: [{ what: 'interrupt', at: 11, again: 2 }] },
  ],
  'what was changed by hand is to be destroyed, and stays because an attempt in doubt may read it': [
    { do: 'write', resource: { slot: 0, name: 'c', kind: 'link', value: 'v1', key: 'k3', reads: [] } },
    {
      do: 'write',
      resource: {
        slot: 1,
        name: 'b',
        kind: 'queue',
        value: 'v2',
        key: 'k2',
        reads: [{ slot: 0, output: 'endpoint', into: 'needs' }],
      },
    },
    { do: 'up', luck: 1 },
    { do: 'set', name: 'b', property: 'pinned', to: 'p3' },
    { do: 'up', luck: 1 },
    { do: 'revert', back: 0 },
    { do: 'toggle', name: 'c' },
    { do: 'change by hand', name: 'c' },
    { do: 'up', luck: 1, refresh: true },
  ],
  'what a stranger has made is taken for what a cut call made, and that comes late': [
    { do: 'write', resource: { slot: 1, name: 'c', kind: 'queue', value: 'v2', key: 'k2', reads: [] } },
    { do: 'up', luck: 1 },
    { do: 'make by hand', kind: 'queue', key: 'k1' },
    { do: 'set', name: 'c', property: 'key', to: 'k1' },
    { do: 'up', luck: 480261, trouble: [{ what: 'kill', at: 'sent deploy c' }] },
    { do: 'revert', back: 0 },
    { do: 'up', luck: 1 },
  ],
  'somebody makes two things by hand, of which the second was the first one with another key: that of a resource': [
    { do: 'write', resource: { slot: 1, name: 'web/e', kind: 'topic', value: 'v2', key: 'k2', reads: [] } },
    { do: 'make by hand', kind: 'topic', key: 'k5' },
    { do: 'set', name: 'web/e', property: 'key', to: 'k1' },
    { do: 'up', luck: 1 },
    { do: 'make by hand', kind: 'table', key: 'k1' },
    { do: 'up', luck: 1 },
  ],
}
