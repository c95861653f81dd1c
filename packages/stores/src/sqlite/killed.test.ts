import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generator, opened, Program, testDirectory } from './testing.ts'

const rounds = 12

test('a writer killed at any moment loses no acknowledged write', async (context) => {
  const seed = Number(process.env['SLIPWAY_SEED'] ?? 20_261_122)
  context.diagnostic(`seed ${seed}`)
  const random = generator(seed)
  const directory = testDirectory(context)
  const begun = new Set<string>()
  const done = new Set<string>()
  let next = 0
  for (let round = 0; round < rounds; round++) {
    const writer = new Program(context, 'writer', directory, String(next))
    // A number of lines instead of a time, so that every round makes progress, however slow the machine is.
    let left = 1 + Math.floor(random() * 60)
    for (let line = await writer.line(); line !== undefined; line = await writer.line()) {
      const [what, id = ''] = line.split(' ')
      ;(what === 'begun' ? begun : done).add(id)
      next = Math.max(next, Number(id) + 1)
      if (--left === 0) writer.child.kill('SIGKILL')
    }
    await writer.ended()
    await checkState(directory, begun, done, `seed ${seed}, round ${round}`)
  }
  assert.ok(done.size > rounds)
})

async function checkState(directory: string, begun: Set<string>, done: Set<string>, when: string): Promise<void> {
  const store = await opened({ directory, access: 'read' })
  const state = await store.load('site', { skipDamaged: true })
  await store.close()
  assert.ok(state !== undefined || begun.size === 0, `${when}: the state is gone`)
  assert.deepEqual(state?.damaged ?? [], [], when)
  const resources = new Set(state?.resources.map(({ name }) => name))
  const intents = new Set(state?.intents.map(({ id }) => id))
  for (const id of done) assert.ok(resources.has(id) && !intents.has(id), `${when}: ${id} was done`)
  for (const id of begun) assert.ok(resources.has(id) !== intents.has(id), `${when}: ${id} was begun`)
  for (const id of intents) assert.ok(!resources.has(id), `${when}: ${id} is half ended`)
}
