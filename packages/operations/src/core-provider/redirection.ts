import { Failure } from '@slipway/model'

/**
 * Returns the target of a redirecting response; `undefined` for any other response.
 *
 * @throws Failure `cli/http-resource` if the target is no web address, or for a redirect from https to unauthenticated http
 */
export function redirectionOf(
  address: URL,
  { status, headers }: Pick<Response, 'status' | 'headers'>,
): URL | undefined {
  const location = headers.get('location')
  if (![301, 302, 303, 307, 308].includes(status) || location === null) return undefined
  const next = URL.canParse(location, address.href) ? new URL(location, address) : undefined
  if (next === undefined || !/^https?:$/.test(next.protocol) || next.username !== '')
    throw refusal(address, 'redirects to an address that is not public')
  if (address.protocol === 'https:' && next.protocol === 'http:')
    throw refusal(address, `redirects from https to http, to ${next.origin}${next.pathname}`)
  return next
}

function refusal({ origin, pathname }: URL, what: string): Failure {
  return new Failure('cli/http-resource', `${origin}${pathname} ${what}`)
}
