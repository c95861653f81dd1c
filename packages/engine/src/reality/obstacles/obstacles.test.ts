import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FakeEngine } from '../../testing/fake-engine.ts'
import { doubtObstacle, providerObstacle } from './obstacles.ts'

test('a hint can be pasted into a shell, with any name in it', async () => {
  const engine = new FakeEngine()
  await engine.up({ resources: { b: {} } })
  const [made] = (await engine.state())?.resources ?? []
  assert.ok(made)
  const record = { ...made, name: "it's b (Resource)" }
  const word = `'it'\\''s b (Resource)`
  assert.equal(
    doubtObstacle(record, undefined).hint,
    `look for it outside (resource id ${made.id}); if it is there: slipway up --settle ${word}=exists'; ` +
      `if not: slipway up --settle ${word}=missing', or slipway state rm ${word}'`,
  )
  assert.match(providerObstacle(record, {}).hint ?? '', /slipway state rm 'it'\\''s b \(Resource\)'$/)
})

test('a hint names a resource that is about to be renamed by its id', async () => {
  const engine = new FakeEngine()
  await engine.up({ resources: { b: {} } })
  const [made] = (await engine.state())?.resources ?? []
  assert.ok(made)
  assert.match(doubtObstacle(made, undefined, 'c').hint ?? '', new RegExp(`or slipway state rm ${made.id}$`))
})
