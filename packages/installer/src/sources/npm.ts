import { Failure } from '@slipway/model'
import type { Descriptor } from '../descriptor/descriptor.ts'
import type { DefaultHosts } from '../net/default-hosts.ts'
import { badAnswer } from '../net/failures.ts'
import { npmRegistry, readNpmConfig } from '../net/npm-config.ts'
import { linkIn, shownUrl } from '../net/urls.ts'
import { bringUrl } from './http.ts'
import { bundlesListed, momentIn, objectIn, textIn } from './json.ts'
import { fileNameIn } from './layouts.ts'
import type { Access, Offer, Source } from './source.ts'

export interface NpmPlaces {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly hosts: DefaultHosts
}

/**
 * A source of npm packages, from the registry that npm itself would ask: the user's `.npmrc` names it, and may name others for scopes. Runs nothing
 * in the packages.
 */
export function npmSource({ env, hosts }: NpmPlaces): Source {
  const registryOf = ({ form, server }: Descriptor): string =>
    server?.replace(/\/+$/, '') ?? npmRegistry(readNpmConfig(env), nameIn(form), hosts.npm)
  const packument = async (descriptor: Descriptor, { http }: Access): Promise<Packument> => {
    const registry = registryOf(descriptor)
    const url = `${registry}/${nameIn(descriptor.form).replace('/', '%2f')}`
    const subject = originOf(registry)
    return { url, subject, entry: objectIn(await http.json(url, { subject, limit: 64 * 1024 * 1024 })) }
  }
  return {
    name: 'npm',
    serves: ({ form, server }) => form.form === 'npm' && (server === undefined || /^https?:\/\//i.test(server)),
    origin: (descriptor) => originOf(registryOf(descriptor)),
    versions: async (descriptor, access) => {
      const { entry } = await packument(descriptor, access)
      const times = objectIn(entry['time'])
      return Object.keys(objectIn(entry['versions'])).map((version) => {
        const publishedAt = momentIn(times[version])
        return publishedAt === undefined ? { version } : { version, publishedAt }
      })
    },
    offer: async (descriptor, version, platform, access): Promise<Offer> => {
      const { url, subject, entry } = await packument(descriptor, access)
      const versions = objectIn(entry['versions'])
      if (!Object.hasOwn(versions, version)) throw noVersion(subject, nameIn(descriptor.form), version)
      const dist = objectIn(objectIn(versions[version])['dist'])
      const link = textIn(dist['tarball'])
      if (link === undefined) throw badAnswer(subject, url, `it does not say where version ${version} is`)
      const at = linkIn(url, link)
      const integrity = strongest(textIn(dist['integrity']))
      return {
        descriptor,
        version,
        platform,
        origin: subject,
        shown: shownUrl(at),
        at,
        fileName: fileNameIn(at),
        evidence: {
          ...(integrity !== undefined && { hashes: [integrity] }),
          bundles: () => attestations(dist, url, access),
        },
      }
    },
    fetch: bringUrl,
  }
}

/** Fetches the registry's attestations of how a package was built. Called only on demand. */
async function attestations(
  dist: Readonly<Record<string, unknown>>,
  url: string,
  { http }: Access,
): Promise<readonly string[]> {
  const link = textIn(objectIn(dist['attestations'])['url'])
  if (link === undefined) return []
  const answer = objectIn(await http.json(linkIn(url, link), { subject: new URL(url).host, limit: 16 * 1024 * 1024 }))
  return bundlesListed(answer['attestations'])
}

interface Packument {
  readonly url: string
  readonly subject: string
  readonly entry: Readonly<Record<string, unknown>>
}

/** Returns the checksum with the longest hash; sha1 proves nothing. */
function strongest(integrity: string | undefined): string | undefined {
  const words = (integrity ?? '').split(/\s+/).map((word) => word.replace(/\?.*$/, ''))
  return ['sha512', 'sha384', 'sha256']
    .flatMap((algorithm) => words.find((word) => word.startsWith(`${algorithm}-`)) ?? [])
    .at(0)
}

function originOf(registry: string): string {
  return shownUrl(registry)
    .replace(/^https?:\/\//, '')
    .replace(/\/+$/, '')
}

function nameIn(form: Descriptor['form']): string {
  return form.form === 'npm' ? form.name : ''
}

function noVersion(subject: string, name: string, version: string): Failure {
  return new Failure('install/not-found', `${subject} has no version ${version} of ${name}`, {
    hint: `list its versions: npm view ${name} versions`,
  })
}
