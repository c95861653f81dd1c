import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Descriptor } from '../descriptor/descriptor.ts'
import { parseDescriptor } from '../descriptor/parse.ts'
import { FileServer } from '../testing/servers/file-server.ts'
import { sampleArchive } from '../testing/sample-archive.ts'
import { testAccess } from '../testing/test-access.ts'
import { sourceConformance } from './conformance.ts'
import { createSources, type SourceParts } from './create-sources.ts'
import type { Source } from './source.ts'

const body = sampleArchive()
const asset = 'pulumi-resource-random-v4.19.0-linux-amd64.tar.gz'
const folder = mkdtempSync(join(tmpdir(), 'slipway-overrides-'))
let server: FileServer
before(async () => {
  server = await FileServer.start()
})
after(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

const access = testAccess()

function descriptorOf(written: string): Descriptor {
  return parseDescriptor(written, { cwd: '/' })
}

function sourceFor(descriptor: Descriptor, parts: SourceParts): Source {
  const source = createSources(parts).find((each) => each.serves(descriptor))
  assert.ok(source)
  return source
}

async function place(written: string, parts: Partial<SourceParts>): Promise<string> {
  const descriptor = descriptorOf(written)
  return (await sourceFor(descriptor, { env: {}, ...parts }).offer(descriptor, '4.19.0', 'linux-amd64', access)).at
}

sourceConformance('override', async () => {
  const own = await FileServer.start({ [`/mirror/${asset}`]: { body } })
  const overrides = { '^github://api\\.github\\.com/pulumi/': `${own.url}/mirror` }
  const descriptor = descriptorOf('pulumi:random')
  const source = sourceFor(descriptor, { env: {}, overrides })
  return { source, descriptor, version: '4.19.0', body, server: own, asset: `/mirror/${asset}`, lists: false }
})

describe('overrides', () => {
  test('of Pulumi are honoured, before those of the settings; the first match counts', async () => {
    const { url } = server
    const env = {
      PULUMI_PLUGIN_DOWNLOAD_URL_OVERRIDES: `^nothing=${url}/no,get\\.pulumi\\.com=${url}/first,^github=${url}/second`,
    }
    assert.equal(await place('pulumi:random', { env, overrides: { '': `${url}/third` } }), `${url}/first/${asset}`)
    assert.equal(
      await place('pulumi:random', { env: {}, overrides: { pulumi: `${url}/third` } }),
      `${url}/third/${asset}`,
    )
  })

  test('put groups into the URL, and keep the layout’s placeholders', async () => {
    const { url } = server
    const at = (to: string): Promise<string> =>
      place('pulumi:random', { overrides: { 'github://api\\.(?P<host>[^/]+)/(\\w+)/': `${url}/${to}` } })
    assert.equal(await at('${host}/$2'), `${url}/github.com/pulumi/${asset}`)
    assert.equal(await at('$1/${NAME}/${VERSION}'), `${url}/github.com/random/4.19.0/${asset}`)
    assert.equal(await at('x?from=$0').then((text) => text.includes('github://api.github.com/pulumi/')), true)
  })

  test('match a plugin’s origin: of ids, URLs and named servers, too', async () => {
    const { url } = server
    const overrides = { '^https://(registry|files|pulumi)\\.example/(.*)$': `${url}/$1/$2` }
    assert.equal(
      await place('registry.example/acme/x', { overrides }),
      `${url}/registry/acme/x/acme-x-v4.19.0-linux-amd64.tar.gz`,
    )
    assert.equal(await place('https://files.example/a/x.tar.gz', { overrides }), `${url}/files/a/x.tar.gz`)
    const named = { ...descriptorOf('pulumi:random'), server: 'https://pulumi.example/p' }
    const offer = await sourceFor(named, { env: {}, overrides }).offer(named, '4.19.0', 'linux-amd64', access)
    assert.equal(offer.at, `${url}/pulumi/p/${asset}`)
    assert.equal(offer.descriptor, named)
  })

  test('without a match change nothing', () => {
    const descriptor = descriptorOf('pulumi:random')
    assert.equal(sourceFor(descriptor, { env: {}, overrides: { '^gitlab:': 'https://x.example' } }).name, 'releases')
  })

  test('that cannot be read are named', () => {
    for (const text of ['nothing', '=https://x.example', '(=https://x.example'])
      assert.throws(() => createSources({ env: { PULUMI_PLUGIN_DOWNLOAD_URL_OVERRIDES: text } }), {
        code: 'install/bad-override',
        message: /^PULUMI_PLUGIN_DOWNLOAD_URL_OVERRIDES: /,
      })
  })

  test('whose pattern would run for ever are abandoned', () => {
    const source = createSources({ env: {}, overrides: { '^https://(a+)+$': 'https://x.example' } })
    const url = `https://${'a'.repeat(60)}/x.tar.gz`
    assert.throws(() => source.find((each) => each.serves({ form: { form: 'url', url } })), {
      code: 'install/bad-override',
      message: /takes too long/,
    })
  })
})
