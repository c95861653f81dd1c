import { Failure } from '@slipway/model'
import type { Descriptor } from '../../descriptor/descriptor.ts'
import { parseDescriptor } from '../../descriptor/parse.ts'
import { badAnswer } from '../../net/failures.ts'
import { linkIn, shownUrl } from '../../net/urls.ts'
import { fileNameIn, listIn, momentIn, objectIn, sha256In, textIn } from '../json.ts'
import { bringUrl } from '../http.ts'
import { wordsOf } from '../names.ts'
import type { Access, Evidence, Offer, OfferedVersion, Source } from '../source.ts'
import { bytesBySums } from '../sums.ts'
import type { GetOptions } from '../../net/http-client.ts'
import {
  discover,
  registryName,
  tokenForm,
  usualType,
  type Id,
  type RegistryPlaces,
  type Service,
  type Services,
} from './discover.ts'

/** The supported versions of the plugin protocol; Slipway ignores a plugin version that supports only others. */
const spoken = /^1(\.|$)/

/** A source for plugin registries of the deploy engine, by their public protocol: a discovery document, versions, packages, signed checksums. */
export function registrySource(places: RegistryPlaces): Source {
  const shown = (form: Id): string => `the registry of ${registryName(form, places)}`
  return {
    name: 'registry',
    serves: ({ form, server }) => form.form === 'id' && server === undefined,
    origin: ({ form }) => (form.form === 'id' ? registryName(form, places) : ''),
    versions: async (descriptor, access) => {
      const form = idOf(descriptor)
      const registry = await discover(form, places, access)
      return (await listed(form, registry, shown(form), access)).versions
    },
    offer: async (descriptor, version, platform, access): Promise<Offer> => {
      const form = idOf(descriptor)
      const registry = await discover(form, places, access)
      const [only, ...others] = registry.services
      const service =
        only !== undefined && others.length === 0 ? only : (await listed(form, registry, shown(form), access)).service
      const { os, arch } = wordsOf(platform)
      const url = `${service.url}/${form.id}/${encodeURIComponent(version)}/package/${os}/${arch}`
      const asked = { subject: shown(form), limit: 1024 * 1024, ...tokenOf(registry, 'asking', url) }
      const headers = { accept: 'application/json' }
      const found = await access.http.get(url, { ...asked, headers, accepts: [404, 410] })
      if (found.status !== 200) throw noPackage(`${form.id} ${version} for ${platform}`, shown(form), url)
      const answer = objectIn(parsed(found.body, url, shown(form)))
      const at = linkAt(answer['downloadUrl'], url)
      const fileName = fileNameIn(answer['filename'])
      if (at === undefined || fileName === undefined)
        throw badAnswer(shown(form), url, 'it does not say where the package is, or how it is called')
      const evidence = await evidenceIn(answer, { url, fileName, registry }, access)
      const sums = evidence.sums === undefined ? {} : bytesBySums(evidence.sums.text, fileName, platform)
      const sha256 = sha256In(answer['shasum']) ?? sums.sha256
      if (sums.sha256 !== undefined && sums.sha256 !== sha256)
        throw badAnswer(shown(form), url, 'its checksum is not the one in its list of checksums')
      return {
        descriptor,
        version,
        platform,
        origin: registryName(form, places),
        shown: shownUrl(at),
        at,
        fileName,
        ...(sha256 !== undefined && { sha256 }),
        ...(sums.platforms !== undefined && { platforms: sums.platforms }),
        evidence,
        ecosystem: 'deploy-engine',
        ...(service.kind !== undefined && { kind: service.kind }),
        needs: needsIn(answer['dependencies'], form, shown(form), url),
      }
    },
    fetch: async (offer, into, access) => {
      const registry = await discover(idOf(offer.descriptor), places, access)
      const { accept = usualType } = registry.services.find(({ kind }) => kind === offer.kind) ?? {}
      return await bringUrl(offer, into, access, { accept, ...tokenOf(registry, 'downloading', offer.at) })
    },
  }
}

function noPackage(what: string, subject: string, url: string): Failure {
  return new Failure('install/not-found', `${subject} has no ${what}`, {
    details: [`GET ${shownUrl(url)}: 404 Not Found`],
    hint: 'ask the publisher for a build for this platform, or choose another version',
  })
}

function tokenOf({ tokens }: Services, what: 'asking' | 'downloading', url: string): Pick<GetOptions, 'tokenForm'> {
  return { tokenForm: tokenForm(tokens[what], tokens, url) }
}

