import { basic, isToken, type Credential } from './credential.ts'
import { smallFile } from './small-file.ts'

/** What `docker login` has written down, by host. Programs that keep passwords for Docker are not started. */
export function dockerCredentials(file: string | undefined): (url: URL) => Credential | undefined {
  const found = new Map<string, Credential>()
  for (const [key, entry] of Object.entries(authsOf(smallFile(file)))) {
    const header = headerOf(entry)
    if (header !== undefined && file !== undefined) found.set(hostOf(key), { header, from: file })
  }
  return (url) => found.get(url.host)
}

function authsOf(text: string | undefined): Readonly<Record<string, unknown>> {
  if (text === undefined) return {}
  try {
    const { auths } = JSON.parse(text) as { auths?: unknown }
    return typeof auths === 'object' && auths !== null ? (auths as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function headerOf(entry: unknown): string | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined
  const { auth, username, password } = entry as Record<string, unknown>
  if (typeof auth === 'string' && isToken(auth)) return `Basic ${auth}`
  return typeof username === 'string' && typeof password === 'string' ? basic(username, password) : undefined
}

/** Docker's own registry stands there as `https://index.docker.io/v1/`. */
function hostOf(key: string): string {
  const host = key.replace(/^https?:\/\//, '').replace(/\/.*$/s, '')
  return host === 'index.docker.io' ? 'registry-1.docker.io' : host
}
