/** Plugins that refresh, destroy, import and programs lack, through the command line. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { test } from '../cases.ts'
import { suite, testWith } from '../interop/needs.ts'
import { skip } from '../interop/pulumi/machine.ts'
import { slipway, start } from '../ledger/command.ts'
import { lacksTerminal, onTerminal } from '../trust/terminal.ts'
import { tarGz } from './archive.ts'
import { ledgerMachine, ledgerScript, putLedger, writeBlueprint, writeBook, writeProgram } from './ledger.ts'
import { installMachine, type InstallMachine } from './machine.ts'

const timeout = 300_000

/** Runs the command that a message proposes, as a user would. */
async function doAsTold({ folder, env }: InstallMachine, message: string): Promise<string> {
  const [, command = ''] = /(slipway plugin install .+?) installs it/.exec(message) ?? []
  const path = `${dirname(slipway)}:${env['PATH']}`
  const { stderr } = await promisify(execFile)('sh', ['-c', command], { cwd: folder, env: { ...env, PATH: path } })
  return stderr
}

suite('a missing plugin', { skip, timeout }, () => {
  test('is installed by import, refresh and destroy with --install, which they propose otherwise', async (t) => {
    const { box, server } = await ledgerMachine(t)
    writeBlueprint(box, server)
    writeBook(box, { 'rent-1': { account: 'rent', note: 'none', page: 1 } })
    for (const line of ['import rent rent-1', 'refresh --yes', 'destroy --yes']) {
      const missed = await box.slipway(line)
      assert.equal(missed.code, 1, `${line}: ${missed.stderr}`)
      assert.match(missed.stderr, /"server":"http:[^]* installs it/, line)
      const done = await box.slipway(`${line} --install`)
      assert.equal(done.code, 0, `${line}: ${done.stderr}`)
      assert.match(done.stderr, /pulumi\/ledger 1\.2\.0 is installed/, line)
      assert.equal((await box.slipway('plugin remove pulumi/ledger')).code, 0)
    }
    const planned = await box.slipway('plan')
    assert.match(await doAsTold(box, planned.stderr), /pulumi\/ledger 1\.2\.0 installed/)
    assert.equal((await box.slipway('plan')).code, 0)
  })

  testWith('is asked for on a terminal, and not in CI', { skip: lacksTerminal }, async (t) => {
    const { box, server } = await ledgerMachine(t)
    writeBlueprint(box, server)
    const place = { clone: box.folder, env: { ...box.env, CI: '1' } }
    assert.match(await onTerminal(place, 'plan', []), /no provider for "ledger:" is installed/)
    const question = 'Install them now? [y/N] '
    const asking = { ...place, env: box.env }
    const refused = await onTerminal(asking, 'plan', [[question, 'n']])
    assert.match(
      refused,
      /needs plugins that are not installed:\n {2}pulumi:ledger@1\.2\.0 from http[^]*no provider for "ledger:"/,
    )
    assert.equal(server.requests.length, 0)
    const agreed = await onTerminal(asking, 'plan', [[question, 'y']])
    assert.match(agreed, /pulumi\/ledger 1\.2\.0 is installed[^]*1 to create/)
  })

  test('in the middle of a program delays only one request', async (t) => {
    const { box, server } = await ledgerMachine(t)
    const older = join(box.home, '.pulumi/plugins/resource-ledger-v1.1.0')
    mkdirSync(older, { recursive: true })
    writeFileSync(join(older, 'pulumi-resource-ledger'), ledgerScript, { mode: 0o755 })
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    putLedger(server, '1.2.0', { held })
    writeProgram(
      box,
      `const entry = (account, options) => new pulumi.CustomResource('ledger:index/entry:Entry', account, { account }, options)
entry('first', { version: '1.1.0' })
entry('second', { version: '1.2.0', pluginDownloadURL: '${server.url}' })
`,
    )
    const up = start(box, ['up', '--install', '--yes'])
    await up.said('first created')
    assert.match(readFileSync(join(box.home, 'book.json'), 'utf8'), /"first-1"/)
    assert.doesNotMatch(readFileSync(join(box.home, 'book.json'), 'utf8'), /"second-/)
    release()
    const { code, stderr } = await up.ended
    assert.equal(code, 0, stderr)
    assert.match(stderr, /pulumi\/ledger 1\.2\.0 is installed[^]*second created/)
    const destroyed = await box.slipway('destroy --yes')
    assert.equal(destroyed.code, 0, destroyed.stderr)
  })

  test('is installed before a program runs if Pulumi.yaml names it', async (t) => {
    const { box, server } = await ledgerMachine(t)
    const packages = `packages: { ledger: { source: ledger, version: 1.2.0, server: "${server.url}" } }\n`
    writeProgram(box, "new pulumi.CustomResource('ledger:index/entry:Entry', 'rent', { account: 'rent' })\n", packages)
    const missed = await box.slipway('up --yes')
    assert.equal(missed.code, 1, missed.stderr)
    assert.match(missed.stderr, /no plugin for ledger is installed[^]*slipway plugin install/)
    const up = await box.slipway('up --yes --install')
    assert.equal(up.code, 0, up.stderr)
    assert.match(up.stderr, /pulumi\/ledger 1\.2\.0 is installed[^]*rent created/)
    assert.equal((await box.slipway('destroy --yes')).code, 0)
  })
})

test('the language of a program is installed on demand, too', { timeout }, async (t) => {
  const box = installMachine(t)
  const mirror = join(box.home, 'mirror/pulumi/language/hush/1.0.0')
  mkdirSync(mirror, { recursive: true })
  const mark = join(box.home, 'started')
  writeFileSync(join(mirror, 'hush.tar.gz'), tarGz({ 'pulumi-language-hush': `#!/bin/sh\ntouch '${mark}'\nexit 1\n` }))
  box.write('Pulumi.yaml', 'name: books\nruntime: hush\n')
  const env = { SLIPWAY_PLUGIN_MIRROR: join(box.home, 'mirror') }
  const missed = await box.slipway('up --yes', env)
  assert.match(
    missed.stderr,
    /no plugin runs programs in hush[^]*slipway plugin install pulumi:language\/hush installs it/,
  )
  const up = await box.slipway('up --install --yes', env)
  assert.match(up.stderr, /pulumi\/language-hush 1\.0\.0 is installed/)
  assert.ok(existsSync(mark), up.stderr)
})
