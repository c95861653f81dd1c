import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Failure, messageOf } from '@slipway/model'
import type { Account } from '../../supervise/account.ts'
import { inFolder, readSteadily } from '../steady-folder.ts'
import { bounds } from './bounds.ts'
import { openArchive } from './fetch-archive.ts'
import { badArchive, TarReader } from './tar-entries.ts'
import { Unpacked } from './unpack.ts'

export interface ArchiveCall {
  readonly location: string
  readonly digest: string | undefined
  /** Of the node: what is below it may belong to the user of the pod. */
  readonly root: string
  /** Where nobody else can write, on the disk of the root. */
  readonly temporary: string
  /** Of all versions of the launchable. */
  readonly installs: string
  readonly account: Account | undefined
  readonly signal: AbortSignal
}

export interface InstalledArchive {
  readonly folder: string
  /** `sha256:…` of the bytes of the archive. */
  readonly digest: string
}

/** Fetches and unpacks an archive beside its other versions. One that is there already is not fetched again. */
export async function installArchive(call: ArchiveCall): Promise<InstalledArchive> {
  const { location, digest, root, temporary, installs, account, signal } = call
  const version = versionOf(location, digest)
  const folder = join(installs, version)
  const noted = inFolder(root, installs, ({ path }) => {
    const isThere = lstatSync(join(path, version), { throwIfNoEntry: false })?.isDirectory() === true
    return isThere ? readSteadily(join(path, `${version}.digest`), mostOfNote) : undefined
  })
  if (noted !== undefined) return { folder, digest: noted }
  const draft = mkdtempSync(join(temporary, 'archive-'))
  try {
    const content = join(draft, 'content')
    const found = await unpack(location, content, account, signal)
    if (!existsSync(join(content, 'bin/launch'))) throw badArchive('it contains no bin/launch')
    inFolder(root, installs, ({ path }) => {
      const [place, note] = [join(path, version), join(path, `${version}.digest`)]
      for (const old of [place, note]) rmSync(old, { recursive: true, force: true })
      writeFileSync(note, found, { flag: 'wx' })
      renameSync(content, place)
    })
    return { folder, digest: found }
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Bytes of a digest as it is noted. */
const mostOfNote = 100

async function unpack(
  location: string,
  folder: string,
  account: Account | undefined,
  signal: AbortSignal,
): Promise<string> {
  const hash = createHash('sha256')
  const unpacked = new Unpacked(folder, account)
  const reader = new TarReader(unpacked)
  let bytes = 0
  const weighed = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length
      hash.update(chunk)
      done(bytes > bounds.archive ? badArchive(`it has more than ${bounds.archive / 1024 ** 3} GB`) : null, chunk)
    },
  })
  try {
    await pipeline(
      await openArchive(location, signal),
      weighed,
      createGunzip(),
      async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) reader.push(chunk)
        reader.end()
      },
      { signal },
    )
  } catch (error) {
    throw error instanceof Failure ? error : badArchive(messageOf(error))
  } finally {
    unpacked.end()
  }
  return `sha256:${hash.digest('hex')}`
}

/** Of two archives of one name from different places, each has a folder of its own. */
function versionOf(location: string, digest: string | undefined): string {
  const name = basename(location.replace(/[?#].*$/s, '')).replace(/\.(tar\.gz|tgz)$/, '')
  const mark = createHash('sha256')
    .update(`${location}\n${digest ?? ''}`)
    .digest('hex')
    .slice(0, 8)
  return `${name.replaceAll(/[^\w.-]/g, '_').slice(0, 100)}_${mark}`
}
