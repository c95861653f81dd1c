/** The needs of a project, from local servers, through the command line. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { platformOf } from '@slipway/installer'
import { FileServer } from '@slipway/installer/testing'
import { describe, test } from '../cases.ts'
import { tarGz } from './archive.ts'
import { installMachine, type InstallMachine } from './machine.ts'

const limit = { timeout: 240_000, concurrency: 2 }

const asset = `/pulumi-resource-random-v4.19.0-${platformOf()}.tar.gz`

async function serverWith(t: TestContext, text: string): Promise<FileServer> {
  const body = tarGz({ 'pulumi-resource-random': text })
  const server = await FileServer.start({ [asset]: { body } })
  t.after(() => server.stop())
  return server
}

/** Writes a program that depends on one package and has nothing else. */
function writeProgram(folder: string, server: string): void {
  const packages = `packages:\n  random: { source: random, version: 4.19.0, server: "${server}" }\n`
  writeFileSync(join(folder, 'Pulumi.yaml'), `name: shop\nruntime: nodejs\n${packages}`)
}

async function launched(box: InstallMachine): Promise<string> {
  const { stdout } = await box.slipway('plugin list --json')
  const { plugins } = JSON.parse(stdout) as { plugins: readonly { id: string; path: string }[] }
  return readFileSync(plugins.find(({ id }) => id === 'pulumi/random')?.path ?? '', 'utf8')
}

describe('slipway install', limit, () => {
  test('writes a project’s plugins into its lock file, and then has nothing to do', async (t) => {
    const box = installMachine(t)
    const server = await serverWith(t, 'one')
    writeProgram(box.folder, server.url)
    const [line] = await box.lines('install')
    assert.deepEqual(
      [line?.id, line?.version, line?.action],
      ['pulumi/random', '4.19.0', 'installed'],
      JSON.stringify(line),
    )
    const lock = readFileSync(join(box.folder, 'slipway.lock'), 'utf8')
    assert.match(lock, /pulumi:random/)
    assert.match(lock, new RegExp(line?.sha256 ?? 'none'))
    const before = server.requests.length
    const [again] = await box.lines('install')
    assert.deepEqual([again?.action, server.requests.length], ['present', before])
    assert.equal(readFileSync(join(box.folder, 'slipway.lock'), 'utf8'), lock)
  })

  test('--frozen exits with 3 if the lock file would change', async (t) => {
    const box = installMachine(t)
    const server = await serverWith(t, 'one')
    writeProgram(box.folder, server.url)
    const frozen = await box.slipway('install --frozen')
    assert.equal(frozen.code, 3, frozen.stderr)
    assert.match(frozen.stderr, /install\/frozen/)
    assert.equal(existsSync(join(box.folder, 'slipway.lock')), false)
    const first = await box.slipway('install')
    assert.equal(first.code, 0)
    const only = new RegExp(
      `slipway\\.lock has pulumi:random server=\\S+ for ${platformOf()} only, because its source gives no hashes`,
    )
    assert.match(first.stderr, only)
    const again = await box.slipway('install --frozen')
    assert.equal(again.code, 0)
    assert.doesNotMatch(again.stderr, only)
  })

  test('gives another user with the lock file the same bytes, and reports a server with others', async (t) => {
    const [one, two] = [installMachine(t), installMachine(t)]
    const server = await serverWith(t, 'one')
    writeProgram(one.folder, server.url)
    const [first] = await one.lines('install')
    for (const name of ['Pulumi.yaml', 'slipway.lock'])
      writeFileSync(join(two.folder, name), readFileSync(join(one.folder, name)))
    const [second] = await two.lines('install --frozen')
    assert.deepEqual([second?.action, second?.sha256], ['installed', first?.sha256])
    assert.equal(await launched(two), 'one')

    rmSync(join(two.home, '.local'), { recursive: true })
    server.put(asset, { body: tarGz({ 'pulumi-resource-random': 'two' }) })
    const [changed] = await two.lines('install')
    assert.deepEqual([changed?.action, changed?.error?.code], ['failed', 'install/checksum'])
  })

  test('keeps two contents of one name and version for two projects', async (t) => {
    const box = installMachine(t)
    const [one, two] = await Promise.all([serverWith(t, 'one'), serverWith(t, 'two')])
    // The same user, in another folder.
    const second = installMachine(t)
    writeProgram(box.folder, one.url)
    writeProgram(second.folder, two.url)
    const home = { HOME: box.home }
    const [first] = await box.lines('install')
    const [next] = await second.lines('install', home)
    assert.deepEqual([first?.action, next?.action], ['installed', 'installed'], JSON.stringify([first, next]))
    assert.notEqual(first?.path, next?.path)
    assert.notEqual(first?.sha256, next?.sha256)
    assert.equal(await launched(box), 'one')
    const listed = await second.slipway('plugin list --json', home)
    const { plugins } = JSON.parse(listed.stdout) as { plugins: readonly { id: string; path: string }[] }
    assert.equal(readFileSync(plugins.find(({ id }) => id === 'pulumi/random')?.path ?? '', 'utf8'), 'two')
    assert.equal(await launched(box), 'one')
    assert.equal((await box.slipway('plugin verify')).code, 0)
  })

  test('never installs an attached plugin', async (t) => {
    const box = installMachine(t)
    const server = await serverWith(t, 'one')
    writeProgram(box.folder, server.url)
    assert.deepEqual(await box.lines('install', { PULUMI_DEBUG_PROVIDERS: 'random:12345' }), [])
    assert.equal(server.requests.length, 0)
  })
})

describe('an installed plugin', limit, () => {
  test('is verified, explained, removed and pruned', async (t) => {
    const box = installMachine(t)
    const server = await serverWith(t, 'one')
    writeProgram(box.folder, server.url)
    const [line] = await box.lines('install')
    const why = await box.slipway('plugin why random')
    assert.match(why.stdout, /pulumi\/random 4\.19\.0\n {2}needed by the project in /)
    writeFileSync(join(line?.path ?? '', 'more'), '')
    const changed = await box.slipway('plugin verify')
    assert.equal(changed.code, 1)
    assert.match(changed.stderr, /more was changed, added or removed/)
    assert.equal((await box.slipway('plugin remove nothing')).code, 1)
    const removed = await box.slipway('plugin remove pulumi/random@4.19.0')
    assert.equal(removed.code, 0, removed.stderr)
    assert.equal(existsSync(line?.path ?? ''), false)
    assert.match((await box.slipway('plugin prune --dry-run')).stderr, /Would remove [1-9]/)
    assert.equal((await box.slipway('plugin prune')).code, 0)
    assert.match((await box.slipway('plugin prune')).stderr, /Removed 0 entries/)
  })
})
