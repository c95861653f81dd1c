import assert from 'node:assert/strict'
import { chownSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { FolderTrust, trustedFoldersOf } from './folder-trust.ts'
import { projectFiles } from './project-files.ts'

const brings = {
  things: [{ what: 'plugin path ./plugins', place: 'slipway.config.yaml:1' }],
  pluginPaths: [],
  ofPath: [],
}

function place(t: TestContext): { env: NodeJS.ProcessEnv; project: string } {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-folder-')))
  t.after(() => rmSync(top, { recursive: true, force: true }))
  const project = join(top, 'project')
  mkdirSync(project)
  return { env: { HOME: top, XDG_CONFIG_HOME: join(top, 'config') }, project }
}

const askNobody = (): Promise<boolean> => assert.fail('nobody is to be asked')

describe('a folder that brings something', () => {
  test('may use it as its mode allows', (t) => {
    const { env, project } = place(t)
    const leftOut = (trust: 'all' | 'remembered' | 'none' | undefined, more: NodeJS.ProcessEnv = {}): number =>
      new FolderTrust({ env: { ...env, ...more }, ...(trust && { trust }) }, project, brings).leftOut.length
    assert.deepEqual([leftOut(undefined), leftOut('all'), leftOut('remembered'), leftOut('none')], [0, 0, 1, 1])
    assert.deepEqual(
      ['1', 'true', '0', ''].map((value) => leftOut('remembered', { SLIPWAY_TRUST: value })),
      [0, 0, 1, 1],
    )
    assert.equal(leftOut('none', { SLIPWAY_TRUST: '1' }), 1)
    trustedFoldersOf(env).add(project)
    assert.deepEqual([leftOut('remembered'), leftOut('none')], [0, 1])
  })

  test('is asked about once, and remembered', async (t) => {
    const { env, project } = place(t)
    const asked: string[] = []
    const agreeToTrust = async ({ folder }: { readonly folder: string }): Promise<boolean> => asked.push(folder) === 2
    const open = (): Promise<void> =>
      new FolderTrust({ env, trust: 'remembered', agreeToTrust }, project, brings).demand()
    await assert.rejects(open(), { code: 'cli/untrusted' })
    await open()
    await open()
    assert.deepEqual(asked, [project, project])
    await assert.rejects(new FolderTrust({ env, trust: 'none', agreeToTrust }, project, brings).demand(), {
      code: 'cli/untrusted',
      details: ['plugin path ./plugins (slipway.config.yaml:1)'],
      hint: `look at it; if you trust it: slipway trust ${project}, or SLIPWAY_TRUST=1 in CI`,
    })
  })

  test('is not asked about when it brings nothing', async (t) => {
    const { env, project } = place(t)
    const nothing = { things: [], pluginPaths: [], ofPath: [] }
    await new FolderTrust({ env, trust: 'remembered', agreeToTrust: askNobody }, project, nothing).demand()
    assert.deepEqual(trustedFoldersOf(env).list(), [])
  })
})

describe('files of the owner of a folder', { skip: process.getuid?.() !== 0 && 'needs root' }, () => {
  test('count as ours in a folder trusted in any way, and nowhere else', (t) => {
    const { env, project } = place(t)
    const file = join(project, 'slipway.config.yaml')
    writeFileSync(file, 'parallelism: 3\n')
    for (const path of [file, project]) chownSync(path, 12_345, 12_345)
    const read = (world: Parameters<typeof projectFiles>[0]): boolean => {
      try {
        return projectFiles(world, project).read(file) === 'parallelism: 3\n'
      } catch {
        return false
      }
    }
    assert.equal(read({ env }), false)
    assert.equal(read({ env, trust: 'remembered' }), false)
    assert.equal(read({ env: { ...env, SLIPWAY_TRUST: '1' }, trust: 'remembered' }), true)
    assert.equal(read({ env, trust: 'remembered', agreeToTrust: true }), true)
    trustedFoldersOf(env).add(project)
    assert.equal(read({ env, trust: 'remembered' }), true)
    chownSync(file, 23_456, 23_456)
    assert.equal(read({ env, trust: 'remembered' }), false)
  })
})
