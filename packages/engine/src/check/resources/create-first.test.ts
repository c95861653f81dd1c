import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type BlueprintDraft, ref } from '../../testing/fake-blueprint.ts'
import { FakeEngine } from '../../testing/fake-engine.ts'
import { asking } from '../../testing/fake-program.ts'

const type = 'fake/compared'

/** A blueprint in which `middle` needs `base`, `top` needs `middle`, and `other` stands alone. */
function tower(value: string, replaceOrder?: 'create-first'): BlueprintDraft {
  return {
    resources: {
      base: { type, spec: { value } },
      middle: { type, spec: { value: ref('base.spec.id') } },
      top: { type, spec: { value: ref('middle.spec.id') }, ...(replaceOrder && { options: { replaceOrder } }) },
      other: { type, spec: { value } },
    },
  }
}

async function destroyedFirst(value: string, replaceOrder?: 'create-first'): Promise<string[]> {
  const engine = new FakeEngine()
  await engine.up(tower('old', replaceOrder))
  const { plan, result } = await engine.up(tower(value, replaceOrder))
  assert.equal(result.outcome, 'succeeded')
  return plan.steps.filter((step) => step.action === 'replace' && step.destroyFirst === true).map(({ name }) => name)
}

describe('a replacement of a dialect whose habit is to destroy first', () => {
  test('destroys first', async () => {
    assert.deepEqual(await destroyedFirst('!!~new'), ['base', 'other'])
  })

  test('makes first what a resource with create-first needs, also through others', async () => {
    assert.deepEqual(await destroyedFirst('!!~new', 'create-first'), ['other'])
  })
})

const wishes = (value: string, options: object): Parameters<typeof asking>[0] => [
  { name: 'base', type, spec: { value }, isAwaited: true },
  { name: 'middle', type, needs: ['base'], isAwaited: true },
  { name: 'top', type, needs: ['middle'], ...options },
]

async function changesOf(options: object): Promise<string[]> {
  const engine = new FakeEngine()
  await engine.program(asking(wishes('old', options)))
  engine.cloud.calls.length = 0
  await engine.program(asking(wishes('!!~new', options)))
  return engine.cloud.calls.filter((call) => call.startsWith('De') && call.endsWith(' base'))
}

describe('in a program, a replacement of such a dialect', () => {
  test('destroys first', async () => {
    assert.deepEqual(await changesOf({}), ['Destroy base', 'Deploy base'])
  })

  test('makes first what something needs that is recorded with create-first, also through others', async () => {
    assert.deepEqual(await changesOf({ options: { replaceOrder: 'create-first' } }), ['Deploy base', 'Destroy base'])
  })
})

describe('a replacement that must destroy first', () => {
  test('does so, whatever needs it', async () => {
    assert.deepEqual(await destroyedFirst('!!new', 'create-first'), ['base', 'other'])
  })
})
