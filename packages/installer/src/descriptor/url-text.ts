import { Misread } from './misread.ts'

/** Names of query parameters that give access to anyone who has the URL. */
const secretParameter =
  /^(?:access_?token|api_?key|auth|jwt|key|password|private_?token|secret|sig|signature|token|x-(?:amz|goog)-(?:credential|security-token|signature))$/i

/** In SSH URLs, the user is part of the address: `git@host`. */
const sshUser = /^\w[\w.-]*$/

/**
 * Returns a URL in its canonical spelling. Refuses credentials, since descriptors go into lock files, records and messages.
 *
 * @throws Misread
 */
export function canonicalUrl(text: string, schemes: readonly string[]): URL {
  if (!URL.canParse(text)) throw new Misread('it is not a URL')
  const url = new URL(text)
  const scheme = url.protocol.slice(0, -1)
  if (!schemes.includes(scheme))
    throw new Misread(`${scheme}: is not a scheme that can be used here`, `use ${schemes.join(' or ')}`)
  // Hosts are compared without case, and a host must not look like an option of ssh.
  url.hostname = url.hostname.toLowerCase()
  if (!/^[a-z0-9_[][a-z0-9_.:[\]-]*$/.test(url.hostname)) throw new Misread('the host is missing, or is not a name')
  if (url.password !== '' || (url.username !== '' && !(scheme === 'ssh' && sshUser.test(url.username)))) {
    throw new Misread(
      'it holds credentials, which would end up in the lock file and in messages',
      `leave the credentials out, and put the token into ${tokenVariable(url.host)}`,
    )
  }
  const secret = url.searchParams.keys().find((key) => secretParameter.test(key))
  if (secret !== undefined) {
    throw new Misread(
      `its parameter "${secret}" holds credentials, which would end up in the lock file and in messages`,
      `leave the parameter out, and put the token into ${tokenVariable(url.host)}`,
    )
  }
  return url
}

/** Returns the name of the variable that holds the token for a host. */
export function tokenVariable(host: string): string {
  return `SLIPWAY_REGISTRY_TOKEN_${hostInVariable(host)}`
}

/**
 * Returns a host as it appears in the name of a variable, in Terraform's form: a dot is `_`, a dash `__`, so that `a-b.example` and `a.b.example`
 * differ. A port follows after another `_`. Case is ignored.
 */
export function hostInVariable(host: string): string {
  return host.replaceAll(/[[\]]/g, '').replaceAll('-', '__').replaceAll(/[.:]/g, '_').toUpperCase()
}

/** Returns the URL without a final slash, which makes no difference between repositories. */
export function textOf(url: URL): string {
  return url.href.replace(/\/+$/, '')
}

/** Makes any text fit for a message: removes user, password and the values of parameters. */
export function withoutCredentials(text: string): string {
  return text
    .replaceAll(/(\w{0,20}:)?\/\/([^/\s]*)@/g, (whole, scheme = '', user: string) =>
      scheme === 'ssh:' && sshUser.test(user) ? whole : `${scheme}//…@`,
    )
    .replaceAll(/([?&][^=&#\s]{1,100}=)[^&#\s]+/g, '$1…')
}