/** Finds the service that lists the plugin. An id in two services is an error. */
async function listed(
  form: Id,
  registry: Services,
  subject: string,
  { http }: Access,
): Promise<{ readonly service: Service; readonly versions: readonly OfferedVersion[] }> {
  const { services } = registry
  const isOnly = services.length === 1
  const found = await Promise.all(
    services.map(async (service) => {
      const url = `${service.url}/${form.id}/versions`
      const asked = { subject, headers: { accept: 'application/json' }, ...tokenOf(registry, 'asking', url) }
      if (isOnly) return { service, versions: versionsIn(await http.json(url, asked)) }
      const answer = await http.get(url, { ...asked, accepts: [404, 410] })
      return answer.status === 200 ? { service, versions: versionsIn(parsed(answer.body, url, subject)) } : undefined
    }),
  )
  const [first, second] = found.filter((each) => each !== undefined)
  if (first === undefined)
    throw new Failure('install/not-found', `${subject} has no plugin ${form.id}`, {
      details: services.map(({ url }) => `GET ${shownUrl(url)}/${form.id}/versions: 404 Not Found`),
      hint: 'check the spelling of the id, and the host before it',
    })
  if (second !== undefined)
    throw new Failure('install/two-kinds', `${subject} has ${form.id} as a provider and as a transformer`, {
      hint: 'an id belongs to one plugin; tell their publisher',
    })
  return first
}

function versionsIn(answer: unknown): readonly OfferedVersion[] {
  return listIn(objectIn(answer)['versions']).flatMap((each): readonly OfferedVersion[] => {
    const entry = objectIn(each)
    const version = textIn(entry['version'], 100)?.replace(/^v/, '')
    const protocols = listIn(entry['supportedProtocols']).map(String)
    if (version === undefined || (protocols.length > 0 && !protocols.some((protocol) => spoken.test(protocol))))
      return []
    const publishedAt = momentIn(entry['publishedAt'])
    return [{ version, ...(publishedAt !== undefined && { publishedAt }) }]
  })
}

async function evidenceIn(
  answer: Readonly<Record<string, unknown>>,
  { url, fileName, registry }: { readonly url: string; readonly fileName: string; readonly registry: Services },
  { http }: Access,
): Promise<Evidence> {
  const keys = Object.values(objectIn(answer['signingKeys'])).flatMap((key) => textIn(key, 256 * 1024) ?? [])
  const sums = linkAt(answer['shasumsUrl'], url)
  if (sums === undefined) return { ...(keys.length > 0 && { keys }) }
  const signature = linkAt(answer['shasumsSignatureUrl'], url)
  const [text, signed] = await Promise.all([
    http.get(sums, { limit: 1024 * 1024, ...tokenOf(registry, 'downloading', sums) }),
    signature === undefined
      ? undefined
      : http.get(signature, { limit: 256 * 1024, ...tokenOf(registry, 'downloading', signature) }),
  ])
  return {
    sums: { text: text.body.toString('utf8'), fileName, ...(signed !== undefined && { signature: signed.body }) },
    ...(keys.length > 0 && { keys }),
  }
}

/** Returns the needed plugins. Ids of the same registry are written without its host. */
function needsIn(dependencies: unknown, { host }: Id, subject: string, url: string): readonly Descriptor[] {
  return Object.entries(objectIn(dependencies)).map(([id, version]) => {
    try {
      const needed = parseDescriptor({ source: id, version: textIn(version) ?? '' }, { cwd: '/' })
      if (needed.form.form !== 'id') throw new Error('no id')
      const { form, version: range = '' } = needed
      const home = form.host ?? host
      return { form: { form: 'id', id: form.id, ...(home !== undefined && { host: home }) }, version: range }
    } catch (error) {
      throw badAnswer(
        subject,
        url,
        `${JSON.stringify(id.slice(0, 100))} that it needs is not an id with a version`,
        error,
      )
    }
  })
}

function linkAt(value: unknown, answerUrl: string): string | undefined {
  const link = textIn(value, 8192)
  return link === undefined ? undefined : linkIn(answerUrl, link)
}

function parsed(body: Buffer, url: string, subject: string): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (error) {
    throw badAnswer(subject, url, 'it is not JSON', error)
  }
}

function idOf({ form }: Descriptor): Id {
  if (form.form !== 'id') throw new Error('a registry has plugins by their ids')
  return form
}
