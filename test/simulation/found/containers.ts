import type { Move } from '../moves/commands.ts'

const goals = { speaks: 'goals' } as const

/** A member is destroyed with its container, or before it, and is not forgotten. */
export const foundContainers: Readonly<Record<string, readonly Move[]>> = {
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
  'a container is half-destroyed, found to be gone, and cannot be made: what stood in it is recorded as if it were there':
    [
      { do: 'write', resource: { slot: 0, name: 'net_a', kind: 'server', value: 'v1', pinned: 'p1', reads: [] } },
      { do: 'write', resource: { slot: 1, name: 'c', kind: 'table', value: 'v2', key: 'k1', reads: [], within: 0 } },
      { do: 'up', luck: 1, program: goals },
      { do: 'set', name: 'net_a', property: 'pinned', to: 'p5!deny-half' },
      {
        do: 'up',
        luck: 1,
        program: goals,
        trouble: [{ what: 'call', method: 'destroy', of: 'net_a', fails: 'half', times: 1 }],
      },
      { do: 'up', luck: 1, program: goals },
    ],
  'something is destroyed before what it stands in, which then stays: what stood in it was to go with that, and stays recorded':
    [
      { do: 'write', resource: { slot: 0, name: 'net/a', kind: 'server', value: 'v1', reads: [] } },
      { do: 'write', resource: { slot: 1, name: 'b', kind: 'vm', value: 'v2', reads: [], within: 0 } },
      {
        do: 'write',
        resource: { slot: 3, name: 'net/d', kind: 'queue', value: 'v4', key: 'k4', reads: [], within: 1 },
      },
      { do: 'up', luck: 1 },
      { do: 'set', name: 'net/a', property: 'pinned', to: 'p5!deny-half' },
      {
        do: 'up',
        luck: 1,
        trouble: [{ what: 'call', method: 'destroy', of: 'net/a', fails: 'refuse', times: 1 }],
      },
    ],
  'a protected one swaps its name with one that another decides about, and is destroyed with what it stands in': [
    { do: 'write', resource: { slot: 0, name: 'web/e', kind: 'cert', value: 'v1', reads: [], goesFirst: true } },
    {
      do: 'write',
      resource: { slot: 1, name: 'net/a', kind: 'table', value: 'v2', key: 'k2', reads: [], when: 0, goesFirst: true },
    },
    { do: 'write', resource: { slot: 2, name: 'a', kind: 'server', value: 'v4', reads: [], within: 0, protect: true } },
    { do: 'up', luck: 1 },
    { do: 'swap', name: 'net/a', with: 'a' },
    { do: 'set', name: 'web/e', property: 'pinned', to: 'p7!deny-half' },
    { do: 'up', luck: 1 },
  ],
}
