import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fakeBlueprint, fakeResource, type ResourceDraft } from '../../testing/fake-blueprint.ts'
import { fakeFailure } from '../../testing/fake-cloud.ts'
import { FakeEngine } from '../../testing/fake-engine.ts'
import { isUnknown } from '@slipway/model'
import { gather } from '../../plan/draft/gather.ts'
import { previewProgram } from './preview-program.ts'
import type { Program } from './program.ts'

interface Asked {
  readonly [name: string]: ResourceDraft
}

const linked: Asked = { web: { spec: { value: 'site' } }, db: { type: 'fake/ask', spec: { value: 'data' } } }

function pinned(pin: string): Asked {
  return { web: { spec: { value: 'site' } }, db: { type: 'fake/exclusive', spec: { pinned: pin } } }
}

/** A program that asks for these resources and links, such as `web::db`. */
function program(resources: Asked, links: readonly string[] = ['web::db']): Program {
  return async (want, saying) => {
    await Promise.all(Object.entries(resources).map(([name, draft]) => want(fakeResource(name, draft))))
    saying.links(fakeBlueprint({ resources, links }).links ?? [])
  }
}

/** The links in the plan, the calls that the run made for them, and the links that are recorded afterwards. */
async function upWith(engine: FakeEngine, asked: Program): Promise<readonly (readonly string[])[]> {
  const ports = engine.ports()
  const options = { operation: 'up' } as const
  const gathered = await gather({
    instance: 'site',
    state: await engine.state(),
    blueprint: undefined,
    options,
    ports,
  })
  const plan = await previewProgram({ blueprint: fakeBlueprint({}), gathered, ports, program: asked })
  engine.cloud.calls.length = 0
  const { result } = await engine.program(asked)
  const state = await engine.state()
  return [
    (plan.links ?? []).map(
      ({ action, name, reason }) => `${action} ${name}${reason === undefined ? '' : `: ${reason}`}`,
    ),
    engine.cloud.calls.filter((made) => /^(?:Update|Destroy db)/.test(made)),
    [result.outcome, ...(state?.links ?? []).map(({ name, status }) => `${name} ${status}`)],
  ]
}

/** An engine with a record. An engine knows its providers once something is recorded. */
async function engineWithRecords(): Promise<FakeEngine> {
  const engine = new FakeEngine()
  await engine.program(program({ log: {} }, []))
  return engine
}

const made = ['UpdateResourceA web::db', 'UpdateResourceB web::db', 'UpdateIntermediaryResources web::db']
const undone = made.toReversed()

