import { hostInVariable, tokenVariable } from '../descriptor/url-text.ts'
import { basic, isToken, type Credential } from './credential.ts'
import type { DefaultHosts } from './default-hosts.ts'
import { dockerCredentials } from './docker-config.ts'
import { npmCredentials, readNpmConfig } from './npm-config.ts'

export interface Credentials {
  /**
   * Returns the credential for a URL. It belongs only to the host of that URL: code that follows a redirect to another host does not ask for a
   * credential.
   */
  forUrl(url: URL): Credential | undefined
  /**
   * Returns Docker's login for a container registry, by its host. `tell` receives the reason when the program that keeps the login could not be
   * asked.
   */
  forRegistry(host: string, tell: (problem: string) => void): Promise<Credential | undefined>
}

export interface CredentialParts {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly hosts: DefaultHosts
  /** The signal that ends the programs that keep passwords. */
  readonly signal: AbortSignal
}

export function createCredentials({ env, hosts, signal }: CredentialParts): Credentials {
  const byVariable = tokensByHost(env)
  const forges = forgeTokens(env, hosts)
  const npm = npmCredentials(readNpmConfig(env))
  const docker = dockerCredentials(env, signal)
  return {
    forUrl: (url) =>
      inUrl(url) ??
      byVariable.get(hostInVariable(url.host)) ??
      byVariable.get(hostInVariable(url.hostname)) ??
      forges.get(url.host) ??
      npm(url) ??
      docker.written(url.host),
    forRegistry: async (host, tell) => await docker.kept(host, tell),
  }
}

/** Returns the name of the variable that a user can set for a host; GitHub and GitLab have variables of their own. */
export function variableFor(url: URL): string {
  const forge = /(^|\.)(github|gitlab)\.com$/.exec(url.hostname)?.[2]
  return forge === undefined ? tokenVariable(url.host) : `${forge.toUpperCase()}_TOKEN`
}

function tokensByHost(env: CredentialParts['env']): ReadonlyMap<string, Credential> {
  const found = new Map<string, Credential>()
  for (const prefix of ['TF_TOKEN_', 'SLIPWAY_REGISTRY_TOKEN_']) {
    for (const [name, token] of Object.entries(env)) {
      if (name.startsWith(prefix) && isToken(token))
        found.set(hostInVariable(name.slice(prefix.length)), { header: `Bearer ${token}`, from: name, token })
    }
  }
  return found
}

/**
 * Returns the forge tokens by host. GITHUB_TOKEN belongs to the GitHub host of the table; in a run of GitHub Enterprise, or of a self-hosted GitLab,
 * the token belongs to that host.
 */
function forgeTokens(env: CredentialParts['env'], hosts: DefaultHosts): ReadonlyMap<string, Credential> {
  const found = new Map<string, Credential>()
  const give = (from: string, urls: readonly (string | undefined)[]): void => {
    const token = env[from]
    if (!isToken(token)) return
    for (const url of urls) {
      if (url !== undefined && URL.canParse(url))
        found.set(new URL(url).host, { header: `Bearer ${token}`, from, token })
    }
  }
  const { github, gitlab } = hosts
  give('GITHUB_TOKEN', [env['GITHUB_SERVER_URL'] ?? github.web, env['GITHUB_API_URL'] ?? github.api])
  give('GITLAB_TOKEN', [env['CI_SERVER_URL'] ?? gitlab.web, env['CI_API_V4_URL'] ?? gitlab.api])
  return found
}

function inUrl({ username, password }: URL): Credential | undefined {
  if (username === '' && password === '') return undefined
  return { header: basic(decodeURIComponent(username), decodeURIComponent(password)), from: 'the URL' }
}
