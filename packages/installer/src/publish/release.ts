import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, formatPluginId, messageOf, parsePluginId } from '@slipway/model'
import type { Form, PulumiKind } from '../descriptor/descriptor.ts'
import type { Platform } from '../descriptor/platform.ts'
import { declaredRelease, type ReleaseIdentity } from './identity.ts'
import { contentOf } from './content-of.ts'
import { fileNameIn, listIn, objectIn, sha256In, sizeIn, textIn } from '../sources/json.ts'

export interface ReleaseFile {
  readonly name: string
  readonly sha256: string
  readonly size: number
  /** The platform of the file; absent: the file is the npm package. */
  readonly platform?: Platform
}

/** A plugin that is ready to be published, as `plugin pack` lays it out in a folder and as a forge shows it as a release. */
export interface Release {
  readonly identity: ReleaseIdentity
  /** Absolute. */
  readonly folder: string
  readonly files: readonly ReleaseFile[]
  /** The file name of the npm package, if there is one. */
  readonly npmName?: string
  readonly signer?: string
}

/** The files of a release beside its archives. */
export const releaseNames = {
  about: 'release.json',
  sums: 'SHA256SUMS',
  signature: 'SHA256SUMS.sig',
  publicKey: 'SHA256SUMS.pub',
} as const

/** The maximum size of a release.json in bytes; each file takes about 150. */
const mostAbout = 1024 * 1024

/** The signed part of a release, as text and bytes. */
export interface SignedSums {
  readonly text: string
  readonly signature?: Buffer
  /** Armored. */
  readonly publicKey?: string
}

/** Reads the checksums of a release. @throws Failure `publish/bad-release` */
export function sumsOf({ folder }: Pick<Release, 'folder'>): SignedSums {
  const optional = (name: string): Buffer | undefined => {
    try {
      return contentOf(join(folder, name))
    } catch (error) {
      throw bad(folder, `${name} cannot be read: ${messageOf(error)}`)
    }
  }
  const [signature, publicKey] = [optional(releaseNames.signature), optional(releaseNames.publicKey)]
  return {
    text: readFileSync(join(folder, releaseNames.sums), 'utf8'),
    ...(signature !== undefined && { signature }),
    ...(publicKey !== undefined && { publicKey: publicKey.toString('utf8') }),
  }
}

/** Returns the archives, without the npm package. */
export function archivesOf({
  files,
}: Pick<Release, 'files'>): readonly (ReleaseFile & { readonly platform: Platform })[] {
  return files.flatMap((file) => (file.platform === undefined ? [] : [{ ...file, platform: file.platform }]))
}

/** Returns the text of a `SHA256SUMS` about these files. */
export function sumsText(files: readonly ReleaseFile[]): string {
  return files.map(({ sha256, name }) => `${sha256}  ${name}\n`).join('')
}

/** Returns the form by which users name the plugin. */
export function formOfIdentity({ ecosystem, kind, name }: ReleaseIdentity): Form {
  if (ecosystem === 'pulumi') return { form: 'pulumi', kind: kind as PulumiKind, name }
  if (ecosystem === 'terraform') {
    const [type = '', namespace = '', host] = name.split('/').toReversed()
    return { form: 'terraform', ...(host !== undefined && { host }), name: `${namespace}/${type}` }
  }
  const { hostname: host, ...id } = parsePluginId(name) ?? { namespace: '', plugin: name }
  return { form: 'id', ...(host !== undefined && { host }), id: formatPluginId(id) }
}

export function aboutText({ identity, files, npmName, signer }: Omit<Release, 'folder'>): string {
  return `${JSON.stringify({ format: 1, ...identity, npmName, signer, files }, null, 2)}\n`
}

/**
 * Reads a folder that `plugin pack` has written, and compares its files with its `release.json`.
 *
 * @throws Failure `publish/bad-release`
 */
export function readRelease(folder: string): Release {
  const about = objectIn(aboutIn(folder))
  const [protocol, npmName, signer] = ['protocol', 'npmName', 'signer'].map((key) => textIn(about[key]))
  const files = listIn(about['files']).map((each) => fileOf(folder, objectIn(each)))
  return {
    folder,
    files,
    identity: { ...identityIn(folder, about), ...(protocol !== undefined && { protocol }) },
    ...(npmName !== undefined && { npmName }),
    ...(signer !== undefined && { signer }),
  }
}

/** Reads and checks the identity: its parts become names of folders, and somebody may have written the file by hand. */
function identityIn(
  folder: string,
  { ecosystem, kind, name, version }: Readonly<Record<string, unknown>>,
): ReleaseIdentity {
  try {
    const identity = declaredRelease(
      `${ecosystem === 'terraform' ? 'terraform' : String(kind)}:${String(name)}@${String(version)}`,
    )
    if (identity.ecosystem === ecosystem && identity.kind === kind) return identity
  } catch (error) {
    if (!(error instanceof Failure)) throw error
  }
  throw bad(folder, `${releaseNames.about} does not name its plugin`)
}

function aboutIn(folder: string): unknown {
  try {
    const text = readFileSync(join(folder, releaseNames.about))
    if (text.length > mostAbout) throw new Error(`it is larger than ${mostAbout} bytes`)
    return JSON.parse(text.toString('utf8')) as unknown
  } catch (error) {
    throw bad(folder, `${releaseNames.about} cannot be read: ${messageOf(error)}`)
  }
}

function fileOf(folder: string, entry: Readonly<Record<string, unknown>>): ReleaseFile {
  const [name, sha256, size] = [fileNameIn(entry['name']), sha256In(entry['sha256']), sizeIn(entry['size'])]
  if (name === undefined || sha256 === undefined || size === undefined)
    throw bad(folder, `${releaseNames.about} has a file without name, sha256 or size`)
  const platform = textIn(entry['platform'])
  const found = readFile(folder, name)
  if (createHash('sha256').update(found).digest('hex') !== sha256)
    throw bad(folder, `${name} does not match ${releaseNames.about}`)
  return { name, sha256, size, ...(platform !== undefined && { platform: platform as Platform }) }
}

function readFile(folder: string, name: string): Buffer {
  try {
    return readFileSync(join(folder, name))
  } catch (error) {
    throw bad(folder, `${name} cannot be read: ${messageOf(error)}`)
  }
}

function bad(folder: string, why: string): Failure {
  return new Failure('publish/bad-release', `${folder} is not a packed plugin: ${why}`, {
    hint: 'pack it again: slipway plugin pack',
  })
}
