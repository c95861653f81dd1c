import type { Move } from './commands.ts'

const goals = { speaks: 'goals' } as const

/** Sequences that broke a rule long before they were looked at. */
export const foundOlder: Readonly<Record<string, readonly Move[]>> = {
  'something of another type gets another name, and what it was called goes to one that is asked for first: it is destroyed':
    [
      { do: 'write', resource: { slot: 1, name: 'a', kind: 'task', value: 'v2', reads: [] } },
      { do: 'write', resource: { slot: 3, name: 'net_a', kind: 'role', value: 'v5', key: 'k1', reads: [] } },
      { do: 'up', luck: 1, program: goals },
      { do: 'rename', name: 'net_a', to: 'net_c', says: 'alias' },
      { do: 'rename', name: 'a', to: 'net_a', says: 'alias' },
      { do: 'up', luck: 1, program: { ...goals, isShown: true } },
    ],
}
