import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  Failure,
  isSecret,
  type PropertySchema,
  type Provider,
  type ResourceTypeDefinition,
  revealed,
  type UpgradeRequest,
  type ValueMap,
  valueMap,
} from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { CheckedBlueprint } from '../../check/checked.ts'
import { makePlan, type PlanOptions } from '../../plan/draft/make-plan.ts'
import { gather } from '../../plan/draft/gather.ts'
import type { Ports } from '../../ports.ts'
import { type BlueprintDraft, fakeBlueprint } from '../../testing/fake-blueprint.ts'
import { fakeFailure, plain } from '../../testing/fake-cloud.ts'
import { actions, FakeEngine, type Up, withCommits } from '../../testing/fake-engine.ts'
import { fakeDefinition, fakeSchema, fakeTypeDefinition } from '../../testing/fake-types.ts'

const { value: _, password: __, ...attributes } = fakeSchema.attributes ?? {}
/** The schema of the next version: the field `value` has become `words`, and the password has moved into the text of a note. */
const schema: PropertySchema = {
  ...fakeSchema,
  required: ['words'],
  attributes: { ...attributes, words: { type: 'string' }, note: { type: 'string' } },
}
const renamed: ResourceTypeDefinition = { ...fakeTypeDefinition('fake/find'), schema, schemaVersion: 2 }

const first: BlueprintDraft = { resources: { db: { spec: { value: 'old', password: 'swordfish' } }, web: {} } }
const later = (words: string): BlueprintDraft => ({
  resources: { db: { spec: { words, note: 'it is swordfish' } }, web: { spec: { words: 'nothing' } } },
})

/** The next version of the plugin, with the same cloud and state. */
class NextVersion {
  readonly engine: FakeEngine
  readonly asked: UpgradeRequest[] = []
  /** The specs in the destroy requests. */
  readonly destroyed: ValueMap[] = []
  type = renamed
  pluginDescriptor: string | undefined
  upgrade: (spec: ValueMap) => object = ({ value = 'nothing', password, ...rest }) => ({
    ...rest,
    words: value,
    ...(password === undefined ? {} : { note: `it is ${plain(password)}` }),
  })

  constructor(engine: FakeEngine) {
    this.engine = engine
  }

  ports(): Ports {
    const ports = this.engine.ports()
    const cloud = this.engine.cloud.provider()
    const provider: Provider = {
      ...cloud,
      destroy: (request) => {
        this.destroyed.push(request.current.spec)
        return cloud.destroy(request)
      },
      upgrade: async (request) => {
        this.asked.push(request)
        return valueMap(Object.entries(this.upgrade(request.spec)))
      },
    }
    const definition = {
      ...fakeDefinition,
      pluginVersion: '2.0.0',
      ...(this.pluginDescriptor !== undefined && { pluginDescriptor: this.pluginDescriptor }),
      resourceTypes: { ...fakeDefinition.resourceTypes, 'fake/find': this.type },
    }
    const catalog = { define: () => Promise.resolve(definition), provider: () => Promise.resolve(provider) }
    return { ...ports, catalog: { ...ports.catalog, ...catalog } }
  }

  async plan(draft: BlueprintDraft | undefined, options: PlanOptions = { operation: 'up' }) {
    const blueprint = draft === undefined ? undefined : withType(fakeBlueprint(draft), this.type)
    const state = await this.engine.state()
    const request = { instance: 'site', state, blueprint, options, ports: this.ports() }
    const gathered = await gather(request)
    return { blueprint, gathered, plan: makePlan(blueprint, gathered, options) }
  }

  async up(draft: BlueprintDraft | undefined, options?: PlanOptions): Promise<Up> {
    const { blueprint, gathered, plan } = await this.plan(draft, options)
    return await this.engine.run(plan, gathered, blueprint, { ports: this.ports() })
  }
}

function withType(blueprint: CheckedBlueprint, definition: ResourceTypeDefinition): CheckedBlueprint {
  const resources = Array.from(blueprint.resources, ([name, one]) => [name, { ...one, definition }] as const)
  return { ...blueprint, resources: new Map(resources) }
}

async function deployed(): Promise<NextVersion> {
  const engine = new FakeEngine()
  await engine.up(first)
  engine.cloud.calls.length = 0
  return new NextVersion(engine)
}

