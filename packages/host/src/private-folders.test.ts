import { describe, test, type TestContext } from 'node:test'
import assert from 'node:assert/strict'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { launchFiles } from '@slipway/protocol/launch-files'
import { PrivateFolders, releaseFolder, removeLeftFolder } from './private-folders.ts'
import { newSecret } from './launch/secret.ts'

function runtimeDir(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'slipway-xdg-'))
  t.after(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

function foldersIn(t: TestContext, dir: string): PrivateFolders {
  const folders = new PrivateFolders({ XDG_RUNTIME_DIR: dir }, newSecret)
  t.after(() => folders.remove())
  return folders
}

const modeOf = (path: string): number => lstatSync(path).mode & 0o777

describe('the private folder of a launch', () => {
  test('is closed to others, and different for each launch', (t) => {
    const dir = runtimeDir(t)
    const umask = process.umask(0)
    t.after(() => process.umask(umask))
    const folders = foldersIn(t, dir)
    const [first, second] = [folders.add(), folders.add()]
    assert.ok(first && second)
    assert.equal(dirname(dirname(first.path)), dir)
    assert.deepEqual([dirname(first.path), first.path].map(modeOf), [0o700, 0o700])
    assert.equal(modeOf(launchFiles(first.path).token), 0o600)
    assert.equal(readFileSync(launchFiles(first.path).token, 'utf8'), first.token)
    assert.match(first.token, /^[0-9a-f]{32}$/)
    assert.notEqual(first.token, second.token)
    assert.notEqual(first.path, second.path)
    releaseFolder(first)
    assert.deepEqual([first.path, second.path].map(existsSync), [false, true])
    folders.remove()
    assert.deepEqual(readdirSync(dir), [])
  })

  test('is not where others could replace it, or where names are too long', (t) => {
    const dir = runtimeDir(t)
    chmodSync(dir, 0o777)
    assert.notEqual(dirname(foldersIn(t, dir).path ?? ''), dir)
    const deep = join(runtimeDir(t), 'd'.repeat(80))
    mkdirSync(deep)
    assert.notEqual(dirname(foldersIn(t, deep).path ?? ''), deep)
    for (const nowhere of ['/no/such/folder', 'relative', '']) assert.ok(foldersIn(t, nowhere).path)
  })

  test('is created in one place only', (t) => {
    const [runtime, temporary] = [runtimeDir(t), runtimeDir(t)]
    const before = process.env['TMPDIR']
    process.env['TMPDIR'] = temporary
    t.after(() => {
      if (before === undefined) delete process.env['TMPDIR']
      else process.env['TMPDIR'] = before
    })
    foldersIn(t, runtime)
    assert.deepEqual([readdirSync(runtime).length, readdirSync(temporary).length], [1, 0])
    foldersIn(t, '/no/such/folder')
    assert.deepEqual([readdirSync(runtime).length, readdirSync(temporary).length], [1, 1])
  })

  test('is created again after a cleanup, but not in a planted folder', (t) => {
    const folders = foldersIn(t, runtimeDir(t))
    assert.ok(folders.path)
    rmSync(folders.path, { recursive: true })
    assert.equal(modeOf(dirname(folders.add()?.path ?? '')), 0o700)
    rmSync(folders.path, { recursive: true })
    mkdirSync(folders.path)
    chmodSync(folders.path, 0o777)
    assert.equal(folders.add(), undefined)
  })
})

describe('a folder left by a dead engine', () => {
  test('is removed, and nothing else, whatever a record says', (t) => {
    const dir = runtimeDir(t)
    const left = new PrivateFolders({ XDG_RUNTIME_DIR: dir }, newSecret).path ?? ''
    const precious = join(dir, 'precious')
    mkdirSync(precious, { mode: 0o700 })
    symlinkSync(precious, join(dir, 'slipway-plugins-link'))
    mkdirSync(join(dir, 'slipway-plugins-open'))
    chmodSync(join(dir, 'slipway-plugins-open'), 0o755)
    for (const path of [left, precious, join(dir, 'slipway-plugins-link'), join(dir, 'slipway-plugins-open'), '', '.'])
      removeLeftFolder(path)
    assert.deepEqual([left, precious, join(dir, 'slipway-plugins-open')].map(existsSync), [false, true, true])
  })
})
