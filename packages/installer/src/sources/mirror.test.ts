import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, test } from 'node:test'
import type { Descriptor } from '../descriptor/descriptor.ts'
import { parseDescriptor } from '../descriptor/parse.ts'
import { FileServer } from '../testing/servers/file-server.ts'
import { sharedFolder } from '../testing/for-the-file.ts'
import { sampleArchive } from '../testing/sample-archive.ts'
import { testAccess } from '../testing/test-access.ts'
import { sourceConformance } from './conformance.ts'
import { createSources } from './create-sources.ts'
import type { Fetched, Offer, Source } from './source.ts'

const body = sampleArchive()
const sha256 = createHash('sha256').update(body).digest('hex')
const base = sharedFolder('mirror')

let mirror = ''
beforeEach(() => {
  mirror = mkdtempSync(join(base, 'mirror-'))
})

const access = testAccess({ isOffline: true })

function put(path: string, content: string | Buffer = body, folder = mirror): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}

function sourceFor(descriptor: Descriptor, folder = mirror): Source {
  const source = createSources({ env: { SLIPWAY_PLUGIN_MIRROR: folder } }).find((each) => each.serves(descriptor))
  assert.ok(source)
  return source
}

async function versions(written: string): Promise<readonly string[]> {
  const descriptor = parseDescriptor(written, { cwd: '/' })
  return (await sourceFor(descriptor).versions(descriptor, access)).map(({ version }) => version)
}

async function install(
  written: string,
  version: string,
): Promise<{ readonly offer: Offer; readonly fetched: Fetched; readonly folder: string }> {
  const descriptor = parseDescriptor(written, { cwd: '/' })
  const source = sourceFor(descriptor)
  const offer = await source.offer(descriptor, version, 'linux-amd64', access)
  const into = mkdtempSync(join(base, 'into-'))
  const target = { file: join(into, 'file'), folder: join(into, 'tree') }
  return { offer, fetched: await source.fetch(offer, target, access), folder: target.folder }
}

sourceConformance('mirror', async () => {
  await Promise.resolve()
  const folder = mkdtempSync(join(base, 'subject-'))
  put('pulumi/resource/random/4.19.0/pulumi-resource-random-v4.19.0-linux-amd64.tar.gz', body, folder)
  const descriptor = parseDescriptor('pulumi:random', { cwd: '/' })
  return { source: sourceFor(descriptor, folder), descriptor, version: '4.19.0', body, lists: true }
})

const whole: Fetched = { as: 'archive', sha256, size: body.length }

