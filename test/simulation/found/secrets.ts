import type { Move } from '../moves/commands.ts'

const inline = { speaks: 'inline' } as const

/** A secret is never shown, even when the value is no longer secret. */
export const foundSecrets: Readonly<Record<string, readonly Move[]>> = {
  'what is taken over after a kill tells its password in what was worked out': [
    { do: 'write', resource: { slot: 0, name: 'b', kind: 'disk', value: 'v1', secret: 'hush-1463-secret', reads: [] } },
    { do: 'up', luck: 1, trouble: [{ what: 'kill', at: 'answered deploy b' }] },
    { do: 'up', luck: 1, pause: 5_000 },
  ],
  'a password that has been taken back is still in what a service worked out': [
    { do: 'write', resource: { slot: 0, name: 'f', kind: 'disk', value: 'v1', reads: [] } },
    { do: 'up', luck: 1 },
    { do: 'set', name: 'f', property: 'secret', to: 'hush-8790-secret' },
    { do: 'up', luck: 1, trouble: [{ what: 'call', method: 'deploy', of: 'f', fails: 'die-done', times: 1 }] },
    { do: 'revert', back: 0 },
    { do: 'up', luck: 1, trouble: [{ what: 'call', method: 'deploy', of: 'f', fails: 'hang', times: 1 }] },
  ],
  'two attempts in doubt of which one was given a secret: what the other finds tells it': [
    { do: 'write', resource: { slot: 0, name: 'b', kind: 'bucket', value: 'v1', key: 'k1', reads: [] } },
    { do: 'up', luck: 1 },
    { do: 'set', name: 'b', property: 'pinned', to: 'p2' },
    { do: 'up', luck: 1, trouble: [{ what: 'kill', at: 18 }] },
    { do: 'revert', back: 0 },
    { do: 'set', name: 'b', property: 'key', to: 'k4' },
    { do: 'up', luck: 1 },
    { do: 'set', name: 'b', property: 'key', to: 'k1' },
    { do: 'set', name: 'b', property: 'secret', to: 'hush-9610-secret' },
    { do: 'up', luck: 1, trouble: [{ what: 'kill', at: 20 }] },
  ],
  'an update that failed half-way was given a password, and a refresh finds it': [
    { do: 'write', resource: { slot: 0, name: 'b', kind: 'db', value: 'v1', reads: [] } },
    {
      do: 'write',
      resource: { slot: 1, name: 'd', kind: 'db', value: 'v3', reads: [{ slot: 0, output: 'login', into: 'value' }] },
    },
    { do: 'set', name: 'd', property: 'value', to: 'v5!half' },
    { do: 'up', luck: 1 },
    { do: 'set', name: 'b', property: 'secret', to: 'hush-9041-secret' },
    { do: 'up', luck: 1 },
    { do: 'refresh', luck: 1 },
  ],
  'something else is found after a call that was cut short, with a password that nobody knew: a login with that is recorded':
    [
      {
        do: 'write',
        resource: { slot: 0, name: 'net_c', kind: 'slot', value: 'v1', key: 'k1', reads: [], retain: true },
      },
      { do: 'set', name: 'net_c', property: 'secret', to: 'hush-3680-secret' },
      { do: 'up', luck: 1, program: { speaks: 'inline' } },
      { do: 'destroy', luck: 1 },
      { do: 'set', name: 'net_c', property: 'secret', to: 'hush-4641-secret' },
      {
        do: 'up',
        luck: 1,
        trouble: [{ what: 'store', commit: 3, isKept: false, isLasting: false }],
        program: { speaks: 'inline' },
      },
    ],
  'what is found outside contains what was a secret once, of something that nobody has any more': [
    {
      do: 'write',
      resource: {
        slot: 0,
        name: 'net_c',
        kind: 'bucket',
        value: 'v1',
        key: 'k2',
        secret: 'hush-8050-secret',
        reads: [],
      },
    },
    {
      do: 'write',
      resource: {
        slot: 1,
        name: 'b',
        kind: 'bucket',
        value: 'v2',
        key: 'k4',
        reads: [{ slot: 0, output: 'secret', into: 'needs' }],
      },
    },
    { do: 'retain', name: 'b', to: true },
    { do: 'up', luck: 1, program: inline },
    { do: 'remove', name: 'net_c' },
    { do: 'remove', name: 'b' },
    { do: 'up', luck: 1, program: inline },
    { do: 'write', resource: { slot: 2, name: 'net_sub_d', kind: 'bucket', value: 'v4', key: 'k4', reads: [] } },
    { do: 'up', luck: 1, trouble: [{ what: 'kill', at: 17 }], program: inline },
  ],
}
