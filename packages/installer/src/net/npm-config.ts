import { join } from 'node:path'
import { basic, isToken, type Credential } from './credential.ts'
import { smallFile } from './small-file.ts'

/** The registries that npm's own files name. A project's `.npmrc` is not read: it could send a token anywhere. */
export interface NpmConfig {
  /** The settings by key: `registry`, `@acme:registry`, `//host/path/:_authToken`. */
  readonly entries: ReadonlyMap<string, string>
  readonly file: string | undefined
}

type Env = Readonly<Record<string, string | undefined>>

export function readNpmConfig(env: Env): NpmConfig {
  const home = env['HOME']
  const file = env['NPM_CONFIG_USERCONFIG'] ?? env['npm_config_userconfig'] ?? (home && join(home, '.npmrc'))
  const entries = new Map<string, string>()
  for (const line of smallFile(file)?.split(/\r?\n/) ?? []) {
    const [, key, value] = /^\s*([^;#=\s][^=]*?)\s*=\s*(.*?)\s*$/.exec(line) ?? []
    if (key !== undefined && value !== undefined) entries.set(key, expanded(unquoted(value), env))
  }
  const registry = env['NPM_CONFIG_REGISTRY'] ?? env['npm_config_registry']
  if (registry !== undefined) entries.set('registry', registry)
  return { entries, file }
}

/** Returns the registry of a package, without a final slash. The scope of the package may have its own registry. */
export function npmRegistry({ entries }: NpmConfig, name: string, otherwise: string): string {
  const scope = /^@[^/]+/.exec(name)?.[0]
  const registry = (scope && entries.get(`${scope}:registry`)) ?? entries.get('registry') ?? otherwise
  return registry.replace(/\/+$/, '')
}

/** Finds the credential with the longest path that matches the URL. */
export function npmCredentials({ entries, file = '.npmrc' }: NpmConfig): (url: URL) => Credential | undefined {
  return (url) => {
    for (let path = `//${url.host}${url.pathname}`; path.length > 2; path = path.replace(/[^/]*\/?$/, '')) {
      const header = path.endsWith('/') ? headerAt(entries, path) : undefined
      if (header !== undefined) return { header, from: file }
    }
    return undefined
  }
}

function headerAt(entries: ReadonlyMap<string, string>, path: string): string | undefined {
  const token = entries.get(`${path}:_authToken`)
  if (isToken(token)) return `Bearer ${token}`
  const both = entries.get(`${path}:_auth`)
  if (isToken(both)) return `Basic ${both}`
  const user = entries.get(`${path}:username`)
  const password = entries.get(`${path}:_password`)
  if (user === undefined || password === undefined) return undefined
  return basic(user, Buffer.from(password, 'base64').toString('utf8'))
}

function unquoted(value: string): string {
  return /^(["'])(.*)\1$/.exec(value)?.[2] ?? value
}

function expanded(value: string, env: Env): string {
  return value.replaceAll(/\$\{([^}]+)\}/g, (whole, name: string) => env[name] ?? whole)
}
