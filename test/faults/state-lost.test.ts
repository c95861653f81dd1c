/** Records that are gone, unreadable, or somebody else's, through the command line: the state never counts as empty. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  readFileSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, test } from '../cases.ts'
import { run, slipway, start, type Ended } from '../ledger/command.ts'
import { makeWorld, processesLeft, type World } from '../ledger/world.ts'
import { five, fiveNames, wide } from './blueprints.ts'
import { assertHeals, assertReality, recordedNames } from './expect.ts'

const looking = [['plan'], ['state', 'list'], ['state', 'show', 'first'], ['exports'], ['history'], ['state', 'export']]
const changing = [['up', '--yes'], ['destroy', '--yes'], ['refresh'], ['state', 'rm', 'first', '--yes']]

/** Every command refuses with the name of the problem, and gives advice. */
function assertRefusal(ended: Pick<Ended, 'code' | 'stdout' | 'stderr'>, args: readonly string[], code: RegExp): void {
  const said = `slipway ${args.join(' ')}: ${ended.stdout}${ended.stderr}`
  assert.equal(ended.code, 1, said)
  assert.match(ended.stderr, code, said)
  assert.match(ended.stderr, /hint:/, said)
  assert.doesNotMatch(said, /bug in Slipway|\n\s+at .*\.(ts|mjs):|to create|No resources/)
}

async function refusesAll(world: World, code: RegExp, env: NodeJS.ProcessEnv = {}): Promise<void> {
  const before = world.entries()
  for (const args of [...looking, ...changing]) assertRefusal(await run(world, args, env), args, code)
  const doctor = await run(world, ['doctor'], env)
  assert.equal(doctor.code, 1, doctor.stdout)
  assert.match(doctor.stdout, /BAD {2}state: .*\n +hint: /)
  assert.deepEqual(world.entries(), before, 'something was done outside')
  assert.deepEqual(await processesLeft(world, 30_000), [])
}

/** A run that was killed after three of five entries: most of its records are only in the journal. */
async function killed(): Promise<World> {
  const world = makeWorld()
  world.writeBlueprint(five)
  const ended = await run(world, ['up', '--yes', '--parallel', '1'], { SLIPWAY_FAILPOINT: 'before-intent:4' })
  assert.equal(ended.signal, 'SIGKILL', ended.stderr)
  assert.equal(world.entries().length, 3)
  return world
}

describe('the state of a killed run with a journal that is', () => {
  for (const [what, damage] of [
    ['missing', (journal: string) => rmSync(journal)],
    ['empty', (journal: string) => truncateSync(journal)],
    ['cut', (journal: string) => truncateSync(journal, Math.floor(readFileSync(journal).length / 2))],
    ['without its last commit', (journal: string) => flip(journal)],
  ] as const) {
    test(`${what}, is refused by every command until the right one repairs it`, async () => {
      const world = await killed()
      try {
        const journal = join(world.folder, '.slipway/state.db-wal')
        const copy = join(world.folder, 'journal')
        copyFileSync(journal, copy)
        damage(journal)
        await refusesAll(world, /\[state\/lost-commits\]/)
        copyFileSync(copy, journal)
        await assertHeals(world, ['up', '--yes'], fiveNames, 'with the journal back')
      } finally {
        world.remove()
      }
    })
  }

  test('missing, continues with the existing records once that is accepted', async () => {
    const world = await killed()
    try {
      rmSync(join(world.folder, '.slipway/state.db-wal'))
      const accepted = await run(world, ['state', 'accept', '--yes'])
      assert.equal(accepted.code, 0, accepted.stderr)
      assert.match(accepted.stderr, /commits that were recorded are missing/)
      assert.deepEqual(await recordedNames(world), [])
      assert.match((await run(world, ['plan'])).stdout, /5 to create/)
    } finally {
      world.remove()
    }
  })
})

/** Flips a bit in the last frame. */
function flip(journal: string): void {
  const bytes = readFileSync(journal)
  const place = bytes.length - 2_000
  bytes[place] = 1 ^ (bytes[place] ?? 0)
  writeFileSync(journal, bytes)
}

test('a backup made during a live run can be restored after a total loss, and the next run continues', async () => {
  const world = makeWorld()
  try {
    world.writeBlueprint(five)
    await assertHeals(world, ['up', '--yes'], fiveNames)
    world.writeBlueprint(wide(60))
    const running = start(world, ['up', '--yes', '--parallel', '2'])
    let backups = 0
    const left = (): boolean => running.child.exitCode === null && running.child.signalCode === null
    while (left()) {
      const backup = await run(world, ['state', 'backup', `backup-${backups}`])
      assert.equal(backup.code, 0, backup.stderr)
      backups++
    }
    assert.equal((await running.ended).code, 0)
    const state = join(world.folder, '.slipway')
    for (let number = 0; number < backups; number++) {
      for (const name of readdirSync(state)) if (name.startsWith('state.db')) rmSync(join(state, name))
      const restored = await run(world, ['state', 'restore', `backup-${number}`, '--yes'])
      assert.equal(restored.code, 0, restored.stderr)
      const listed = await recordedNames(world)
      assert.ok(listed.length >= 5, listed.join())
    }
  } finally {
    world.remove()
  }
})

const isRoot = process.geteuid?.() === 0

test(
  'a state of somebody else is refused by every command with the owner’s name',
  { skip: !isRoot && 'only root can be others' },
  async () => {
    const world = makeWorld()
    try {
      world.writeBlueprint(five)
      await assertHeals(world, ['up', '--yes'], fiveNames)
      const user = 64_001
      chmodSync(world.folder, 0o755)
      chownSync(world.folder, user, user)
      const as = (args: readonly string[]): Ended => {
        const { status, stdout, stderr } = spawnSync(slipway, args, {
          cwd: world.folder,
          env: { ...world.env, HOME: join(world.folder, 'home') },
          uid: user,
          gid: user,
          encoding: 'utf8',
        })
        return { code: status, signal: null, stdout, stderr }
      }
      for (const args of [...looking, ...changing])
        assertRefusal(as(args), args, /\.slipway belongs to user root \(uid 0\), mode 0700/)
      assert.match(as(['doctor']).stdout, /BAD {2}state: .*belongs to user root/)
      assert.equal(as(['validate']).code, 0, 'what needs no state works')
      await assertReality(world, fiveNames)
    } finally {
      world.remove()
    }
  },
)
