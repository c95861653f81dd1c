import assert from 'node:assert/strict'
import { isAscii } from 'node:buffer'
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

const dist = join(import.meta.dirname, '../../dist')

test('bundles use one byte per letter, and a bundle’s modules have one name', () => {
  const bundles = globSync('**/*.cjs', { cwd: dist })
  assert.ok(['program.cjs', 'deploying.cjs', 'programs.cjs', 'rest.cjs'].every((bundle) => bundles.includes(bundle)))
  for (const bundle of bundles) {
    const bytes = readFileSync(join(dist, bundle))
    assert.ok(isAscii(bytes), `${bundle}: write letters of a regular expression as \\u00b5`)
    assert.equal(/__(?:esm|commonJS)\(\{(?:async )?"[^"]*"\(/.exec(bytes.toString('latin1')), null, bundle)
  }
})

test('there is one of everything', () => {
  const texts = ['program', 'deploying', 'stacks', 'programs', 'rest'].map((bundle) =>
    readFileSync(join(dist, `${bundle}.cjs`), 'latin1'),
  )
  for (const declared of [
    'var Failure=class',
    'function serveBlueprints(',
    'function runPlan(',
    'function makePlan(',
  ]) {
    const found = texts.reduce((count, text) => count + text.split(declared).length - 1, 0)
    assert.equal(found, 1, declared)
  }
})

test('processes beside the program bring no language along: they start for each command', () => {
  for (const bundle of ['stack.cjs', 'resources.cjs'])
    assert.doesNotMatch(readFileSync(join(dist, bundle), 'latin1'), /YAMLException|RE2JS/, bundle)
})

test('a read-only command starts without deploying code, and a deployment of a blueprint or stack without the rest', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-bundles-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  const built = join(folder, 'dist')
  mkdirSync(built)
  for (const entry of readdirSync(dist)) {
    if (entry === 'rest.cjs') continue
    if (/\.(?:cjs|json)$/.test(entry)) copyFileSync(join(dist, entry), join(built, entry))
    else symlinkSync(join(dist, entry), join(built, entry))
  }
  writeFileSync(
    join(folder, 'one.blueprint.yaml'),
    'version: 2025-11-02\nresources:\n  one:\n    type: null/resource\n    spec: { value: a }\n',
  )
  const run = (...args: readonly string[]): string => {
    const env = { ...process.env, NODE_COMPILE_CACHE: undefined, XDG_CACHE_HOME: join(folder, 'cache') }
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(built, 'main.cjs'), ...args], {
      cwd: folder,
      encoding: 'utf8',
      env,
    })
    assert.equal(status, 0, stderr)
    return stdout + stderr
  }
  assert.match(run('plan'), /1 to create/)
  assert.match(run('up', '--yes'), /1 created/)
  rmSync(join(built, 'deploying.cjs'))
  assert.match(run('up', '--yes'), /Nothing to do/)
  assert.match(run('plan'), /Nothing to do/)
  copyFileSync(join(dist, 'deploying.cjs'), join(built, 'deploying.cjs'))
  assert.match(run('destroy', '--yes'), /1 destroyed/)
  writeFileSync(
    join(folder, 'two.stack.ts'),
    "export default (s) => s.resource('two', 'null/resource', { value: 'a' })\n",
  )
  assert.match(run('up', '--yes', 'two.stack.ts', '--trust'), /1 created/)
  assert.match(run('plan', 'two.stack.ts'), /Nothing to do/)
})

test('a command that asks nothing of the network parses no certificates', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-loaded-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  const listing = join(folder, 'listing.cjs')
  const listed = join(folder, 'listed')
  writeFileSync(
    listing,
    `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(listed)}, process.moduleLoadList.join('\\n')))\n`,
  )
  writeFileSync(
    join(folder, 'one.blueprint.yaml'),
    'version: 2025-11-02\nresources:\n  one:\n    type: null/resource\n    spec: { value: a }\n',
  )
  const args = ['--require', listing, join(dist, 'main.cjs'), 'plan']
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  assert.equal(status, 0, stderr)
  const loaded = readFileSync(listed, 'utf8').split('\n')
  assert.ok(loaded.includes('NativeModule fs'))
  assert.deepEqual(
    loaded.filter((name) => /^NativeModule (?:tls|https?|http2)$/.test(name)),
    [],
  )
})

test('a plugin under an old Node says so at its start, with the way out', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-old-node-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  const old = join(folder, 'old.cjs')
  writeFileSync(
    old,
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })\n",
  )
  const executables = globSync('languages/*/pulumi-language-*', { cwd: dist })
  assert.equal(executables.length, 2)
  for (const executable of executables) {
    const args = ['--require', old, join(dist, executable), '127.0.0.1:1']
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 180_000 })
    assert.deepEqual([status, stdout], [1, ''])
    assert.match(
      stderr,
      /^pulumi-language-\w+: needs Node 22 or newer, but \S+ is Node 20\.20\.2\.\n {2}Put a newer one first/,
    )
  }
})
