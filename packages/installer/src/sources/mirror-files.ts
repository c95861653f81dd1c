import { type Dirent, existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { codeOf, Failure, messageOf } from '@slipway/model'
import { bringLocal, lookAt } from './local-file.ts'
import { offerEnding } from './mirrored-offer.ts'
import type { Access, Fetched, Target } from './source.ts'

/** The files of a mirror of any kind. Paths are relative to the mirror, with `/`. */
export interface MirrorFiles {
  /** The name of the mirror for messages: `/srv/mirror`, `oci:ghcr.io/acme/mirror:mirror`. */
  readonly shown: string
  /** Returns the full address of a path, for messages. */
  at(path: string): string
  /** Returns the names in a folder, sorted and without hidden names; empty if the folder does not exist. */
  names(folder: string, access: Access): Promise<readonly string[]>
  /** Returns the facts about a file. @throws Failure `install/not-found`, `install/refused` */
  look(path: string, access: Access): Promise<MirrorFile>
  /** Reads a small file; `undefined` if it does not exist. */
  small(path: string, access: Access): Promise<Buffer | undefined>
  /** Brings a file, or a folder as a tree. */
  bring(path: string, into: Target, access: Access): Promise<Fetched>
  /** Returns the paths of all documents about mirrored files, sorted. */
  documents(access: Access): Promise<readonly string[]>
  /** Returns the failure for a mirror that does not exist; `undefined` if it exists. */
  absent(): Failure | undefined
}

interface MirrorFile {
  readonly isFolder: boolean
  readonly size?: number
  /** A text that changes when the file or folder changes. */
  readonly stamp: string
}

/**
 * Returns the files of a mirror in a folder.
 * @param root the absolute path of the folder
 */
export function mirrorFolder(root: string): MirrorFiles {
  return {
    shown: root,
    at: (path) => join(root, path),
    names: async (folder) => {
      const names = (await unlessAbsent(join(root, folder), async (path) => await readdir(path))) ?? []
      return names.filter((name) => !name.startsWith('.')).sort()
    },
    look: async (path) => await lookAt(join(root, path)),
    small: async (path) => await unlessAbsent(join(root, path), async (file) => await readFile(file)),
    bring: async (path, into, access) => await bringLocal(await lookAt(join(root, path)), into, access),
    documents: async () => {
      const all = (await unlessAbsent(root, entriesBelow)) ?? []
      const found = all.filter((entry) => entry.isFile() && entry.name.endsWith(offerEnding))
      const paths = found.map(({ parentPath, name }) => relative(root, join(parentPath, name)))
      return paths.filter((path) => !/(?:^|\/)\./.test(path)).sort()
    },
    absent: () =>
      existsSync(root)
        ? undefined
        : new Failure('install/not-found', `the mirror ${root} is not there`, {
            hint: 'check the spelling, and whether its disk is mounted (plugins.mirror, SLIPWAY_PLUGIN_MIRROR)',
          }),
  }
}

/**
 * Reads a path; `undefined` if it does not exist. An unreadable path does not count as absent: without its document, an archive would be verified
 * less strictly.
 *
 * @throws Failure `install/refused`
 */
async function unlessAbsent<T>(path: string, read: (path: string) => Promise<T>): Promise<T | undefined> {
  try {
    return await read(path)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return undefined
    throw new Failure('install/refused', `the mirror has ${path}, and it cannot be read: ${messageOf(error)}`, {
      hint: 'check its permissions and its disk',
      cause: error,
    })
  }
}

async function entriesBelow(folder: string): Promise<readonly Dirent[]> {
  return await readdir(folder, { recursive: true, withFileTypes: true })
}
