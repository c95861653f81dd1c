import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Descriptor } from '../../descriptor/descriptor.ts'
import { parseDescriptor } from '../../descriptor/parse.ts'
import { defaultHosts } from '../../net/default-hosts.ts'
import { createSources, type SourceParts } from '../../sources/create-sources.ts'
import type { Source } from '../../sources/source.ts'
import { archiveOf, filesOf, sha256, writeFiles } from '../fake-plugins.ts'
import { FileServer } from '../servers/file-server.ts'
import { GitServer } from '../servers/git-server.ts'
import { NpmRegistry } from '../servers/npm-registry.ts'
import { PluginRegistry } from '../servers/plugin-registry.ts'
import { ReleaseServer } from '../servers/release-server.ts'
import { TerraformRegistry } from '../servers/terraform-registry.ts'

/** A source of this machine that has one plugin, which has the same name as the source. */
export interface SourceOfOne {
  readonly name: string
  readonly descriptor: Descriptor
  readonly parts: Omit<SourceParts, 'env'>
}

interface Asset {
  readonly server: FileServer
  readonly path: string
  readonly body: Buffer
}

export interface EverySource {
  readonly sources: readonly SourceOfOne[]
  /** The assets, keyed by the name of the source; sources on this machine, and git, have none. */
  readonly assets: ReadonlyMap<string, Asset>
  stop(): Promise<void>
}

type Files = Readonly<Record<string, string>>

/** Returns the files of a source's plugin: about 100 KB that compression cannot shrink. */
function filesFrom(name: string): Files {
  let noise = ''
  for (let block = name; noise.length < 100_000; noise += block)
    block = createHash('sha512')
      .update(noise.slice(-90) + name)
      .digest('base64')
  return { ...filesOf({ name, version: '1.0.0', hasDependencies: true }), noise }
}

const platform = 'linux-amd64'

const read = (text: string): Descriptor => parseDescriptor(text, { cwd: '/' })

/** Sets up one source of each kind. Local sources are below the folder. */
export async function everySource(folder: string): Promise<EverySource> {
  const made = [...localSources(folder), ...(await Promise.all(servers.map((serve) => serve())))]
  return {
    sources: made.map(({ source }) => source),
    assets: new Map(made.flatMap(({ source, asset }) => (asset === undefined ? [] : [[source.name, asset] as const]))),
    stop: async () => {
      for (const { stop } of made) await stop?.()
    },
  }
}

/** Returns sources that each answer only for their own plugin. */
export function sourcesOf(all: readonly SourceOfOne[], env: SourceParts['env']): readonly Source[] {
  return all.flatMap(({ descriptor, parts }) =>
    createSources({ ...parts, env }).map((source) => onlyFor(JSON.stringify(descriptor), source)),
  )
}

function onlyFor(own: string, source: Source): Source {
  return { ...source, serves: (asked) => JSON.stringify(asked) === own && source.serves(asked) }
}

function at(path: string): Descriptor {
  return { form: { form: 'path', path } }
}

interface Made {
  readonly source: SourceOfOne
  readonly asset?: Asset
  readonly stop?: () => Promise<void>
}

function localSources(folder: string): readonly Made[] {
  const put = (path: string, name: string): string => {
    const file = join(folder, path)
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, archiveOf(filesFrom(name)))
    return file
  }
  writeFiles(join(folder, 'folder'), filesFrom('folder'))
  put('mirror/pulumi/resource/mirror/1.0.0/pulumi-resource-mirror-v1.0.0-linux-amd64.tar.gz', 'mirror')
  return [
    { source: { name: 'archive', descriptor: at(put('archive.tar.gz', 'archive')), parts: {} } },
    { source: { name: 'folder', descriptor: at(join(folder, 'folder')), parts: {} } },
    { source: { name: 'mirror', descriptor: read('pulumi:mirror'), parts: { mirror: join(folder, 'mirror') } } },
  ]
}

const servers: readonly (() => Promise<Made>)[] = [
  url,
  layout,
  registry,
  npm,
  pulumi,
  release,
  git,
  oci,
  terraform,
  network,
]

function served(
  name: string,
  server: FileServer,
  path: string,
  descriptor: Descriptor,
  parts: SourceOfOne['parts'] = {},
): Made {
  const asset = { server, path, body: archiveOf(filesFrom(name)) }
  server.put(path, { body: asset.body, etag: '"1"' })
  return { source: { name, descriptor, parts }, asset, stop: () => server.stop() }
}

