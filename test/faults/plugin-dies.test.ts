/** Fault rows 4 and 7: a plugin is killed, or hangs, at each kind of call, before and after its effect. */
import assert from 'node:assert/strict'
import { describe, test } from '../cases.ts'
import { run } from '../ledger/command.ts'
import { makeWorld, type Accident } from '../ledger/world.ts'
import { blind, five, fiveNames } from './blueprints.ts'
import { assertHeals, assertReality } from './expect.ts'

const phases = ['before', 'after'] as const

describe('a plugin that dies during a call', () => {
  for (const when of phases) {
    for (const at of [1, 3]) {
      test(`is named, and the next run continues: ${when} the effect of deploy ${at}`, async () => {
        const world = makeWorld()
        try {
          world.writeBlueprint(five)
          world.orderAccident({ method: 'deploy', when, at, how: 'die' })
          const hurt = await run(world, ['up', '--yes'])
          if (hurt.code !== 0) assert.match(hurt.stderr + hurt.stdout, /test\/ledger.*(SIGKILL|killed)/s)
          await assertHeals(world, ['up', '--yes'], fiveNames, `died ${when} deploy ${at}`)
        } finally {
          world.remove()
        }
      })
    }

    test(`is named, and the next run continues: ${when} the effect of a destroy`, async () => {
      const world = makeWorld()
      try {
        world.writeBlueprint(five)
        await assertHeals(world, ['up', '--yes'], fiveNames)
        world.orderAccident({ method: 'destroy', when, at: 2, how: 'die' })
        await run(world, ['destroy', '--yes'])
        await assertHeals(world, ['destroy', '--yes'], [], `died ${when} destroy`)
      } finally {
        world.remove()
      }
    })

    test(`is named: ${when} the effect of a read during plan --refresh`, async () => {
      const world = makeWorld()
      try {
        world.writeBlueprint(five)
        await assertHeals(world, ['up', '--yes'], fiveNames)
        world.orderAccident({ method: 'read', when, at: 1, how: 'die' })
        const hurt = await run(world, ['plan', '--refresh'])
        assert.match(
          hurt.stdout,
          /first .*: its state could not be read\n.*this will fail: the external state of first \(test\/ledger/,
        )
        await assertReality(world, fiveNames)
      } finally {
        world.remove()
      }
    })
  }
})

describe('a plugin that hangs in a call', () => {
  const hang: Accident = { method: 'deploy', when: 'before', at: 2, how: 'hang' }

  test('is given up at the deadline, independent resources are deployed, and the next run continues', async () => {
    const world = makeWorld()
    try {
      world.writeBlueprint(five)
      world.orderAccident(hang)
      const hurt = await run(world, ['up', '--yes'], { SLIPWAY_PLUGINS_CALL_MS: '1500' })
      assert.equal(hurt.code, 1, hurt.stdout + hurt.stderr)
      assert.match(hurt.stderr + hurt.stdout, /did not answer within/)
      assert.ok(world.entries().length >= 2, 'independent entries were not deployed')
      await assertHeals(world, ['up', '--yes'], fiveNames, 'after the hang')
    } finally {
      world.remove()
    }
  })
})

describe('a call in doubt that cannot be settled', () => {
  for (const verdict of ['missing', 'exists'] as const) {
    test(`is named with the command that settles it: ${verdict}`, async () => {
      const world = makeWorld()
      try {
        world.writeBlueprint(blind)
        world.orderAccident({ method: 'deploy', when: verdict === 'exists' ? 'after' : 'before', at: 1, how: 'die' })
        await run(world, ['up', '--yes'])
        const asked = await run(world, ['up', '--yes'])
        assert.equal(asked.code, 1, 'nothing may be silently made twice')
        assert.match(asked.stderr + asked.stdout, /--settle unseen=/)
        assert.match((await run(world, ['doctor'])).stdout, /instance [^\n]*in doubt: unseen\n +hint: /)
        assert.equal(world.entries().length, verdict === 'exists' ? 1 : 0)

        // Its provider finds, changes and destroys the entry by an id that nobody has recorded.
        const known = verdict === 'exists' ? `exists:${world.entries()[0]?.id ?? ''}` : verdict
        if (verdict === 'exists') {
          const refused = await run(world, ['up', '--yes', '--settle', 'unseen=exists'])
          assert.match(refused.stderr, /engine\/needs-id/)
        }
        const settled = await run(world, ['up', '--yes', '--settle', `unseen=${known}`])
        assert.equal(settled.code, 0, settled.stderr + settled.stdout)
        assert.equal(world.entries().length, 1, 'made exactly once')
      } finally {
        world.remove()
      }
    })
  }
})
