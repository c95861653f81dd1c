import type { Descriptor } from '../../descriptor/descriptor.ts'
import { compareVersions, rangeOf } from '../../descriptor/range.ts'
import { badAnswer } from '../../net/failures.ts'
import { linkIn } from '../../net/urls.ts'
import { bringUrl } from '../http.ts'
import { fileNameIn, listIn, momentIn, objectIn, sha256In, textIn } from '../json.ts'
import { wordsOf } from '../names.ts'
import type { Access, Evidence, OfferedVersion, Source } from '../source.ts'
import { bytesBySums } from '../sums.ts'
import { hostOf, parsed, providerIn, serviceOf, subjectOf, type TerraformPlaces } from './service.ts'

/** The supported versions of the plugin protocol; Slipway ignores a provider version that supports only others. */
const spoken = /^[56](?:\.|$)/

/** The number of newest versions whose date is requested separately, because the list has no dates. */
const dated = 3

/** A source for registries of providers, which it asks by the public protocol of Terraform and OpenTofu: `providers.v1`. */
export function terraformRegistry(places: TerraformPlaces): Source {
  const hostIn = (descriptor: Descriptor): string => hostOf(providerIn(descriptor), places)
  return {
    name: 'Terraform registry',
    serves: ({ form, server }) => form.form === 'terraform' && server === undefined,
    origin: hostIn,
    async versions(descriptor, access) {
      const service = await serviceOf(providerIn(descriptor), places, access)
      const subject = subjectOf(hostIn(descriptor))
      const listed = versionsIn(await access.http.json(`${service}/versions`, { subject }))
      return withDates(listed, descriptor, { service, subject, access })
    },
    async offer(descriptor, version, platform, access) {
      const { os, arch } = wordsOf(platform)
      const host = hostIn(descriptor)
      const service = await serviceOf(providerIn(descriptor), places, access)
      const url = `${service}/${encodeURIComponent(version)}/download/${os}/${arch}`
      const found = readPackage(await access.http.json(url, { subject: subjectOf(host) }), url, subjectOf(host))
      const evidence = await evidenceOf(found, subjectOf(host), access)
      const told = evidence.sums === undefined ? {} : bytesBySums(evidence.sums.text, found.fileName, platform)
      const { at, fileName, sha256 } = found
      return {
        descriptor,
        version,
        platform,
        origin: host,
        shown: `${fileName} of ${host}`,
        at,
        fileName,
        sha256,
        evidence,
        ecosystem: 'terraform',
        ...(told.platforms !== undefined && { platforms: told.platforms }),
      }
    },
    fetch: bringUrl,
  }
}

/** Returns the listed versions. A version whose registry lists no protocols counts as speaking all of them. */
function versionsIn(answer: unknown): readonly OfferedVersion[] {
  return listIn(objectIn(answer)['versions']).flatMap((each) => {
    const { version: written, protocols } = objectIn(each)
    const version = textIn(written, 100)
    const speaks = listIn(protocols).map(String)
    const isSpoken = speaks.length === 0 || speaks.some((protocol) => spoken.test(protocol))
    return version !== undefined && isSpoken && /^\d[\w.+-]*$/.test(version) ? [{ version }] : []
  })
}

/** Adds the dates: `published_at` is not part of the protocol, but the public registry has it in the document of a version. */
async function withDates(
  listed: readonly OfferedVersion[],
  { form, version }: Descriptor,
  { service, subject, access }: { readonly service: string; readonly subject: string; readonly access: Access },
): Promise<readonly OfferedVersion[]> {
  const range = rangeOf(form.form, version)
  if (range.exact !== undefined) return listed
  const fitting = listed
    .filter((each) => range.fits(each.version))
    .sort((a, b) => compareVersions(b.version, a.version))
    .slice(0, dated)
  const dates = new Map<string, number>()
  for (const each of fitting) {
    const url = `${service}/${encodeURIComponent(each.version)}`
    const answer = await access.http.get(url, { subject, accepts: [400, 404, 405, 410, 501], limit: 1024 * 1024 })
    const at = answer.status === 200 ? momentIn(objectIn(parsed(answer.body))['published_at']) : undefined
    // If the registry has no date for one version, it has none for the others.
    if (at === undefined) break
    dates.set(each.version, at)
  }
  return listed.map((each) => {
    const publishedAt = dates.get(each.version)
    return publishedAt === undefined ? each : { version: each.version, publishedAt }
  })
}

interface Package {
  readonly at: string
  readonly fileName: string
  readonly sha256: string
  readonly sumsUrl: string | undefined
  readonly signatureUrl: string | undefined
  readonly keys: readonly string[]
}

/** Reads the document of one version for one platform. Links in it may be relative. */
function readPackage(answer: unknown, url: string, subject: string): Package {
  const said = objectIn(answer)
  const link = (key: string): string | undefined => {
    const text = textIn(said[key])
    return text === undefined ? undefined : linkIn(url, text)
  }
  const [at, fileName, sha256] = [link('download_url'), fileNameIn(said['filename']), sha256In(said['shasum'])]
  if (at === undefined || fileName === undefined || sha256 === undefined)
    throw badAnswer(subject, url, 'it does not say where the package is, how it is called, or which checksum it has')
  const keys = listIn(objectIn(said['signing_keys'])['gpg_public_keys'])
  return {
    at,
    fileName,
    sha256,
    sumsUrl: link('shasums_url'),
    signatureUrl: link('shasums_signature_url'),
    keys: keys.flatMap((key) => textIn(objectIn(key)['ascii_armor'], 1024 * 1024) ?? []),
  }
}

/** Fetches the signed list of checksums. A list that is named must exist: otherwise an attacker could remove the signature by leaving out the list. */
async function evidenceOf(
  { fileName, sumsUrl, signatureUrl, keys }: Package,
  subject: string,
  { http }: Access,
): Promise<Evidence> {
  if (sumsUrl === undefined) {
    if (signatureUrl === undefined) return {}
    throw badAnswer(subject, signatureUrl, 'it is a signature, but does not say of which file')
  }
  const [sums, signature] = await Promise.all([
    http.get(sumsUrl, { subject, limit: 1024 * 1024 }),
    signatureUrl === undefined ? undefined : http.get(signatureUrl, { subject, limit: 64 * 1024 }),
  ])
  const text = sums.body.toString('utf8')
  return { sums: { text, fileName, ...(signature !== undefined && { signature: signature.body }) }, keys }
}
