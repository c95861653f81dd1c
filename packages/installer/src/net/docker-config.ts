import { join } from 'node:path'
import { basic, isToken, type Credential } from './credential.ts'
import { askHelper } from './docker-helper.ts'
import { smallFile } from './small-file.ts'

type Env = Readonly<Record<string, string | undefined>>

/** The logins that `docker login` keeps for container registries. */
export interface DockerCredentials {
  /** Returns the login that Docker's file has for a host. */
  written(host: string): Credential | undefined
  /**
   * Returns the credential that a helper keeps, if the file names a helper for the registry (`credHelpers`, `credsStore`); otherwise the credential
   * in the file. Each helper is asked once for each registry. `tell` is called with the reason if a helper could not be asked.
   */
  kept(registry: string, tell: (problem: string) => void): Promise<Credential | undefined>
}

/** Docker's file and its helpers use this key for Docker Hub. */
const dockerHub = { host: 'registry-1.docker.io', key: 'https://index.docker.io/v1/' }

export function dockerCredentials(env: Env, signal: AbortSignal): DockerCredentials {
  const { DOCKER_CONFIG: folder, HOME: home } = env
  const file = folder === undefined ? home && join(home, '.docker', 'config.json') : join(folder, 'config.json')
  const config = objectIn(parsed(smallFile(file)))
  const written = new Map<string, Credential>()
  for (const [key, entry] of Object.entries(objectIn(config['auths']))) {
    const header = headerOf(objectIn(entry))
    if (header !== undefined && file !== undefined) written.set(hostOf(key), { header, from: file })
  }
  const helpers = new Map(Object.entries(objectIn(config['credHelpers'])).map(([key, name]) => [hostOf(key), name]))
  const asked = new Map<string, ReturnType<typeof askHelper>>()
  return {
    written: (host) => written.get(host),
    async kept(registry, tell) {
      const name = helpers.get(registry) ?? config['credsStore']
      if (typeof name !== 'string' || name === '') return written.get(registry)
      let answer = asked.get(registry)
      if (answer === undefined) {
        answer = askHelper(name, registry === dockerHub.host ? dockerHub.key : registry, { env, signal })
        asked.set(registry, answer)
      }
      const found = await answer
      if (typeof found !== 'string') return found ?? written.get(registry)
      tell(found)
      return written.get(registry)
    },
  }
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}

function objectIn(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function headerOf({ auth, username, password }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof auth === 'string' && isToken(auth)) return `Basic ${auth}`
  return typeof username === 'string' && typeof password === 'string' ? basic(username, password) : undefined
}

function hostOf(key: string): string {
  const host = key.replace(/^https?:\/\//, '').replace(/\/.*$/s, '')
  return ['docker.io', 'index.docker.io'].includes(host) ? dockerHub.host : host
}
