import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type CurrentResource, Failure, type GatewayDeploy } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { ref, text } from '../../testing/fake-blueprint.ts'
import { type CloudCall, plain } from '../../testing/fake-cloud.ts'
import { FakeEngine, type Up } from '../../testing/fake-engine.ts'
import type { AskingCall, PluginDesk } from './plugin-desk.ts'

type Asks = (desk: PluginDesk, asking: AskingCall) => Promise<unknown>

/** An engine that makes `db`, then `web`. While the provider makes `web`, a plugin asks the desk. */
class Workshop {
  readonly engine = new FakeEngine()
  #desk: PluginDesk | undefined

  /**
   * Runs an `up` during which a plugin asks the desk.
   *
   * @param value of `web`, so that a second run has something to do
   */
  async up(asks: Asks, { value = 'first', pluginId = 'test/fake' } = {}): Promise<Up> {
    let asked: Promise<unknown> = Promise.reject(new Error('web is not made'))
    asked.catch(() => undefined)
    this.engine.cloud.interfere = async ({ method, name, effect, resourceId: id = '' }: CloudCall) => {
      if (method !== 'Deploy' || name !== 'web' || effect || this.#desk === undefined) return
      const call = { pluginId, title: 'DeployResource fake/find web', changes: { kind: 'resource', id, name } } as const
      // An error that is thrown here would only fail the call, but the test must fail.
      asked = asks(this.#desk, { call, signal: new AbortController().signal, deadlineMs: 1000 })
      await asked.catch(() => undefined)
    }
    const web = { spec: { value: text(`${value} `, ref('db.spec.id')) } }
    const resources = { db: { spec: { value: 'data' } }, web }
    const up = await this.engine.up({ resources }, { run: { onDesk: (desk) => (this.#desk = desk) } })
    await asked
    assert.equal(up.result.outcome, 'succeeded')
    return up
  }

  async record(name: string): Promise<ResourceRecord> {
    const found = (await this.engine.state())?.resources.find((record) => record.name === name)
    assert.ok(found, `${name} is recorded`)
    return found
  }
}

function helper(more: Partial<GatewayDeploy> = {}): GatewayDeploy {
  return {
    type: 'fake/find',
    resourceId: '',
    resourceName: 'helper',
    instanceId: '',
    instanceName: '',
    spec: { value: 'help' },
    changes: { modified: [], added: [], removed: [], unchanged: [], mustRecreate: false },
    waitUntilStable: true,
    ...more,
  } as GatewayDeploy
}

const recorded: CurrentResource = { spec: {}, status: 'created', dependsOn: [], lastDeployed: 0 }

/** The failure with which the desk refuses a request. */
async function refusal(asked: Promise<unknown>): Promise<Failure> {
  const thrown: unknown = await asked.then(
    () => undefined,
    (error: unknown) => error,
  )
  assert.ok(thrown instanceof Failure, 'it is refused')
  return thrown
}

describe('a plugin that asks the desk', () => {
  test('creates a resource that is recorded as made for the plugin’s own', async () => {
    const shop = new Workshop()
    let computed: unknown
    await shop.up(async (desk, asking) => {
      computed = await desk.deploy(helper(), asking)
    })
    const made = await shop.record('web:helper')
    const web = await shop.record('web')
    assert.deepEqual(made.madeFor, { pluginId: 'test/fake', id: web.id })
    assert.equal((computed as Record<string, unknown>)['spec.echo'], 'echo of help')
    assert.deepEqual(shop.engine.cloud.names(), ['db', 'web', 'web:helper'])
  })

  test('updates and destroys its own creations completely', async () => {
    const shop = new Workshop()
    await shop.up((desk, asking) => desk.deploy(helper(), asking))
    const { id: resourceId } = await shop.record('web:helper')
    const changed = helper({ resourceId, spec: { value: 'more help' } })
    await shop.up((desk, asking) => desk.deploy(changed, asking), { value: 'second' })
    assert.equal((await shop.record('web:helper')).spec['value'], 'more help')
    await shop.up((desk, asking) => desk.destroy({ ...changed, current: recorded }, asking), { value: 'third' })
    assert.deepEqual(shop.engine.cloud.names(), ['db', 'web'])
  })

  test('may neither change nor destroy resources of the blueprint', async () => {
    const shop = new Workshop()
    await shop.up(async (desk, asking) => {
      const { id: resourceId } = await shop.record('db')
      const mine = helper({ resourceId, spec: { value: 'mine' } })
      const refused = [
        await refusal(desk.deploy(mine, asking)),
        await refusal(desk.destroy({ ...mine, current: recorded }, asking)),
      ]
      for (const { code, message } of refused) {
        assert.equal(code, 'engine/not-made-here')
        assert.equal(message, 'test/fake cannot change db (fake/find): the blueprint has it')
      }
    })
    assert.equal((await shop.record('db')).spec['value'], 'data')
    assert.deepEqual(shop.engine.cloud.names(), ['db', 'web'])
  })

  test('may neither change nor destroy another plugin’s creations', async () => {
    const shop = new Workshop()
    await shop.up((desk, asking) => desk.deploy(helper(), asking))
    const { id: resourceId } = await shop.record('web:helper')
    const theirs = helper({ resourceId, spec: { value: 'theirs' } })
    const other = { value: 'second', pluginId: 'evil/fake' }
    await shop.up(async (desk, asking) => {
      const { message } = await refusal(desk.deploy(theirs, asking))
      assert.equal(message, 'evil/fake cannot change web:helper (fake/find): test/fake has made it')
      await refusal(desk.destroy({ ...theirs, current: recorded }, asking))
    }, other)
    assert.equal((await shop.record('web:helper')).spec['value'], 'help')
  })

  test('may not change its creation under another type', async () => {
    const shop = new Workshop()
    await shop.up((desk, asking) => desk.deploy(helper(), asking))
    const { id: resourceId } = await shop.record('web:helper')
    const otherType = helper({ resourceId, type: 'fake/ask' })
    await shop.up(
      async (desk, asking) =>
        assert.equal((await refusal(desk.deploy(otherType, asking))).code, 'engine/not-made-here'),
      { value: 'second' },
    )
  })

  test('gets an error for destroying a resource that it never created', async () => {
    await new Workshop().up(async (desk, asking) => {
      const { code, message } = await refusal(
        desk.destroy({ ...helper({ resourceId: 'x' }), current: recorded }, asking),
      )
      assert.equal(code, 'engine/not-made-here')
      assert.equal(message, 'test/fake has not created a fake/find with the id x')
    })
  })

  test('cannot ask for resources of another instance', async () => {
    await new Workshop().up(async (desk, asking) => {
      const elsewhere = helper({ instanceId: 'prod' })
      const asked = [
        desk.deploy(elsewhere, asking),
        desk.destroy({ ...elsewhere, current: recorded }, asking),
        desk.lookUp({ type: 'fake/find', instanceId: 'prod', externalId: 'x' }, asking.call),
      ]
      for (const { code } of await Promise.all(asked.map(refusal))) assert.equal(code, 'engine/other-instance')
      assert.throws(() => desk.checkInstance('prod'), /prod is not the instance that is being deployed, which is site/)
      desk.checkInstance('site')
    })
  })

  test('creates nothing during a read-only call', async () => {
    await new Workshop().up(async (desk, asking) => {
      const only = { ...asking, call: { pluginId: 'test/fake', title: 'fake::shout' } }
      const { code, message } = await refusal(desk.deploy(helper(), only))
      assert.equal(code, 'engine/nothing-to-make-for')
      assert.equal(
        message,
        'fake::shout (test/fake) cannot deploy fake/find: it is not deploying or destroying anything',
      )
    })
  })

  test('finds records by the id field of their type, and none by another id or type', async () => {
    const shop = new Workshop()
    await shop.up(async (desk, { call }) => {
      const externalId = plain(shop.engine.cloud.named('db')[0]?.spec['id'])
      const look = (id: string, type = 'fake/find') => desk.lookUp({ type, instanceId: 'site', externalId: id }, call)
      const found = await look(externalId)
      assert.equal(found?.resourceName, 'db')
      assert.equal(found.current.spec['value'], 'data')
      assert.equal(await look('another id'), undefined)
      assert.equal(await look(externalId, 'fake/ask'), undefined)
    })
  })

  test('gets a numbered name if the name is taken', async () => {
    const shop = new Workshop()
    await shop.up(async (desk, asking) => {
      await desk.deploy(helper(), asking)
      await desk.deploy(helper({ resourceName: '' }), asking)
      await desk.deploy(helper({ resourceName: '' }), asking)
    })
    assert.deepEqual(shop.engine.cloud.names(), ['db', 'web', 'web:find', 'web:find-2', 'web:helper'])
  })
})
