import { execFile } from 'node:child_process'
import { systemWords } from '@slipway/model'
import { basic, type Credential } from './credential.ts'

/** The time that a helper may take, in milliseconds: it may ask its user, or wait for a locked keychain. */
const timeoutMs = 30_000
/** Bytes. */
const mostOutput = 64 * 1024

/** The pattern for the names of helpers: a name must not lead to another program. */
const helperName = /^[A-Za-z0-9][\w.-]{0,63}$/

/** The message of a helper without credentials for a registry, which is not an error. */
const nothingKept = /credentials not found/i

/**
 * Runs `docker-credential-<name> get`, as Docker does: the helper reads the registry from its standard input and prints a name and a password. Its
 * output is never shown, because it may hold the password.
 * @returns the credential; `undefined` if the helper has none for this registry; or a sentence with the reason why it could not be asked
 */
export async function askHelper(
  name: string,
  registry: string,
  { env, signal }: { readonly env: Readonly<Record<string, string | undefined>>; readonly signal: AbortSignal },
): Promise<Credential | string | undefined> {
  if (!helperName.test(name))
    return `Docker's config.json names ${JSON.stringify(name).slice(0, 100)}, which is not a credential helper`
  const program = `docker-credential-${name}`
  const { promise, resolve } = Promise.withResolvers<Credential | string | undefined>()
  const options = {
    timeout: timeoutMs,
    maxBuffer: mostOutput,
    // In this folder, a relative entry of the PATH finds nothing in the user's working directory.
    cwd: '/',
    env: withoutOwn(env),
    signal,
    killSignal: 'SIGKILL',
  } as const
  const child = execFile(program, ['get'], options, (error, stdout) => {
    if (error === null) resolve(readAnswer(stdout, program))
    else if (nothingKept.test(stdout)) resolve(undefined)
    else resolve(`${program} gives no password for ${registry}: ${reasonOf(error)}`)
  })
  // A helper that does not read its input ends by itself; its exit reports that.
  child.stdin?.on('error', () => {})
  child.stdin?.end(registry)
  return await promise
}

function readAnswer(stdout: string, program: string): Credential | string | undefined {
  const bad = `${program} does not answer with JSON that has a Username and a Secret`
  try {
    const { Username: user, Secret: secret } = JSON.parse(stdout) as Readonly<Record<string, unknown>>
    if (typeof user !== 'string' || typeof secret !== 'string' || secret === '') return bad
    // An identity token can only be exchanged for other tokens; Docker makes a separate request for that.
    if (user === '<token>')
      return `${program} has an identity token, which Slipway cannot use: log in with a password or an access token`
    return { header: basic(user, secret), from: program }
  } catch {
    return bad
  }
}

/** Returns the reason of an error, without the output of the helper. */
function reasonOf(error: Error & { readonly code?: unknown; readonly killed?: boolean }): string {
  if (error.killed === true) return `it has not answered within ${timeoutMs / 1000} s, or said too much`
  return typeof error.code === 'number'
    ? `it ended with code ${error.code}`
    : (systemWords(error) ?? 'it cannot be run')
}

function withoutOwn(env: Readonly<Record<string, string | undefined>>): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(?:SLIPWAY|TF_TOKEN)_/.test(name)))
}
