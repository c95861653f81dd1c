import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { packFolder } from '@slipway/archives'
import { Failure, messageOf } from '@slipway/model'
import { type MirrorFiles, mirrorFolder } from '../sources/mirror-files.ts'
import {
  layersOf,
  type MirrorLayer,
  mirrorRepository,
  ociMirror,
  titleAnnotation,
  unpackAnnotation,
} from '../sources/oci/mirror.ts'
import { RegistryApi } from '../sources/oci/registry-api.ts'
import type { Access } from '../sources/source.ts'
import { PushApi } from '../publish/push-api.ts'
import { ociTypes } from '../publish/push-release.ts'
import { sha256Of, sha256OfFile } from '../store/tree-list.ts'

/** A place that plugins are mirrored to. */
export interface MirrorTarget {
  /** The content, described for readers. */
  readonly files: MirrorFiles
  /** A folder for incomplete content; it is on the file system of the target, if the target is a folder. */
  readonly staging: string
  /** Moves a file or a folder from the staging folder to the target. Readers see it at once, or not at all. */
  put(path: string, from: string): Promise<void>
  /** Makes all content that was put there visible. */
  finish(): Promise<void>
  /** Removes the staging folder. */
  close(): Promise<void>
}

/** Opens a folder as a mirror target. @throws Failure `publish/cannot-write` */
export async function folderTarget(root: string): Promise<MirrorTarget> {
  const cannot = (error: unknown): Failure =>
    new Failure('publish/cannot-write', `${root} cannot be written: ${messageOf(error)}`, {
      hint: 'check its permissions and its disk; files that are already there stay unchanged',
      cause: error,
    })
  const staging = join(root, `.slipway-mirror-${randomBytes(6).toString('hex')}`)
  await mkdir(staging, { recursive: true }).catch((error: unknown) => {
    throw cannot(error)
  })
  return {
    files: mirrorFolder(root),
    staging,
    async put(path, from) {
      try {
        await mkdir(dirname(join(root, path)), { recursive: true })
        await rename(from, join(root, path))
      } catch (error) {
        throw cannot(error)
      }
    },
    finish: async () => {},
    close: async () => await rm(staging, { recursive: true, force: true }),
  }
}

/** How often the tag of a mirror is pushed while others overwrite it. */
const mostPushes = 6

/** Milliseconds. */
const shortestPause = 50
const longestPause = 10_000

/**
 * Opens a repository of a container registry as a target, with the mirror as one artifact: its files are pushed one by one, and its manifest last.
 * A registry has no way to change a tag only if it is still the same, so the tag is read again afterwards, and pushed again if another
 * publisher has overwritten it.
 */
export function ociTarget(text: string, access: Access): MirrorTarget {
  const place = mirrorRepository(text)
  const push = new PushApi(place.repository, access)
  const added = new Map<string, MirrorLayer>()
  const staging = mkdtempSync(join(tmpdir(), 'slipway-mirror-'))
  return {
    files: orEmpty(ociMirror(text)),
    staging,
    async put(path, from) {
      const isFolder = (await stat(from)).isDirectory()
      const file = isFolder ? `${from}.tar.gz` : from
      if (isFolder) await packFolder(from, file, { signal: access.signal })
      const { size } = await stat(file)
      const mediaType = isFolder ? 'application/vnd.oci.image.layer.v1.tar+gzip' : 'application/octet-stream'
      added.set(path, { path, isFolder, ...(await push.blob({ file, size }, await sha256OfFile(file), mediaType)) })
      await rm(file, { force: true })
    },
    async finish() {
      if (added.size === 0) return
      const config = await push.blob(Buffer.from('{}'), sha256Of('{}'), ociTypes.config)
      const artifactType = 'application/vnd.slipway.mirror.v1'
      const there = async (): Promise<readonly MirrorLayer[]> =>
        (await layersOf(new RegistryApi(place.repository, access), place)) ?? []
      for (let attempt = 1; attempt <= mostPushes; attempt++) {
        const began = performance.now()
        const before = await there()
        const all = new Map([...before.map((layer) => [layer.path, layer] as const), ...added])
        const layers = [...all.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1)).map(written)
        await push.manifest({ artifactType, config, layers }, ociTypes.manifest, place.tag)
        // Another publisher that read the tag before this push overwrites it within the time that such a round takes.
        const round = performance.now() - began
        await wait(Math.min(longestPause, shortestPause + 2 * round), undefined, {
          signal: access.signal,
        })
        const after = new Set((await there()).map(({ path }) => path))
        if ([...added.keys()].every((path) => after.has(path))) return
      }
      throw new Failure(
        'publish/cannot-write',
        `${place.shown} was overwritten by other publishers ${mostPushes} times`,
        {
          hint: 'run the same command again, one publisher after the other: files that are uploaded already are kept',
        },
      )
    },
    close: async () => await rm(staging, { recursive: true, force: true }),
  }
}

function written({ path, isFolder, ...layer }: MirrorLayer): object {
  return { ...layer, annotations: { [titleAnnotation]: path, ...(isFolder && { [unpackAnnotation]: 'true' }) } }
}

/** Treats a mirror that does not exist yet as empty. */
function orEmpty(files: MirrorFiles): MirrorFiles {
  return {
    ...files,
    names: async (folder, access) => {
      try {
        return await files.names(folder, access)
      } catch (error) {
        if (error instanceof Failure && error.code === 'install/not-found') return []
        throw error
      }
    },
  }
}
