import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Failure, messageOf } from '@slipway/model'
import type { Account } from '../../supervise/account.ts'
import { bounds } from './bounds.ts'
import { openArchive } from './fetch-archive.ts'
import { badArchive, TarReader } from './tar-entries.ts'
import { Unpacked } from './unpack.ts'

export interface ArchiveCall {
  readonly location: string
  readonly digest: string | undefined
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
  const { location, digest, installs, account, signal } = call
  const folder = join(installs, versionOf(location, digest))
  const note = `${folder}.digest`
  if (existsSync(folder) && existsSync(note)) return { folder, digest: readFileSync(note, 'utf8') }
  mkdirSync(installs, { recursive: true, mode: 0o755 })
  const draft = `${folder}.draft`
  for (const path of [draft, folder, note]) rmSync(path, { recursive: true, force: true })
  try {
    const found = await unpack(location, draft, account, signal)
    if (!existsSync(join(draft, 'bin/launch'))) throw badArchive('there is no bin/launch in it')
    writeFileSync(note, found)
    renameSync(draft, folder)
    return { folder, digest: found }
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

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
