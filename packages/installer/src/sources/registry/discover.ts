import { Failure } from '@slipway/model'
import type { Form } from '../../descriptor/descriptor.ts'
import type { DefaultHosts } from '../../net/default-hosts.ts'
import type { TokenForm } from '../../net/credential.ts'
import { badAnswer } from '../../net/failures.ts'
import { isLoopback, linkIn } from '../../net/urls.ts'
import { objectIn, textIn } from '../json.ts'
import type { Access } from '../source.ts'

export type Id = Extract<Form, { form: 'id' }>

export interface RegistryPlaces {
  /** `plugins.registries`: URLs by host; for ids without a host, by namespace, or `default`. */
  readonly registries: Readonly<Record<string, string>>
  readonly hosts: DefaultHosts
}

/** The place where the plugins of one kind are listed. */
export interface Service {
  /** The kind of the listed plugins; absent: the service lists both kinds. */
  readonly kind?: 'provider' | 'transformer'
  /** The URL without a final slash. */
  readonly url: string
  /** The media type that the server expects in requests for a file. */
  readonly accept: string
}

/** The content of the discovery document of a registry. */
export interface Services {
  readonly services: readonly Service[]
  readonly tokens: RegistryTokens
}

/** The forms in which a registry wants its token: for API requests, and for files, which may be on another host. */
export interface RegistryTokens {
  /** The only origin that gets the token in the registry's own header. */
  readonly origin: string
  readonly asking: TokenForm
  readonly downloading: TokenForm
}

/** Returns the name of the registry in the lock file: its host. An id without a host whose registry is unknown gets `default`. */
export function registryName({ host, id }: Id, { registries, hosts }: RegistryPlaces): string {
  if (host !== undefined) return host
  const namespace = namespaceOf(id)
  const given = registries[namespace] ?? registries['default']
  return given === undefined
    ? (hosts.registries[namespace] ?? 'default')
    : URL.canParse(given)
      ? new URL(given).host
      : given
}

/** Fetches the discovery document of the id's registry. @throws Failure `install/no-registry` */
export async function discover(form: Id, places: RegistryPlaces, access: Access): Promise<Services> {
  const base = baseUrl(form, places)
  const url = `${base.url}/.well-known/bluelink-services.json`
  const subject = `the registry of ${registryName(form, places)}`
  const answer = await access.http.get(url, {
    subject,
    headers: { accept: 'application/json' },
    limit: 256 * 1024,
    // A URL in the settings may point to the service itself.
    ...(base.isGiven && { accepts: [404, 410] }),
  })
  const origin = new URL(answer.url).origin
  if (answer.status !== 200) return { services: [{ url: base.url, accept: usualType }], tokens: tokensIn({}, origin) }
  const document = documentIn(answer.body.toString('utf8'), answer.url, subject)
  return {
    services: servicesIn(document, answer.url, subject),
    tokens: tokensIn(objectIn(document['auth.v1']), origin),
  }
}

export const usualType = 'application/octet-stream'

function documentIn(text: string, url: string, subject: string): Readonly<Record<string, unknown>> {
  try {
    return objectIn(JSON.parse(text))
  } catch (error) {
    throw badAnswer(subject, url, 'it is not JSON', error)
  }
}

/** The pattern of a header name that has no other meaning. */
const keyHeader =
  /^(?!(?:accept|authorization|connection|content|cookie|host|if|proxy|range|te|trailer|transfer|upgrade|user-agent)\b)[a-z][a-z0-9-]{0,63}$/

/** Reads the token forms. `downloadAuth` is `bearer` or `basic`; any other value counts as `bearer`, as in the registry's own tool. */
function tokensIn({ apiKeyHeader, downloadAuth }: Readonly<Record<string, unknown>>, origin: string): RegistryTokens {
  const named = textIn(apiKeyHeader)?.toLowerCase()
  const key = named !== undefined && keyHeader.test(named) ? { keyHeader: named } : {}
  const scheme = textIn(downloadAuth)?.toLowerCase() === 'basic' ? 'basic' : 'bearer'
  return { origin, asking: { scheme: 'bearer', ...key }, downloading: { scheme, ...key } }
}

/** Returns the form of the token in a request for a URL. The registry's own header goes to no other origin. */
export function tokenForm(form: TokenForm, { origin }: RegistryTokens, url: string): TokenForm {
  return new URL(url).origin === origin ? form : { scheme: form.scheme }
}

function servicesIn(document: Readonly<Record<string, unknown>>, url: string, subject: string): readonly Service[] {
  const services = (['provider', 'transformer'] as const).flatMap((kind): readonly Service[] => {
    const entry = document[`${kind}.v1`]
    const endpoint = textIn(entry) ?? textIn(objectIn(entry)['endpoint'])
    if (endpoint === undefined) return []
    const accept = textIn(objectIn(entry)['downloadAcceptContentType'], 100) ?? usualType
    return [{ kind, url: linkIn(url, endpoint).replace(/\/+$/, ''), accept }]
  })
  const [first, second] = services
  if (first === undefined) throw badAnswer(subject, url, 'it names no service for providers or transformers')
  return first.url === second?.url ? [{ url: first.url, accept: first.accept }] : services
}

function baseUrl(
  { host, id }: Id,
  { registries, hosts }: RegistryPlaces,
): { readonly url: string; readonly isGiven: boolean } {
  const namespace = namespaceOf(id)
  const given = host === undefined ? (registries[namespace] ?? registries['default']) : registries[host]
  if (given !== undefined) return { url: given.replace(/\/+$/, ''), isGiven: true }
  const known = host ?? hosts.registries[namespace]
  if (known === undefined)
    throw new Failure('install/no-registry', `${id} has no host, and Slipway knows no registry for such ids`, {
      hint: `write the host: registry.example.com/${id}; or name the registry in your own settings: plugins.registries: { ${namespace}: https://… }`,
    })
  const scheme = isLoopback(known.replace(/:\d+$/, '')) ? 'http' : 'https'
  return { url: `${scheme}://${known}`, isGiven: false }
}

function namespaceOf(id: string): string {
  return id.split('/')[0] ?? ''
}
