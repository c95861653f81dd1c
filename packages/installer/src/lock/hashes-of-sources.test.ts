/** Tests which hashes of all platforms the lock file gets from each source. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import type { Descriptor } from '../descriptor/descriptor.ts'
import type { Platform } from '../descriptor/platform.ts'
import { parseDescriptor } from '../descriptor/parse.ts'
import { createHttpClient } from '../net/create-http-client.ts'
import { defaultHosts, type DefaultHosts } from '../net/default-hosts.ts'
import { createSources } from '../sources/create-sources.ts'
import { archiveOf, filesOf, sha256 } from '../testing/fake-plugins.ts'
import { FileServer } from '../testing/servers/file-server.ts'
import { PluginRegistry } from '../testing/servers/plugin-registry.ts'
import { ReleaseServer } from '../testing/servers/release-server.ts'
import { TerraformRegistry } from '../testing/servers/terraform-registry.ts'
import { world } from '../testing/world.ts'
import { h1 } from '../verify/dirhash.ts'
import { openLock } from './open-lock.ts'

const plugin = { name: 'signal', version: '1.0.0' }
const files = filesOf(plugin)
const linux = archiveOf(files)
const mac = archiveOf(filesOf({ ...plugin, salt: 'mac' }))
const archives = { 'linux-amd64': linux, 'darwin-arm64': mac }
const filesHash = h1(
  Object.entries(files).map(([name, text]) => ({ path: name.replace('!', ''), sha256: sha256(Buffer.from(text)) })),
)

const linuxLine = `platform linux-amd64 sha256:${sha256(linux)} ${linux.length}`
const macLine = `platform darwin-arm64 sha256:${sha256(mac)}`

/** A hash as network mirrors of Terraform write it. */
const zh = (body: Buffer): string => `zh:${sha256(body)}`

/** Sets up a team with one lock file, in which each colleague has a separate machine. */
function team(t: TestContext, written: string | Descriptor, hosts: Partial<DefaultHosts> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-team-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'slipway.lock')
  const { signal } = new AbortController()
  return async (platform: Platform): Promise<readonly string[]> => {
    const http = createHttpClient({ env: {}, signal })
    const access = { http, signal, env: {}, isOffline: false, progress: () => {} }
    const sources = createSources({ env: {}, hosts: { ...defaultHosts, ...hosts } })
    const { installer } = world(t, [], { parts: { sources, access, platform } })
    const lock = openLock(file)
    const descriptor = typeof written === 'string' ? parseDescriptor(written, { cwd: '/' }) : written
    const [outcome] = await installer.install([descriptor], { lock })
    assert.equal(outcome?.failure, undefined)
    const lines = readFileSync(file, 'utf8').split('\n')
    return lines.flatMap((line) => / (h1 .*|platforms? .*)$/.exec(line)?.[1] ?? [])
  }
}

/** Serves a release of a forge that also has these files. */
async function release(t: TestContext, digests: boolean, more: Readonly<Record<string, string>> = {}) {
  const server = await ReleaseServer.start()
  t.after(() => server.stop())
  const assets = { 'signal_linux_amd64.tar.gz': linux, 'signal_darwin_arm64.tar.gz': mac, ...more }
  server.publish({ repository: 'acme/signal', tag: 'v1.0.0', assets, digests })
  return team(t, 'github:acme/signal@v1.0.0', { github: server.forge })
}

describe('the lock file has the hashes of all platforms', () => {
  test('in the list of a Terraform registry, and an h1 of the download', async (t) => {
    const registry = await TerraformRegistry.start()
    t.after(() => registry.stop())
    registry.publish({ name: 'hashicorp/time', version: '1.0.0', archives })
    const install = team(t, `terraform:${registry.host}/hashicorp/time`)
    const first = [`h1 linux-amd64 ${filesHash}`, macLine, linuxLine]
    assert.deepEqual(await install('linux-amd64'), first)
    const [ofMac, ...others] = await install('darwin-arm64')
    assert.match(ofMac ?? '', /^h1 darwin-arm64 h1:.{43}=$/)
    assert.deepEqual(others, [first[0], `${macLine} ${mac.length}`, linuxLine])
  })

  test('from a network mirror, where it gives one zh of an archive', async (t) => {
    const server = await FileServer.start({ '/linux.zip': { body: linux } })
    t.after(() => server.stop())
    const base = '/registry.example.com/hashicorp/time'
    server.json(`${base}/index.json`, { versions: { '1.0.0': {} } })
    const archivesOfMirror = {
      linux_amd64: { url: '/linux.zip', hashes: [zh(linux)] },
      darwin_arm64: { url: '/mac.zip', hashes: [zh(mac), 'h1:x'] },
      darwin_amd64: { url: '/mac.zip', hashes: [zh(mac), zh(linux)] },
      windows_amd64: { url: '/windows.zip' },
    }
    server.json(`${base}/1.0.0.json`, { archives: archivesOfMirror })
    const install = team(t, {
      form: { form: 'terraform', name: 'hashicorp/time', host: 'registry.example.com' },
      server: server.url,
    })
    assert.deepEqual(await install('linux-amd64'), [`h1 linux-amd64 ${filesHash}`, macLine, linuxLine])
  })

  test('in the list of a registry of the deploy engine', async (t) => {
    const registry = await PluginRegistry.start()
    t.after(() => registry.stop())
    registry.publish({ id: 'acme/signal', version: '1.0.0', archives })
    assert.deepEqual(await team(t, `${registry.host}/acme/signal`)('linux-amd64'), [macLine, linuxLine])
  })

  test('in a SHA256SUMS or checksums.txt of a release, before the digests of its API', async (t) => {
    for (const name of ['SHA256SUMS', 'checksums.txt', 'signal_1.0.0_SHA256SUMS']) {
      const list = `${sha256(linux)}  signal_linux_amd64.tar.gz\n${'1'.repeat(64)}  signal_darwin_arm64.tar.gz\n`
      const install = await release(t, true, { [name]: list })
      assert.deepEqual(await install('linux-amd64'), [`platform darwin-arm64 sha256:${'1'.repeat(64)}`, linuxLine])
    }
  })

  test('from the API of a release', async (t) => {
    const install = await release(t, true)
    assert.deepEqual(await install('linux-amd64'), [`${macLine} ${mac.length}`, linuxLine])
  })

  test('as far as they were downloaded otherwise, and says so; the next colleague fills in their own', async (t) => {
    const install = await release(t, false)
    assert.deepEqual(await install('linux-amd64'), [linuxLine, 'platforms incomplete'])
    assert.deepEqual(await install('darwin-arm64'), [`${macLine} ${mac.length}`, linuxLine, 'platforms incomplete'])
  })
})