async function url(): Promise<Made> {
  const server = await FileServer.start()
  return served('url', server, '/url.tar.gz', { form: { form: 'url', url: `${server.url}/url.tar.gz` } })
}

async function layout(): Promise<Made> {
  const server = await FileServer.start()
  const form = { form: 'pulumi', kind: 'resource', name: 'layout' } as const
  const descriptor = { form, server: server.url, version: '1.0.0' }
  return served('layout', server, '/pulumi-resource-layout-v1.0.0-linux-amd64.tar.gz', descriptor)
}

async function registry(): Promise<Made> {
  const made = await PluginRegistry.start()
  const published = {
    id: 'acme/registry',
    version: '1.0.0',
    archives: { [platform]: archiveOf(filesFrom('registry')) },
  }
  made.publish(published)
  return served('registry', made.server, made.archivePath(published, platform), read(`${made.host}/acme/registry`))
}

async function npm(): Promise<Made> {
  const made = await NpmRegistry.start()
  made.publish({ name: '@acme/npm', version: '1.0.0', body: archiveOf(filesFrom('npm')) })
  const hosts = { ...defaultHosts, npm: made.url }
  return served('npm', made.server, made.tarballPath('@acme/npm', '1.0.0'), read('npm:@acme/npm'), { hosts })
}

async function forge(name: string, repository: string, descriptor: Descriptor): Promise<Made> {
  const made = await ReleaseServer.start()
  const file = `pulumi-resource-${name}-v1.0.0-linux-amd64.tar.gz`
  made.publish({ repository, tag: 'v1.0.0', assets: { [file]: archiveOf(filesFrom(name)) } })
  const hosts = { ...defaultHosts, github: made.forge, pulumi: `${made.url}/elsewhere` }
  return served(name, made.server, `/${repository}/releases/download/v1.0.0/${file}`, descriptor, { hosts })
}

function pulumi(): Promise<Made> {
  return forge('pulumi', 'pulumi/pulumi-pulumi', read('pulumi:pulumi'))
}

function release(): Promise<Made> {
  return forge('release', 'acme/release', read('github:acme/release'))
}

async function git(): Promise<Made> {
  const made = await GitServer.start()
  const repository = made.create('git.git')
  writeFiles(repository.clone, filesFrom('git'))
  repository.git('add', '.')
  repository.git('commit', '--quiet', '-m', 'one')
  repository.git('tag', 'v1.0.0')
  repository.git('push', '--quiet', 'origin', 'main', 'v1.0.0')
  const descriptor = read(`git+${made.url}/git.git@v1.0.0`)
  return { source: { name: 'git', descriptor, parts: {} }, stop: () => made.stop() }
}

async function oci(): Promise<Made> {
  const server = await FileServer.start()
  const body = archiveOf(filesFrom('oci'))
  const layer = { digest: `sha256:${sha256(body)}`, size: body.length }
  const manifest = JSON.stringify({ schemaVersion: 2, layers: [layer] })
  for (const reference of ['1.0.0', `sha256:${sha256(Buffer.from(manifest))}`])
    server.put(`/v2/acme/oci/manifests/${reference}`, { body: manifest })
  return served('oci', server, `/v2/acme/oci/blobs/${layer.digest}`, read(`oci:${server.host}/acme/oci:1.0.0`))
}

async function terraform(): Promise<Made> {
  const made = await TerraformRegistry.start()
  const archives = { [platform]: archiveOf(filesFrom('terraform')) }
  const published = { name: 'acme/terraform', version: '1.0.0', archives }
  made.publish(published)
  const descriptor = read(`terraform:${made.host}/acme/terraform`)
  return served('terraform', made.server, made.archivePath(published, platform), descriptor)
}

async function network(): Promise<Made> {
  const server = await FileServer.start()
  const place = '/providers/registry.opentofu.org/acme/network'
  server.json(`${place}/index.json`, { versions: { '1.0.0': {} } })
  server.json(`${place}/1.0.0.json`, { archives: { linux_amd64: { url: 'network.zip' } } })
  const descriptor = { form: { form: 'terraform', name: 'acme/network' }, server: `${server.url}/providers/` } as const
  return served('network', server, `${place}/network.zip`, descriptor)
}
