import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { deployEngine, discoverPlugins, pluginRoots } from '@slipway/host'
import { writeContentFolder } from './content-folder.ts'
import { currentBuild, noteBuild } from './manifest.ts'
import { setupPlugins } from './setup.ts'

function folder(context: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'slipway-bundled-'))
  context.after(() => rmSync(path, { recursive: true, force: true }))
  return path
}

function age(path: string, hours: number): void {
  const then = Date.now() / 1000 - hours * 3600
  utimesSync(path, then, then)
}

describe('builds', () => {
  test('a build is good until one of its inputs changes, goes, or something else is asked for', (context) => {
    const directory = folder(context)
    const input = join(directory, 'input.ts')
    const manifest = join(directory, 'manifest.json')
    writeFileSync(input, 'one')
    const root = writeContentFolder(directory, [{ path: 'a/b.mjs', content: 'built of one' }])
    noteBuild(manifest, root, 'subject', [input])
    assert.equal(currentBuild(manifest, 'subject'), root)
    assert.equal(currentBuild(manifest, 'other'), undefined)
    utimesSync(input, 1, 1)
    assert.equal(currentBuild(manifest, 'subject'), undefined)
    noteBuild(manifest, root, 'subject', [input])
    rmSync(input)
    assert.equal(currentBuild(manifest, 'subject'), undefined)
    assert.equal(currentBuild(join(directory, 'none.json'), 'subject'), undefined)
  })

  test('a build of which something was taken away is made again', (context) => {
    const directory = folder(context)
    const manifest = join(directory, 'manifest.json')
    const file = (): string => join(root, 'a/b.mjs')
    const build = (): string => {
      const made = writeContentFolder(directory, [{ path: 'a/b.mjs', content: 'built' }])
      noteBuild(manifest, made, 'subject', [])
      return made
    }
    const root = build()
    for (const damage of [() => rmSync(file()), () => writeFileSync(file(), '')]) {
      damage()
      assert.equal(currentBuild(manifest, 'subject'), undefined)
      assert.equal(build(), root)
      assert.equal(readFileSync(file(), 'utf8'), 'built')
      assert.equal(currentBuild(manifest, 'subject'), root)
    }
    assert.deepEqual(readdirSync(directory).length, 2)
  })

  test('the same content is the same folder; what was left half-done is no build', (context) => {
    const directory = folder(context)
    const files = [{ path: 'p', content: 'x', executable: true }]
    assert.equal(writeContentFolder(directory, files), writeContentFolder(directory, files))
    assert.notEqual(writeContentFolder(directory, [{ path: 'p', content: 'y' }]), writeContentFolder(directory, files))
    assert.equal(readdirSync(directory).filter((name) => name.includes('draft')).length, 0)
    assert.equal(statSync(writeContentFolder(directory, files)).mode & 0o777, 0o755, 'others run it too')
  })

  test('a build stays for a day after another took its place, however old it is; then it goes', (context) => {
    const cache = folder(context)
    const directory = join(cache, 'program')
    const manifest = join(directory, 'manifest.json')
    const build = (content: string): string => {
      const root = writeContentFolder(directory, [{ path: 'p', content }])
      noteBuild(manifest, root, 'subject', [])
      return root
    }
    const first = build('one')
    age(first, 1000)
    const second = build('two')
    assert.ok(existsSync(first), 'somebody may have started from it a moment ago')
    age(first, 25)
    const compiled = ['old', 'new'].map((name) => join(cache, 'compile/v24-x64', name))
    mkdirSync(join(cache, 'compile/v24-x64'), { recursive: true })
    for (const file of compiled) writeFileSync(file, '')
    age(compiled[0] ?? '', 25)
    const draft = join(directory, '0123456789abcdef.draft-x')
    mkdirSync(draft)
    age(draft, 25)
    const third = build('three')
    assert.deepEqual([first, second, third, draft, ...compiled].map(existsSync), [
      false,
      true,
      true,
      false,
      false,
      true,
    ])
    assert.equal(build('two'), second)
    assert.deepEqual([second, third].map(existsSync), [true, true])
  })
})

test('setup makes the default plugin directory, fills it, and changes nothing when done again', async (context) => {
  const home = folder(context)
  const env = { HOME: home, XDG_CACHE_HOME: join(home, 'cache') }
  const first = await setupPlugins(env)
  assert.equal(first.root, join(home, '.celerity/deploy-engine/plugins/bin'))
  assert.deepEqual(
    first.plugins.map(({ id, outcome }) => [id, outcome]),
    ['local', 'null', 'random'].map((name) => [`slipway/${name}`, 'installed']),
  )
  const { plugins, problems } = discoverPlugins({ dialects: [deployEngine], roots: pluginRoots({ env, home }) })
  assert.deepEqual(
    plugins.map(({ id, root }) => [id, root.origin]),
    first.plugins.map(({ id }) => [id, 'default']),
  )
  assert.deepEqual(problems, [])
  assert.ok((await setupPlugins(env)).plugins.every(({ outcome }) => outcome === 'unchanged'))

  const [plugin] = plugins
  assert.ok(plugin !== undefined)
  for (const file of [plugin.file, `${plugin.file}.cjs`]) {
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, '#!/bin/sh\n')
    const again = await setupPlugins(env)
    assert.equal(again.plugins[0]?.outcome, 'replaced')
    assert.equal(readFileSync(file, 'utf8'), text)
  }
})

test('setups at the same time agree', async (context) => {
  const home = folder(context)
  const env = { ...process.env, HOME: home, XDG_CACHE_HOME: join(home, 'cache') }
  const program = `
    import { setupPlugins } from ${JSON.stringify(join(import.meta.dirname, 'setup.ts'))}
    process.stdin.on('data', () => setupPlugins(process.env).then(() => console.log('done'), ({ message }) => console.log(message)))
    console.log('ready')`
  const children = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', program], { env, stdio: ['pipe', 'pipe', 'inherit'] }),
  )
  const said = (): Promise<readonly string[]> =>
    Promise.all(children.map(({ stdout }) => once(stdout, 'data').then(([data]) => String(data).trim())))
  await said()
  for (let round = 0; round < 20; round += 1) {
    rmSync(join(home, '.celerity'), { recursive: true, force: true })
    const answers = said()
    for (const { stdin } of children) stdin.write('go')
    assert.deepEqual(
      await answers,
      children.map(() => 'done'),
    )
  }
  for (const { stdin } of children) stdin.end()
  await Promise.all(children.map((child) => once(child, 'exit')))
})
