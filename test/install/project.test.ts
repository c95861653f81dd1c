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

const limit = { timeout: 120_000, concurrency: 2 }

const asset = `/pulumi-resource-random-v4.19.0-${platformOf()}.tar.gz`

async function serverWith(t: TestContext, text: string): Promise<FileServer> {
  const body = tarGz({ 'pulumi-resource-random': text })
  const server = await FileServer.start({ [asset]: { body } })
  t.after(() => server.stop())
  return server
}

/** A program that depends on a package, and has nothing else. */
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
  test('puts what a project needs into its lock file, and again does nothing', async (t) => {
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

  test('--frozen exits with 3 where the lock file would have to change', async (t) => {
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
      `slipway\\.lock has pulumi:random server=\\S+ for ${platformOf()} only, because nobody tells`,
    )
    assert.match(first.stderr, only)
    const again = await box.slipway('install --frozen')
    assert.equal(again.code, 0)
    assert.doesNotMatch(again.stderr, only)
  })

  test('another user with the lock file gets the same bytes, and is told where the server has others', async (t) => {
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

  test('two projects have two contents of the same name and version', async (t) => {
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

  test('an attached plugin is never installed', async (t) => {
    const box = installMachine(t)
    const server = await serverWith(t, 'one')
    writeProgram(box.folder, server.url)
    assert.deepEqual(await box.lines('install', { PULUMI_DEBUG_PROVIDERS: 'random:12345' }), [])
    assert.equal(server.requests.length, 0)
  })
})

describe('what is installed', limit, () => {
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
