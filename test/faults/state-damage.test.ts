/** Fault rows 16, 18 and 23 through the command line: a state that cannot be written or read is never made worse. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from '../cases.ts'
import { run } from '../ledger/command.ts'
import { makeWorld, type World } from '../ledger/world.ts'
import { five, fiveNames, wide } from './blueprints.ts'
import { assertHeals } from './expect.ts'

function database(world: World): string {
  const folder = join(world.folder, '.slipway')
  const file = readdirSync(folder).find((name) => name.endsWith('.db') || name.endsWith('.sqlite'))
  assert.ok(file !== undefined, `no database in ${readdirSync(folder).join()}`)
  return join(folder, file)
}

describe('a damaged state', () => {
  for (const [what, damage] of [
    ['truncated', (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2))],
    [
      'overwritten with zeros at the start',
      (bytes: Buffer) => Buffer.concat([Buffer.alloc(4096), bytes.subarray(4096)]),
    ],
    ['something else altogether', () => Buffer.from('this is not a database, it is a text\n'.repeat(200))],
  ] as const) {
    test(`is refused by name and left alone, and nothing is deployed: ${what}`, async () => {
      const world = makeWorld()
      try {
        world.writeBlueprint(five)
        await assertHeals(world, ['up', '--yes'], fiveNames)
        const file = database(world)
        copyFileSync(file, join(world.folder, 'good'))
        const damaged = damage(readFileSync(file))
        writeFileSync(file, damaged)
        const before = world.entries()
        const refused = await run(world, ['up', '--yes'])
        assert.equal(refused.code, 1, refused.stdout)
        assert.match(refused.stderr, /state/)
        assert.ok(refused.stderr.includes('.slipway'), `the file is not named: ${refused.stderr}`)
        assert.doesNotMatch(refused.stderr, /\n\s+at /, 'a stack trace is no message')
        assert.deepEqual(world.entries(), before)
        assert.ok(readFileSync(file).equals(damaged), 'the damaged file was changed')
        copyFileSync(join(world.folder, 'good'), file)
        await assertHeals(world, ['up', '--yes'], fiveNames, 'with the good file back')
      } finally {
        world.remove()
      }
    })
  }
})

describe('a full disk', () => {
  test('fails the run by name, keeps the old state, and the next run with room continues', (t) => {
    const world = makeWorld()
    const state = join(world.folder, 'small')
    mkdirSync(state)
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=300k,mode=0700', 'tmpfs', state], { stdio: 'ignore' })
    } catch {
      world.remove()
      t.skip('mounting a small tmpfs needs root')
      return undefined
    }
    return fillAndHeal(world, state).finally(() => {
      execFileSync('umount', [state], { stdio: 'ignore' })
      world.remove()
    })
  })
})

async function fillAndHeal(world: World, state: string): Promise<void> {
  const env = { SLIPWAY_STATE: state }
  world.writeBlueprint(wide(400))
  const full = await run(world, ['up', '--yes'], env)
  assert.equal(full.code, 1, full.stdout)
  assert.match(full.stderr, /disk|space|full/i)
  assert.ok(statSync(state).isDirectory())
  execFileSync('mount', ['-o', 'remount,size=64m', state])
  const made = world.entries().length
  const healed = await run(world, ['up', '--yes'], env)
  assert.equal(healed.code, 0, healed.stderr)
  assert.equal(world.entries().length, 400, `${made} were made before the disk was full; nothing may be made twice`)
}