async function recorded({ engine }: NextVersion, name: string): Promise<ResourceRecord> {
  const found = (await engine.state())?.resources.find((record) => record.name === name)
  return found ?? assert.fail(`nothing is recorded of ${name}`)
}

describe('a record of an earlier version of its type', () => {
  test('is upgraded for the plan, which records nothing and finds no change', async () => {
    const next = await deployed()
    const before = await next.engine.state()
    const { plan, gathered } = await next.plan(later('old'))
    assert.deepEqual(actions(plan), [])
    assert.deepEqual(
      next.asked.map(({ resourceName, schemaVersion, spec }) => [
        resourceName,
        schemaVersion,
        revealed(spec['value'] ?? null),
      ]),
      [
        ['db', 1, 'old'],
        ['web', 1, null],
      ],
    )
    assert.deepEqual(await next.engine.state(), before)
    const note = gathered.state?.resources.find(({ name }) => name === 'db')?.spec['note']
    assert.ok(note !== undefined && isSecret(note), 'what tells a secret under a new name is a secret')
  })

  test('stays in the state until the resource changes, even if other facts are recorded', async () => {
    const next = await deployed()
    await next.up(later('old'))
    const db = await recorded(next, 'db')
    assert.equal(db.schemaVersion, undefined)
    assert.equal(db.spec['value'], 'old')
    // The user can still go back to the first version.
    assert.deepEqual(actions((await next.engine.plan(first)).plan), [])
    const { result } = await next.up(later('new'))
    assert.equal(result.outcome, 'succeeded')
    const changed = await recorded(next, 'db')
    assert.equal(changed.schemaVersion, 2)
    assert.equal(changed.spec['words'], 'new')
    assert.equal((await recorded(next, 'web')).schemaVersion, undefined)
    next.asked.length = 0
    await next.plan(later('new'))
    assert.deepEqual(
      next.asked.map(({ resourceName }) => resourceName),
      ['web'],
    )
  })

  test('is recorded in its new form with the intent of the first change', async () => {
    const next = await deployed()
    next.engine.cloud.interfere = async ({ method, name }) => {
      if (method !== 'Deploy' || name !== 'db') return
      const during = await recorded(next, 'db')
      assert.equal(during.schemaVersion, 2)
      assert.equal(during.spec['words'], 'old')
      throw fakeFailure({ message: 'no' })
    }
    const { result } = await next.up(later('new'))
    assert.deepEqual(
      result.failures.map(({ name }) => name),
      ['db'],
    )
    assert.equal((await recorded(next, 'db')).schemaVersion, 2)
    next.engine.cloud.interfere = () => undefined
    assert.deepEqual(actions((await next.plan(later('new'))).plan), ['update db'])
  })

  test('is destroyed and read in its new form', async () => {
    const next = await deployed()
    const { result } = await next.up(undefined, { operation: 'destroy' })
    assert.equal(result.outcome, 'succeeded')
    assert.equal(next.asked.length, 2)
    assert.deepEqual(new Set(next.destroyed.map(({ words }) => words)), new Set(['nothing', 'old']))
    assert.deepEqual((await next.engine.state())?.resources, [])
  })

  test('is left alone if the plan excludes its resource', async () => {
    const next = await deployed()
    await next.plan(later('old'), { operation: 'up', targets: ['web'] })
    assert.deepEqual(
      next.asked.map(({ resourceName }) => resourceName),
      ['web'],
    )
  })

  test('whose upgrade violates the schema causes an error that names every problem', async () => {
    const next = await deployed()
    const before = await next.engine.state()
    next.upgrade = (spec) => spec
    await assert.rejects(next.up(later('new')), (thrown: unknown) => {
      assert.ok(thrown instanceof Failure)
      assert.equal(thrown.code, 'engine/bad-upgrade')
      assert.match(thrown.message, /test\/fake 2\.0\.0 .* db from version 1 to 2 of fake\/find/)
      assert.match(thrown.details.join('\n'), /value/)
      assert.match(thrown.hint ?? '', /test\/fake 1\.0\.0 still works: set plugins\.pin/)
      return true
    })
    assert.deepEqual(await next.engine.state(), before)
    assert.deepEqual(next.engine.cloud.calls, [])
  })

  test('of a type that the project defines: its errors name the file, and not a plugin to report or to pin', async () => {
    const next = await deployed()
    next.pluginDescriptor = 'source:lib/db.ts'
    next.upgrade = (spec) => spec
    await assert.rejects(next.up(later('new')), {
      message: /^lib\/db\.ts has upgraded (db|web) from version 1 to 2/,
      hint: 'correct lib/db.ts: nothing was changed, neither outside nor in the state',
    })
    next.type = { ...renamed, schemaVersion: 0 }
    await assert.rejects(next.up(later('new')), {
      message: /, and lib\/db\.ts only knows version 0$/,
      hint: 'take the text of lib/db.ts that recorded it, or a newer one',
    })
  })

  test('whose upgrade fails causes an error with the plugin’s words, and nothing changes', async () => {
    const next = await deployed()
    const before = await next.engine.state()
    next.upgrade = () => {
      throw fakeFailure({ message: 'I forgot how' })
    }
    await assert.rejects(
      next.up(later('new')),
      /upgrading the record of (db|web) from version 1 to 2 of fake\/find \(test\/fake, .*\): I forgot how/,
    )
    assert.deepEqual(await next.engine.state(), before)
    assert.deepEqual(next.engine.cloud.calls, [])
  })

  test('that is newer than the plugin knows is refused with a way out', async () => {
    const next = await deployed()
    await next.up(later('new'))
    await assert.rejects(next.engine.up(first), (thrown: unknown) => {
      assert.ok(thrown instanceof Failure)
      assert.equal(thrown.code, 'engine/recorded-by-newer')
      assert.match(
        thrown.message,
        /db was recorded by version 2 of fake\/find, and test\/fake 1\.0\.0 only knows version 1/,
      )
      assert.match(thrown.hint ?? '', /test\/fake 2\.0\.0.*plugins\.pin/)
      return true
    })
  })

  for (const moment of ['before-intent', 'after-intent', 'after-call', 'before-result', 'after-result'] as const)
    test(`is complete in one form if the engine is killed ${moment} of the first change`, async () => {
      const next = await deployed()
      const { blueprint, gathered, plan } = await next.plan(later('new'))
      let isKilled = false
      const failpoint = (at: string): void => {
        isKilled ||= at === moment
        if (isKilled) throw new Error('killed')
      }
      // A killed engine writes nothing.
      const store = withCommits(next.engine.store, async (lease, changes) => {
        if (isKilled) throw new Error('killed')
        await next.engine.store.commit(lease, changes)
      })
      const ports = { ...next.ports(), failpoint }
      await assert.rejects(next.engine.run(plan, gathered, blueprint, { ports, store }), /killed/)
      const left = await recorded(next, 'db')
      const isBegun = moment !== 'before-intent'
      assert.deepEqual(
        [left.schemaVersion, 'words' in left.spec, 'value' in left.spec],
        isBegun ? [2, true, false] : [undefined, false, true],
      )
      // Before the first change, the user can still go back. After it, the record has the new form, and the old version refuses it.
      if (isBegun) await assert.rejects(next.engine.plan(first), { code: 'engine/recorded-by-newer' })
      else assert.deepEqual(actions((await next.engine.plan(first)).plan), [])
      const { result } = await next.up(later('new'))
      assert.equal(result.outcome, 'succeeded')
      assert.equal((await recorded(next, 'db')).spec['words'], 'new')
      assert.deepEqual(actions((await next.plan(later('new'))).plan), [])
      assert.equal(next.engine.cloud.things.size, 2)
    })

  test('is upgraded inside interrupted calls, too', async () => {
    const engine = new FakeEngine()
    let isKilled = false
    const failpoint = (at: string): void => {
      isKilled ||= at === 'after-call'
      if (isKilled) throw new Error('killed')
    }
    const store = withCommits(engine.store, async (lease, changes) => {
      if (isKilled) throw new Error('killed')
      await engine.store.commit(lease, changes)
    })
    await assert.rejects(engine.up(first, { run: { ports: engine.ports({ failpoint }), store } }), /killed/)
    assert.ok(((await engine.state())?.intents.length ?? 0) > 0)
    // The next version of the plugin does not report these fields.
    engine.cloud.untold.add('value').add('password')
    const next = new NextVersion(engine)
    const { result } = await next.up(later('old'))
    assert.equal(result.outcome, 'succeeded')
    const db = await recorded(next, 'db')
    assert.deepEqual([db.schemaVersion, db.spec['words']], [2, 'old'])
    assert.equal(engine.cloud.named('db').length, 1)
  })
})
