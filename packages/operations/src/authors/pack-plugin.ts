import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { notAPlugin, packRelease, type Release } from '@slipway/installer/publish'
import type { Slipway } from '../slipway.ts'
import { contentsOf } from './plugin-contents.ts'
import type { ToolRun } from './run-tool.ts'

/** The wishes of an author for the archives of a plugin. */
export interface PackWish {
  /** The folder of the plugin. Default: the current folder. */
  readonly folder?: string | undefined
  /** The plugin's kind and id, if its folder does not state them: `provider:acme/sqlite@1.0.0`, `resource:random@1.0.0`. */
  readonly as?: string | undefined
  /** The platforms: `linux-amd64`, or `linux-amd64=PATH` for a plugin that is built for each platform. */
  readonly platforms?: readonly string[]
  /** The file of a private key, or the fingerprint of a key that gpg has. */
  readonly sign?: string | undefined
  /** Paths that are packed although they look like secrets. */
  readonly include?: readonly string[]
  readonly stop?: AbortSignal | undefined
  /** Called with the output of npm. */
  readonly onOutput?: ToolRun['onOutput']
}

export interface PackRequest extends PackWish {
  /** The folder to write. Default: `release` in the folder of the plugin. */
  readonly out?: string | undefined
}

/**
 * Packs a plugin as the page of a release shows it: an archive for each platform, the npm package, checksums and their signature.
 *
 * @throws Failure `publish/…`, `cli/tool-failed`
 */
export async function packPlugin(slipway: Pick<Slipway, 'cwd' | 'env'>, request: PackRequest): Promise<Release> {
  const folder = folderOf(slipway, request)
  return await packInto(
    slipway,
    request,
    request.out === undefined ? join(folder, 'release') : resolve(slipway.cwd, request.out),
  )
}

export function folderOf({ cwd }: Pick<Slipway, 'cwd'>, { folder = '.' }: Pick<PackWish, 'folder'>): string {
  const path = resolve(cwd, folder)
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return path
  throw notAPlugin(`${path} is not a folder`, 'name the folder of the plugin')
}

/** Packs a plugin into a folder. @param out an absolute path */
export async function packInto(slipway: Pick<Slipway, 'cwd' | 'env'>, wish: PackWish, out: string): Promise<Release> {
  const { as, platforms = [], sign, include = [], stop = new AbortController().signal, onOutput } = wish
  const { cwd, env } = slipway
  const staging = mkdtempSync(join(tmpdir(), 'slipway-pack-'))
  try {
    const folder = folderOf(slipway, wish)
    const request = { folder, as, platforms, env, signal: stop, ...(onOutput && { onOutput }) }
    const contents = await contentsOf(request, staging)
    const key = sign === undefined || isFingerprint(sign) || isAbsolute(sign) ? sign : resolve(cwd, sign)
    return await packRelease({ ...contents, include, env, signal: stop, ...(key !== undefined && { key }) }, out)
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

function isFingerprint(text: string): boolean {
  return /^(?:gpg:)?(?:0x)?[0-9a-fA-F\s]{40,80}$/.test(text)
}
