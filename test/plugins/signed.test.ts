/** Signed plugins from registries, through the command line: keys are pinned, and a weaker proof is no longer accepted. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { describe, test } from '../cases.ts'
import { file, tarGzBytes } from '../../packages/archives/src/testing/made.ts'
import { zipBytes } from '../../packages/archives/src/testing/zip-bytes.ts'
import { gpgKeys, gpgMissing, PluginRegistry, TerraformRegistry } from '@slipway/installer/testing'
import { command } from '../faulty/sandbox.ts'
import { machine, type Machine } from './machine.ts'

const limit = { timeout: 240_000, concurrency: 2, skip: gpgMissing }

/** The line of `plugin install --json` about the only plugin. */
interface Line {
  readonly action: string
  readonly version: string | null
  readonly level: string | null
  readonly signer?: string
  readonly error?: { readonly code: string; readonly message: string; readonly hint?: string }
}

async function installing(box: Machine, descriptor: string, more = ''): Promise<Line> {
  const { stdout, stderr } = await box.slipway(`plugin install ${descriptor} --json${more}`)
  assert.notEqual(stdout, '', stderr)
  return JSON.parse(stdout) as Line
}

const provider = (version: string): Buffer =>
  zipBytes([file(`terraform-provider-time_v${version}`, `#!/bin/sh\necho ${version}\n`, 0o755)])

async function ofTerraform(t: TestContext) {
  const server = await TerraformRegistry.start()
  t.after(() => server.stop())
  const keys = gpgKeys(t)
  const publish = (version: string, key?: string): void =>
    server.publish({
      name: 'hashicorp/time',
      version,
      archives: { 'linux-amd64': provider(version), 'linux-arm64': provider(`${version}-arm`) },
      ...(key !== undefined && { sign: (sums: string) => keys.sign(sums, key), keys: [keys.publicKey(key)] }),
    })
  return { server, keys, publish, time: `terraform:${server.host}/hashicorp/time` }
}

