/** Fault rows 47 to 49: plugins that are always busy, rude, or answer without a question. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { run, type Ended } from '../ledger/command.ts'
import { makeWorld, processesLeft, type World } from '../ledger/world.ts'

async function inWorld(work: (world: World) => Promise<void>): Promise<void> {
  const world = makeWorld()
  try {
    await work(world)
    assert.deepEqual(await processesLeft(world, 30_000), [])
  } finally {
    world.remove()
  }
}

interface Event {
  readonly type: string
  readonly name?: string
  readonly method?: string
  readonly attempt?: number
  readonly code?: string
  readonly retryInMs?: number
}

function eventsOf({ stdout }: Ended): readonly Event[] {
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Event)
}

const busy = (on: 'deploy' | 'destroy'): string => `version: 2025-11-02
resources:
  busy:
    type: null/resource
    spec:
      value: x
      fail: {code: TRANSIENT, on: ${on}, message: come back later}
  other:
    type: null/resource
    spec:
      value: y
`

describe('a plugin that is always busy', () => {
  const policy = {
    SLIPWAY_RETRY_MAX_RETRIES: '4',
    SLIPWAY_RETRY_FIRST_DELAY_MS: '8',
    SLIPWAY_RETRY_FACTOR: '3',
    SLIPWAY_RETRY_MAX_DELAY_MS: '100',
  }

  test('is retried a fixed number of times with growing pauses, each reported with its code', () =>
    inWorld(async (world) => {
      world.writeBlueprint(busy('deploy'))
      const env = { ...policy, SLIPWAY_RETRY_JITTER: 'false' }
      const failed = await run(world, ['up', '--yes', '--json'], env)
      assert.equal(failed.code, 1, failed.stderr)
      const attempts = eventsOf(failed).filter(({ type }) => type === 'attempt-failed')
      assert.deepEqual(
        attempts.map(({ name, method, attempt, code, retryInMs }) => [name, method, attempt, code, retryInMs]),
        [8, 24, 72, 100, undefined].map((pause, index) => [
          'busy',
          'provider.Resource.Deploy',
          index + 1,
          'TRANSIENT',
          pause,
        ]),
      )
      const states = JSON.parse((await run(world, ['state', 'list', '--json'])).stdout) as unknown[]
      assert.deepEqual(
        states.map((state) => Object.entries(state as object).filter(([key]) => key === 'name' || key === 'status')),
        [
          [
            ['name', 'busy'],
            ['status', 'create-failed'],
          ],
          [
            ['name', 'other'],
            ['status', 'created'],
          ],
        ],
      )
    }))

  test('is retried after a random part of each pause', () =>
    inWorld(async (world) => {
      world.writeBlueprint(busy('deploy'))
      const failed = await run(world, ['up', '--yes', '--json'], policy)
      const pauses = eventsOf(failed).flatMap(({ type, retryInMs }) =>
        type === 'attempt-failed' && retryInMs !== undefined ? [retryInMs] : [],
      )
      const most = [8, 24, 72, 100]
      assert.equal(pauses.length, 4)
      assert.ok(
        pauses.every((pause, index) => pause <= (most[index] ?? 0)),
        pauses.join(),
      )
    }))

  test('is retried for a destroy, too, and the resource stays recorded with the reason', () =>
    inWorld(async (world) => {
      world.writeBlueprint(busy('destroy'))
      assert.equal((await run(world, ['up', '--yes'])).code, 0)
      const failed = await run(world, ['destroy', '--yes', '--json'], policy)
      assert.equal(failed.code, 1, failed.stderr)
      const attempts = eventsOf(failed).filter(({ type }) => type === 'attempt-failed')
      assert.deepEqual(
        attempts.map(({ method, attempt }) => `${method} ${attempt}`),
        [1, 2, 3, 4, 5].map((attempt) => `provider.Resource.Destroy ${attempt}`),
      )
      const shown = await run(world, ['state', 'show', 'busy', '--json'])
      const { status, failureReasons } = JSON.parse(shown.stdout) as { status: string; failureReasons: unknown }
      assert.deepEqual([status, failureReasons], ['destroy-failed', ['come back later']])
    }))
})

const thing = (spec: string): string => `version: 2025-11-02
resources:
  thing:
    type: faulty/thing
    spec: ${spec}
`

describe('a plugin with wrong answers', () => {
  test('is reported once as UNEXPECTED, in bounded length, for unknown codes, bad details or huge texts', () =>
    inWorld(async (world) => {
      world.installFaulty('rude')
      world.writeBlueprint(thing('{do: nothing}'))
      const failed = await run(world, ['up', '--yes'])
      assert.equal(failed.code, 1)
      assert.match(failed.stderr, /thing failed creating, may exist \(UNEXPECTED\): rude/)
      assert.ok(failed.stderr.length < 100_000, `${failed.stderr.length} characters`)
      assert.ok(!failed.stderr.includes('\u001b'), 'it must not steer a terminal')
      assert.doesNotMatch(failed.stderr, /attempt 2/)
      const shown = await run(world, ['state', 'show', 'thing', '--json'])
      const { status, failureReasons } = JSON.parse(shown.stdout) as { status: string; failureReasons: string[] }
      assert.equal(status, 'create-failed')
      assert.ok((failureReasons[0]?.length ?? 0) < 17_000)
    }))

  for (const [what, spec, message] of [
    ['a field that its schema does not have', '{do: extra}', /spec\.surprise: its schema has no such property/],
    ['a value of another type', '{do: mistype}', /spec\.pid: it must be of type integer/],
  ] as const)
    test(`is refused by name, and created resources are recorded: ${what}`, () =>
      inWorld(async (world) => {
        world.installFaulty('good')
        world.writeBlueprint(thing(spec))
        const failed = await run(world, ['up', '--yes'])
        assert.equal(failed.code, 1, failed.stderr)
        assert.match(failed.stderr, message)
        const listed = JSON.parse((await run(world, ['state', 'list', '--json'])).stdout) as { status: string }[]
        assert.deepEqual(
          listed.map(({ status }) => status),
          ['create-failed'],
        )
        assert.equal((await run(world, ['destroy', '--yes'])).code, 0)
      }))
})
