import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Failure, messageOf } from '@slipway/model'
import { defaultHosts } from '../net/default-hosts.ts'
import { mirrorPlaces } from '../sources/mirror-places.ts'
import { wordsOf } from '../sources/names.ts'
import type { ReleaseIdentity } from './identity.ts'
import {
  endpointOf,
  linkTo,
  listVersions,
  type RegistryFolder,
  textOf,
  versionDocument,
  writeDocument,
} from './documents.ts'
import { archivesOf, formOfIdentity, type Release, releaseNames, sumsOf, type SignedSums } from './release.ts'
import { writeTerraformDocuments } from './terraform-documents.ts'

/** The result of a release at a target. */
export interface Published {
  /** `present`: the same bytes were there already. */
  readonly action: 'published' | 'present'
  /** The place where users find it. */
  readonly at: string
}

/**
 * Puts a release into a folder that any web server can serve. The archives lie where a mirror has them, so that the folder is a mirror, too; the
 * documents of the registry protocol lie beside them. An existing version is never changed.
 *
 * @throws Failure `publish/version-exists`, `publish/cannot-write`
 */
export function publishToFolder(release: Release, target: RegistryFolder, now: number): Published {
  const { identity } = release
  const place = placeOf(target.root, identity)
  const folder = join(place, identity.version)
  try {
    const isThere = existsSync(folder)
    if (isThere) refuseOther(release, folder)
    else layArchives(release, folder)
    if (identity.ecosystem === 'deploy-engine') writeDocuments(release, target, folder, now)
    if (identity.ecosystem === 'terraform') writeTerraformDocuments(release, target, folder)
    return { action: isThere ? 'present' : 'published', at: folder }
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure('publish/cannot-write', `${target.root} cannot be written: ${messageOf(error)}`, {
      hint: 'check its permissions and its disk, and publish again: files that are already there stay unchanged',
      cause: error,
    })
  }
}

function placeOf(root: string, identity: ReleaseIdentity): string {
  const places = mirrorPlaces(root, formOfIdentity(identity), defaultHosts.terraform)
  const place = places.find(({ kind }) => kind === identity.kind) ?? places[0]
  if (place === undefined) throw new Error(`a mirror has no place for ${identity.name}`)
  return place.folder
}

/** Copies the archives into the folder, so that the whole version appears at once. */
function layArchives({ folder: from, files }: Release, folder: string): void {
  const names = [releaseNames.sums, releaseNames.signature, releaseNames.publicKey]
  const archives = files.flatMap(({ name, platform }) => (platform === undefined ? [] : [name]))
  mkdirSync(dirname(folder), { recursive: true })
  const draft = join(dirname(folder), `.${randomBytes(6).toString('hex')}`)
  try {
    mkdirSync(draft)
    for (const name of [...archives, ...names.filter((each) => existsSync(join(from, each)))])
      copyFileSync(join(from, name), join(draft, name))
    renameSync(draft, folder)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

function refuseOther(release: Release, folder: string): void {
  const { text } = sumsOf(release)
  const there = textOf(join(folder, releaseNames.sums))
  if (there === text) return
  throw versionExists(release.identity, folder, differing(text, there ?? ''))
}

/** Returns the failure for an existing version: a user may already have its bytes, and their hash in a lock file. */
export function versionExists({ name, version }: ReleaseIdentity, where: string, details: readonly string[]): Failure {
  return new Failure('publish/version-exists', `${name} ${version} is in ${where} already, with other bytes`, {
    details,
    hint: 'nothing was changed: the bytes of a version never change, so give the plugin the next version',
  })
}

function differing(ours: string, theirs: string): readonly string[] {
  const known = new Set(theirs.split('\n'))
  return ours
    .split('\n')
    .filter((line) => line !== '' && !known.has(line))
    .map((line) => `not there: ${line}`)
}

/** Writes the documents of a version first and the list of versions last, so that the list never names a missing version. */
function writeDocuments(release: Release, target: RegistryFolder, archives: string, now: number): void {
  const { identity } = release
  const service = join(target.root, 'v1', `${identity.kind}s`, ...idOf(identity).split('/'))
  const sums = sumsOf(release)
  for (const archive of archivesOf(release)) {
    const { os, arch } = wordsOf(archive.platform)
    const file = join(service, identity.version, 'package', os, arch)
    const link = (name: string): string => linkTo(target, file, join(archives, name))
    writeDocument(file, {
      filename: archive.name,
      os,
      arch,
      downloadUrl: link(archive.name),
      shasum: archive.sha256,
      shasumsUrl: link(releaseNames.sums),
      ...(sums.signature !== undefined && { shasumsSignatureUrl: link(releaseNames.signature) }),
      signingKeys: keysOf(release, sums),
    })
  }
  const about = join(service, identity.version, versionDocument)
  if (!existsSync(about))
    writeDocument(about, {
      version: identity.version,
      supportedProtocols: [identity.protocol ?? '1.0'],
      publishedAt: new Date(now).toISOString(),
    })
  listVersions(service)
  writeDocument(join(target.root, '.well-known/bluelink-services.json'), {
    'provider.v1': { endpoint: endpointOf(target, 'v1/providers') },
    'transformer.v1': { endpoint: endpointOf(target, 'v1/transformers') },
  })
}

function keysOf({ signer }: Release, { publicKey }: SignedSums): Readonly<Record<string, string>> {
  return publicKey === undefined ? {} : { [(signer ?? 'key').replace(/^gpg:/, '')]: publicKey }
}

/** Returns the id without the registry's own host, since a registry knows its plugins by such ids. */
function idOf(identity: ReleaseIdentity): string {
  const form = formOfIdentity(identity)
  return form.form === 'id' ? form.id : identity.name
}
