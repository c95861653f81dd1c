import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Secret, Unknown, equalValues, valueMap, type Value } from '@slipway/model'
import { kinds, withInstance, type Check } from './conformance-kinds.ts'
import { teams } from './conformance-teams.ts'
import type { StoreClock } from '../lock.ts'
import type { Lease, Sealer, StateStore } from '../port.ts'
import type { StateChange } from '../records.ts'
import {
  LosableSealer,
  ManualClock,
  sampleHolder,
  sampleInstance,
  sampleIntent,
  sampleResource,
  sampleRun,
  takeLock,
} from '../testing.ts'

/** A driver under test: makes an open, empty store on the given clock, and removes it. */
export interface StoreFixture {
  /** Whether engines on other machines tell the end of a lease by a clock of their own, or all by the same one. */
  readonly clockOfOthers: 'their own' | 'the same'
  make(clock: StoreClock, sealer: Sealer): Promise<{ readonly store: StateStore; dispose(): Promise<void> }>
}

/** The duties of every driver of state. Run it from a test file: `stateStoreConformance('sqlite', fixture)`. */
export function stateStoreConformance(driver: string, fixture: StoreFixture): void {
  const check: Check = (name, body) => {
    test(name, async () => {
      const clock = new ManualClock()
      const sealer = new LosableSealer()
      const made = await fixture.make(clock, sealer)
      try {
        await body(made.store, clock, sealer)
      } finally {
        await made.dispose()
      }
    })
  }
  describe(`${driver} keeps records`, () => {
    records(check)
    kinds(check)
  })
  describe(`${driver} applies commits whole`, () => commits(check))
  describe(`${driver} without its key`, () => secrets(check))
  describe(`${driver} with recipients`, () => teams(check))
  describe(`${driver} lets one holder write`, () => locks(check, fixture.clockOfOthers))
}

const holder = sampleHolder('run-1')
const other = sampleHolder('run-2')
const patient = { leaseMs: 30_000, isGone: () => false }

function records(check: Check): void {
  check('knows nothing at first', async (store) => {
    assert.deepEqual(await store.instances(), [])
    assert.equal(await store.load('site'), undefined)
    assert.deepEqual(await store.runs('site', 10), [])
    assert.equal(await store.holder('site'), undefined)
  })

  check('gives back what was written', async (store) => {
    const lease = await withInstance(store)
    const web = sampleResource('web', {
      durationMs: 12,
      description: 'the site',
      pluginDescriptor: 'github:acme/local',
      createdAt: 3_000,
    })
    const folder = sampleResource('folder', { dependsOn: [] })
    await store.commit(lease, [
      { kind: 'resource', resource: web },
      { kind: 'resource', resource: folder },
      { kind: 'begin', intent: sampleIntent('late', { startedAt: 9_000 }) },
      { kind: 'begin', intent: sampleIntent('early') },
    ])
    assert.deepEqual(await store.load('site'), {
      instance: sampleInstance('site'),
      resources: [folder, web],
      intents: [sampleIntent('early'), sampleIntent('late', { startedAt: 9_000 })],
    })
  })

  check('replaces, forgets and ends by id', async (store) => {
    const lease = await withInstance(store)
    await store.commit(lease, [
      { kind: 'begin', intent: sampleIntent('i') },
      { kind: 'resource', resource: sampleResource('web') },
      { kind: 'resource', resource: sampleResource('old') },
    ])
    await store.commit(lease, [
      { kind: 'end', intentId: 'i' },
      { kind: 'resource', resource: sampleResource('web', { status: 'updated' }) },
      { kind: 'forget', resourceId: 'id-old' },
      { kind: 'instance', instance: sampleInstance('site', { version: 2, status: 'deployed' }) },
    ])
    const state = await store.load('site')
    assert.deepEqual(state?.resources, [sampleResource('web', { status: 'updated' })])
    assert.deepEqual(state?.intents, [])
    assert.equal(state?.instance.version, 2)
  })

  check('keeps instances apart, and lists them by name', async (store) => {
    const site = await withInstance(store)
    const shop = await withInstance(store, 'shop')
    await store.commit(site, [{ kind: 'resource', resource: sampleResource('web') }])
    await store.commit(shop, [{ kind: 'resource', resource: sampleResource('web', { type: 'local/command' }) }])
    assert.deepEqual(
      (await store.instances()).map(({ name }) => name),
      ['shop', 'site'],
    )
    await store.commit(site, [{ kind: 'remove-instance' }])
    assert.equal(await store.load('site'), undefined)
    assert.equal((await store.load('shop'))?.resources[0]?.type, 'local/command')
  })

  check('tells the newest runs first, and each once', async (store) => {
    const lease = await withInstance(store)
    for (const id of ['r1', 'r2', 'r3'])
      await store.commit(lease, [{ kind: 'run', run: sampleRun(id, { outcome: 'running' }) }])
    const finished = sampleRun('r2', { outcome: 'failed', reasons: ['no'], finishedAt: 2_000, notes: ['a', 1n] })
    await store.commit(lease, [{ kind: 'run', run: finished }])
    assert.deepEqual(
      (await store.runs('site', 2)).map(({ id }) => id),
      ['r3', 'r2'],
    )
    assert.deepEqual((await store.runs('site', 10))[1], { ...finished, notes: ['a', 1n] })
  })

  check('keeps every value exactly', async (store) => {
    const lease = await withInstance(store)
    for (const [name, value] of Object.entries(oddValues())) {
      const spec = valueMap([['value', value]])
      await store.commit(lease, [{ kind: 'resource', resource: sampleResource(name, { spec }) }])
      const loaded = (await store.load('site'))?.resources.find((resource) => resource.name === name)
      assert.ok(equalValues(loaded?.spec ?? null, spec), `${name} came back changed`)
      assert.deepEqual(loaded?.spec, spec)
    }
  })
}

