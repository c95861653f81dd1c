import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure, Semaphore } from '@slipway/model'
import { visible } from '@slipway/source/visible'
import type { Descriptor } from '../descriptor/descriptor.ts'
import type { Platform } from '../descriptor/platform.ts'
import { descriptorOfKey } from '../descriptor/write.ts'
import { withPlainName } from '../install/download.ts'
import { noSource, wrongBytes } from '../install/failures.ts'
import { versionPattern } from '../install/recognise.ts'
import { failureOf } from '../install/run-steps.ts'
import type { LockEntry } from '../lock/lock-file.ts'
import { besideArchives, isNamedFor, mirrorSource } from '../sources/mirror.ts'
import { mirrorPlaces, type MirrorPlace } from '../sources/mirror-places.ts'
import { offerEnding, offerText } from '../sources/mirrored-offer.ts'
import { wordsOf } from '../sources/names.ts'
import type { Access, Offer, Source } from '../sources/source.ts'
import { listTree, treeDigest } from '../store/tree-list.ts'
import type { Level, Signer } from '../verify/level.ts'
import type { Verifier } from '../verify/verifier.ts'
import type { MirrorTarget } from './target.ts'

export interface MirrorParts {
  readonly sources: readonly Source[]
  readonly verifier: Verifier
  readonly access: Access
  /** The registry of Terraform providers that name no registry. */
  readonly terraformHost: string
}

export interface MirrorWish {
  /** The entries of the lock files, without duplicates. */
  readonly entries: readonly LockEntry[]
  readonly platforms: readonly Platform[]
}

/** The result for one plugin on one platform. */
export interface Mirrored {
  readonly descriptor: string
  readonly version: string
  readonly platform: Platform
  readonly action: 'mirrored' | 'present' | 'verified' | 'failed'
  readonly sha256?: string
  readonly level?: Level
  readonly signer?: Signer
  /** Its path in the mirror. */
  readonly path?: string
  readonly failure?: Failure
}

/** The number of simultaneous downloads. */
const parallel = 4

/**
 * Brings the plugins of lock files into a mirror, for each platform: the bytes that they pin, verified as for an installation, with the statements
 * of their source beside them. Files that are already there are not requested again. A failed plugin does not stop the others.
 */
export async function writeMirror(
  wish: MirrorWish,
  target: MirrorTarget,
  parts: MirrorParts,
  onDone: (done: Mirrored) => void,
): Promise<readonly Mirrored[]> {
  const turns = new Semaphore(parallel)
  const ofEntries = await Promise.all(
    wish.entries.map((entry, index) =>
      turns.run(async () => {
        const all: Mirrored[] = []
        const writer = new EntryWriter(entry, wish.platforms, target, parts, join(target.staging, String(index)))
        for (const platform of wish.platforms) {
          const done = await writer.write(platform)
          onDone(done)
          all.push(done)
        }
        return all
      }),
    ),
  )
  await target.finish()
  return ofEntries.flat()
}

/** Writes one plugin in one version, for several platforms, one after the other. */
class EntryWriter {
  readonly #entry: LockEntry
  readonly #platforms: readonly Platform[]
  readonly #target: MirrorTarget
  readonly #parts: MirrorParts
  readonly #staging: string
  readonly #descriptor: Descriptor

  constructor(
    entry: LockEntry,
    platforms: readonly Platform[],
    target: MirrorTarget,
    parts: MirrorParts,
    staging: string,
  ) {
    this.#entry = entry
    this.#platforms = platforms
    this.#target = target
    this.#parts = parts
    this.#staging = staging
    this.#descriptor = descriptorOfKey(entry.descriptor, entry)
  }

