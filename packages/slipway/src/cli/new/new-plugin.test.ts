/** `slipway plugin new` and the plugin that it makes, with the workspace's modules in place of npm's. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after } from 'node:test'
import { test } from '../../../../../test/cases.ts'

const workspace = join(import.meta.dirname, '../../../../..')
const bin = join(workspace, 'node_modules/.bin')
const base = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-new-plugin-')))
after(() => rmSync(base, { recursive: true, force: true }))

// Drops the variable with which a test runner knows that another one has started it.
const { NODE_TEST_CONTEXT: _, ...around } = process.env
const env = { ...around, PATH: [bin, dirname(process.execPath), around['PATH']].join(':'), NO_COLOR: '1' }

function run(cwd: string, command: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', env })
  return { status, said: stdout + stderr }
}

function succeeds(cwd: string, command: string, ...args: readonly string[]): string {
  const { status, said } = run(cwd, command, ...args)
  assert.equal(status, 0, `${command} ${args.join(' ')}: ${said}`)
  return said
}

function newPlugin(name: string): string {
  succeeds(base, 'slipway', 'plugin', 'new', name, '--no-install')
  const folder = join(base, name)
  symlinkSync(join(workspace, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

test('a new plugin type-checks, passes its tests and those of every plugin, and deploys', () => {
  const folder = newPlugin('weather')
  succeeds(folder, 'tsc')
  succeeds(folder, 'node', '--test')
  succeeds(folder, 'node', 'build.ts')
  assert.deepEqual(readdirSync(join(folder, 'dist')), ['plugin'])
  const tested = succeeds(folder, 'slipway', 'plugin', 'test', 'dist', '--exercises', 'exercises.yaml')
  assert.doesNotMatch(tested, /^(FAIL|weak)/m)
  assert.match(tested, /weather\/note: is destroyed/)

  succeeds(folder, 'slipway', 'up', '--yes')
  const file = succeeds(folder, 'slipway', 'exports', '--only', 'file', '--raw').trim()
  assert.equal(readFileSync(file, 'utf8'), '# Shopping\n\nmilk and bread')
  succeeds(folder, 'slipway', 'destroy', '--yes')
  assert.deepEqual(readdirSync(join(folder, 'notes')), [])
})

test('its package.json takes Slipway from its present place, and lists everything that the plugin needs', () => {
  succeeds(base, 'slipway', 'plugin', 'new', 'links', '--no-install')
  const manifest = JSON.parse(readFileSync(join(base, 'links/package.json'), 'utf8')) as Record<string, object>
  const { '@slipway/sdk': sdk, ...others } = manifest['devDependencies'] as Record<string, string>
  assert.equal(realpathSync(join(base, 'links', sdk?.replace('file:', '') ?? '')), join(workspace, 'packages/sdk'))
  const node = `node-${process.platform}-${process.arch}`
  assert.deepEqual(Object.keys(others), ['@types/node', 'esbuild', 'typescript', 'zod', 'slipway', node])
})

test('its package.json can be published: a plugin for Slipway, without dependencies for its users', () => {
  succeeds(base, 'slipway', 'plugin', 'new', 'siren', '--id', 'acme/siren', '--no-install')
  const { devDependencies, scripts, ...manifest } = JSON.parse(
    readFileSync(join(base, 'siren/package.json'), 'utf8'),
  ) as Record<string, object>
  assert.ok(devDependencies !== undefined)
  assert.deepEqual(manifest, {
    name: 'slipway-plugin-siren',
    version: '0.1.0',
    description: 'A plugin for Slipway that keeps notes in a folder',
    keywords: ['slipway', 'slipway-plugin'],
    license: 'Apache-2.0',
    type: 'module',
    slipway: { kind: 'provider', id: 'acme/siren', file: 'dist/plugin', protocol: '1.0' },
    files: ['dist'],
    engines: { node: '>=22' },
  })
  assert.equal((scripts as Record<string, string>)['prepack'], 'npm run build')
  const readme = readFileSync(join(base, 'siren/README.md'), 'utf8')
  assert.match(
    readme,
    /npm install slipway-plugin-siren[^]*type: siren\/note[^]*providers:\n {2}siren: \{ folder: notes \}/,
  )
  assert.match(readFileSync(join(base, 'siren/LICENSE'), 'utf8'), /Apache License/)
})

test('nothing is overwritten, and an unusable id is refused', () => {
  const refusals: readonly (readonly [readonly string[], RegExp])[] = [
    [['full'], /full is not empty, and Slipway overwrites nothing in it {2}\[cli\/folder-not-empty\]/],
    [['none/here'], /none\/here cannot become the folder of a plugin: .* \[cli\/folder-not-empty\]/],
    [['My Plugin'], /"my\/my plugin" cannot be the id of a plugin: .* \[cli\/bad-plugin-id\]/],
    [['x', '--id', 'notes'], /"notes" cannot be the id of a plugin/],
    [['x', '--id', 'acme/local'], /Slipway's own plugin slipway\/local has all types that begin with local\//],
  ]
  mkdirSync(join(base, 'full'))
  writeFileSync(join(base, 'full/mine'), '')
  for (const [args, expected] of refusals) {
    const { status, said } = run(base, 'slipway', 'plugin', 'new', ...args)
    assert.equal(status, 1)
    assert.match(said, expected)
  }
  assert.deepEqual(readdirSync(join(base, 'full')), ['mine'])
})

test('with --watch it is built and tested anew when a file changes, also after a mistake, until Ctrl-C', async () => {
  const folder = newPlugin('watched')
  const args = ['plugin', 'test', 'dist', '--watch', '--build', 'node build.ts']
  const child = spawn(join(bin, 'slipway'), args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  child.stdout.setEncoding('utf8')
  let said = ''
  const provider = join(folder, 'provider.ts')
  const text = readFileSync(provider, 'utf8')
  const writes = [`${text}oops(`, text.replace('a folder', 'any folder')]
  // Makes the next change after the verdict that ends each round.
  for await (const chunk of child.stdout as AsyncIterable<string>) {
    said += chunk
    if (!/^(ok {2}|FAIL) (my\/watched: \d|sh -c)/m.test(chunk)) continue
    const next = writes.shift()
    if (next === undefined) child.kill('SIGINT')
    else writeFileSync(provider, next)
  }
  assert.deepEqual(await ended, [0, null])
  const verdicts = said.match(/^(ok {2}|FAIL) (my\/watched|sh -c node build.ts failed)|^changed: [\w.]+/gm)
  const changed = 'changed: provider.ts'
  const failed = 'FAIL sh -c node build.ts failed'
  assert.deepEqual(verdicts, ['ok   my/watched', changed, failed, changed, 'ok   my/watched'])
  assert.deepEqual(readdirSync(join(folder, 'dist')), ['plugin'])
})
