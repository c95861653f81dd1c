/** What is sent to a server so that it knows us; never shown. */
export interface Credential {
  /** The value of `authorization`. */
  readonly header: string
  /** Where it is from, for messages: `GITHUB_TOKEN`. */
  readonly from: string
}

/** One line of visible characters: anything else would be a second header. */
export function isToken(token: string | undefined): token is string {
  return token !== undefined && /^[\x21-\x7e]{1,8192}$/.test(token)
}

export function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}
