import type { Move } from './commands.ts'

const goals = { speaks: 'goals' } as const

/** Sequences in which something stood in a container that was gone, or was recorded to. */
export const foundMembers: Readonly<Record<string, readonly Move[]>> = {
  'a way back leads to an attempt whose container is gone: it is not made again, and not recorded in what has the name now':
    [
      { do: 'write', resource: { slot: 0, name: 'net/c', kind: 'server', value: 'v1', reads: [] } },
      { do: 'write', resource: { slot: 1, name: 'net/sub/d', kind: 'server', value: 'v3', reads: [], within: 0 } },
      { do: 'write', resource: { slot: 2, name: 'c', kind: 'server', value: 'v4', reads: [], goesFirst: true } },
      { do: 'write', resource: { slot: 3, name: 'a', kind: 'server', value: 'v6', reads: [], within: 0 } },
      {
        do: 'up',
        luck: 1,
        rollback: true,
        trouble: [{ what: 'call', method: 'deploy', of: 'net/sub/d', fails: 'die-done', times: 1 }],
      },
      { do: 'set', name: 'net/sub/d', property: 'pinned', to: 'p7!transient' },
      { do: 'up', luck: 1, rollback: true },
    ],
  'an attempt fails in one container after the other, and then it is made: it stands in the last one alone, and goes with it':
    [
      { do: 'write', resource: { slot: 2, name: 'net_c', kind: 'server', value: 'v5', reads: [] } },
      {
        do: 'write',
        resource: { slot: 3, name: 'c', kind: 'server', value: 'v7', reads: [], within: 2, retain: true },
      },
      { do: 'up', luck: 1, program: goals },
      { do: 'set', name: 'net_c', property: 'pinned', to: 'p9' },
      { do: 'set', name: 'c', property: 'value', to: 'v10!deny' },
      { do: 'up', luck: 1, rollback: true, program: goals },
      { do: 'up', luck: 1, program: goals },
    ],
}
