// test:rest: it makes plugins from the template, publishes them at three places, and installs and deploys them as another user
/**
 * The way of a plugin from `slipway plugin new` to a stranger: through npm, a folder on a web server, and a container registry. Then twenty plugins
 * go through a mirror to a machine without a network.
 */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { before, describe, test, type TestContext } from 'node:test'
import { gpgKeys, PluginRegistry, PushableRegistry } from '@slipway/installer/testing'
import { isMap, isList } from '@slipway/model'
import { readSource, treeToValue } from '@slipway/source'
import { run, slipway, type Shell } from '../ledger/command.ts'
import { startRegistry } from '../npm/registry.ts'
import { trusting } from '../trusting.ts'
import { tarGz } from './archive.ts'
import { installMachine } from './machine.ts'
import { serveFolder } from './static-server.ts'

const workspace = join(import.meta.dirname, '../..')
const bin = join(workspace, 'node_modules/.bin')
const stranger = { uid: 12_345, gid: 12_345 }
const limit = { timeout: 600_000 }
const notRoot = process.getuid?.() !== 0 && 'needs root, to become another user'

let base = ''
/** The plugin's folder, with the author's key beside it. */
let author: Shell

before(async (t) => {
  base = mkdtempSync(join(tmpdir(), 'slipway-author-'))
  chmodSync(base, 0o755)
  const context = t as TestContext
  context.after(() => rmSync(base, { recursive: true, force: true }))
  const home = join(base, 'author')
  mkdirSync(home)
  const env = { ...trusting, PATH: [bin, process.env['PATH']].join(delimiter), HOME: home, NO_COLOR: '1', TMPDIR: base }
  const made = await run({ folder: home, env }, ['plugin', 'new', 'signal', '--id', 'acme/signal', '--no-install'])
  assert.equal(made.code, 0, made.stderr)
  author = { folder: join(home, 'signal'), env }
  symlinkSync(join(workspace, 'node_modules'), join(author.folder, 'node_modules'))
  const keys = gpgKeys(context)
  writeFileSync(join(home, 'key.asc'), keys.privateKey(keys.make('Acme <acme@example.com>')), { mode: 0o600 })
})

async function succeeds(shell: Shell, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const { code, stdout, stderr } = await run(shell, args, env)
  assert.equal(code, 0, `slipway ${args.join(' ')}\n${stdout}${stderr}`)
  return stdout
}

