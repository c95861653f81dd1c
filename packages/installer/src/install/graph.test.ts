import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { Failure } from '@slipway/model'
import { type FakePlugin, sha256, wanted } from '../testing/fake-plugins.ts'
import { treeText } from '../testing/disks/tree-text.ts'
import { world } from '../testing/world.ts'

const v1 = '1.0.0'

function plugin(name: string, ...needs: readonly string[]): FakePlugin {
  return { name, version: v1, needs: needs.map((each) => `${each}@${v1}`), hasDependencies: true, isSources: true }
}

/** Returns the plugins in the order in which step 5 of each began. */
function installedOrder(deeds: readonly string[]): readonly string[] {
  return deeds.filter((deed) => deed.startsWith('dependencies')).map((deed) => deed.slice('dependencies '.length))
}

describe('the graph', () => {
  test('a plugin that two need is installed once, before both', async (t) => {
    const { installer, source, deeds } = world(t, [
      plugin('a', 'b', 'c'),
      plugin('b', 'd'),
      plugin('c', 'd'),
      plugin('d'),
    ])
    const [outcome] = await installer.install([wanted('a@1.0.0')])
    assert.equal(outcome?.action, 'installed')
    const order = installedOrder(deeds)
    assert.equal(order[0], 'd')
    assert.equal(order[3], 'a')
    assert.deepEqual(order.toSorted(), ['a', 'b', 'c', 'd'])
    assert.equal(source.asked.filter((each) => each === 'fetch d@1.0.0').length, 1)
  })

  test('plugins that need each other are reported with the whole chain, and stay partial', async (t) => {
    const { installer, plugins } = world(t, [plugin('a', 'b'), plugin('b', 'c'), plugin('c', 'a')])
    const [outcome] = await installer.install([wanted('a@1.0.0')])
    assert.equal(outcome?.failure?.code, 'install/cycle')
    assert.match(
      outcome.failure.message,
      /pulumi:c@1\.0\.0 -> pulumi:a@1\.0\.0 -> pulumi:b@1\.0\.0 -> pulumi:c@1\.0\.0/,
    )
    for (const name of ['a', 'b', 'c']) assert.ok(existsSync(join(plugins, `resource-${name}-v1.0.0.partial`)), name)
  })

  test('a plugin that needs itself is reported', async (t) => {
    const { installer } = world(t, [plugin('a', 'a')])
    const [outcome] = await installer.install([wanted('a@1.0.0')])
    assert.match(outcome?.failure?.message ?? '', /pulumi:a@1\.0\.0 -> pulumi:a@1\.0\.0/)
  })

  test('two versions of one plugin lie side by side', async (t) => {
    const { installer, plugins } = world(t, [
      { name: 'a', version: v1, needs: ['x@1.0.0', 'y@1.0.0'] },
      { name: 'x', version: v1, needs: ['d@1.0.0'] },
      { name: 'y', version: v1, needs: ['d@2.0.0'] },
      { name: 'd', version: '1.0.0' },
      { name: 'd', version: '2.0.0' },
    ])
    const [outcome] = await installer.install([wanted('a@1.0.0')])
    assert.equal(outcome?.action, 'installed')
    assert.deepEqual(readdirSync(plugins), [
      'resource-a-v1.0.0',
      'resource-d-v1.0.0',
      'resource-d-v2.0.0',
      'resource-x-v1.0.0',
      'resource-y-v1.0.0',
    ])
  })

  test('several packages that parameters make of one plugin are one download', async (t) => {
    const { installer, source } = world(t, [plugin('bridge')])
    const bridge = wanted('bridge@1.0.0')
    const packages = ['hashicorp/time', 'hashicorp/null'].map((name) =>
      Object.assign({}, bridge, { parameters: [name] }),
    )
    const outcomes = await installer.install(packages)
    assert.deepEqual(
      outcomes.map(({ action, descriptor }) => [action, descriptor.parameters]),
      [
        ['installed', ['hashicorp/time']],
        ['installed', ['hashicorp/null']],
      ],
    )
    assert.deepEqual(source.asked, ['offer bridge@1.0.0', 'fetch bridge@1.0.0'])
  })

  test('a range and a number that mean the same version are one plugin', async (t) => {
    const { installer, source } = world(t, [plugin('a')])
    const outcomes = await installer.install([wanted('a@^1.0.0'), wanted('a@1.0.0'), wanted('a')])
    assert.deepEqual(
      outcomes.map(({ action }) => action),
      ['installed', 'installed', 'installed'],
    )
    assert.equal(source.asked.filter((each) => each.startsWith('fetch')).length, 1)
  })

  test('what an installed plugin needs is not looked at again', async (t) => {
    const { installer, source, deeds } = world(t, [plugin('a', 'b'), plugin('b')])
    await installer.install([wanted('a@1.0.0')])
    const [asked, done] = [source.asked.length, deeds.length]
    await installer.install([wanted('a@1.0.0')])
    assert.deepEqual([source.asked.length, deeds.length], [asked, done])
  })

  test('one failing branch lets the others finish, and every failure is reported', async (t) => {
    const { installer, plugins } = world(
      t,
      [plugin('a', 'good', 'bad', 'worse'), plugin('good', 'deep'), plugin('deep')],
      {
        beforeFetch: ({ name }) => {
          if (name === 'bad' || name === 'worse') throw new Failure('install/unreachable', `${name} cannot be reached`)
        },
      },
    )
    const [outcome] = await installer.install([wanted('a@1.0.0')])
    assert.equal(outcome?.failure?.code, 'install/needed')
    assert.match([outcome.failure.message, ...outcome.failure.details].join('\n'), /no bad@1\.0\.0[^]*no worse@1\.0\.0/)
    for (const name of ['good', 'deep']) {
      assert.ok(existsSync(join(plugins, `resource-${name}-v1.0.0`)), name)
      assert.ok(!existsSync(join(plugins, `resource-${name}-v1.0.0.partial`)), name)
    }
  })

  test('each wanted plugin has its own outcome', async (t) => {
    const { installer } = world(t, [plugin('a')])
    const outcomes = await installer.install([wanted('gone@1.0.0'), wanted('a@1.0.0')])
    assert.deepEqual(
      outcomes.map(({ action, failure }) => [action, failure?.code]),
      [
        ['failed', 'install/not-found'],
        ['installed', undefined],
      ],
    )
  })

  test('one at a time gives the same result as all at once', async (t) => {
    const chains = ['x', 'y', 'z'].flatMap((chain) => [
      plugin(`${chain}1`, `${chain}2`),
      plugin(`${chain}2`, `${chain}3`, 'shared'),
      plugin(`${chain}3`),
    ])
    const all = [plugin('root', 'x1', 'y1', 'z1'), plugin('shared'), ...chains]
    const slow = world(t, all)
    await slow.installer.install([wanted('root@1.0.0')], { parallel: 1 })
    const expected = treeText(slow.plugins)
    for (let run = 0; run < 3; run++) {
      const fast = world(t, all, {
        // The order differs in each run.
        beforeFetch: async ({ name }) => {
          for (let turns = Number.parseInt(sha256(Buffer.from(`${name}${run}`)).slice(0, 1), 16); turns > 0; turns--)
            await new Promise(setImmediate)
        },
      })
      await fast.installer.install([wanted('root@1.0.0')], { parallel: 100 })
      assert.equal(treeText(fast.plugins), expected)
    }
  })
})
