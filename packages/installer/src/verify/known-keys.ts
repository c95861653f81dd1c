import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Failure } from '@slipway/model'
import type { Signer } from './level.ts'

/**
 * The signers of plugins that this user has seen. They are in a file like ssh's `known_hosts`, which only grows, with lines such as `first-use
 * 2026-11-29 registry.example.com celerity/aws gpg:0123…`. Processes that append at the same time do not disturb each other.
 */
export interface KnownKeys {
  readonly file: string
  of(plugin: PluginName): Pins
  /** Records the first signer of a plugin. When several processes pin at once, the first line in the file counts, so look again afterwards. */
  pin(plugin: PluginName, signer: Signer, at: Date): void
  /** Records a signer that the user trusts explicitly. Such a signer is valid in addition to the seen signers, and needs no first use. */
  trust(plugin: PluginName, signer: Signer, at: Date): void
  /** Returns the public key of a signer, which the user gave or which made a pinned signature; armored or binary. */
  keyOf(signer: Signer): Uint8Array | undefined
  keepKey(signer: Signer, key: string | Uint8Array): void
}

/** The identity for which keys are pinned: the origin of a plugin, and its descriptor without a version. */
export interface PluginName {
  readonly origin: string
  readonly descriptor: string
}

export interface Pins {
  readonly firstUse: Signer | undefined
  readonly byHand: readonly Signer[]
}

const heading = `# Who signs plugins, as this user has seen it (first-use) or said it (trusted, by slipway plugin trust-key).
`

export function knownKeys(home: string): KnownKeys {
  const folder = join(home, 'config')
  const file = join(folder, 'known-keys')
  const keyFile = (signer: Signer): string => join(folder, 'keys', `${signer.replace(/^gpg:/, '')}.pgp`)
  const append = (how: string, { origin, descriptor }: PluginName, signer: Signer, at: Date): void => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const words = [how, at.toISOString().slice(0, 10), oneWord(origin), oneWord(descriptor), signer]
    appendFileSync(file, `${existsSync(file) ? '' : heading}${words.join(' ')}\n`, { mode: 0o600 })
  }
  return {
    file,
    of: (plugin) => pinsIn(file, plugin),
    pin: (plugin, signer, at) => append('first-use', plugin, signer, at),
    trust: (plugin, signer, at) => append('trusted', plugin, signer, at),
    keyOf: (signer) => (isKey(signer) && existsSync(keyFile(signer)) ? readFileSync(keyFile(signer)) : undefined),
    keepKey(signer, key) {
      if (isKey(signer) && !existsSync(keyFile(signer))) writeWhole(keyFile(signer), key)
    },
  }
}

function pinsIn(file: string, plugin: PluginName): Pins {
  let firstUse: Signer | undefined
  const byHand: Signer[] = []
  for (const [index, line] of textOf(file).split('\n').entries()) {
    if (line === '' || line.startsWith('#')) continue
    const [, how, origin, descriptor, signer] = /^(first-use|trusted) \S+ (\S+) (\S+) (.+)$/.exec(line) ?? []
    if (signer === undefined) throw unreadable(file, index + 1)
    if (origin !== oneWord(plugin.origin) || descriptor !== oneWord(plugin.descriptor)) continue
    if (how === 'trusted') byHand.push(signer)
    else firstUse ??= signer
  }
  return { firstUse, byHand }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

/** Returns the failure for a damaged line: skipping the line would forget a key. */
function unreadable(file: string, line: number): Failure {
  return new Failure('install/known-keys', `${file}:${line} cannot be read as a line of known keys`, {
    hint: 'fix or remove that line; until then Slipway does not know the expected signer',
  })
}

/** Whether a signer is `gpg:` with a fingerprint; an attestation has no key to keep. */
function isKey(signer: Signer): boolean {
  return /^gpg:[0-9A-F]{40,64}$/.test(signer)
}

function oneWord(text: string): string {
  return text.replaceAll(/[\s%]/g, (character) => encodeURIComponent(character))
}

function writeWhole(file: string, content: string | Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, content, { mode: 0o600 })
    renameSync(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
}
