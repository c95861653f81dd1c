import assert from 'node:assert/strict'
import { parsePlan, serialisePlan } from '@slipway/engine'
import { secret } from '@slipway/model'
import { ref } from '../../../packages/engine/src/testing/fake-blueprint.ts'
import { FakeEngine } from '../../../packages/engine/src/testing/fake-engine.ts'
import { mutatedText } from '../mutate.ts'
import { refusedInOrder, type Target } from '../target.ts'
import { jsonTokens } from './json-tokens.ts'
import { sealer } from './sealer.ts'

const made = await new FakeEngine().plan({
  resources: { db: { spec: { value: secret('hush') } }, web: { spec: { value: ref('db.spec.echo') } } },
  exports: { url: ref('web.spec.id') },
})
const at = { purpose: 'plan', state: '', instance: 'site', record: 'plan 1' } as const
const saved = serialisePlan(made.plan, sealer, at)
const tokens = [
  ...jsonTokens,
  '{"$int":"9"}',
  '{"$float":"NaN"}',
  '{"$secret":"2:fuzz:MQ=="}',
  '{"$unknown":"a"}',
  '{"$map":{}}',
]

/** Anything that can be read can be written, and reading that gives the same. */
function take(input: Buffer): Promise<void> {
  return refusedInOrder(async () => {
    const plan = await parsePlan(input.toString('utf8'), sealer, at)
    const text = serialisePlan(plan, sealer, at)
    assert.equal(serialisePlan(await parsePlan(text, sealer, at), sealer, at), text)
  })
}

export const plan: Target = { name: 'plan', make: (random) => mutatedText(random, [saved], tokens), take }