function oddValues(): Readonly<Record<string, Value>> {
  return {
    integers: [2n ** 63n, -(2n ** 53n) - 1n, Number.MAX_SAFE_INTEGER],
    floats: [0.1, -0, Number.NaN, Number.POSITIVE_INFINITY, 1e300],
    text: ['', '\u0000', '\ud83d\ude80', '"\\', '\u2028'],
    proto: valueMap([
      ['__proto__', valueMap([['polluted', true]])],
      ['constructor', 1],
      ['toJSON', 'x'],
    ]),
    forged: [
      valueMap([['$secret', '1:x:y']]),
      valueMap([['$int', '12']]),
      valueMap([['$map', valueMap([['$int', '1']])]]),
      valueMap([
        ['$other', null],
        ['$secret', 1],
      ]),
    ],
    secrets: [
      new Secret('s'),
      new Secret(valueMap([['inner', [1, 2n ** 70n]]])),
      valueMap([['$secret', new Secret(null)]]),
    ],
    empty: [[], valueMap(), '', null],
  }
}

function commits(check: Check): void {
  check('refuses a value that is not known yet, and applies nothing of that commit', async (store) => {
    const lease = await withInstance(store)
    const spec = valueMap([['id', [new Unknown('resources.db.spec.id')]]])
    const changes: StateChange[] = [
      { kind: 'resource', resource: sampleResource('web') },
      { kind: 'resource', resource: sampleResource('db', { spec }) },
    ]
    await assert.rejects(store.commit(lease, changes), {
      code: 'state/unknown-value',
      message: /resources\.db\.spec\.id/,
    })
    assert.deepEqual((await store.load('site'))?.resources, [])
  })

  check('keeps the order of commits that were not awaited', async (store) => {
    const lease = await withInstance(store)
    const statuses = ['creating', 'created', 'updating', 'updated'] as const
    await Promise.all(
      statuses.map((status) =>
        store.commit(lease, [{ kind: 'resource', resource: sampleResource('web', { status }) }]),
      ),
    )
    assert.equal((await store.load('site'))?.resources[0]?.status, 'updated')
  })

  check('does not share what it was given', async (store) => {
    const lease = await withInstance(store)
    const spec = valueMap([['port', 80]])
    await store.commit(lease, [{ kind: 'resource', resource: sampleResource('web', { spec }) }])
    spec['port'] = 443
    assert.equal((await store.load('site'))?.resources[0]?.spec['port'], 80)
  })

  check('a fenced commit fails alone in its group', async (store) => {
    const late = await withInstance(store)
    const good = await withInstance(store, 'shop')
    await store.breakLock('site')
    const change: StateChange = { kind: 'resource', resource: sampleResource('web') }
    const [refused, done] = await Promise.allSettled([store.commit(late, [change]), store.commit(good, [change])])
    assert.equal(refused.status === 'rejected' && (refused.reason as { code: string }).code, 'state/fenced')
    assert.equal(done.status, 'fulfilled')
    assert.deepEqual((await store.load('site'))?.resources, [])
    assert.equal((await store.load('shop'))?.resources.length, 1)
  })

  check('two instances change together, or neither does', async (store) => {
    const [site, shop] = [await withInstance(store), await withInstance(store, 'shop')]
    const change: StateChange = { kind: 'resource', resource: sampleResource('web') }
    await store.commit(shop, [change], { lease: site, changes: [{ kind: 'remove-instance' }] })
    assert.deepEqual([await store.load('site'), (await store.load('shop'))?.resources.length], [undefined, 1])
    await store.breakLock('site')
    const gone: StateChange = { kind: 'remove-instance' }
    await assert.rejects(store.commit(shop, [gone], { lease: site, changes: [change] }), { code: 'state/fenced' })
    assert.equal((await store.load('shop'))?.resources.length, 1)
  })
}