describe('a link of a program', () => {
  test('is created once both ends are asked for, then left alone, and removed if the program drops it', async () => {
    const engine = await engineWithRecords()
    assert.deepEqual(await upWith(engine, program(linked)), [
      ['create web::db'],
      made,
      ['succeeded', 'web::db created'],
    ])
    assert.deepEqual(await upWith(engine, program(linked)), [['none web::db'], [], ['succeeded', 'web::db created']])
    assert.deepEqual(await upWith(engine, program(linked, [])), [
      ['delete web::db: the program no longer asks for it'],
      undone,
      ['succeeded'],
    ])
  })

  test('is updated when an end changes', async () => {
    const engine = await engineWithRecords()
    await upWith(engine, program(linked))
    const other = { ...linked, web: { spec: { value: 'other' } } }
    assert.deepEqual(await upWith(engine, program(other)), [
      ['update web::db: web changes'],
      made,
      ['succeeded', 'web::db updated'],
    ])
  })

  test('is removed before an end is destroyed', async () => {
    const engine = await engineWithRecords()
    await upWith(engine, program(linked))
    assert.deepEqual(await upWith(engine, program({ web: linked['web'] ?? {} }, [])), [
      ['delete web::db: the program no longer asks for it'],
      [...undone, 'Destroy db'],
      ['succeeded'],
    ])
  })

  test('is removed before an end is destroyed for its successor, and created again afterwards', async () => {
    const engine = await engineWithRecords()
    await upWith(engine, program(pinned('one')))
    const [shown, done, left] = await upWith(engine, program(pinned('two')))
    assert.deepEqual(shown, ['delete web::db: another link takes its place', 'create web::db'])
    assert.deepEqual(done, [...undone, 'Destroy db', ...made])
    assert.deepEqual(left, ['succeeded', 'web::db created'])
  })

  test('is neither created nor removed if the program fails', async () => {
    const engine = await engineWithRecords()
    const failing: Program = async (want, saying) => {
      await program(linked)(want, saying)
      throw new Error('no luck')
    }
    await assert.rejects(upWith(engine, failing), /no luck/)
    assert.deepEqual((await engine.program(failing)).result.outcome, 'failed')
    assert.deepEqual((await engine.state())?.links ?? [], [])
    await upWith(engine, program(linked))
    const silent: Program = async (want) => await program(linked)(want, sayingNothing)
    assert.deepEqual(await upWith(engine, silent), [[], [], ['succeeded', 'web::db created']])
  })

  test('is made before the end when the program reads its data, once, and left alone in the next run', async () => {
    const engine = await engineWithRecords()
    const told: unknown[] = []
    const [link] = fakeBlueprint({ resources: linked, links: ['web::db'] }).links ?? []
    assert.ok(link)
    const reads: Program = async (want, saying) => {
      await Promise.all(Object.entries(linked).map(([name, draft]) => want(fakeResource(name, draft))))
      const data = await saying.link(link)
      told.push(isUnknown(data) ? data.until : { ...(data as object) })
      await want(fakeResource('reader', { spec: { value: 'read' }, dependsOn: ['web', 'db'] }))
      saying.links([link])
    }
    const ports = engine.ports()
    const gathered = async () => {
      const state = await engine.state()
      return await gather({ instance: 'site', state, blueprint: undefined, options: { operation: 'up' }, ports })
    }
    const shown = async () =>
      await previewProgram({ blueprint: fakeBlueprint({}), gathered: await gathered(), ports, program: reads })
    assert.deepEqual(
      (await shown()).links?.map(({ action, name }) => `${action} ${name}`),
      ['create web::db'],
    )
    engine.cloud.calls.length = 0
    assert.equal((await engine.program(reads)).result.outcome, 'succeeded')
    const calls = engine.cloud.calls.filter((call) => /^(?:Update|Deploy reader)/.test(call))
    assert.deepEqual(calls, [...made, 'Deploy reader'])
    engine.cloud.calls.length = 0
    assert.deepEqual(
      (await shown()).links?.map(({ action, name }) => `${action} ${name}`),
      ['none web::db'],
    )
    await engine.program(reads)
    assert.deepEqual(
      engine.cloud.calls.filter((call) => call.startsWith('Update')),
      [],
    )
    const data = { from: 'site', to: 'data', passes: 1 }
    assert.deepEqual(told, ['link(web, db)', data, data, data])
  })

  test('that is read and cannot be made gives no data, and fails the run', async () => {
    const engine = await engineWithRecords()
    const [link] = fakeBlueprint({ resources: linked, links: ['web::db'] }).links ?? []
    assert.ok(link)
    engine.cloud.interfere = ({ method }) => {
      if (method === 'UpdateResourceB') throw fakeFailure({ message: 'not now' })
    }
    const told: unknown[] = []
    const { result } = await engine.program(async (want, saying) => {
      await Promise.all(Object.entries(linked).map(([name, draft]) => want(fakeResource(name, draft))))
      told.push(await saying.link(link))
      saying.links([link])
    })
    assert.deepEqual([result.outcome, told], ['failed', [undefined]])
  })

  test('that cannot be removed keeps its ends', async () => {
    const engine = await engineWithRecords()
    await upWith(engine, program(pinned('one')))
    engine.cloud.interfere = ({ method }) => {
      if (method === 'UpdateIntermediaryResources') throw fakeFailure({ message: 'not now' })
    }
    const { result } = await engine.program(program(pinned('two')))
    assert.equal(result.outcome, 'failed')
    assert.ok(!engine.cloud.calls.includes('Destroy db'))
    engine.cloud.interfere = () => undefined
    const [, , left] = await upWith(engine, program(pinned('two')))
    assert.deepEqual(left, ['succeeded', 'web::db created'])
  })
})

function nothing(): void {}

const sayingNothing = {
  complete: () => Promise.resolve(),
  mayGo: nothing,
  failedSince: nothing,
  unasked: nothing,
  rewrite: () => Promise.resolve([]),
  link: () => Promise.resolve(undefined),
  links: nothing,
  checks: nothing,
  exports: nothing,
}
