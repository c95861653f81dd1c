import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Link, linksLeadingOut, packFolder, packZip, unpackArchive } from '@slipway/archives'
import { Failure } from '@slipway/model'
import type { Platform } from '../descriptor/platform.ts'
import { assetName } from '../sources/names.ts'
import type { ReleaseIdentity } from './identity.ts'
import {
  aboutText,
  formOfIdentity,
  readRelease,
  type Release,
  type ReleaseFile,
  releaseNames,
  sumsText,
} from './release.ts'
import { refuseSecrets } from './secrets.ts'
import { signSums } from './sign-sums.ts'

/** The files of a plugin for some platforms. */
export interface PlatformTree {
  readonly platforms: readonly Platform[]
  /** The absolute path of the folder, whose files become the content of the archive. */
  readonly folder: string
}

export interface Packing {
  readonly identity: ReleaseIdentity
  readonly trees: readonly PlatformTree[]
  /** The folders that are searched for secrets: they hold all of the content, under paths that the author knows. */
  readonly looked: readonly string[]
  /** The packed npm package, if the plugin is one. */
  readonly npm?: { readonly name: string; readonly file: string }
  /** The private key, as `signSums` takes it. */
  readonly key?: string
  /** Paths in these folders that are packed although they look like secrets. */
  readonly include: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly signal: AbortSignal
}

/**
 * Packs a plugin into a folder as it appears on the page of a release: an archive for each platform, the npm package, `SHA256SUMS`, its signature
 * and key, and a `release.json` that describes these files. The folder appears at once, or not at all; a folder that was packed before is replaced.
 *
 * @throws Failure `publish/secret`, `publish/link-out`, `publish/folder-in-use`, `publish/key-readable`, `publish/cannot-sign`
 */
export async function packRelease(packing: Packing, out: string): Promise<Release> {
  const { identity, trees, looked, npm, key, include, env, signal } = packing
  refuseInUse(out)
  for (const folder of looked) refuseSecrets(folder, include)
  mkdirSync(dirname(out), { recursive: true })
  const draft = join(dirname(out), `.${basename(out)}.${randomBytes(6).toString('hex')}`)
  mkdirSync(draft)
  try {
    const files: ReleaseFile[] = []
    for (const tree of trees) files.push(...(await packTree(tree, identity, draft, signal)))
    if (npm !== undefined) {
      copyFileSync(npm.file, join(draft, basename(npm.file)))
      files.push({ name: basename(npm.file), ...bytesOf(npm.file) })
    }
    files.sort((a, b) => (a.name < b.name ? -1 : 1))
    const sums = sumsText(files)
    writeFileSync(join(draft, releaseNames.sums), sums)
    const signed = key === undefined ? undefined : await signSums(sums, { key, env })
    if (signed !== undefined) {
      writeFileSync(join(draft, releaseNames.signature), signed.signature)
      writeFileSync(join(draft, releaseNames.publicKey), signed.publicKey)
    }
    const about = {
      identity,
      files,
      ...(npm !== undefined && { npmName: npm.name }),
      ...(signed !== undefined && { signer: signed.signer }),
    }
    writeFileSync(join(draft, releaseNames.about), aboutText(about))
    rmSync(out, { recursive: true, force: true })
    renameSync(draft, out)
    return readRelease(out)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Refuses a folder that `plugin pack` has not written itself. */
function refuseInUse(out: string): void {
  if (!existsSync(out) || existsSync(join(out, releaseNames.about)) || readdirSync(out).length === 0) return
  throw new Failure('publish/folder-in-use', `${out} has other files in it, and nothing is overwritten`, {
    hint: 'name another folder: --out DIR',
  })
}

/** Packs a tree: all platforms that share it get the same bytes, each under its own name. */
async function packTree(
  { folder, platforms }: PlatformTree,
  identity: ReleaseIdentity,
  draft: string,
  signal: AbortSignal,
): Promise<readonly ReleaseFile[]> {
  const descriptor = { form: formOfIdentity(identity) }
  const named = platforms.map((platform) => ({
    platform,
    name: assetName(descriptor, identity.version, platform) ?? `${platform}.tar.gz`,
  }))
  const [first, ...others] = named
  if (first === undefined) return []
  const file = join(draft, first.name)
  if (file.endsWith('.zip')) await packZip(folder, file, { signal, refuse: unpackable })
  else await packFolder(folder, file, { signal, refuse: unpackable })
  // Web servers run as other users, which must be able to read the file.
  chmodSync(file, 0o644)
  for (const { name } of others) copyFileSync(file, join(draft, name))
  const { sha256, size } = bytesOf(file)
  return named.map(({ name, platform }) => ({ name, sha256, size, platform }))
}

function bytesOf(file: string): { readonly sha256: string; readonly size: number } {
  const content = readFileSync(file)
  return { sha256: createHash('sha256').update(content).digest('hex'), size: content.length }
}

/** Returns the failure for files that an archive of a plugin must not contain, in words for the author. */
function unpackable(why: string, name?: string): Failure {
  return new Failure(
    'publish/link-out',
    `the plugin cannot be packed: ${name === undefined ? why : `${name} ${why}`}`,
    {
      hint: 'nothing was packed: an archive has files, folders and links that stay inside of it',
    },
  )
}

/** Unpacks the package that npm has packed, to examine its content. */
export async function unpackPackage(file: string, folder: string, signal: AbortSignal): Promise<void> {
  await unpackArchive(file, folder, { signal, refuse: unpackable })
}

/**
 * Refuses links in a folder that lead out of it.
 *
 * @param below the part of the folder that is checked; '': all of it
 * @throws Failure `publish/link-out`
 */
export function refuseLinksOut(folder: string, below: string, leftOut: ReadonlySet<string>): void {
  const links: Link[] = []
  const look = (path: string): void => {
    for (const entry of readdirSync(join(folder, path), { withFileTypes: true })) {
      if (leftOut.has(entry.name)) continue
      const inner = path === '' ? entry.name : `${path}/${entry.name}`
      if (entry.isDirectory()) look(inner)
      else if (entry.isSymbolicLink()) links.push({ path: inner, target: readlinkSync(join(folder, inner)) })
    }
  }
  look(below)
  const [out] = linksLeadingOut(links, unpackable)
  if (out !== undefined) throw unpackable('leads out of it', `the link ${out}`)
}