describe('a provider of a Terraform registry', limit, () => {
  test('must keep its signing key until the user trusts another', async (t) => {
    const box = machine(t)
    const { keys, publish, time } = await ofTerraform(t)
    const [own, other] = [keys.make('Acme <acme@example.com>'), keys.make('Other <other@example.com>')]
    publish('1.0.0', own)
    const first = await installing(box, time)
    assert.deepEqual(
      [first.action, first.version, first.level, first.signer],
      ['installed', '1.0.0', 'signature', `gpg:${own}`],
    )
    assert.equal((await installing(box, time)).action, 'present')

    publish('1.1.0', other)
    const refused = await installing(box, `${time}@1.1.0`)
    assert.equal(refused.error?.code, 'install/other-key')
    const hinted = /slipway (plugin trust-key \S+) (\S+)$/.exec(refused.error?.hint ?? '')
    assert.equal(hinted?.[2], `gpg:${other}`, refused.error?.hint)
    assert.equal((await box.slipway(`${hinted?.[1]} ${hinted?.[2]}`)).code, 0)
    assert.equal((await installing(box, `${time}@1.1.0`)).signer, `gpg:${other}`)
    const shown = await box.slipway(`plugin trust-key ${time}`)
    assert.match(
      shown.stdout,
      new RegExp(`gpg:${own} \\(seen at the first use\\)\n  gpg:${other} \\(trusted by hand\\)\n$`),
    )

    publish('1.2.0')
    assert.equal((await installing(box, `${time}@1.2.0`)).error?.code, 'install/unsigned')
    assert.equal((await box.slipway(`plugin install ${time}@1.2.0`)).code, 1)
  })

  test('has its signer recorded in the lock file for colleagues', async (t) => {
    const { keys, publish, time } = await ofTerraform(t)
    const [own, other] = [keys.make('Acme <acme@example.com>'), keys.make('Other <other@example.com>')]
    const [box, colleague] = [machine(t), machine(t)]
    for (const each of [box, colleague]) each.write('slipway.config.yaml', '{}\n')
    publish('1.0.0', own)
    await installing(box, time)
    const lock = readFileSync(join(box.folder, 'slipway.lock'), 'utf8')
    assert.match(lock, new RegExp(`gpg:${own}`))
    colleague.write('slipway.lock', lock)
    publish('1.1.0', other)
    assert.equal((await installing(colleague, `${time}@1.1.0`)).error?.code, 'install/other-key')
    assert.equal((await installing(colleague, time)).version, '1.0.0')
  })

  test('without a signature is refused if the project or the user demands one', async (t) => {
    const box = machine(t)
    const { publish, time } = await ofTerraform(t)
    publish('1.0.0')
    box.write('slipway.config.yaml', 'plugins: { verify: signature }\n')
    const refused = await installing(box, time)
    assert.equal(refused.error?.code, 'install/level')
    assert.match(refused.error?.message ?? '', /reaches the level "checksum", but plugins\.verify requires "signature"/)
    box.write('slipway.config.yaml', 'plugins: { verify: none, signers: { "terraform:*/*/*": ["gpg:0"] } }\n')
    mkdirSync(join(box.home, '.config/slipway'), { recursive: true })
    writeFileSync(join(box.home, '.config/slipway/slipway.config.yaml'), 'plugins: { verify: signature }\n')
    assert.equal((await installing(box, time)).error?.code, 'install/level')
    writeFileSync(join(box.home, '.config/slipway/slipway.config.yaml'), 'plugins: { verify: checksum }\n')
    assert.equal((await installing(box, time)).level, 'checksum')
    // The present installation no longer meets the settings.
    writeFileSync(join(box.home, '.config/slipway/slipway.config.yaml'), 'plugins: { verify: attestation }\n')
    assert.equal((await installing(box, time)).error?.code, 'install/level')
  })

  test('must be signed by the signers in the user’s settings', async (t) => {
    const box = machine(t)
    const { keys, publish, time } = await ofTerraform(t)
    const [own, other] = [keys.make('Acme <acme@example.com>'), keys.make('Other <other@example.com>')]
    mkdirSync(join(box.home, '.config/slipway'), { recursive: true })
    const rule = `plugins: { signers: { "terraform:*/hashicorp/*": ["gpg:${own}"] } }\n`
    writeFileSync(join(box.home, '.config/slipway/slipway.config.yaml'), rule)
    publish('1.0.0', other)
    assert.equal((await installing(box, time)).error?.code, 'install/other-key')
    publish('1.0.0', own)
    assert.equal((await installing(box, time)).level, 'signature')
  })

  test('is not installed if its signature cannot be checked, and the message names the command that helps', async (t) => {
    const box = machine(t)
    const { keys, publish, time } = await ofTerraform(t)
    publish('1.0.0', keys.make('Acme <acme@example.com>'))
    const alone = mkdtempSync(join(tmpdir(), 'slipway-alone-'))
    t.after(() => rmSync(alone, { recursive: true, force: true }))
    const from = join(import.meta.dirname, '../../packages/slipway')
    for (const each of ['bin', 'dist', 'package.json']) cpSync(join(from, each), join(alone, each), { recursive: true })
    mkdirSync(join(alone, 'path'))
    symlinkSync(process.execPath, join(alone, 'path/node'))
    for (const each of ['sh', 'dirname', 'readlink', 'uname'])
      symlinkSync(join('/usr/bin', each), join(alone, 'path', each))
    const options = { cwd: box.folder, env: { ...box.env, PATH: join(alone, 'path') } }
    const { code, stderr } = await new Promise<{ readonly code: unknown; readonly stderr: string }>((resolve) => {
      execFile(join(alone, 'bin/slipway'), ['plugin', 'install', time], options, (error, _, said) =>
        resolve({ code: error?.code, stderr: said }),
      )
    })
    assert.equal(code, 1)
    assert.match(stderr, /\[install\/no-verifier\]/)
    assert.match(stderr, /apt-get install gpgv.*npm install --ignore-scripts --prefix \S+verifiers openpgp@6\.3\.2/)
  })
})

