import { describe, test, type TestContext } from 'node:test'
import assert from 'node:assert/strict'
import {
  chmodSync,
  chownSync,
  closeSync,
  fstatSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { isOnMadeUpModes } from './made-up-modes.ts'
import { type Allowances, ownOwner, PathTrust } from './path-trust.ts'

function folder(t: TestContext, ...below: string[]): string {
  const dir = mkdtempSync(join(tmpdir(), 'slipway-trust-'))
  t.after(() => rmSync(dir, { recursive: true, force: true }))
  for (const path of below) mkdirSync(join(dir, path), { recursive: true })
  return dir
}

const problem = (path: string): string | undefined => new PathTrust(ownOwner()).problem(path)

describe('a path is trusted', () => {
  test('when only its owner and root can change its target, also below a sticky folder', (t) => {
    const dir = folder(t, 'shared/mine')
    assert.equal(problem(dir), undefined)
    chmodSync(join(dir, 'shared'), 0o1777)
    assert.equal(problem(join(dir, 'shared/mine')), undefined)
  })

  test('when a link on the way is as safe as its target', (t) => {
    const dir = folder(t, 'real/inside')
    symlinkSync('real', join(dir, 'link'))
    assert.equal(problem(join(dir, 'link/inside')), undefined)
  })

  test('below a folder that is declared trusted', (t) => {
    const dir = folder(t, 'open/mine')
    chmodSync(join(dir, 'open'), 0o777)
    const trust = new PathTrust(ownOwner())
    trust.assume(join(dir, 'open'))
    assert.equal(trust.problem(join(dir, 'open/mine')), undefined)
  })
})

describe('a path is not trusted', () => {
  test('when everybody, or a group, may write a folder anywhere above it', (t) => {
    const dir = folder(t, 'open/a/b/c')
    chmodSync(join(dir, 'open'), 0o777)
    assert.equal(problem(join(dir, 'open/a/b/c')), `${join(dir, 'open')} is writable for everybody`)
    chmodSync(join(dir, 'open'), 0o770)
    assert.match(problem(join(dir, 'open/a/b/c')) ?? '', /open is writable for the group with id \d+$/)
  })

  test('when a link to it lies where everybody may replace it', (t) => {
    const dir = folder(t, 'open', 'safe')
    symlinkSync(join(dir, 'safe'), join(dir, 'open/link'))
    chmodSync(join(dir, 'open'), 0o777)
    assert.equal(problem(join(dir, 'open/link')), `${join(dir, 'open')} is writable for everybody`)
    assert.equal(problem(join(dir, 'safe')), undefined)
  })

  test('when a link leads into such a folder', (t) => {
    const dir = folder(t, 'open/mine')
    chmodSync(join(dir, 'open'), 0o777)
    symlinkSync('open/mine', join(dir, 'link'))
    assert.equal(problem(join(dir, 'link')), `${join(dir, 'open')} is writable for everybody`)
  })

  test('when links lead in circles, or nowhere', (t) => {
    const dir = folder(t)
    symlinkSync('b', join(dir, 'a'))
    symlinkSync('a', join(dir, 'b'))
    assert.match(problem(join(dir, 'a')) ?? '', /too many links/)
    assert.match(problem(join(dir, 'none/below')) ?? '', /there is no .*none$/)
  })

  const asRoot = { skip: process.getuid?.() !== 0 && 'needs root' }
  test('when a folder above it, or an entry of a sticky folder, belongs to somebody else', asRoot, (t) => {
    const dir = folder(t, 'theirs/mine', 'shared/theirs')
    chownSync(join(dir, 'theirs'), 65_534, 65_534)
    assert.equal(problem(join(dir, 'theirs/mine')), `${join(dir, 'theirs')} belongs to the user with id 65534`)
    chmodSync(join(dir, 'shared'), 0o1777)
    writeFileSync(join(dir, 'shared/theirs/file'), '')
    chownSync(join(dir, 'shared/theirs'), 65_534, 65_534)
    assert.match(problem(join(dir, 'shared/theirs/file')) ?? '', /shared\/theirs belongs to the user/)
  })
})

describe('an open file', () => {
  test(
    'is checked itself, even if another file now lies at its path',
    { skip: process.getuid?.() !== 0 && 'needs root' },
    (t) => {
      const dir = folder(t)
      const file = join(dir, 'settings')
      writeFileSync(file, 'theirs')
      chownSync(file, 65_534, 65_534)
      const descriptor = openSync(file, 'r')
      t.after(() => closeSync(descriptor))
      writeFileSync(`${file}.new`, 'ours')
      renameSync(`${file}.new`, file)
      const finding = new PathTrust(ownOwner()).findingOfOpened(file, fstatSync(descriptor))
      assert.deepEqual([finding?.kind, finding?.uid, problem(file)], ['owner', 65_534, undefined])
    },
  )

  test('is refused where everybody may have given one of our files another name', (t) => {
    const dir = folder(t, 'shared', 'mine')
    chmodSync(join(dir, 'shared'), 0o1777)
    writeFileSync(join(dir, 'mine/notes'), '')
    linkSync(join(dir, 'mine/notes'), join(dir, 'shared/settings'))
    assert.match(problem(join(dir, 'shared/settings')) ?? '', /settings has a second name/)
    assert.equal(problem(join(dir, 'mine/notes')), undefined)
  })
})

const [alice, bob, team] = [12_345, 23_456, 34_567]
const allowing = (path: string, allowances: Allowances): string | undefined =>
  new PathTrust({ ...ownOwner(), allows: () => allowances }).finding(path)?.kind

function fileOf(t: TestContext, uid: number, gid: number, mode = 0o644): string {
  const path = join(folder(t, 'project'), 'project/file')
  writeFileSync(path, '')
  chownSync(path, uid, gid)
  chmodSync(path, mode)
  return path
}

describe('other people’s files count', { skip: process.getuid?.() !== 0 && 'needs root' }, () => {
  test('of a user who has called us through sudo, also when his own group may write them', (t) => {
    const path = fileOf(t, alice, alice, 0o664)
    assert.equal(allowing(path, {}), 'owner')
    assert.equal(allowing(path, { users: [{ uid: alice, gid: alice }] }), undefined)
    assert.equal(allowing(path, { users: [{ uid: bob, gid: bob }] }), 'owner')
    chmodSync(path, 0o666)
    assert.equal(allowing(path, { users: [{ uid: alice, gid: alice }] }), 'everybody')
  })

  test('of a trusted group: any member may have made them, and its members may write', (t) => {
    const path = fileOf(t, alice, team, 0o664)
    const groups = new Set([team])
    assert.equal(allowing(path, { groups }), undefined)
    assert.equal(allowing(path, { groups: new Set([bob]) }), 'owner')
    chownSync(path, 0, team)
    assert.deepEqual([allowing(path, {}), allowing(path, { groups })], ['group', undefined])
    chmodSync(path, 0o666)
    assert.equal(allowing(path, { groups }), 'everybody')
  })

  test('but not a group’s, where a world-writable folder may have given it to a stranger’s file', (t) => {
    const path = fileOf(t, alice, team)
    chmodSync(join(path, '..'), 0o3777)
    assert.equal(allowing(path, { groups: new Set([team]) }), 'owner')
  })

  test('of the owner of a trusted folder, in it and on the way to it, and nobody else’s', (t) => {
    const path = fileOf(t, alice, alice, 0o664)
    const project = join(path, '..')
    chownSync(project, alice, alice)
    const trusted = { folder: { path: project, uid: alice, gid: alice } }
    assert.deepEqual([allowing(path, {}), allowing(path, trusted)], ['owner', undefined])
    const elsewhere = fileOf(t, alice, alice)
    assert.equal(allowing(elsewhere, trusted), 'owner')
    chownSync(path, bob, bob)
    assert.equal(allowing(path, trusted), 'owner')
  })
})

test(
  'a file in an unreadable folder belongs to nobody, and the folder to its owner',
  { skip: process.getuid?.() !== 0 && 'needs root' },
  (t) => {
    const path = fileOf(t, bob, bob)
    const dir = dirname(path)
    chownSync(dir, bob, bob)
    chmodSync(dir, 0o700)
    chmodSync(dirname(dir), 0o755)
    const isForeign = (looked: string): boolean =>
      new PathTrust({ ...ownOwner(), uid: alice, gid: alice }).isForeign(looked)
    process.seteuid?.(alice)
    try {
      assert.throws(() => lstatSync(path), { code: 'EACCES' })
      assert.deepEqual([isForeign(path), isForeign(join(path, 'below')), isForeign(dir)], [false, false, true])
    } finally {
      process.seteuid?.(0)
    }
  },
)

test('modes that the file system invents do not count in a trusted folder, and on the way to it; others do', (t) => {
  const dir = folder(t, 'mounted/project')
  const project = join(dir, 'mounted/project')
  const file = join(project, 'file')
  writeFileSync(file, '')
  for (const path of [join(dir, 'mounted'), project, file]) chmodSync(path, 0o777)
  const own = ownOwner()
  const trusted = { ...own, allows: () => ({ folder: { path: project, ...own } }) }
  const madeUp = (path: string): boolean => path.startsWith(join(dir, 'mounted'))
  assert.equal(new PathTrust(trusted, madeUp).problem(file), undefined)
  assert.equal(new PathTrust(trusted).finding(file)?.kind, 'everybody')
  assert.equal(new PathTrust(own, madeUp).finding(file)?.kind, 'everybody')
  assert.equal(isOnMadeUpModes(dir), false)
})
