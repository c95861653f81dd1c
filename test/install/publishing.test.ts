/** `slipway plugin pack` and `publish` through the command line: refusals, which change nothing. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { platformOf } from '@slipway/installer'
import { PluginRegistry } from '@slipway/installer/testing'
import { describe, test } from '../cases.ts'
import { tarGz } from './archive.ts'
import { type InstallMachine, installMachine } from './machine.ts'

const platform = platformOf()
const limit = { timeout: 240_000, concurrency: 2 }

/** The folder of a plugin that needs no build. */
function pluginFolder(t: TestContext, version = '1.0.0'): InstallMachine {
  const box = installMachine(t)
  const slipway = { kind: 'provider', id: 'acme/signal', file: 'dist/plugin', protocol: '1.0' }
  box.write('package.json', JSON.stringify({ name: 'slipway-plugin-signal', version, files: ['dist'], slipway }))
  box.program('dist/plugin', '#!/bin/sh\n')
  return box
}

interface Refusal {
  readonly code: string
  readonly message: string
  readonly details?: readonly string[]
}

async function refusal(box: InstallMachine, line: string): Promise<Refusal> {
  const { code, stdout, stderr } = await box.slipway(`${line} --json`)
  assert.equal(code, 1, stderr)
  // A place that fails has a line of its own; an earlier failure is that of the command itself.
  const said = JSON.parse(stdout.split('\n')[0] ?? '') as Refusal & { readonly error?: Refusal }
  return said.error ?? said
}

describe('slipway plugin publish', limit, () => {
  test('says what comes first where the build of the plugin has nothing to build with', async (t) => {
    const box = pluginFolder(t)
    const manifest = JSON.parse(readFileSync(join(box.folder, 'package.json'), 'utf8')) as object
    box.write('package.json', JSON.stringify({ ...manifest, scripts: { prepack: 'exit 1' } }))
    const { stderr } = await box.slipway('plugin pack')
    assert.match(stderr, /hint: install its build tools: cd \S+ && npm install; then run the same command again/)
    mkdirSync(join(box.folder, 'node_modules'))
    assert.match((await box.slipway('plugin pack')).stderr, /hint: put that right; then run the same command again/)
  })

  test('refuses what should not be published, by its name, and publishes nothing', async (t) => {
    const box = pluginFolder(t)
    const publish = 'plugin publish --to www'
    const file = (name: string): string => join(box.folder, name)
    box.program('dist/.env', 'TOKEN=1')
    const secret = await refusal(box, publish)
    assert.deepEqual([secret.code, secret.details], ['publish/secret', ['dist/.env: settings with secrets']])
    rmSync(file('dist/.env'))

    symlinkSync('/etc/passwd', file('dist/names'))
    assert.match((await refusal(box, publish)).message, /the link dist\/names leads out of it/)
    rmSync(file('dist/names'))

    writeFileSync(file('key.asc'), 'a key', { mode: 0o644 })
    assert.equal((await refusal(box, `${publish} --sign key.asc`)).code, 'publish/key-readable')
    rmSync(file('key.asc'))

    for (const version of ['0.0.0', '1.0.0-dirty', 'latest']) {
      const other = pluginFolder(t, version)
      assert.equal((await refusal(other, publish)).code, 'publish/bad-version', version)
    }
    const git = (...args: readonly string[]): void =>
      void execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], { cwd: box.folder })
    git('init', '--quiet')
    git('add', '.')
    git('commit', '--quiet', '-m', 'first')
    box.program('dist/plugin', '#!/bin/sh\n# changed\n')
    const uncommitted = await refusal(box, publish)
    assert.deepEqual([uncommitted.code, uncommitted.details], ['publish/uncommitted', [' M dist/plugin']])
    assert.ok(!existsSync(file('www')))
    assert.deepEqual(readdirSync(join(box.home, '..')).toSorted(), ['home', 'project'])
  })

  test('never changes a version, and says at which place it is already', async (t) => {
    const box = pluginFolder(t)
    const manifest = JSON.parse(readFileSync(join(box.folder, 'package.json'), 'utf8')) as object
    box.write('package.json', JSON.stringify({ ...manifest, scripts: { prepack: 'env > ../seen' } }))
    const first = await box.slipway('plugin publish --to www --json', { SLIPWAY_SIGNING_PASSPHRASE: 'sesame-opens-7' })
    // No script of a package gets the passphrase.
    assert.doesNotMatch(readFileSync(join(box.folder, '../seen'), 'utf8'), /sesame/)
    assert.deepEqual(
      [first.code, JSON.parse(first.stdout).action, JSON.parse(first.stdout).version],
      [0, 'published', '1.0.0'],
    )
    assert.equal(JSON.parse((await box.slipway('plugin publish --to www --json')).stdout).action, 'present')
    box.program('dist/plugin', '#!/bin/sh\n# other\n')
    const { code, message, details = [] } = await refusal(box, 'plugin publish --to www')
    assert.equal(code, 'publish/version-exists')
    assert.match(message, /acme\/signal 1\.0\.0 is in .* already, with other bytes/)
    assert.equal(details.length, 5)
    assert.equal((await refusal(box, 'plugin publish')).code, 'cli/usage')
  })
})

