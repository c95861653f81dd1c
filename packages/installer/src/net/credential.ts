/** Sent to a server so that it knows us; never shown. */
export interface Credential {
  /** The value of `authorization`. */
  readonly header: string
  /** Its origin, for messages: `GITHUB_TOKEN`. */
  readonly from: string
  /** The bare token, if the credential is one: a registry may want it in another form. */
  readonly token?: string
}

/** How a registry wants its token. */
export interface TokenForm {
  readonly scheme: 'bearer' | 'basic'
  /** The name of a header that gets the bare token besides `authorization`; lower case. */
  readonly keyHeader?: string
}

/** The headers that carry a credential. */
export function headersOf(
  { header, token }: Credential,
  form: TokenForm | undefined,
): Readonly<Record<string, string>> {
  if (token === undefined || form === undefined) return { authorization: header }
  const { scheme, keyHeader } = form
  const said = scheme === 'bearer' ? `Bearer ${token}` : `Basic ${token.includes(':') ? base64(token) : token}`
  return { ...(keyHeader !== undefined && { [keyHeader]: token }), authorization: said }
}

/** True for one line of visible characters: anything else would be a second header. */
export function isToken(token: string | undefined): token is string {
  return token !== undefined && /^[\x21-\x7e]{1,8192}$/.test(token)
}

export function basic(user: string, password: string): string {
  return `Basic ${base64(`${user}:${password}`)}`
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}
