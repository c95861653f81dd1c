import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { discoverPlugins, pluginRoots } from '@slipway/host'
import { dialects } from '../dialects.ts'
import { setupPlugins } from './setup-plugins.ts'

function folder(context: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'slipway-setup-'))
  context.after(() => rmSync(path, { recursive: true, force: true }))
  return path
}

test('setup makes the default plugin directory, fills it, and changes nothing the second time', (context) => {
  const home = folder(context)
  const env = { HOME: home }
  const first = setupPlugins(env)
  assert.equal(first.root, join(home, '.celerity/deploy-engine/plugins/bin'))
  assert.deepEqual(
    first.plugins.map(({ id, outcome }) => [id, outcome]),
    ['http', 'local', 'null', 'postgres', 'random', 'slipway'].map((name) => [`slipway/${name}`, 'installed']),
  )
  const { plugins, problems } = discoverPlugins({ dialects, roots: pluginRoots({ env, home }) })
  assert.deepEqual(
    plugins.map(({ id, root }) => [id, root.origin]),
    first.plugins.map(({ id }) => [id, 'default']),
  )
  assert.deepEqual(problems, [])
  assert.ok(setupPlugins(env).plugins.every(({ outcome }) => outcome === 'unchanged'))

  const [plugin] = plugins
  assert.ok(plugin !== undefined)
  for (const file of [plugin.file, `${plugin.file}.cjs`]) {
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, '#!/bin/sh\n')
    const again = setupPlugins(env)
    assert.equal(again.plugins[0]?.outcome, 'replaced')
    assert.equal(readFileSync(file, 'utf8'), text)
  }
})

test('setups at the same time agree', async (context) => {
  const home = folder(context)
  const env = { ...process.env, HOME: home }
  const program = `
    import { setupPlugins } from ${JSON.stringify(join(import.meta.dirname, 'setup-plugins.ts'))}
    process.stdin.on('data', () => {
      try {
        setupPlugins(process.env)
        console.log('done')
      } catch ({ message }) {
        console.log(message)
      }
    })
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
