import { Failure } from '@slipway/model'
import type { Descriptor } from '../../descriptor/descriptor.ts'
import { linkIn, shownUrl } from '../../net/urls.ts'
import { bringUrl } from '../http.ts'
import { listIn, objectIn, textIn } from '../json.ts'
import { fileNameIn } from '../layouts.ts'
import type { Platform } from '../../descriptor/platform.ts'
import type { PlatformBytes, Source } from '../source.ts'
import { hostOf, providerIn, type TerraformPlaces } from './service.ts'

/** The maximum number of platforms: more than exist. */
const mostPlatforms = 64

/**
 * A source for network mirrors by Terraform's protocol, at the server that the descriptor of a provider names. Such mirrors have archives with
 * hashes, but without signatures.
 */
export function terraformMirror(places: TerraformPlaces): Source {
  const at = (descriptor: Descriptor, file: string): string => {
    const provider = providerIn(descriptor)
    const base = (descriptor.server ?? '').replace(/\/+$/, '')
    return `${base}/${hostOf(provider, places)}/${provider.name}/${file}`
  }
  return {
    name: 'Terraform mirror',
    serves: ({ form, server }) => form.form === 'terraform' && server !== undefined && /^https?:\/\//i.test(server),
    origin: ({ server = '' }) => server,
    async versions(descriptor, { http }) {
      const url = at(descriptor, 'index.json')
      const versions = Object.keys(objectIn(objectIn(await http.json(url, { subject: new URL(url).host }))['versions']))
      return versions.filter((each) => /^\d[\w.+-]{0,99}$/.test(each)).map((version) => ({ version }))
    },
    async offer(descriptor, version, platform, { http }) {
      const url = at(descriptor, `${encodeURIComponent(version)}.json`)
      const archives = objectIn(objectIn(await http.json(url, { subject: new URL(url).host }))['archives'])
      const found = objectIn(archives[platform.replace('-', '_')])
      const link = textIn(found['url'])
      if (link === undefined) throw notForPlatform(url, version, platform, Object.keys(archives))
      const archive = linkIn(url, link)
      const hashes = listIn(found['hashes']).flatMap((each) => textIn(each, 100) ?? [])
      return {
        descriptor,
        version,
        platform,
        origin: descriptor.server ?? '',
        shown: shownUrl(archive),
        at: archive,
        fileName: fileNameIn(archive),
        ecosystem: 'terraform',
        ...(hashes.length > 0 && { evidence: { hashes } }),
        platforms: platformsIn(archives),
      }
    },
    fetch: bringUrl,
  }
}

/**
 * Returns the hashes by platform. `zh:` is the sha256 of an archive. If an archive has several, the mirror has repacked it, and does not say which
 * hash belongs to the copy that it serves.
 */
function platformsIn(archives: Readonly<Record<string, unknown>>): Readonly<Record<Platform, PlatformBytes>> {
  const found: Record<Platform, PlatformBytes> = {}
  for (const [name, archive] of Object.entries(archives).slice(0, mostPlatforms)) {
    const [, os, arch] = /^([a-z0-9]{2,12})_([a-z0-9]{2,12})$/.exec(name) ?? []
    const sums = new Set(
      listIn(objectIn(archive)['hashes']).flatMap((each) => /^zh:([0-9a-f]{64})$/.exec(String(each))?.[1] ?? []),
    )
    const [sha256, ...others] = sums
    if (os !== undefined && arch !== undefined && sha256 !== undefined && others.length === 0)
      found[`${os}-${arch}`] = { sha256 }
  }
  return found
}

function notForPlatform(url: string, version: string, platform: string, others: readonly string[]): Failure {
  return new Failure('install/not-found', `${shownUrl(url)} has no archive of version ${version} for ${platform}`, {
    hint: others.length === 0 ? 'it has none at all' : `it has ${others.slice(0, 20).join(', ')}`,
  })
}
