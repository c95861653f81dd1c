import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createHttpClient, parseDescriptor } from '@slipway/installer'
import {
  type Published,
  publishToFolder,
  publishToOci,
  readRelease,
  type Release,
  versionExists,
} from '@slipway/installer/publish'
import { Failure } from '@slipway/model'
import { findProject } from '../project/project.ts'
import type { Slipway } from '../slipway.ts'
import { npmIntegrity, npmPublish } from './npm-tools.ts'
import { folderOf, packInto, type PackWish } from './pack-plugin.ts'
import { refuseUncommitted } from './uncommitted.ts'

export interface PublishRequest extends PackWish {
  /** The places: `npm`, `oci:HOST/REPOSITORY`, or the folder of a registry. */
  readonly to: readonly string[]
  /** A folder that `packPlugin` has written. Default: the plugin is packed now. */
  readonly packed?: string | undefined
  /** The address at which the registry's folder will be served. With it, the links in the registry are complete. */
  readonly url?: string | undefined
  /** Whether to publish uncommitted changes. */
  readonly allowDirty?: boolean
  /** Further arguments for `npm publish`. */
  readonly npmArguments?: readonly string[]
}

/** The result of publishing a plugin at one place. */
export interface PublishedTo extends Partial<Published> {
  /** The place as the request names it. */
  readonly to: string
  readonly failure?: Failure
}

export interface Publication {
  readonly release: Release
  /** The results in the order of the request. */
  readonly places: readonly PublishedTo[]
}

/**
 * Publishes a plugin at each place. A failure at one place does not prevent publication at the others. A version that is there already with the same
 * bytes counts as published, so that an interrupted publication can be repeated; a version with other bytes is refused.
 *
 * @throws Failure `publish/…`, `cli/tool-failed`
 */
export async function publishPlugin(slipway: Slipway, request: PublishRequest): Promise<Publication> {
  const targets = request.to.map((to) => targetIn(to, slipway.cwd))
  const folder = folderOf(slipway, request)
  if (request.allowDirty !== true && request.packed === undefined) await refuseUncommitted(folder, slipway.env)
  const staging = mkdtempSync(join(tmpdir(), 'slipway-publish-'))
  try {
    const release =
      request.packed === undefined
        ? await packInto(slipway, request, join(staging, 'release'))
        : readRelease(resolve(slipway.cwd, request.packed))
    const places: PublishedTo[] = []
    for (const target of targets) places.push(await publishTo(target, release, folder, slipway, request))
    return { release, places }
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

type Target =
  | { readonly as: 'npm'; readonly to: string }
  | { readonly as: 'oci'; readonly to: string; readonly repository: string }
  | { readonly as: 'folder'; readonly to: string; readonly root: string }

function targetIn(to: string, cwd: string): Target {
  if (to === 'npm') return { as: 'npm', to }
  if (to.startsWith('oci:')) {
    const { form } = parseDescriptor(to, { cwd })
    if (form.form === 'oci' && form.reference === undefined) return { as: 'oci', to, repository: form.repository }
    throw badTarget(`${to} has a tag, but Slipway uses the version of the plugin as the tag`)
  }
  if (/^[a-z][a-z\d+.-]+:/i.test(to) || to === '') throw badTarget(`"${to}" is not a place to publish to`)
  return { as: 'folder', to, root: resolve(cwd, to) }
}

function badTarget(message: string): Failure {
  return new Failure('publish/bad-target', message, {
    hint: 'write --to npm, --to oci:HOST/REPOSITORY, or --to ./FOLDER, which any web server can then serve',
  })
}

async function publishTo(
  target: Target,
  release: Release,
  folder: string,
  slipway: Slipway,
  request: PublishRequest,
): Promise<PublishedTo> {
  const { to } = target
  try {
    if (target.as === 'npm') return { to, ...(await publishToNpm(release, folder, slipway, request)) }
    if (target.as === 'folder') {
      const { url } = request
      return { to, ...publishToFolder(release, { root: target.root, ...(url !== undefined && { url }) }, Date.now()) }
    }
    return { to, ...(await publishToOci(release, target.repository, await accessOf(slipway, request))) }
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure
    return { to, failure }
  }
}

/** Returns the access to registries with the settings and tokens of the user, who publishes. */
async function accessOf(slipway: Slipway, { stop = new AbortController().signal }: PublishRequest) {
  const { env } = slipway
  const { settings } = await findProject(slipway, {}, 'looks', true)
  const allowHttp = settings.flag('plugins', 'allowHttp')
  const httpTokens = settings.list('plugins', 'httpTokens')
  const http = createHttpClient({ env, signal: stop, settings: { allowHttp, httpTokens } })
  return { http, signal: stop, env, isOffline: false, progress: () => {} }
}

async function publishToNpm(
  release: Release,
  folder: string,
  { env }: Slipway,
  { npmArguments = [], stop: signal, onOutput }: PublishRequest,
): Promise<Published> {
  const run = { folder, env, signal, ...(onOutput && { onOutput }) }
  const { npmName, identity } = release
  const file = release.files.find(({ platform }) => platform === undefined)
  if (npmName === undefined || file === undefined)
    throw badTarget(`${identity.name} is not a package of npm: its folder has no package.json with the key "slipway"`)
  const path = join(release.folder, file.name)
  const ours = `sha512-${createHash('sha512').update(readFileSync(path)).digest('base64')}`
  const theirs = await npmIntegrity(npmName, identity.version, run)
  const at = `npm:${npmName}@${identity.version}`
  if (theirs === ours) return { action: 'present', at }
  if (theirs !== undefined) throw versionExists(identity, at, [`${file.name}: ${ours} here, ${theirs} there`])
  await npmPublish(path, npmArguments, run)
  return { action: 'published', at }
}
