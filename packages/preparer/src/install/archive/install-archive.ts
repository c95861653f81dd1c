import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { takeInventory, unpackArchive } from '@slipway/archives'
import { Failure, messageOf } from '@slipway/model'
import { isSignatureText, signatureIn } from '../../manifest/signature-text.ts'
import { badArchive } from './bad-archive.ts'
import { fetchArchive, fetchText } from './fetch-archive.ts'
import { compareWith, type Inventory, readInventory, writeInventory } from './inventory.ts'

export interface ArchiveCall {
  readonly location: string
  readonly digest: string | undefined
  /** A signature, or where one is. */
  readonly signature: string | undefined
  /** A folder that nobody else can write, on the disk of the root. */
  readonly temporary: string
  /** The folder for all versions of the launchable. Nobody else can write there either. */
  readonly installs: string
  /** The inventory file of a version. */
  readonly inventory: (version: string) => string
  /** The group that may read it; absent: only the preparer's user needs to. */
  readonly reader: number | undefined
  readonly signal: AbortSignal
  readonly tell: (message: string) => void
}

export interface FetchedArchive {
  readonly folder: string
  /** `sha256:…` of the bytes of the archive. */
  readonly digest: string
  readonly signature?: string | undefined
  /** The archive is complete, but cannot be installed. */
  readonly spoilt?: Failure
}

/** Fetches and unpacks an archive beside its other versions. One that is there already is not fetched again. */
export async function installArchive(call: ArchiveCall): Promise<FetchedArchive> {
  const { location, temporary, installs, reader, signal } = call
  const signature = await signatureOf(call)
  const version = versionOf(call, signature)
  const folder = join(installs, version)
  const inventory = call.inventory(version)
  const known = await knownIn(call, folder, inventory)
  if (known !== undefined) return { folder, ...known }
  const draft = mkdtempSync(join(temporary, 'archive-'))
  try {
    const [file, content] = [join(draft, 'archive'), join(draft, 'content')]
    const found = { digest: await fetchArchive(location, file, signal), ...(signature !== undefined && { signature }) }
    const spoilt = await unpack(file, content, reader, signal)
    if (spoilt !== undefined) return { folder, ...found, spoilt }
    mkdirSync(installs, { recursive: true, mode: 0o755 })
    for (const old of [folder, inventory]) rmSync(old, { recursive: true, force: true })
    renameSync(content, folder)
    writeInventory(inventory, { ...found, items: await takeInventory(folder) }, folder)
    return { folder, ...found }
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** The record of the folder, if it is still as it was installed. */
async function knownIn(
  { tell }: ArchiveCall,
  folder: string,
  file: string,
): Promise<Omit<Inventory, 'items'> | undefined> {
  const noted = readInventory(file)
  if (noted === undefined || lstatSync(folder, { throwIfNoEntry: false }) === undefined) return undefined
  const { problem, renewed } = await compareWith(folder, noted)
  if (renewed !== undefined) writeInventory(file, renewed, folder)
  const { items: _, ...known } = noted
  if (problem === undefined) return known
  tell(`${basename(folder)} is installed again: ${problem}`)
  return undefined
}

async function signatureOf({ signature, signal }: ArchiveCall): Promise<string | undefined> {
  if (signature === undefined || isSignatureText(signature)) return signature
  return signatureIn(await fetchText(signature, signal))
}

/** Returns the problem with the archive, if there is one. */
async function unpack(
  file: string,
  folder: string,
  reader: number | undefined,
  signal: AbortSignal,
): Promise<Failure | undefined> {
  try {
    await unpackArchive(file, folder, { signal, refuse: badArchive, reader })
    if (!existsSync(join(folder, 'bin/launch'))) throw badArchive('it contains no bin/launch')
    return undefined
  } catch (error) {
    if (signal.aborted) throw error
    return error instanceof Failure ? error : badArchive(messageOf(error))
  }
}

/**
 * Two archives with one name from different places each get a folder of their own. So does one with another signature: one location may
 * serve one archive after the other. So does one that others may read.
 */
function versionOf({ location, digest = '', reader }: ArchiveCall, signature = ''): string {
  const name = basename(location.replace(/[?#].*$/s, '')).replace(/\.(tar\.gz|tgz)$/, '')
  const mark = createHash('sha256')
    .update([location, digest, signature, reader ?? ''].join('\n'))
    .digest('hex')
    .slice(0, 16)
  return `${name.replaceAll(/[^\w.-]/g, '_').slice(0, 100)}_${mark}`
}