  async write(platform: Platform): Promise<Mirrored> {
    const { descriptor: name, version } = this.#entry
    const about = { descriptor: name, version, platform }
    try {
      this.#refuseVersion()
      return { ...about, ...((await this.#present(platform)) ?? (await this.#bring(platform))) }
    } catch (error) {
      return { ...about, action: 'failed', failure: failureOf(error, `${name} ${version}`, this.#parts.access.signal) }
    } finally {
      await rm(this.#staging, { recursive: true, force: true })
    }
  }

  /** Refuses an unsafe version: it becomes the name of a folder, and the lock file may come from anybody. */
  #refuseVersion(): void {
    const { descriptor, version } = this.#entry
    if (versionPattern.test(version)) return
    throw new Failure(
      'install/bad-lock',
      `the lock file says "${visible(version)}" of ${visible(descriptor)}, which is not a version`,
    )
  }

  /** Looks for the plugin in the mirror, as a machine behind the mirror would. */
  async #present(platform: Platform): Promise<Pick<Mirrored, 'action' | 'sha256' | 'path'> | undefined> {
    const { access, terraformHost } = this.#parts
    const { files } = this.#target
    const there = mirrorSource({ files, terraformHost, originOf: () => this.#entry.origin })
    try {
      const { sha256, shown } = await there.offer(this.#descriptor, this.#entry.version, platform, access)
      const locked = this.#entry.platforms[platform]?.sha256
      if (sha256 !== undefined && locked !== undefined && sha256 !== locked)
        throw new Failure('publish/mirror-differs', `${shown} has sha256 ${sha256}, but the lock file pins ${locked}`, {
          hint: 'nothing was changed: a mirror never changes a version that it has, so use another mirror for this project',
        })
      return { action: 'present', path: shown, ...(sha256 !== undefined && { sha256 }) }
    } catch (error) {
      if (error instanceof Failure && error.code === 'install/not-found') return undefined
      throw error
    }
  }

  async #bring(platform: Platform): Promise<Omit<Mirrored, 'descriptor' | 'version' | 'platform'>> {
    const { sources, access, verifier } = this.#parts
    const { version, at, origin, signer: pinned } = this.#entry
    const source = sources.find((each) => each.serves(this.#descriptor))
    if (source === undefined) throw noSource(this.#entry.descriptor)
    const meant = at === undefined ? undefined : source.pinned?.(this.#descriptor, at)
    const offer = withPlainName(await source.offer(meant ?? this.#descriptor, version, platform, access))
    if (offer.origin !== origin)
      throw new Failure(
        'publish/mirror-differs',
        `the lock file says that it is from ${origin}, but Slipway would ask ${offer.origin}`,
        {
          hint: 'check plugins.registries and plugins.overrides in your own settings',
        },
      )
    const into = { file: join(this.#staging, 'file'), folder: join(this.#staging, 'tree') }
    await mkdir(this.#staging, { recursive: true })
    const fetched = await source.fetch(offer, into, access)
    const file = fetched.as === 'folder' ? undefined : into.file
    const sha256 = fetched.as === 'folder' ? treeDigest(await listTree(into.folder)) : fetched.sha256
    const locked = this.#entry.platforms[platform]?.sha256
    if (locked !== undefined && locked !== sha256) throw wrongBytes(offer.shown, locked, sha256, 'slipway.lock')
    const proof = await verifier.verify({
      offer,
      file,
      sha256,
      locked: locked !== undefined,
      signer: pinned,
      signal: access.signal,
    })
    const path = await this.#pathFor(offer, fetched.as, sha256, platform)
    const bundles = (await offer.evidence?.bundles?.(sha256)) ?? []
    const { shown: _, at: __, ...mirrored } = offer
    const document = join(this.#staging, 'offer')
    await writeFile(document, offerText({ ...mirrored, sha256, descriptor: this.#descriptor }, bundles))
    // Without its document, the archive would be verified less strictly.
    await this.#target.put(`${path}${offerEnding}`, document)
    await this.#target.put(path, file ?? into.folder)
    return { action: 'mirrored', sha256, path: this.#target.files.at(path), ...proof }
  }

  /** Returns the path at which `mirrorSource` looks for it. */
  async #pathFor(
    offer: Offer,
    as: 'archive' | 'program' | 'folder',
    sha256: string,
    platform: Platform,
  ): Promise<string> {
    const { version } = this.#entry
    const { access, terraformHost } = this.#parts
    const places = mirrorPlaces('', this.#descriptor.form, terraformHost)
    const place = places.find(({ kind }) => kind === undefined || kind === offer.kind) ?? places[0]
    if (place === undefined) throw new Error(`a mirror has no place for ${this.#entry.descriptor}`)
    const packed = packedName(place, version, platform)
    if (packed !== undefined && offer.fileName === packed) return join(place.folder, packed)
    const folder = join(place.folder, version)
    const name = as === 'folder' ? 'tree' : (offer.fileName ?? 'plugin')
    const isForAll = this.#isForAll(as, name, sha256)
    const path = join(folder, isForAll || isNamedFor(name, platform) ? name : `${platform}-${name}`)
    const others = (await this.#target.files.names(folder, access)).filter((each) => !besideArchives.test(each))
    if (isForAll && others.some((each) => each !== name))
      throw new Failure('publish/mirror-differs', `${this.#target.files.at(folder)} has ${others.join(', ')} already`, {
        hint: 'nothing was changed: remove the other files, or use another mirror',
      })
    return path
  }

  /** Whether one archive serves all platforms: it has no platform in its name, and the lock file has the same hash for every platform. */
  #isForAll(as: 'archive' | 'program' | 'folder', name: string, sha256: string): boolean {
    const { form } = this.#descriptor.form
    if (as === 'folder' || form === 'npm' || form === 'url') return true
    if (this.#platforms.some((platform) => isNamedFor(name, platform))) return false
    const known = this.#platforms.map((platform) => this.#entry.platforms[platform]?.sha256)
    return form === 'oci' && known.every((each) => each === undefined || each === sha256)
  }
}

function packedName({ packed }: MirrorPlace, version: string, platform: Platform): string | undefined {
  const { os, arch } = wordsOf(platform)
  return packed === undefined ? undefined : `${packed}${version}_${os}_${arch}.zip`
}
