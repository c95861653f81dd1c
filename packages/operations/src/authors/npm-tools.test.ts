import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { npmIntegrity, npmPublish } from './npm-tools.ts'
import { runTests } from './run-tests.ts'
import { npmInstall } from './run-tool.ts'

/** A machine whose npm is the given script. */
function machineWith(t: TestContext, npm: string) {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-npm-'))
  t.after(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\n${npm}\n`, { mode: 0o755 })
  return { folder, env: { PATH: `${folder}:/usr/bin:/bin` } }
}

test('a registry that has a version gives its checksum, although Node warns of something else', async (t) => {
  const warning = 'echo "Warning: Ignoring extra certs from /missing" >&2'
  const run = machineWith(t, `${warning}; echo '"sha512-abc"'`)
  assert.equal(await npmIntegrity('signal', '1.0.0', run), 'sha512-abc')
})

test('a registry that does not have the package has no checksum', async (t) => {
  const run = machineWith(t, `echo '{"error":{"code":"E404"}}'; exit 1`)
  assert.equal(await npmIntegrity('signal', '1.0.0', run), undefined)
})

const secrets = {
  SLIPWAY_STATE_KEY: 'slipway-private-canary',
  SLIPWAY_PASSPHRASE: 'canary',
  SLIPWAY_NEW_PASSPHRASE: 'canary',
  SLIPWAY_SIGNING_PASSPHRASE: 'canary',
  SLIPWAY_REGISTRY_TOKEN_GHCR_IO: 'canary',
  SLIPWAY_STATE: 'postgres://ada@db/shop',
  PGPASSWORD: 'canary',
}

test("npm gets the user's environment without the secrets of Slipway", async (t) => {
  const { folder, env } = machineWith(t, 'env')
  let said = ''
  const onOutput = (text: string): void => void (said += text)
  const whole = { ...env, ...secrets, NPM_TOKEN: 'of npm', PGUSER: 'ada' }
  await npmInstall(folder, whole, onOutput)
  await npmPublish('signal.tgz', [], { folder, env: whole, onOutput })
  assert.doesNotMatch(said, /canary/)
  assert.equal(said.match(/^NPM_TOKEN=of npm$/gm)?.length, 2)
  assert.match(said, /^PGUSER=ada$/m)
})

test('tests of a project get none of these secrets, either', async (t) => {
  const { folder, env } = machineWith(t, '')
  const file = join(folder, 'env.test.mjs')
  writeFileSync(
    file,
    `if (JSON.stringify(process.env).includes('canary') || process.env.PGUSER !== 'ada') throw new Error('no')`,
  )
  const whole = { ...env, ...secrets, HOME: folder, PGUSER: 'ada', SLIPWAY_TRUST: '1' }
  assert.equal(await runTests({ env: whole, cwd: folder }, { paths: [file], passOn: () => () => undefined }), 0)
})

test('a test of a project that never settles fails after its timeout, and its process ends', async (t) => {
  const { folder, env } = machineWith(t, '')
  const file = join(folder, 'hangs.test.mjs')
  writeFileSync(
    file,
    `import { test } from 'node:test'
test('hangs', () => new Promise(() => setInterval(() => {}, 1000)))`,
  )
  const slipway = { env: { ...env, HOME: folder, SLIPWAY_TRUST: '1' }, cwd: folder }
  assert.equal(await runTests(slipway, { paths: [file], timeout: 1, passOn: () => () => undefined }), 1)
})

test('a registry that cannot be asked is a failure with the words of npm', async (t) => {
  const run = machineWith(t, 'echo "npm error code ECONNREFUSED" >&2; exit 1')
  await assert.rejects(npmIntegrity('signal', '1.0.0', run), {
    code: 'cli/tool-failed',
    details: ['npm error code ECONNREFUSED'],
  })
})
