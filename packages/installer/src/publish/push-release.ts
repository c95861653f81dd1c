import { createHash } from 'node:crypto'
import { Failure } from '@slipway/model'
import { join } from 'node:path'
import { parseDescriptor } from '../descriptor/parse.ts'
import { wordsOf } from '../sources/names.ts'
import { ociAnnotations, ociSource, placeOf } from '../sources/oci/oci.ts'
import { RegistryApi } from '../sources/oci/registry-api.ts'
import type { Access } from '../sources/source.ts'
import { PushApi, type Pushed } from './push-api.ts'
import { type Published, versionExists } from './registry-folder.ts'
import { archivesOf, type Release, sumsOf } from './release.ts'

/** The media types of the pushed content. */
export const ociTypes = {
  index: 'application/vnd.oci.image.index.v1+json',
  manifest: 'application/vnd.oci.image.manifest.v1+json',
  config: 'application/vnd.oci.empty.v1+json',
  archive: 'application/gzip',
  plugin: 'application/vnd.slipway.plugin.v1',
} as const

const empty = Buffer.from('{}')

/**
 * Pushes a release into a repository of a container registry: an index whose tag is the version, with a manifest for each platform, which has the
 * archive as its only layer. The archives come first and the tag last. An existing version is never changed.
 *
 * @param repository `ghcr.io/acme/signal`
 * @throws Failure `publish/version-exists`, and the failures of the client
 */
export async function publishToOci(release: Release, repository: string, access: Access): Promise<Published> {
  const { version } = release.identity
  const tag = version.replaceAll('+', '_')
  const at = `oci:${repository}:${tag}`
  if (await isThere(release, repository, tag, access)) return { action: 'present', at }
  const api = new PushApi(placeOf(repository), access)
  const config = await api.blob(empty, sha256(empty), ociTypes.config)
  const manifests: object[] = []
  for (const { name, sha256: sum, size, platform } of archivesOf(release)) {
    const layer = await api.blob({ file: join(release.folder, name), size }, sum, ociTypes.archive)
    const layers = [{ ...layer, annotations: titled(name) }]
    const pushed: Pushed = await api.manifest({ artifactType: ociTypes.plugin, config, layers }, ociTypes.manifest)
    const { os, arch: architecture } = wordsOf(platform)
    manifests.push({ ...pushed, artifactType: ociTypes.plugin, platform: { os, architecture } })
  }
  const index = { artifactType: ociTypes.plugin, manifests, annotations: annotationsOf(release) }
  await api.manifest(index, ociTypes.index, tag)
  return { action: 'published', at }
}

/** Returns the annotation with the file name that clients give a layer. */
export function titled(name: string): Readonly<Record<string, string>> {
  return { 'org.opencontainers.image.title': name }
}

function annotationsOf(release: Release): Readonly<Record<string, string>> {
  const { text, signature, publicKey } = sumsOf(release)
  return {
    'org.opencontainers.image.title': release.identity.name,
    'org.opencontainers.image.version': release.identity.version,
    [ociAnnotations.sums]: text,
    ...(signature !== undefined && { [ociAnnotations.signature]: signature.toString('base64') }),
    ...(publicKey !== undefined && { [ociAnnotations.publicKey]: publicKey }),
  }
}

/** Whether the version is already there. Asks as a client does, because the content that a client would get counts. */
async function isThere(release: Release, repository: string, tag: string, access: Access): Promise<boolean> {
  const { identity } = release
  if ((await new RegistryApi(placeOf(repository), access).manifest(tag)) === undefined) return false
  const descriptor = parseDescriptor(`oci:${repository}:${tag}`, { cwd: '/' })
  const others: string[] = []
  for (const { platform, name, sha256: ours } of archivesOf(release)) {
    const theirs = await offered(() => ociSource.offer(descriptor, identity.version, platform, access))
    if (theirs !== ours) others.push(`${name}: sha256 ${ours} here, ${theirs ?? 'nothing'} there`)
  }
  if (others.length > 0) throw versionExists(identity, `oci:${repository}`, others)
  return true
}

async function offered(offer: () => Promise<{ readonly sha256?: string }>): Promise<string | undefined> {
  try {
    return (await offer()).sha256
  } catch (error) {
    if (error instanceof Failure && ['install/not-found', 'install/not-a-plugin'].includes(error.code)) return undefined
    throw error
  }
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
