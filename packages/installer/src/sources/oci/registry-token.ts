import type { HttpAnswer } from '../../net/http-client.ts'
import { isLoopback } from '../../net/urls.ts'
import { objectIn, textIn } from '../json.ts'
import type { Access } from '../source.ts'

export interface TokenRequest {
  /** The requested URL, before redirects. */
  readonly url: string
  /** The host of the registry. */
  readonly host: string
  readonly access: Access
  /** The scope to request, which replaces the scope in the registry's answer: `repository:acme/signal:pull,push`. */
  readonly scope?: string
}

/**
 * Returns the value of `authorization` for a registry that answered 401. `Bearer realm="…",service="…",scope="…"`: the realm hands out a token, to
 * everybody or in exchange for a password. The password for the registry is sent only over https, and only if the registry itself named the realm,
 * not a server that the registry redirects to. A password for the realm's own host is not sent: a hostile registry could name the realm of another
 * registry, and would receive a token for that registry.
 */
export async function tokenFor(
  refusal: Pick<HttpAnswer, 'headers' | 'url'>,
  { url: asked, host, access, scope }: TokenRequest,
): Promise<string | undefined> {
  const challenge = refusal.headers['www-authenticate'] ?? ''
  const isItself = new URL(refusal.url).origin === new URL(asked).origin
  const said = new Map(Array.from(challenge.matchAll(/(\w+)="([^"]*)"/g), ([, name = '', value = '']) => [name, value]))
  const realm = said.get('realm')
  if (!/^bearer /i.test(challenge) || realm === undefined || !URL.canParse(realm)) return undefined
  const url = new URL(realm)
  for (const name of ['service', 'scope']) {
    const value = name === 'scope' ? (scope ?? said.get(name)) : said.get(name)
    if (value !== undefined) url.searchParams.set(name, value)
  }
  const mayHavePassword = isItself && (url.protocol === 'https:' || isLoopback(url.hostname))
  const credentials = mayHavePassword ? { registry: host } : { token: 'none' as const }
  const answer = objectIn(await access.http.json(url.href, { subject: url.host, ...credentials }))
  const token = textIn(answer['token']) ?? textIn(answer['access_token'])
  return token !== undefined && /^[\w.~+/=-]+$/.test(token) ? `Bearer ${token}` : undefined
}
