import assert from 'node:assert/strict'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { isAsItWas, TrustedFolders } from './trusted-folders.ts'

function world(t: TestContext) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-trusted-')))
  t.after(() => rmSync(base, { recursive: true, force: true }))
  const folder = (...path: string[]): string => {
    const made = join(base, ...path)
    mkdirSync(made, { recursive: true })
    return made
  }
  const config = folder('config')
  return { base, folder, config, trusted: new TrustedFolders(config), again: () => new TrustedFolders(config) }
}

function gitConfig(folder: string, url: string | undefined): void {
  mkdirSync(join(folder, '.git'), { recursive: true })
  const remote = url === undefined ? '' : `[remote "origin"]\n\turl = ${url}\n`
  writeFileSync(join(folder, '.git/config'), `[core]\n\tbare = false\n${remote}`)
}

describe('a trusted folder covers', () => {
  test('itself and everything below it, also through a link, and is remembered', (t) => {
    const { base, folder, trusted, again } = world(t)
    const app = folder('app')
    trusted.add(app)
    const below = folder('app/a/b')
    symlinkSync(below, join(base, 'link'))
    for (const path of [app, below, join(base, 'link')]) assert.equal(again().covering(path)?.folder, app, path)
    assert.deepEqual(
      again()
        .list()
        .map((one) => one.folder),
      [app],
    )
  })

  test('everything in the same repository, also in another worktree of it', (t) => {
    const { folder, trusted } = world(t)
    const repository = folder('repository')
    gitConfig(repository, 'https://example.com/app.git')
    trusted.add(repository)
    assert.notEqual(trusted.covering(folder('repository/infra')), undefined)
    const worktree = folder('repository/trees/one')
    const linked = folder('repository/.git/worktrees/one')
    writeFileSync(join(linked, 'commondir'), '../..\n')
    writeFileSync(join(worktree, '.git'), `gitdir: ${linked}\n`)
    assert.notEqual(trusted.covering(worktree), undefined)
  })
})

describe('a trusted folder does not cover', () => {
  test('folders beside or above it', (t) => {
    const { folder, trusted, base } = world(t)
    trusted.add(folder('app'))
    for (const path of [base, folder('apple'), folder('other')]) assert.equal(trusted.covering(path), undefined, path)
  })

  test('another repository below it', (t) => {
    const { folder, trusted } = world(t)
    trusted.add(folder('src'))
    const clone = folder('src/clone')
    gitConfig(clone, 'https://example.com/stranger.git')
    assert.equal(trusted.covering(clone), undefined)
    const bare = folder('src/local')
    gitConfig(bare, undefined)
    assert.equal(trusted.covering(bare), undefined)
  })
})

describe('a folder is another one, and not trusted, when', () => {
  test('its repository has another remote; a token in the URL does not matter', (t) => {
    const { folder, trusted } = world(t)
    const app = folder('app')
    gitConfig(app, 'https://me:token@example.com/app.git')
    const { repository } = trusted.add(app)
    assert.equal(repository, 'https://example.com/app.git')
    gitConfig(app, 'https://example.com/app.git')
    assert.notEqual(trusted.covering(app), undefined)
    gitConfig(app, 'https://example.com/other.git')
    assert.equal(trusted.covering(app), undefined)
    assert.deepEqual(trusted.list().map(isAsItWas), [false])
  })

  test('another one lies at its path, and neither has a remote', (t) => {
    const { base, folder, trusted } = world(t)
    trusted.add(folder('app'))
    renameSync(join(base, 'app'), join(base, 'kept'))
    folder('app')
    assert.equal(trusted.covering(join(base, 'app')), undefined)
  })

  const asRoot = { skip: process.getuid?.() !== 0 && 'needs root' }
  test('it belongs to somebody else', asRoot, (t) => {
    const { folder, trusted } = world(t)
    const app = folder('app')
    trusted.add(app)
    chownSync(app, 65_534, 65_534)
    assert.equal(trusted.covering(app), undefined)
  })

  test('it was removed from the list, also when it is already gone', (t) => {
    const { folder, trusted, again } = world(t)
    const app = folder('app')
    trusted.add(app)
    rmSync(app, { recursive: true })
    assert.equal(trusted.remove(app), true)
    assert.equal(trusted.remove(app), false)
    folder('app')
    assert.equal(again().covering(app), undefined)
  })

  test('others could have written the record of it, or the record is not JSON', (t) => {
    const { folder, config, trusted, again } = world(t)
    const app = folder('app')
    trusted.add(app)
    chmodSync(join(config, 'trusted'), 0o777)
    assert.equal(again().covering(app), undefined)
    chmodSync(join(config, 'trusted'), 0o700)
    assert.notEqual(again().covering(app), undefined)
    const [name = ''] = readdirSync(join(config, 'trusted'))
    writeFileSync(join(config, 'trusted', name), '{"folder": [')
    assert.equal(again().covering(app), undefined)
  })
})
