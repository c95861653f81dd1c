import type { Move } from '../moves/commands.ts'

/** A sequence that still breaks a rule: it is rarer than one in 300,000 commands, and a cure would cost more than it is worth. */
interface Known {
  readonly rule: string
  /** The reason why it is left. */
  readonly reason: string
  readonly moves: readonly Move[]
}

/** The known faults that are left, by what happens in them. */
export const known: Readonly<Record<string, Known>> = {
  'a resource keeps an ignored value that names one it no longer refers to: a destroy of both removes that one too early':
    {
      rule: 'readers',
      reason:
        'The record of the reader does not name what only an ignored value mentions, unless the run leaves that one out. If it did, two resources that have swapped names would each read the other.',
      moves: [
        { do: 'write', resource: { slot: 0, name: 'b', kind: 'server', value: 'v1', reads: [] } },
        {
          do: 'write',
          resource: {
            slot: 1,
            name: 'a',
            kind: 'server',
            value: 'v2',
            pinned: 'p3',
            reads: [{ slot: 0, output: 'id', into: 'pinned' }],
            within: 0,
          },
        },
        {
          do: 'write',
          resource: { slot: 3, name: 'c', kind: 'server', value: 'v6', reads: [], linksTo: [1], ignores: ['pinned'] },
        },
        { do: 'up', luck: 1 },
        { do: 'swap', name: 'a', with: 'c' },
        { do: 'up', luck: 1 },
        { do: 'remove', name: 'a' },
      ],
    },
  'the commit that ends a container and its member is lost, and the next one is kept: the member has two records': {
    rule: 'one of a name',
    reason:
      'The store must fail for one commit alone, in the turn in which the member’s successor begins. The next run asks the provider about both.',
    moves: [
      {
        do: 'write',
        resource: { slot: 2, name: 'pool_y', kind: 'server', value: 'v1', secret: 'hush-4876-secret', reads: [] },
      },
      {
        do: 'write',
        resource: { slot: 3, name: 'pool_z', kind: 'server', value: 'v1', secret: 'hush-4876-secret', reads: [] },
      },
      {
        do: 'write',
        resource: { slot: 4, name: 'c', kind: 'server', value: 'v2', reads: [], linksTo: [3], within: 3 },
      },
      { do: 'up', luck: 1 },
      { do: 'remove', name: 'pool_z' },
      {
        do: 'up',
        luck: 1,
        replace: ['pool_y'],
        trouble: [{ what: 'store', commit: 9, isKept: false, isLasting: false }],
      },
    ],
  },
}