/** `web` has a secret and reads `base`; `plain` has none and needs nothing. */
async function withSecrets(store: StateStore): Promise<Lease> {
  const lease = await withInstance(store)
  const bare = { spec: valueMap([['path', '/srv']]), dependsOn: [], reads: [] }
  await store.commit(lease, [
    { kind: 'resource', resource: sampleResource('base', bare) },
    { kind: 'resource', resource: sampleResource('below', { ...bare, reads: ['id-base'] }) },
    { kind: 'resource', resource: sampleResource('web', { dependsOn: ['base'], reads: ['id-below'] }) },
    { kind: 'resource', resource: sampleResource('plain', bare) },
  ])
  return lease
}

function secrets(check: Check): void {
  check('refuses a run, and shows what is not secret to who looks', async (store, _clock, sealer) => {
    const lease = await withSecrets(store)
    const whole = await store.load('site')
    await store.commit(lease, [{ kind: 'run', run: sampleRun('r', { notes: new Secret('n') }) }])
    sealer.isLost = true
    await assert.rejects(store.load('site'), {
      code: 'state/wrong-key',
      details: ['resource web (id-web): its secrets do not open'],
    })
    assert.deepEqual((await store.instances()).length, 1)
    const looked = await store.load('site', { skipDamaged: true })
    assert.deepEqual([looked?.resources.length, looked?.damaged], [4, []])
    const web = looked?.resources.find(({ name }) => name === 'web')
    assert.match(JSON.stringify(web?.spec), /\/srv\/web.*sealed with key test-key, which is not here/)
    assert.match(JSON.stringify((await store.runs('site', 1))[0]?.notes), /sealed with key test-key/)
    sealer.isLost = false
    assert.deepEqual(await store.load('site'), whole)
  })

  check('gives a run that takes down what opens, but for what the rest needs', async (store, _clock, sealer) => {
    const lease = await withSecrets(store)
    const spec = valueMap([['token', new Secret('later')]])
    await store.commit(lease, [
      { kind: 'resource', resource: sampleResource('changing', { spec: valueMap(), dependsOn: [], reads: [] }) },
      { kind: 'begin', intent: sampleIntent('i', { resource: sampleResource('changing', { spec }) }) },
    ])
    sealer.isLost = true
    const state = await store.load('site', { skipSealed: true })
    assert.deepEqual(
      state?.resources.map(({ name }) => name),
      ['plain'],
    )
    assert.deepEqual(state?.intents, [])
    assert.deepEqual(state?.damaged?.map(({ name, reason }) => `${name}: ${reason}`).sort(), [
      'base: below needs it',
      'below: web needs it',
      'changing: a call in doubt of it does not open',
      'changing: its secrets do not open',
      'web: its secrets do not open',
    ])
    sealer.isLost = false
    assert.deepEqual((await store.load('site', { skipSealed: true }))?.damaged, [])
  })

  check('writes what it could not open as it was', async (store, _clock, sealer) => {
    const lease = await withSecrets(store)
    const whole = await store.load('site')
    sealer.isLost = true
    const [web] =
      (await store.load('site', { skipDamaged: true }))?.resources.filter(({ name }) => name === 'web') ?? []
    if (web === undefined) throw new Error('there is no web')
    await store.commit(lease, [{ kind: 'resource', resource: web }])
    sealer.isLost = false
    assert.deepEqual(await store.load('site'), whole)
  })
}

