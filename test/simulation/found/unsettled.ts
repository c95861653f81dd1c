import type { Move } from '../moves/commands.ts'

const goals = { speaks: 'goals' } as const
const inline = { speaks: 'inline' } as const

/** Sequences in which the engine relied on something that only the rest of the run, or a later run, could tell. */
export const foundUnsettled: Readonly<Record<string, readonly Move[]>> = {
  'a delete that failed after one that was cut short proves nothing: the living successor stays': [
    { do: 'write', resource: { slot: 2, name: 'web_e', kind: 'vm', value: 'v4', reads: [] } },
    { do: 'up', luck: 1, program: goals },
    { do: 'set', name: 'web_e', property: 'pinned', to: 'p6' },
    {
      do: 'up',
      luck: 1,
      program: goals,
      trouble: [{ what: 'call', method: 'destroy', of: 'web_e', fails: 'die', times: 1 }],
    },
    { do: 'revert', back: 0 },
    {
      do: 'up',
      luck: 1,
      program: goals,
      trouble: [{ what: 'call', method: 'destroy', of: 'web_e', fails: 'unexpected', times: 1 }],
    },
    { do: 'up', luck: 1, program: inline },
  ],
  'an ignored property of something whose create is repeated: its reader gets what that keeps': [
    { do: 'write', resource: { slot: 0, name: 'a', kind: 'db', value: 'v1', reads: [], ignores: ['secret'] } },
    {
      do: 'write',
      resource: {
        slot: 3,
        name: 'net/a',
        kind: 'db',
        value: 'v5',
        reads: [{ slot: 0, output: 'secret', into: 'needs' }],
      },
    },
    {
      do: 'up',
      luck: 1,
      trouble: [{ what: 'call', method: 'deploy', of: 'a', fails: 'unexpected', times: 1 }],
    },
    { do: 'set', name: 'a', property: 'secret', to: 'hush-5955-secret' },
    { do: 'up', luck: 1 },
  ],
  'an ignored property mentions what a run leaves out: all is destroyed, the reader first': [
    { do: 'write', resource: { slot: 0, name: 'net_c', kind: 'disk', value: 'v1', reads: [], retain: true } },
    { do: 'write', resource: { slot: 1, name: 'c', kind: 'disk', value: 'v2', reads: [], within: 0 } },
    {
      do: 'write',
      resource: {
        slot: 2,
        name: 'b',
        kind: 'disk',
        value: 'v3',
        pinned: 'p4',
        reads: [{ slot: 1, output: 'id', into: 'pinned' }],
        goesFirst: true,
        ignores: ['pinned'],
      },
    },
    { do: 'up', luck: 1, program: goals },
    { do: 'toggle', name: 'c' },
    { do: 'up', luck: 1, exclude: ['c'], program: goals },
    { do: 'move', name: 'b', to: 'web_e' },
  ],
}
