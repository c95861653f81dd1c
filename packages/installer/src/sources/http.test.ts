import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import type { Descriptor } from '../descriptor/descriptor.ts'
import { FileServer } from '../testing/servers/file-server.ts'
import { stoppedAtEnd } from '../testing/for-the-file.ts'
import { sampleArchive } from '../testing/sample-archive.ts'
import { testAccess } from '../testing/test-access.ts'
import { sourceConformance } from './conformance.ts'
import { httpSource } from './http.ts'

const body = sampleArchive()
const sha256 = createHash('sha256').update(body).digest('hex')
const asset = 'pulumi-resource-random-v4.19.0-linux-amd64.tar.gz'

function pulumi(server: string): Descriptor {
  return { form: { form: 'pulumi', kind: 'resource', name: 'random' }, server }
}

sourceConformance('http, by the name of the file', async () => {
  const server = await FileServer.start({ [`/plugins/${asset}`]: { body } })
  const form = { form: 'pulumi', kind: 'resource', name: 'random' } as const
  const descriptor = { form, server: `${server.url}/plugins` }
  return { source: httpSource, descriptor, version: '4.19.0', body, server, asset: `/plugins/${asset}`, lists: false }
})

sourceConformance('http, by a URL', async () => {
  const server = await FileServer.start({ '/x.tar.gz': { body } })
  const descriptor = { form: { form: 'url', url: `${server.url}/x.tar.gz` } } as const
  return { source: httpSource, descriptor, version: '', body, server, asset: '/x.tar.gz', lists: true }
})

describe('a server of files', () => {
  const access = testAccess()
  const stopped = stoppedAtEnd()
  const start = async (): Promise<FileServer> => stopped(await FileServer.start())

  test('has its files at the addresses of its template', async () => {
    const { url } = await start()
    const at = async (server: string): Promise<string> =>
      (await httpSource.offer(pulumi(server), '4.19.0', 'darwin-arm64', access)).at.slice(url.length)
    const file = 'pulumi-resource-random-v4.19.0-darwin-arm64.tar.gz'
    assert.equal(await at(`${url}/p/`), `/p/${file}`)
    assert.equal(await at(`${url}/\${NAME}/\${VERSION}/\${OS}-\${ARCH}`), `/random/4.19.0/darwin-arm64/${file}`)
    assert.equal(await at(`${url}/\${NAME}_\${VERSION}.tgz`), '/random_4.19.0.tgz')
  })

  test('gives checksums in SHA256SUMS, for every platform and signed', async () => {
    const server = await start()
    const text = `${sha256}  ${asset}\n${'0'.repeat(64)} *pulumi-resource-random-v4.19.0-darwin-arm64.tar.gz\nrubbish\n`
    server.put('/p/SHA256SUMS', { body: text })
    server.put('/p/SHA256SUMS.sig', { body: 'signed' })
    const offer = await httpSource.offer(pulumi(`${server.url}/p`), '4.19.0', 'linux-amd64', access)
    assert.equal(offer.sha256, sha256)
    assert.deepEqual(offer.platforms, { 'linux-amd64': { sha256 }, 'darwin-arm64': { sha256: '0'.repeat(64) } })
    assert.equal(Buffer.from(offer.evidence?.sums?.signature ?? '').toString(), 'signed')
  })

  test('is not asked for the newest version', async () => {
    const { url } = await start()
    await assert.rejects(httpSource.versions(pulumi(url), access), {
      code: 'install/version-needed',
      hint: 'name a version: pulumi:random@1.2.3',
    })
  })
})
