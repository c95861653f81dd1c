import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { chmod, copyFile, lstat, mkdir, readdir, readlink, realpath, symlink } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { Failure } from '@slipway/model'
import { readOptionalText } from '@slipway/source/files'

export interface TreeLimits {
  /** The maximum number of files, folders and links. */
  readonly files: number
  readonly bytes: number
  /** The names that are left out at any depth. */
  readonly leftOut: ReadonlySet<string>
}

/** A larger folder cannot be a plugin. */
const ofPlugins: TreeLimits = { files: 200_000, bytes: Number.POSITIVE_INFINITY, leftOut: new Set(['.git']) }

/** Of a package that is a plugin without dependencies, node_modules only has the author's tools. */
const ofPackages: TreeLimits = { ...ofPlugins, leftOut: new Set(['.git', 'node_modules']) }

function limitsOf(plugin: string): TreeLimits {
  try {
    const manifest: unknown = JSON.parse(readOptionalText(join(plugin, 'package.json'), { isOnDisk: true }) ?? '{}')
    const { slipway, dependencies } = manifest as { readonly slipway?: unknown; readonly dependencies?: object }
    return slipway !== undefined && Object.keys(dependencies ?? {}).length === 0 ? ofPackages : ofPlugins
  } catch {
    return ofPlugins
  }
}

type Entry = {
  readonly path: string
  readonly kind: 'file' | 'folder' | 'link'
  readonly stamp: string
  readonly mode: number
}

/**
 * Copies a folder: regular files and folders, and links that stay inside. Leaves git's own files behind, and the tools of a plugin's author.
 *
 * @throws Failure `install/bad-folder`
 */
export async function copyTree(from: string, to: string, signal: AbortSignal, limits?: TreeLimits): Promise<void> {
  await mkdir(to, { recursive: true })
  for await (const { path, kind, mode } of entries(from, limits ?? limitsOf(from))) {
    signal.throwIfAborted()
    const source = join(from, path)
    const target = join(to, path)
    if (kind === 'folder') {
      await mkdir(target)
    } else if (kind === 'link') {
      await symlink(await innerLink(from, path), target)
    } else {
      await copyFile(source, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL)
      await chmod(target, mode)
    }
  }
}

/** Returns a stamp that changes when a file in the folder changes. */
export async function stampOf(folder: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const { path, stamp } of entries(folder, limitsOf(folder))) hash.update(`${path}\0${stamp}\0`)
  return hash.digest('hex')
}

/** Yields folders before their content; paths are relative. */
async function* entries(root: string, limits: TreeLimits): AsyncGenerator<Entry> {
  let count = 0
  let bytes = 0
  const open = ['']
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const name of (await readdir(join(root, folder))).sort()) {
      if (limits.leftOut.has(name)) continue
      if (++count > limits.files) throw bad(root, `it has more than ${limits.files} files and folders`)
      const path = join(folder, name)
      const found = await lstat(join(root, path), { bigint: true })
      if (found.isFile()) bytes += Number(found.size)
      if (bytes > limits.bytes) throw bad(root, `it has more than ${limits.bytes / 1024 ** 2} MiB`)
      const stamp = `${found.size}-${found.mtimeNs}-${found.mode}`
      const mode = Number(found.mode & 0o777n) & 0o755
      if (found.isDirectory()) open.push(path)
      if (found.isDirectory()) yield { path, kind: 'folder', stamp, mode }
      else if (found.isFile()) yield { path, kind: 'file', stamp, mode }
      else if (found.isSymbolicLink()) yield { path, kind: 'link', stamp, mode }
      else throw bad(root, `${path} is neither a file nor a folder`)
    }
  }
}

async function innerLink(root: string, path: string): Promise<string> {
  const target = await readlink(join(root, path))
  const real = await realpath(root)
  const meant = await realpath(join(root, path)).catch(() => undefined)
  const isInner = (place: string): boolean => place === real || place.startsWith(`${real}${sep}`)
  if (meant === undefined || !isInner(meant) || !isInner(resolve(real, dirname(path), target)))
    throw bad(root, `the link ${path} leads out of it, or nowhere (${target})`)
  return target.startsWith('/') ? relative(dirname(join(real, path)), resolve(real, target)) : target
}

function bad(root: string, why: string): Failure {
  return new Failure('install/bad-folder', `${root} cannot be installed: ${why}`, {
    hint: 'make the plugin a folder of regular files, or install a packed archive of it',
  })
}