describe('a mirror on this machine', () => {
  test('has plugins of every kind, each in its folder', async () => {
    const places: readonly (readonly [written: string, file: string, origin: string])[] = [
      ['acme/sqlite', 'deploy-engine/providers/acme/sqlite/1.0.0/linux_amd64.tar.gz', 'default'],
      [
        'registry.example.com/acme/far',
        'deploy-engine/transformers/registry.example.com/acme/far/1.0.0/far-linux-amd64.zip',
        'registry.example.com',
      ],
      [
        'pulumi:converter/terraform',
        'pulumi/converter/terraform/1.0.0/x-linux-amd64.tgz',
        'github.com/pulumi/pulumi-converter-terraform',
      ],
      ['npm:@acme/signal', 'npm/@acme/signal/1.0.0/signal-1.0.0.tgz', 'registry.npmjs.org'],
      [
        'terraform:hashicorp/time',
        'registry.opentofu.org/hashicorp/time/terraform-provider-time_1.0.0_linux_amd64.zip',
        'registry.opentofu.org',
      ],
    ]
    for (const [written, file, origin] of places) {
      put(file)
      if (file.includes('linux')) put(file.replace('linux', 'darwin'), 'other')
      assert.deepEqual(await versions(written), ['1.0.0'], written)
      const { offer, fetched } = await install(written, '1.0.0')
      assert.deepEqual(fetched, whole, written)
      assert.equal(offer.origin, origin)
    }
  })

  test('has unpacked plugins, as Terraform lays them out, too', async () => {
    put('registry.opentofu.org/hashicorp/time/0.12.1/linux_amd64/terraform-provider-time_v0.12.1', 'program')
    put('registry.opentofu.org/hashicorp/time/0.12.1/darwin_arm64/terraform-provider-time_v0.12.1', 'other')
    assert.deepEqual(await versions('terraform:hashicorp/time'), ['0.12.1'])
    const { fetched, folder } = await install('terraform:hashicorp/time', '0.12.1')
    assert.deepEqual(fetched, { as: 'folder' })
    assert.ok(existsSync(join(folder, 'terraform-provider-time_v0.12.1')))
  })

  test('takes the kind of an id from its folder, and refuses one of two kinds', async () => {
    put('deploy-engine/transformers/acme/sqlite/1.0.0/any.tar.gz')
    assert.equal((await install('acme/sqlite', '1.0.0')).offer.kind, 'transformer')
    put('deploy-engine/providers/acme/sqlite/1.0.0/any.tar.gz')
    await assert.rejects(versions('acme/sqlite'), { code: 'install/two-kinds' })
    await assert.rejects(install('acme/sqlite', '1.0.0'), { code: 'install/two-kinds' })
  })

  test('has checksums of all platforms in SHA256SUMS', async () => {
    const name = 'pulumi-resource-random-v4.19.0-linux-amd64.tar.gz'
    put(`pulumi/resource/random/4.19.0/${name}`)
    const lines = [`${sha256}  ${name}`, `${'1'.repeat(64)}  ${name.replace('linux-amd64', 'darwin-arm64')}`]
    put('pulumi/resource/random/4.19.0/SHA256SUMS', `${lines.join('\n')}\n`)
    const { offer } = await install('pulumi:random', '4.19.0')
    assert.equal(offer.sha256, sha256)
    assert.deepEqual(Object.keys(offer.platforms ?? {}), ['linux-amd64', 'darwin-arm64'])
  })

  test('a mirror with a document that cannot be read offers nothing, instead of an archive without proof', async () => {
    const archive = 'npm/@acme/signal/1.0.0/signal-1.0.0.tgz'
    put(archive)
    symlinkSync('itself', join(mirror, 'itself'))
    symlinkSync(join(mirror, 'itself'), join(mirror, `${archive}.offer.json`))
    await assert.rejects(install('npm:@acme/signal', '1.0.0'), { code: 'install/refused' })
  })

  test('a mirror with a folder that cannot be read says so, instead of having no plugin', async () => {
    mkdirSync(join(mirror, 'npm/@acme'), { recursive: true })
    symlinkSync('signal', join(mirror, 'npm/@acme/signal'))
    await assert.rejects(versions('npm:@acme/signal'), { code: 'install/refused' })
  })

  test('is the only place: plugins that it lacks are not looked for elsewhere', async () => {
    put('pulumi/resource/random/4.19.0/pulumi-resource-random-v4.19.0-windows-amd64.zip')
    const expected = {
      code: 'install/not-found',
      message: /the mirror .* does not have pulumi:random 4\.19\.0 for linux-amd64/,
    }
    await assert.rejects(install('pulumi:random', '4.19.0'), expected)
    await assert.rejects(versions('acme/nothing'), {
      code: 'install/not-found',
      message: /does not have acme\/nothing/,
    })
    rmSync(mirror, { recursive: true })
    await assert.rejects(versions('acme/nothing'), { code: 'install/not-found', message: /the mirror .* is not there/ })
  })

  test('may be a server of files', async () => {
    const name = 'pulumi-resource-random-v4.19.0-linux-amd64.tar.gz'
    const server = await FileServer.start({ [`/mirror/${name}`]: { body } })
    try {
      const asked = parseDescriptor('pulumi:random', { cwd: '/' })
      const source = createSources({ env: {}, mirror: `${server.url}/mirror` }).find((each) => each.serves(asked))
      const online = testAccess()
      assert.equal((await source?.offer(asked, '4.19.0', 'linux-amd64', online))?.at, `${server.url}/mirror/${name}`)
    } finally {
      await server.stop()
    }
  })
})