/** Deploys a blueprint with the plugin as another user, who has a home and a folder of their own. */
async function deploys(plugins: string, settings = '', env: NodeJS.ProcessEnv = {}): Promise<string> {
  const home = mkdtempSync(join(base, 'stranger-'))
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), text, { mode: 0o600 })
  }
  write('.config/slipway/slipway.config.yaml', settings)
  write('shop/slipway.config.yaml', 'providers:\n  signal: { folder: signs }\n')
  write(
    'shop/shop.blueprint.yaml',
    `version: 2025-11-02\nmetadata:\n  slipway:\n    plugins: { ${plugins} }\nresources:\n  open: { type: signal/note, spec: { title: Open, text: "Come in." } }\n`,
  )
  for (const path of [
    '',
    ...globSync('**/*', { cwd: home }),
    '.config',
    '.config/slipway',
    '.config/slipway/slipway.config.yaml',
  ])
    chownSync(join(home, path), stranger.uid, stranger.gid)
  const { PATH } = author.env
  const shell: Shell = {
    folder: join(home, 'shop'),
    env: { PATH, HOME: home, NO_COLOR: '1', TMPDIR: home, ...env },
    user: stranger,
  }
  await succeeds(shell, ['trust'])
  const [installed] = (await succeeds(shell, ['install', '--json'])).split('\n')
  await succeeds(shell, ['up', '--yes'])
  const [sign = ''] = globSync('signs/*.md', { cwd: shell.folder })
  assert.equal(readFileSync(join(shell.folder, sign), 'utf8'), '# Open\n\nCome in.')
  await succeeds(shell, ['destroy', '--yes'])
  const { id, version, level } = JSON.parse(installed ?? '') as Readonly<Record<string, string>>
  assert.deepEqual([id?.replace(/^127\.0\.0\.1:\d+\//, ''), version], ['acme/signal', '0.1.0'])
  return level ?? ''
}

/** The commands of a step of the workflow that `plugin new` has written. */
function stepOf(name: string): string {
  const file = join(author.folder, '.github/workflows/release.yml')
  const { tree } = readSource('release.yml', readFileSync(file, 'utf8'))
  const workflow = tree && treeToValue(tree)
  const job = isMap(workflow) && isMap(workflow['jobs']) ? workflow['jobs']['release'] : undefined
  const steps = job !== undefined && isMap(job) && isList(job['steps']) ? job['steps'] : []
  const step = steps.find((each) => isMap(each) && each['name'] === name)
  assert.ok(step !== undefined && isMap(step) && typeof step['run'] === 'string', name)
  return step['run']
}

describe('a plugin goes from its author to another user', { ...limit, skip: notRoot }, () => {
  const sign = ['--sign', '../key.asc']

  test('through a folder on a web server', async (t) => {
    const www = join(base, 'www')
    await succeeds(author, ['plugin', 'publish', '--to', www, ...sign])
    const host = await serveFolder(t, www)
    const settings = `plugins: { registries: { default: "http://${host}" }, verify: signature }\n`
    assert.equal(await deploys('acme/signal: 0.1.0', settings), 'signature')
  })

  test('through a container registry', async (t) => {
    const registry = await new PushableRegistry().start()
    t.after(() => registry.stop())
    await succeeds(author, ['plugin', 'publish', '--to', `oci:${registry.host}/acme/signal`, ...sign])
    const settings = 'plugins: { verify: signature }\n'
    assert.equal(await deploys(`signal: "oci:${registry.host}/acme/signal:0.1.0"`, settings), 'signature')
  })

  test('through npm, by the steps of the workflow', async (t) => {
    const registry = await startRegistry('http://127.0.0.1:1/', () => true)
    t.after(() => registry.close())
    const home = author.env['HOME'] ?? ''
    writeFileSync(join(home, '.npmrc'), registry.config)
    const tools = join(base, 'tools')
    mkdirSync(tools)
    writeFileSync(join(tools, 'npx'), '#!/bin/sh\nexec "$@"\n', { mode: 0o755 })
    writeFileSync(join(tools, 'gh'), `#!/bin/sh\necho "$@" >> ${join(base, 'gh.log')}\n`, { mode: 0o755 })
    const env = {
      ...author.env,
      PATH: [tools, author.env['PATH']].join(delimiter),
      GITHUB_REF_NAME: 'v0.1.0',
      RUNNER_TEMP: base,
      SIGNING_KEY: readFileSync(join(home, 'key.asc'), 'utf8'),
      SLIPWAY_SIGNING_PASSPHRASE: '',
    }
    for (const name of ['the tag is the version', 'pack', 'release', 'npm']) {
      const shell = Promise.withResolvers<number | null>()
      const child = spawn('bash', ['-eo', 'pipefail', '-c', stepOf(name)], {
        cwd: author.folder,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const said: Buffer[] = []
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => said.push(chunk))
      child.once('close', shell.resolve)
      assert.equal(await shell.promise, 0, `${name}: ${Buffer.concat(said).toString()}`)
    }
    assert.deepEqual(registry.published, ['slipway-plugin-signal@0.1.0'])
    const released = readFileSync(join(base, 'gh.log'), 'utf8')
    for (const name of ['acme-signal-v0.1.0-linux-amd64.tar.gz', 'SHA256SUMS.sig', 'slipway-plugin-signal-0.1.0.tgz'])
      assert.ok(released.includes(`release/${name}`), released)
    const level = await deploys('signal: "npm:slipway-plugin-signal@0.1.0"', '', { npm_config_registry: registry.url })
    assert.equal(level, 'checksum')
    // The same bytes again are no error; other bytes under the same version are refused.
    const again = ['plugin', 'publish', '--to', 'npm', '--json']
    assert.equal(JSON.parse(await succeeds(author, again)).action, 'present')
    const readme = join(author.folder, 'README.md')
    const text = readFileSync(readme, 'utf8')
    writeFileSync(readme, `${text}\nmore\n`)
    const other = await run(author, again)
    writeFileSync(readme, text)
    assert.deepEqual([other.code, JSON.parse(other.stdout).error.code], [1, 'publish/version-exists'])
    assert.deepEqual(registry.published, ['slipway-plugin-signal@0.1.0'])
  })
})

describe('a mirror of twenty plugins', { ...limit, skip: notRoot }, () => {
  test('installs and verifies on a machine without any network', async (t) => {
    const registry = await PluginRegistry.start()
    t.after(() => registry.stop())
    const keys = gpgKeys(t)
    const fingerprint = keys.make('Acme <acme@example.com>')
    const ids = Array.from({ length: 20 }, (_, index) => `acme/plugin${index}`)
    for (const id of ids)
      registry.publish({
        id,
        version: '1.0.0',
        archives: {
          'linux-amd64': tarGz({ plugin: `#!/bin/sh\n# ${id} linux\n` }),
          'darwin-arm64': tarGz({ plugin: `#!/bin/sh\n# ${id} mac\n` }),
        },
        keys: [keys.publicKey(fingerprint)],
        sign: (sums) => Buffer.from(keys.sign(sums, fingerprint)),
      })
    const box = installMachine(t)
    box.settings(`plugins:\n  registries: { default: "${registry.server.url}" }\n  verify: signature\n`)
    const plugins = ids.map((id) => `      ${id}: 1.0.0\n`).join('')
    box.write(
      'app.blueprint.yaml',
      `version: 2025-11-02\nmetadata:\n  slipway:\n    plugins:\n${plugins}resources: {}\n`,
    )
    assert.equal((await box.slipway('install')).code, 0)
    const mirror = join(base, 'mirror')
    const made = await box.lines(`plugin mirror ${mirror} --platform linux-amd64 --platform darwin-arm64`)
    assert.deepEqual(Map.groupBy(made, ({ action }) => action).get('mirrored')?.length, 40)

    const offline = installMachine(t)
    // Its registry is known only by name: it cannot be reached from there.
    offline.settings(
      `plugins:\n  registries: { default: "${registry.server.url}" }\n  mirror: ${mirror}\n  verify: signature\n`,
    )
    for (const name of ['app.blueprint.yaml', 'slipway.lock'])
      offline.write(name, readFileSync(join(box.folder, name), 'utf8'))
    await registry.stop()
    const alone = (line: string): readonly Record<string, string>[] => {
      const { status, stdout, stderr } = spawnSync('unshare', ['-n', slipway, ...line.split(' ')], {
        cwd: offline.folder,
        env: offline.env,
        encoding: 'utf8',
      })
      assert.equal(status, 0, stdout + stderr)
      return stdout.split('\n').flatMap((each) => (each === '' ? [] : [JSON.parse(each) as Record<string, string>]))
    }
    const installed = alone('install --frozen --json')
    assert.deepEqual(new Set(installed.map(({ id }) => id)), new Set(ids))
    assert.deepEqual([...new Set(installed.map(({ action, level }) => `${action} ${level}`))], ['installed signature'])
    const verified = alone(`plugin mirror ${mirror} --verify --platform linux-amd64 --platform darwin-arm64 --json`)
    assert.deepEqual([...new Set(verified.map(({ action, level }) => `${action} ${level}`))], ['verified signature'])
    assert.equal(verified.length, 40)
  })
})
