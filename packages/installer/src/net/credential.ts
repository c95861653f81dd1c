/** A credential, which identifies the user to a server. It is never shown. */
export interface Credential {
  /** The value of `authorization`. */
  readonly header: string
  /** The name of the credential's source, for messages: `GITHUB_TOKEN`. */
  readonly from: string
  /** The bare token, if the credential is one: a registry may want it in another form. */
  readonly token?: string
}

/** The form in which a registry wants its token. */
export interface TokenForm {
  readonly scheme: 'bearer' | 'basic'
  /** The name of a header that gets the bare token in addition to `authorization`; lower case. */
  readonly keyHeader?: string
}

/** Returns the headers that carry a credential. */
export function headersOf(
  { header, token }: Credential,
  form: TokenForm | undefined,
): Readonly<Record<string, string>> {
  if (token === undefined || form === undefined) return { authorization: header }
  const { scheme, keyHeader } = form
  const said = scheme === 'bearer' ? `Bearer ${token}` : `Basic ${token.includes(':') ? base64(token) : token}`
  return { ...(keyHeader !== undefined && { [keyHeader]: token }), authorization: said }
}

/** Whether a token is one line of visible characters: anything else could add a second header. */
export function isToken(token: string | undefined): token is string {
  return token !== undefined && /^[\x21-\x7e]{1,8192}$/.test(token)
}

export function basic(user: string, password: string): string {
  return `Basic ${base64(`${user}:${password}`)}`
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}
