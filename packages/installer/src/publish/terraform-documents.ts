import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { objectIn } from '../sources/json.ts'
import { wordsOf } from '../sources/names.ts'
import {
  endpointOf,
  linkTo,
  listVersions,
  type RegistryFolder,
  textOf,
  versionDocument,
  writeDocument,
  writeList,
} from './documents.ts'
import { archivesOf, formOfIdentity, type Release, releaseNames, sumsOf } from './release.ts'

/**
 * Writes the documents by which Terraform and OpenTofu find a provider: the registry's documents, and the network mirror's documents beside the
 * archives.
 *
 * @param archives the folder of the version with its archives
 */
export function writeTerraformDocuments(release: Release, target: RegistryFolder, archives: string): void {
  const { identity } = release
  const form = formOfIdentity(identity)
  const name = form.form === 'terraform' ? form.name : identity.name
  const service = join(target.root, 'v1/terraform', ...name.split('/'))
  const { signature, publicKey } = sumsOf(release)
  const signed = signature !== undefined && publicKey !== undefined
  const platforms = archivesOf(release).map(({ platform }) => wordsOf(platform))
  for (const archive of archivesOf(release)) {
    const { os, arch } = wordsOf(archive.platform)
    const file = join(service, identity.version, 'download', os, arch)
    const link = (each: string): string => linkTo(target, file, join(archives, each))
    const key = { key_id: (release.signer ?? '').slice(-16), ascii_armor: publicKey }
    writeDocument(file, {
      protocols,
      os,
      arch,
      filename: archive.name,
      download_url: link(archive.name),
      shasum: archive.sha256,
      shasums_url: link(releaseNames.sums),
      ...(signed && { shasums_signature_url: link(releaseNames.signature) }),
      signing_keys: { gpg_public_keys: signed ? [key] : [] },
    })
  }
  writeDocument(join(service, identity.version, versionDocument), { version: identity.version, protocols, platforms })
  listVersions(service)
  writeDocument(join(target.root, '.well-known/terraform.json'), {
    'providers.v1': endpointOf(target, 'v1/terraform/'),
  })
  writeMirror(release, target, archives)
}

/** Both protocols are listed: a provider states at its launch which protocol it speaks. */
const protocols = ['5.0', '6.0']

/** Writes the documents of a network mirror, with the list of versions last. */
function writeMirror(release: Release, target: RegistryFolder, archives: string): void {
  const { version } = release.identity
  const place = dirname(archives)
  const document = join(place, `${version}.json`)
  const entries = archivesOf(release).map(({ name, platform, sha256 }) => {
    const url = linkTo(target, document, join(archives, name))
    return [platform.replace('-', '_'), { url, hashes: [`zh:${sha256}`] }] as const
  })
  writeDocument(document, { archives: Object.fromEntries(entries) })
  const index = join(place, 'index.json')
  writeList(index, () => {
    const names = readdirSync(place).filter((name) => existsSync(join(place, `${name}.json`)))
    const known = Object.keys(objectIn(objectIn(JSON.parse(textOf(index) ?? '{}'))['versions']))
    const versions = [...new Set([...names, ...known])].toSorted()
    return { versions: Object.fromEntries(versions.map((each) => [each, {}])) }
  })
}
