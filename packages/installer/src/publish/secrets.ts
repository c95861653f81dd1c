import { closeSync, lstatSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '@slipway/model'

/** Patterns for the names of files in which people keep secrets, with a description of each secret. */
const names: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/^\.env(\..+)?$/, 'settings with secrets'],
  [/^\.envrc$/, 'settings with secrets'],
  [/^\.(npmrc|yarnrc|yarnrc\.yml|pypirc|netrc|git-credentials|dockercfg)$/, 'credentials'],
  [/^(_netrc|credentials|credentials\.json|service-account.*\.json|secrets?\.(json|ya?ml|toml))$/, 'credentials'],
  [/^id_(rsa|dsa|ecdsa|ed25519)(_sk)?$/, 'a private key'],
  [/\.(pem|key|p12|pfx|jks|keystore|kdbx|ppk)$/, 'a key or a certificate with one'],
  [/^(terraform\.tfstate|.*\.tfstate(\.backup)?)$/, 'a state, which has secrets in it'],
]

/** Folders that no plugin needs, and that hold credentials. */
const folders = new Set(['.git', '.aws', '.ssh', '.gnupg', '.kube', '.docker', '.slipway'])

/** The patterns of secrets in files. */
const contents: readonly (readonly [pattern: RegExp, what: string])[] = [
  [
    /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----(?:\\n|\r?\n)(?:[^-\n]{0,200}(?:\\n|\r?\n)){0,6}[A-Za-z0-9+/=]{40}/,
    'it has a private key in it',
  ],
  [/\b(?:ghp|gho|ghu|ghs|ghr)_[A-Za-z0-9]{36}\b|\bgithub_pat_[A-Za-z0-9_]{60,}\b/, 'it has a token of GitHub in it'],
  [/\bglpat-[A-Za-z0-9_-]{20,}\b/, 'it has a token of GitLab in it'],
  [/\bnpm_[A-Za-z0-9]{36}\b/, 'it has a token of npm in it'],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/, 'it has a key of AWS in it'],
  [/\bxox[abprs]-[A-Za-z0-9-]{20,}\b/, 'it has a token of Slack in it'],
]

/** The maximum number of bytes of a file that are searched; the rest of a larger file is not written by a person. */
const mostRead = 32 * 1024 * 1024

/**
 * Refuses a folder with content that looks like secrets: a published secret cannot be taken back.
 *
 * @param included paths in the folder that the author has included explicitly
 * @throws Failure `publish/secret`
 */
export function refuseSecrets(folder: string, included: readonly string[]): void {
  const found = [...pathsIn(folder)].flatMap((path) => {
    if (included.some((each) => path === each || path.startsWith(`${each}/`))) return []
    const what = secretIn(folder, path)
    return what === undefined ? [] : [{ path, what }]
  })
  const [first] = found
  if (first === undefined) return
  throw new Failure(
    'publish/secret',
    `the plugin would be published with ${found.map(({ path }) => path).join(', ')}`,
    {
      details: found.map(({ path, what }) => `${path}: ${what}`),
      hint: `nothing was packed: leave it out, or confirm it: --include ${first.path}`,
    },
  )
}

function secretIn(folder: string, path: string): string | undefined {
  const steps = path.split('/')
  const name = steps.at(-1) ?? ''
  const above = steps.find((step) => folders.has(step))
  if (above !== undefined) return `${above} has no place in a plugin`
  const named = names.find(([pattern]) => pattern.test(name))
  if (named !== undefined) return named[1]
  const file = join(folder, path)
  const stats = lstatSync(file)
  if (!stats.isFile()) return undefined
  const text = beginningOf(file, Math.min(stats.size, mostRead)).toString('latin1')
  return contents.find(([pattern]) => pattern.test(text))?.[1]
}

function beginningOf(file: string, size: number): Buffer {
  const beginning = Buffer.alloc(size)
  const descriptor = openSync(file, 'r')
  try {
    return beginning.subarray(0, readSync(descriptor, beginning, 0, size, 0))
  } finally {
    closeSync(descriptor)
  }
}

/** Yields files and links; yields a folder as a whole if its name is refused. */
function* pathsIn(folder: string, below = ''): Generator<string, void, undefined> {
  for (const entry of readdirSync(join(folder, below), { withFileTypes: true }).toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  )) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isDirectory() && !folders.has(entry.name)) yield* pathsIn(folder, path)
    else yield path
  }
}