describe('slipway plugin pack', limit, () => {
  test('packs programs that are built for each platform, and lists the archives', async (t) => {
    const box = installMachine(t)
    box.program('build/linux', '#!/bin/sh\n')
    box.program('build/mac/plugin', '#!/bin/sh\n')
    const line =
      'plugin pack --as provider:acme/sqlite@2.0.0 --platform linux-amd64=build/linux --platform darwin-arm64=build/mac --json'
    const { code, stdout, stderr } = await box.slipway(line)
    assert.equal(code, 0, stderr)
    const packed = JSON.parse(stdout) as { readonly files: readonly { readonly name: string }[]; readonly id: string }
    assert.deepEqual(
      [packed.id, ...packed.files.map(({ name }) => name)],
      ['acme/sqlite', 'acme-sqlite-v2.0.0-darwin-arm64.tar.gz', 'acme-sqlite-v2.0.0-linux-amd64.tar.gz'],
    )
    const again = await box.slipway('plugin install ./release/acme-sqlite-v2.0.0-linux-amd64.tar.gz --json')
    assert.equal(JSON.parse(again.stdout).id, 'acme/sqlite', again.stdout)
  })
})

describe('slipway plugin mirror', limit, () => {
  test('takes the lock files of several projects, and refuses what they do not agree on', async (t) => {
    const registry = await PluginRegistry.start()
    t.after(() => registry.stop())
    for (const version of ['1.0.0', '1.1.0'])
      registry.publish({
        id: 'acme/signal',
        version,
        archives: { [platform]: tarGz({ plugin: `#!/bin/sh\n# ${version}\n` }) },
      })
    const box = installMachine(t)
    box.settings(`plugins:\n  registries: { default: "${registry.server.url}" }\n`)
    const nothing = await refusal(box, 'plugin mirror ../mirror')
    assert.equal(nothing.code, 'publish/no-lock')
    for (const version of ['1.0.0', '1.1.0']) {
      const text = `version: 2025-11-02\nmetadata: { slipway: { plugins: { acme/signal: ${version} } } }\nresources: {}\n`
      box.program(`${version}/app.blueprint.yaml`, text)
      assert.equal((await box.slipway(`install ${version}`)).code, 0)
    }
    const lines = await box.lines('plugin mirror ../mirror 1.0.0 1.1.0')
    // They are mirrored side by side, and reported when they are done.
    assert.deepEqual(lines.map(({ version, action }) => `${version} ${action}`).toSorted(), [
      '1.0.0 mirrored',
      '1.1.0 mirrored',
    ])
    const lock = join(box.folder, '1.1.0/slipway.lock')
    const text = readFileSync(lock, 'utf8')
    writeFileSync(lock, text.replaceAll('acme/signal 1.1.0', 'acme/signal 1.0.0'))
    const differing = await refusal(box, 'plugin mirror ../mirror 1.0.0 1.1.0')
    assert.deepEqual(
      [differing.code, differing.message.replace(/^.* record /, '')],
      ['publish/mirror-differs', 'different contents of acme/signal 1.0.0 in their lock files'],
    )
    const wrong = await refusal(box, 'plugin mirror ../mirror 1.1.0 --verify')
    assert.equal(wrong.code, 'install/checksum')
  })
})
