import { describe, test, type TestContext } from 'node:test'
import assert from 'node:assert/strict'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownOwner, PathTrust } from './path-trust.ts'

function folder(t: TestContext, ...below: string[]): string {
  const dir = mkdtempSync(join(tmpdir(), 'slipway-trust-'))
  t.after(() => rmSync(dir, { recursive: true, force: true }))
  for (const path of below) mkdirSync(join(dir, path), { recursive: true })
  return dir
}

const problem = (path: string): string | undefined => new PathTrust(ownOwner()).problem(path)

describe('a path is trusted', () => {
  test('when only its owner and root can change what it leads to, also below a sticky folder', (t) => {
    const dir = folder(t, 'shared/mine')
    assert.equal(problem(dir), undefined)
    chmodSync(join(dir, 'shared'), 0o1777)
    assert.equal(problem(join(dir, 'shared/mine')), undefined)
  })

  test('when a link on the way is as safe as what it leads to', (t) => {
    const dir = folder(t, 'real/inside')
    symlinkSync('real', join(dir, 'link'))
    assert.equal(problem(join(dir, 'link/inside')), undefined)
  })

  test('below a folder that is taken for trusted', (t) => {
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

  test('when a link that leads to it lies where everybody may exchange it', (t) => {
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
  test('when a folder above it, or a thing in a sticky folder, belongs to somebody else', asRoot, (t) => {
    const dir = folder(t, 'theirs/mine', 'shared/theirs')
    chownSync(join(dir, 'theirs'), 65_534, 65_534)
    assert.equal(problem(join(dir, 'theirs/mine')), `${join(dir, 'theirs')} belongs to the user with id 65534`)
    chmodSync(join(dir, 'shared'), 0o1777)
    writeFileSync(join(dir, 'shared/theirs/file'), '')
    chownSync(join(dir, 'shared/theirs'), 65_534, 65_534)
    assert.match(problem(join(dir, 'shared/theirs/file')) ?? '', /shared\/theirs belongs to the user/)
  })
})
