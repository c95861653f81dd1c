import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createHttpClient } from '../../net/create-http-client.ts'
import { defaultHosts } from '../../net/default-hosts.ts'
import { FileServer } from '../../testing/servers/file-server.ts'
import { sampleArchive } from '../../testing/sample-archive.ts'
import { createVerifier } from '../../verify/create-verifier.ts'
import { sourceConformance } from '../conformance.ts'
import type { Access } from '../source.ts'
import { terraformMirror } from './mirror.ts'

const body = sampleArchive()
const source = terraformMirror({ registries: {}, hosts: defaultHosts })
const folder = '/providers/registry.opentofu.org/hashicorp/time'

async function mirror(hashes?: readonly string[]): Promise<FileServer> {
  const server = await FileServer.start({ [`${folder}/time.zip`]: { body } })
  server.json(`${folder}/index.json`, { versions: { '0.12.1': {}, '../x': {} } })
  server.json(`${folder}/0.12.1.json`, { archives: { linux_amd64: { url: 'time.zip', hashes } } })
  return server
}

const descriptor = (server: FileServer) =>
  ({ form: { form: 'terraform', name: 'hashicorp/time' }, server: `${server.url}/providers/` }) as const

sourceConformance('Terraform mirror', async () => {
  const server = await mirror()
  return {
    source,
    descriptor: descriptor(server),
    version: '0.12.1',
    body,
    server,
    asset: `${folder}/time.zip`,
    lists: true,
  }
})

describe('a network mirror of Terraform', () => {
  const signal = new AbortController().signal
  const http = createHttpClient({ env: {}, signal })
  const access: Access = { http, signal, env: {}, isOffline: false, progress: () => undefined }

  test('lists versions, and names the available platforms where one is missing', async (t) => {
    const server = await mirror()
    t.after(() => server.stop())
    assert.deepEqual(await source.versions(descriptor(server), access), [{ version: '0.12.1' }])
    await assert.rejects(source.offer(descriptor(server), '0.12.1', 'darwin-arm64', access), {
      code: 'install/not-found',
      hint: 'it has linux_amd64',
    })
  })

  test('has hashes, one of which has to fit: zh: of the archive, or h1: of its content', async (t) => {
    const place = mkdtempSync(join(tmpdir(), 'slipway-mirror-'))
    t.after(() => rmSync(place, { recursive: true, force: true }))
    const file = join(place, 'time.zip')
    writeFileSync(file, body)
    const sha256 = createHash('sha256').update(body).digest('hex')
    const verifier = createVerifier({ home: join(place, 'home'), store: place, env: {}, now: () => 0 })
    const check = async (hashes: readonly string[]) => {
      const server = await mirror(hashes)
      t.after(() => server.stop())
      const offer = await source.offer(descriptor(server), '0.12.1', 'linux-amd64', access)
      return verifier.verify({ offer, file, sha256, locked: false, signer: undefined })
    }
    assert.equal((await check([`zh:${'0'.repeat(64)}`, `zh:${sha256}`])).level, 'checksum')
    await assert.rejects(check([`zh:${'0'.repeat(64)}`]), { code: 'install/checksum' })
    assert.equal((await check(['md5:1'])).level, 'none')
  })
})