function locks(check: Check, clockOfOthers: StoreFixture['clockOfOthers']): void {
  check('refuses a second holder and names the first', async (store, clock) => {
    await takeLock(store, 'site')
    assert.deepEqual(await store.holder('site'), holder)
    assert.deepEqual(await store.lock('site', other, patient), {
      acquired: false,
      holder,
      leaseEndsAt: clock.now() + 30_000,
    })
  })

  check('is free again after unlock, and its fence has grown', async (store) => {
    const first = await takeLock(store, 'site')
    await store.unlock(first)
    assert.equal(await store.holder('site'), undefined)
    const second = await takeLock(store, 'site', 'run-2')
    assert.ok(second.fence > first.fence)
    await store.unlock(first)
    assert.deepEqual(await store.holder('site'), other)
  })

  check('a lease that was given back writes nothing', async (store) => {
    const lease = await withInstance(store)
    await store.unlock(lease)
    await assert.rejects(store.commit(lease, [{ kind: 'remove-instance' }]), { code: 'state/fenced' })
    await assert.rejects(store.renew(lease, 30_000), { code: 'state/fenced' })
  })

  check('goes over at once when the holder is gone', async (store) => {
    const lease = await withInstance(store)
    const isGone = (asked: typeof holder): boolean => asked.runId === 'run-1'
    const answer = await store.lock('site', other, { leaseMs: 30_000, isGone })
    assert.deepEqual(answer, { acquired: true, lease: { instance: 'site', fence: lease.fence + 1 }, takenFrom: holder })
    await assert.rejects(store.commit(lease, []), { code: 'state/fenced', message: /pid 1 on loom, user ada/ })
  })

  check('goes over when the lease has run out, and not before', async (store, clock) => {
    const lease = await takeLock(store, 'site')
    clock.pass(29_000)
    await store.renew(lease, 30_000)
    clock.pass(29_999)
    assert.equal((await store.lock('site', other, patient)).acquired, false)
    clock.pass(1)
    assert.equal((await store.lock('site', other, patient)).acquired, true)
    await assert.rejects(store.renew(lease, 30_000), { code: 'state/fenced' })
  })

  check('is not freed by a wall clock that jumps', async (store, clock) => {
    await takeLock(store, 'site')
    clock.wall += 86_400_000
    assert.equal((await store.lock('site', other, patient)).acquired, false)
    const elsewhere = sampleHolder('run-3', { bootId: 'another', host: 'mill' })
    assert.equal((await store.lock('site', elsewhere, patient)).acquired, clockOfOthers === 'their own')
  })

  check('can be broken, and tells whose it was', async (store) => {
    const lease = await withInstance(store)
    assert.deepEqual(await store.breakLock('site'), holder)
    assert.equal(await store.breakLock('site'), undefined)
    await assert.rejects(store.commit(lease, [{ kind: 'remove-instance' }]), { code: 'state/fenced' })
    assert.ok((await takeLock(store, 'site', 'run-2')).fence > lease.fence)
  })

  check('removing an instance does not turn its fence back', async (store) => {
    const lease = await withInstance(store)
    await store.commit(lease, [{ kind: 'remove-instance' }])
    await store.unlock(lease)
    assert.ok((await takeLock(store, 'site')).fence > lease.fence)
  })
}
