import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { loadSettings } from '../settings/load.ts'
import { broughtBy } from './brings.ts'

function place(t: TestContext) {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-brings-')))
  t.after(() => rmSync(home, { recursive: true, force: true }))
  const folder = join(home, 'src/app')
  mkdirSync(folder, { recursive: true })
  const write = (path: string, text = ''): void => {
    mkdirSync(join(home, path, '..'), { recursive: true })
    writeFileSync(join(home, path), text)
  }
  const brought = async (path = ''): Promise<readonly string[]> => {
    const env = { HOME: home, PATH: path }
    const { ofProject: settings } = await loadSettings({ directory: folder, env })
    return broughtBy({ folder, settings, env }).things.map(({ what, place: at }) => `${what} (${at})`)
  }
  return { home, folder, write, brought }
}

describe('the things that a folder brings', () => {
  test('are none if its settings only set up its providers', async (t) => {
    const { write, brought } = place(t)
    write(
      'src/app/slipway.config.yaml',
      'parallelism: 3\nproviders: { aws: { region: eu, note: "text:env:X" } }\nplugins: { pin: { acme/x: 1.0.0 } }\n',
    )
    write('src/app/tasks/README.md')
    assert.deepEqual(await brought(), [])
  })

  test('are each setting that runs something or points somewhere, a program, and stage tasks', async (t) => {
    const { write, brought } = place(t)
    write(
      'src/app/slipway.config.yaml',
      `plugins: { path: [a, b], packages: { maps: { plugin: pulumi/binder } } }
policyPacks: [pack]
tasks: [more]
context: { user: "env:USER" }
configurations: { aws: { far: { key: "file:~/.aws/key" } } }
policyConfig: { pack: { rule: { list: ["env:HOME"] } } }
`,
    )
    write('src/app/Pulumi.yaml', 'name: app\nruntime: nodejs\n')
    write('src/app/tasks/one/tasks.yaml')
    assert.deepEqual(await brought(), [
      'plugin path a, b (slipway.config.yaml:1)',
      'package plugins.packages.maps.plugin (slipway.config.yaml:1)',
      'policy pack pack (slipway.config.yaml:2)',
      'stage tasks more (slipway.config.yaml:3)',
      'context.user, which points to env:USER (slipway.config.yaml:4)',
      'configurations.aws.far.key, which points to file:~/.aws/key (slipway.config.yaml:5)',
      'policyConfig, which points to env:HOME (slipway.config.yaml:6)',
      'program (Pulumi.yaml)',
      'stage tasks (tasks/)',
    ])
  })

  test('are each npm package that its package.json names and that is a plugin', async (t) => {
    const { write, brought } = place(t)
    write('src/app/package.json', '{ "dependencies": { "left-pad": "1" }, "devDependencies": { "@acme/signal": "1" } }')
    const slipway = { kind: 'provider', id: 'acme/signal', file: 'plugin' }
    for (const name of ['@acme/signal', 'inner'])
      for (const [file, text] of [
        ['package.json', JSON.stringify({ version: '1.0.0', slipway })],
        ['plugin', ''],
      ] as const)
        write(`src/app/node_modules/${name}/${file}`, text)
    write('src/app/node_modules/left-pad/package.json', '{ "version": "1.0.0" }')
    assert.deepEqual(await brought(), ['plugin @acme/signal (package.json)'])
  })

  test('are every directory of the PATH in it or its repository that holds plugins, unless it is the home directory', async (t) => {
    const { home, write, brought } = place(t)
    const [mine, modules] = [join(home, 'bin'), join(home, 'src/node_modules/.bin')]
    write('bin/pulumi-resource-mine')
    write('src/node_modules/.bin/pulumi-resource-theirs')
    write('src/node_modules/other/.bin/eslint')
    const path = [mine, modules, join(home, 'src/node_modules/other/.bin')].join(':')
    assert.deepEqual(await brought(path), [])
    write('src/.git/config')
    assert.deepEqual(await brought(path), [`plugins (${modules})`])
    rmSync(join(home, 'src/.git'), { recursive: true })
    write('.git/config')
    assert.deepEqual(await brought(path), [])
  })
})
