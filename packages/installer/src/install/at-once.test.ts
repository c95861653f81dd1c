import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { Failure } from '@slipway/model'
import { type FakePlugin, wanted } from '../testing/fake-plugins.ts'
import { fakeSource } from '../testing/fake-source.ts'
import { memoryLock, world } from '../testing/world.ts'
import type { InstallEvent } from './installer.ts'

const near: FakePlugin = { name: 'near', version: '1.0.0', needs: ['far@1.0.0'], hasDependencies: true }
const far: FakePlugin = { name: 'far', version: '1.0.0' }

describe('several installs at once', () => {
  test('of the same plugins in one process download each once', async (t) => {
    const { installer, source, plugins } = world(t, [near, far])
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => installer.install([wanted('near@1.0.0')])))
    for (const [outcome] of outcomes) assert.equal(outcome?.failure, undefined)
    assert.deepEqual(source.asked.filter((each) => each.startsWith('fetch')).toSorted(), [
      'fetch far@1.0.0',
      'fetch near@1.0.0',
    ])
    assert.deepEqual(readdirSync(plugins), ['resource-far-v1.0.0', 'resource-near-v1.0.0'])
  })

  test('of plugins that need each other end with a message, in any order', async (t) => {
    const { installer } = world(t, [near, { ...far, needs: ['near@1.0.0'] }])
    const [first, second] = await Promise.all([
      installer.install([wanted('near@1.0.0')]),
      installer.install([wanted('far@1.0.0')]),
    ])
    assert.deepEqual([first[0]?.failure?.code, second[0]?.failure?.code], ['install/cycle', 'install/cycle'])
  })
})

describe('a download', () => {
  test('that breaks off continues from the existing part', async (t) => {
    const found: string[] = []
    const whole = fakeSource([far])
    const breaking = {
      ...whole,
      fetch: async (...[offer, into, access]: Parameters<typeof whole.fetch>) => {
        found.push(existsSync(into.file) ? readFileSync(into.file, 'utf8') : 'nothing')
        if (found.length > 1) return whole.fetch(offer, into, access)
        writeFileSync(into.file, 'half')
        throw new Failure('install/unreachable', 'the line broke')
      },
    }
    const { installer } = world(t, [], { parts: { sources: [breaking] } })
    const [broken] = await installer.install([wanted('far@1.0.0')])
    assert.equal(broken?.failure?.code, 'install/unreachable')
    assert.equal((await installer.install([wanted('far@1.0.0')]))[0]?.action, 'resumed')
    assert.deepEqual(found, ['nothing', 'half'])
  })

  test('that is cancelled leaves only a part to resume, and says so', async (t) => {
    const control = new AbortController()
    const { installer, root, plugins } = world(t, [far], {
      signal: control.signal,
      beforeFetch: () => {
        control.abort()
        control.signal.throwIfAborted()
      },
    })
    const [outcome] = await installer.install([wanted('far@1.0.0')])
    assert.equal(outcome?.failure?.code, 'install/cancelled')
    assert.ok(!existsSync(plugins))
    assert.deepEqual(readdirSync(join(root, 'store')).toSorted(), ['downloads', 'locks'])
  })
})

test('each plugin reports its steps in order', async (t) => {
  const { installer } = world(t, [near, far])
  const events: InstallEvent[] = []
  await installer.install([wanted('near@1.0.0')], { observe: (event) => events.push(event) })
  const steps = events
    .filter(({ descriptor }) => descriptor.form.form === 'pulumi' && descriptor.form.name === 'near')
    .map(({ step }) => step)
  assert.deepEqual(steps, ['resolve', 'download', 'verify', 'unpack', 'packages', 'dependencies', 'done'])
})

test('a plugin of no known kind is refused, and one of two kinds, too', async (t) => {
  const nobody = world(t, [far], { parts: { ecosystems: [] } })
  const [unknown] = await nobody.installer.install([wanted('far@1.0.0')])
  assert.equal(unknown?.failure?.code, 'install/not-a-plugin')
  const { parts, root } = world(t, [far])
  const [one] = parts.ecosystems
  const both = world(t, [far], {
    root,
    parts: { ecosystems: one === undefined ? [] : [one, { ...one, name: 'other' }] },
  })
  const [ambiguous] = await both.installer.install([wanted('far@1.0.0')])
  assert.equal(ambiguous?.failure?.code, 'install/several-plugins')
})

test('a program that may not be executed is refused', async (t) => {
  const { parts } = world(t, [far])
  const [one] = parts.ecosystems
  const { installer } = world(t, [far], {
    parts: {
      ecosystems: [
        {
          ...(one ?? assert.fail()),
          recognise: () => ({
            ecosystem: 'fake',
            kind: 'resource',
            name: 'far',
            version: '1.0.0',
            programs: ['lib/readme.txt'],
          }),
        },
      ],
    },
  })
  const [outcome] = await installer.install([wanted('far@1.0.0')])
  assert.equal(outcome?.failure?.code, 'install/not-a-plugin')
})

test('a lock file that cannot be written is reported with each installed plugin', async (t) => {
  const { installer, plugins } = world(t, [near, far])
  const failure = new Failure('install/unwritable-lock', 'slipway.lock cannot be written')
  const lock = memoryLock()
  lock.save = () => {
    throw failure
  }
  const outcomes = await installer.install([wanted('far@1.0.0'), wanted('gone@1.0.0')], { lock })
  assert.deepEqual(
    outcomes.map(({ action, failure: told }) => [action, told?.code]),
    [
      ['failed', 'install/unwritable-lock'],
      ['failed', 'install/not-found'],
    ],
  )
  assert.equal(outcomes[0]?.installed?.folder, join(plugins, 'resource-far-v1.0.0'))
})
