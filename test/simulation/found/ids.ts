import type { Move } from '../moves/commands.ts'

/** Sequences with things whose ids reveal little. Each of them once lost something, or asked about work that was still going on. */
export const foundIds: Readonly<Record<string, readonly Move[]>> = {
  'all that share one id are destroyed: nobody asks about one while another call destroys it': [
    { do: 'write', resource: { slot: 0, name: 'c', kind: 'pass', value: 'v1', key: 'k-0', reads: [] } },
    { do: 'write', resource: { slot: 1, name: 'b', kind: 'pass', value: 'v2', key: 'k-1', reads: [] } },
    { do: 'write', resource: { slot: 3, name: 'a', kind: 'pass', value: 'v2', key: 'k-3', reads: [] } },
    { do: 'write', resource: { slot: 4, name: 'net/a', kind: 'pass', value: 'v1', key: 'k-4', reads: [] } },
    { do: 'up', luck: 1 },
  ],
  'the elder of two with one id may not be read: the thing that both are stays': [
    { do: 'write', resource: { slot: 0, name: 'c', kind: 'page', value: 'v2', key: 'k-0', reads: [] } },
    { do: 'up', luck: 1 },
    {
      do: 'up',
      luck: 1,
      replace: ['c'],
      trouble: [{ what: 'call', method: 'read', of: 'c', fails: 'unexpected', times: 1 }],
    },
    { do: 'up', luck: 1, trouble: [{ what: 'call', method: 'read', of: 'c', fails: 'refuse', times: 1 }] },
  ],
  'one of two with one id is changed to what the other one is, while that is replaced: they are two all the same': [
    { do: 'write', resource: { slot: 0, name: 'a', kind: 'pass', value: 'v2', key: 'k-0', reads: [] } },
    { do: 'write', resource: { slot: 2, name: 'b', kind: 'pass', value: 'v1', key: 'k-2', reads: [] } },
    { do: 'up', luck: 659586 },
    { do: 'set', name: 'a', property: 'value', to: 'v1' },
    { do: 'up', luck: 402374, replace: ['b'] },
  ],
  'a service refuses for a moment to tell of one of two with one id: it is another thing, and destroyed': [
    { do: 'write', resource: { slot: 1, name: 'net/a', kind: 'pass', value: 'v1', key: 'k-1', reads: [] } },
    { do: 'write', resource: { slot: 2, name: 'c', kind: 'pass', value: 'v1', key: 'k-2', reads: [] } },
    { do: 'up', luck: 677889 },
    { do: 'remove', name: 'c' },
    { do: 'up', luck: 1, trouble: [{ what: 'call', method: 'read', of: 'net/a', fails: 'refuse', times: 1 }] },
  ],
  'a resource goes back to its elder generation, and nobody can tell whether both are one thing: the run says so': [
    { do: 'write', resource: { slot: 0, name: 'a', kind: 'page', value: 'v2', key: 'k-0', reads: [] } },
    { do: 'up', luck: 1 },
    { do: 'set', name: 'a', property: 'pinned', to: 'p3' },
    { do: 'up', luck: 1, trouble: [{ what: 'call', method: 'read', of: 'a', fails: 'unexpected', times: 1 }] },
    { do: 'revert', back: 0 },
    { do: 'up', luck: 1 },
  ],
  'one of two with one id is replaced while the other one changes: nobody asks about that one before its change is recorded':
    [
      { do: 'write', resource: { slot: 0, name: 'a', kind: 'pass', value: 'v2', key: 'k-0', reads: [] } },
      { do: 'write', resource: { slot: 1, name: 'b', kind: 'pass', value: 'v2', key: 'k-1', reads: [] } },
      { do: 'up', luck: 1 },
      { do: 'set', name: 'b', property: 'value', to: 'v1' },
      { do: 'up', luck: 89627, replace: ['a'] },
    ],
}