describe('the level of a plugin', limit, () => {
  test('is shown by plugin list for signed, changed and hand-placed plugins', async (t) => {
    const box = machine(t)
    const keys = gpgKeys(t)
    const key = keys.make('Acme <acme@example.com>')
    const registry = await PluginRegistry.start()
    t.after(() => registry.stop())
    const archive = tarGzBytes([file('plugin', '#!/bin/sh\n', 0o755)])
    registry.publish({
      id: 'acme/sqlite',
      version: '1.0.0',
      archives: { 'linux-amd64': archive, 'linux-arm64': archive },
      sign: (sums: string) => Buffer.from(keys.sign(sums, key)),
      keys: [keys.publicKey(key)],
    })
    const from = ` --set plugins.registries.acme=${registry.server.url}`
    assert.equal((await installing(box, 'acme/sqlite', from)).level, 'signature')
    box.installScript('exit 1', 'acme/by-hand')
    const listed = async () => {
      const { stdout } = await box.slipway('plugin list --json')
      const { plugins } = JSON.parse(stdout) as {
        plugins: { id: string; level?: string; signer?: string; path: string }[]
      }
      return new Map(plugins.map((each) => [each.id, each]))
    }
    const plugins = await listed()
    assert.deepEqual(
      [plugins.get('acme/sqlite')?.level, plugins.get('acme/sqlite')?.signer],
      ['signature', `gpg:${key}`],
    )
    assert.equal(plugins.get('acme/by-hand')?.level, 'unverified')
    assert.match((await box.slipway('plugin list')).stdout, /^acme\/sqlite +1\.0\.0 +provider +signature /m)
    assert.match((await box.slipway('plugin verify')).stdout, /acme\/sqlite +1\.0\.0 +signature /)
    rmSync(join(box.home, '.local/share/slipway/store/verified'), { recursive: true })
    assert.equal((await listed()).get('acme/sqlite')?.level, 'lock')
    assert.match((await box.slipway('plugin verify')).stdout, /acme\/sqlite +1\.0\.0 +lock /)
    const { path = '' } = plugins.get('acme/sqlite') ?? {}
    chmodSync(path, 0o755)
    writeFileSync(path, '#!/bin/sh\nexit 7\n')
    assert.equal((await listed()).get('acme/sqlite')?.level, 'none')
  })

  test('decides which plugins are launched, as the user demands', async (t) => {
    const box = machine(t)
    const asked = (level: string) => box.slipway('plan', { SLIPWAY_PLUGINS_VERIFY: level })
    box.write('app.blueprint.yaml', 'version: 2025-11-02\nresources:\n  light: { type: signal/thing }\n')
    box.installScript(command('good', 'acme/signal'), 'acme/signal')
    const byHand = await asked('checksum')
    assert.equal(byHand.code, 1)
    assert.match(
      byHand.stderr,
      /^error: acme\/signal is not launched: Slipway has not installed .*requires "checksum" {2}\[install\/level\]/m,
    )
    rmSync(join(box.root, 'providers/acme'), { recursive: true })
    const registry = await PluginRegistry.start()
    t.after(() => registry.stop())
    const body = tarGzBytes([file('plugin', `#!/bin/sh\n${command('good', 'acme/signal')}\n`, 0o755)])
    registry.publish({ id: 'acme/signal', version: '1.0.0', archives: { 'linux-amd64': body, 'linux-arm64': body } })
    await installing(box, 'acme/signal', ` --set plugins.registries.acme=${registry.server.url}`)
    // The new lock file pins the bytes.
    assert.equal((await asked('lock')).code, 0)
    const unsigned = await asked('signature')
    assert.equal(unsigned.code, 1)
    assert.match(unsigned.stderr, /acme\/signal 1\.0\.0 is not launched: it reaches the level "lock"/)
    rmSync(join(box.folder, 'slipway.lock'))
    assert.match((await asked('lock')).stderr, /it reaches the level "checksum", but plugins\.verify requires "lock"/)
  })
})
