import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { quickPassphraseSealer } from '../../seal/testing.ts'
import { filledStore, opened, testDirectory } from '../testing.ts'

describe('an impossible folder is refused at once', () => {
  for (const [what, path] of [
    ['in /proc', '/proc/slipway/state'],
    ['in /sys', '/sys/slipway'],
  ] as const) {
    test(what, { skip: !existsSync('/proc/self') }, async () => {
      const expected = {
        code: 'state/unwritable',
        message: new RegExp(`${path} cannot be made`),
        hint: /SLIPWAY_STATE/,
      }
      await assert.rejects(opened({ directory: path }), expected)
      await assert.rejects(opened({ directory: path, access: 'read' }), expected)
    })
  }

  test('below a file, and where a file is', async (context) => {
    const file = join(testDirectory(context), 'file')
    writeFileSync(file, '')
    for (const directory of [file, join(file, 'state'), join(file, 'state', 'more')]) {
      const expected = { code: 'state/unwritable', message: /file is not a folder/ }
      await assert.rejects(opened({ directory }), expected)
      await assert.rejects(opened({ directory, access: 'read' }), expected)
    }
  })

  test('behind a link that leads nowhere', async (context) => {
    const directory = join(testDirectory(context), 'state')
    symlinkSync('/nowhere/at/all', directory)
    const expected = { code: 'state/unreadable', message: /a link to \/nowhere\/at\/all, which does not exist/ }
    await assert.rejects(opened({ directory }), expected)
    await assert.rejects(opened({ directory, access: 'read' }), expected)
  })
})

describe('a planted link is not followed', () => {
  for (const name of ['state.db', 'state.db-wal', 'state.db-shm', 'state.db-commits']) {
    test(name, async (context) => {
      const [directory, elsewhere] = [testDirectory(context), testDirectory(context)]
      if (name !== 'state.db') await filledStore(directory, 1)
      const victim = join(elsewhere, 'victim')
      rmSync(join(directory, name), { force: true })
      for (const isThere of [false, true]) {
        if (isThere) writeFileSync(victim, 'mine')
        rmSync(join(directory, name), { force: true })
        symlinkSync(victim, join(directory, name))
        const expected = { code: 'state/not-a-file', message: new RegExp(`${name} is a symbolic link`) }
        await assert.rejects(opened({ directory }), expected)
        await assert.rejects(opened({ directory, access: 'read' }), expected)
        assert.equal(existsSync(victim) ? readFileSync(victim, 'utf8') : 'mine', 'mine')
        assert.equal(existsSync(victim), isThere)
      }
    })
  }

  test('.gitignore', async (context) => {
    const [directory, elsewhere] = [testDirectory(context), testDirectory(context)]
    symlinkSync(join(elsewhere, 'victim'), join(directory, '.gitignore'))
    await (await opened({ directory })).close()
    assert.deepEqual(readdirSync(elsewhere), [])
  })

  test('random names cannot be planted', async (context) => {
    const directory = testDirectory(context)
    const victim = join(testDirectory(context), 'victim')
    for (const name of [`.probe-${process.pid}`, `state.db.${process.pid}.new`])
      symlinkSync(victim, join(directory, name))
    await filledStore(directory, 1)
    assert.equal(existsSync(victim), false)
  })
})

const [owner, stranger] = [64_001, 64_002]

/** Whether root can act as another user here, and that user can read this checkout. */
function whyNobodyElse(): string | false {
  if (process.geteuid?.() !== 0) return 'only root can be somebody else'
  return asUser(stranger, '/proc/none', 'read') === 'state/unwritable' ? false : 'others cannot read this checkout'
}

describe('another user', { skip: whyNobodyElse() }, () => {
  test('without read access is told whose the state is', async (context) => {
    const { project, state } = await stateOf(owner, context)
    for (const what of ['read', 'lock']) assert.equal(asUser(stranger, state, what), 'state/unreadable')
    chmodSync(state, 0o755)
    for (const what of ['read', 'lock']) assert.equal(asUser(stranger, state, what), 'state/unreadable')
    assert.equal(asUser(owner, state, 'read'), 'ok 3')
    assert.deepEqual(readdirSync(project), ['state'])
  })

  test('with read access only can read', async (context) => {
    const { state } = await stateOf(owner, context)
    chmodSync(state, 0o755)
    for (const name of readdirSync(state)) chmodSync(join(state, name), 0o644)
    assert.equal(asUser(stranger, state, 'read'), 'ok 3')
    assert.equal(asUser(stranger, state, 'lock'), 'state/unwritable')
  })

  test('cannot plant a state where he may write', async (context) => {
    const { state } = await stateOf(owner, context)
    const planted = await stateOf(stranger, context)
    chmodSync(state, 0o777)
    for (const name of ['state.db', 'state.db-commits']) {
      rmSync(join(state, name))
      writeFileSync(join(state, name), readFileSync(join(planted.state, name)))
      chmodSync(join(state, name), 0o666)
      chownSync(join(state, name), stranger, stranger)
    }
    for (const what of ['read', 'lock']) assert.equal(asUser(owner, state, what), 'state/foreign')
  })

  test('cannot plant a whole folder below one that everybody may write in', async (context) => {
    const { project, state } = await stateOf(stranger, context)
    chmodSync(project, 0o1777)
    chownSync(project, 0, 0)
    chmodSync(state, 0o777)
    for (const name of readdirSync(state)) chmodSync(join(state, name), 0o666)
    assert.equal(asUser(owner, state, 'read'), 'state/foreign')
  })

  test('cannot lead to another state by a link of his', async (context) => {
    const { project, state } = await stateOf(owner, context)
    const link = join(project, 'link')
    symlinkSync(state, link)
    lchownSync(link, stranger, stranger)
    for (const what of ['read', 'lock']) assert.equal(asUser(owner, link, what), 'state/foreign')
    lchownSync(link, owner, owner)
    assert.equal(asUser(owner, link, 'read'), 'ok 3')
  })

  test('is served by root without being shut out', async (context) => {
    const { project } = await stateOf(owner, context)
    const fresh = join(project, 'fresh')
    mkdirSync(fresh)
    chownSync(fresh, owner, owner)
    assert.equal(asUser(owner, fresh, 'lock'), 'ok')
    // Root reads and root works: its new files beside the database belong to the owner.
    rmSync(join(fresh, 'state.db-commits'))
    assert.equal(asUser(0, fresh, 'read'), 'ok 0')
    assert.equal(asUser(0, fresh, 'lock'), 'ok')
    assert.equal(asUser(owner, fresh, 'lock'), 'ok')
  })
})

interface Made {
  readonly project: string
  readonly state: string
}

/** A project folder with a state of three resources that belongs to the user. */
async function stateOf(user: number, context: TestContext): Promise<Made> {
  const project = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-owner-')))
  context.after(() => rmSync(project, { recursive: true, force: true }))
  const state = join(project, 'state')
  await filledStore(state, 3, quickPassphraseSealer('test'))
  chmodSync(project, 0o755)
  for (const path of [project, state, ...readdirSync(state).map((name) => join(state, name))])
    chownSync(path, user, user)
  return { project, state }
}

/** Runs the program of testing/ as that user. */
function asUser(user: number, directory: string, what: string): string {
  const program = new URL('../testing/disk.ts', import.meta.url).pathname
  const { stdout, stderr } = spawnSync(process.execPath, [program, directory, what], {
    uid: user,
    gid: user,
    encoding: 'utf8',
    cwd: '/',
  })
  return stdout.trim() || stderr
}
