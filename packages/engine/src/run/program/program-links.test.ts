import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fakeBlueprint, fakeResource, type ResourceDraft } from '../../testing/fake-blueprint.ts'
import { fakeFailure } from '../../testing/fake-cloud.ts'
import { FakeEngine } from '../../testing/fake-engine.ts'
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

/** Asks for all of it, and for the links: `web::db`. */
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

/** The providers of an engine are known once something is recorded. */
async function engineWithRecords(): Promise<FakeEngine> {
  const engine = new FakeEngine()
  await engine.program(program({ log: {} }, []))
  return engine
}

const made = ['UpdateResourceA web::db', 'UpdateResourceB web::db', 'UpdateIntermediaryResources web::db']
const undone = made.toReversed()

describe('a link of a program', () => {
  test('is made when all of it was asked for, left alone, and undone when it is no longer told', async () => {
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

  test('is changed with an end', async () => {
    const engine = await engineWithRecords()
    await upWith(engine, program(linked))
    const other = { ...linked, web: { spec: { value: 'other' } } }
    assert.deepEqual(await upWith(engine, program(other)), [
      ['update web::db: web changes'],
      made,
      ['succeeded', 'web::db updated'],
    ])
  })

  test('lets go of an end before that goes', async () => {
    const engine = await engineWithRecords()
    await upWith(engine, program(linked))
    assert.deepEqual(await upWith(engine, program({ web: linked['web'] ?? {} }, [])), [
      ['delete web::db: the program no longer asks for it'],
      [...undone, 'Destroy db'],
      ['succeeded'],
    ])
  })

  test('is undone before an end makes room for its successor, and made anew then', async () => {
    const engine = await engineWithRecords()
    await upWith(engine, program(pinned('one')))
    const [shown, done, left] = await upWith(engine, program(pinned('two')))
    assert.deepEqual(shown, ['delete web::db: another link takes its place', 'create web::db'])
    assert.deepEqual(done, [...undone, 'Destroy db', ...made])
    assert.deepEqual(left, ['succeeded', 'web::db created'])
  })

  test('is not made when the program fails, and stays when it is not told', async () => {
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

  test('that cannot be undone keeps its end', async () => {
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
  links: nothing,
  checks: nothing,
  exports: nothing,
}
