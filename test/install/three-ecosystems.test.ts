/** A blueprint with types of three ecosystems on machines where no plugin is installed, through the command line. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { ProxyServer } from '@slipway/installer/testing'
import { skip } from '../interop/pulumi/machine.ts'
import { testWith } from '../interop/needs.ts'
import { installMachine, type InstalledLine } from './machine.ts'
import { threeEcosystems } from './three-ecosystems.ts'

/** Requests to anything outside this machine would go through it. */
async function onlyThisMachine(
  t: TestContext,
): Promise<{ readonly asked: readonly string[]; readonly env: NodeJS.ProcessEnv }> {
  const proxy = await ProxyServer.start()
  t.after(() => proxy.stop())
  const { asked, url } = proxy
  return { asked, env: { HTTPS_PROXY: url, HTTP_PROXY: url, NO_PROXY: '127.0.0.1' } }
}

function bytesOf(lines: readonly InstalledLine[]): readonly (readonly unknown[])[] {
  return lines.map(({ id, version, sha256 }) => [id, version, sha256])
}

testWith(
  'up --install deploys a blueprint of three ecosystems, and another user with the lock file gets the same bytes',
  { skip, timeout: 240_000 },
  async (t) => {
    const [one, two] = [installMachine(t), installMachine(t)]
    const [servers, network] = await Promise.all([threeEcosystems(t), onlyThisMachine(t)])
    for (const box of [one, two]) {
      servers.configure(box)
      box.write('app.blueprint.yaml', servers.blueprint)
    }
    const up = await one.slipway('up --install --yes', { ...network.env, ...servers.env(one) })
    assert.equal(up.code, 0, up.stderr)
    for (const name of ['light', 'bulb', 'rent']) assert.match(up.stderr, new RegExp(`${name} created`))
    // No dialect speaks to the provider of Terraform yet: the installation for a command leaves it out, and the installation of all the
    // project's needs includes it.
    const first = await one.lines('install', { ...network.env, ...servers.env(one) })
    assert.deepEqual(
      first.map(({ id, action }) => [id, action]),
      [
        ['acme/signal', 'present'],
        ['acme/lamp', 'present'],
        ['pulumi/ledger', 'present'],
        [`${servers.terraform.host}/acme/time`, 'installed'],
      ],
    )
    const lock = readFileSync(join(one.folder, 'slipway.lock'), 'utf8')
    for (const { sha256 } of first) assert.match(lock, new RegExp(sha256 ?? 'none'))

    two.write('slipway.lock', lock)
    const again = await two.slipway('up --install --yes', { ...network.env, ...servers.env(two) })
    assert.equal(again.code, 0, again.stderr)
    const second = await two.lines('install --frozen', { ...network.env, ...servers.env(two) })
    assert.deepEqual(bytesOf(second), bytesOf(first))
    assert.equal(readFileSync(join(two.folder, 'slipway.lock'), 'utf8'), lock)
    const before = servers.requests()
    for (const box of [one, two]) {
      const destroyed = await box.slipway('destroy --yes', { ...network.env, ...servers.env(box) })
      assert.equal(destroyed.code, 0, destroyed.stderr)
    }
    assert.deepEqual([network.asked, servers.requests()], [[], before])
  },
)
