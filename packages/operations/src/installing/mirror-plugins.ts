import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { defaultHosts, lockFileName, type LockEntry, type Platform, platformOf } from '@slipway/installer'
import {
  folderTarget,
  mirrorAt,
  type Mirrored,
  type MirrorParts,
  type MirrorWish,
  ociTarget,
  verifyMirror,
  writeMirror,
} from '@slipway/installer/mirror'
import { Failure } from '@slipway/model'
import { findProject } from '../project/project.ts'
import type { Slipway } from '../slipway.ts'
import { installing } from './installed/installed-plugins.ts'
import { lockFileOf } from './lock-of.ts'
import { demandTrust } from './on-demand.ts'

export interface MirrorRequest {
  /** The mirror: a folder, or `oci:HOST/REPOSITORY[:TAG]`. */
  readonly target: string
  /** The folders of projects with a lock file. Default: the current folder. */
  readonly projects?: readonly string[]
  /** The platforms, such as `linux-amd64`. Default: the platform of this machine. */
  readonly platforms?: readonly string[]
  /** Whether to only check that all content is present and unchanged. Without projects: everything in the mirror is checked. */
  readonly verify?: boolean
  readonly stop?: AbortSignal | undefined
  readonly onDone?: (done: Mirrored) => void
}

/**
 * Copies the plugins that the lock files of projects need into a mirror, or verifies that they are there. Returns the outcome for each plugin.
 *
 * @throws Failure `publish/no-lock`, `publish/mirror-differs`, `install/untrusted`, `install/bad-lock`
 */
export async function mirrorPlugins(slipway: Slipway, request: MirrorRequest): Promise<readonly Mirrored[]> {
  const { target, verify = false, stop, onDone = () => {} } = request
  const wish = { entries: await entriesOf(slipway, request), platforms: platformsOf(request) }
  const { installer } = await installing(slipway, { stop })
  const { sources, verifier, access } = installer
  const parts = { sources, verifier, access, terraformHost: defaultHosts.terraform }
  const place = target.startsWith('oci:') ? target : resolve(slipway.cwd, target)
  if (verify) return await look(wish, place, parts, onDone)
  const into = place.startsWith('oci:') ? ociTarget(place, access) : await folderTarget(place)
  try {
    return await writeMirror(wish, into, parts, onDone)
  } finally {
    await into.close()
  }
}

async function look(
  wish: MirrorWish,
  place: string,
  parts: MirrorParts,
  onDone: (done: Mirrored) => void,
): Promise<readonly Mirrored[]> {
  const staging = mkdtempSync(join(tmpdir(), 'slipway-mirror-'))
  try {
    return await verifyMirror(wish, mirrorAt(place), { ...parts, staging }, onDone)
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

function platformsOf({ platforms = [] }: MirrorRequest): readonly Platform[] {
  const wrong = platforms.find((each) => !/^[a-z0-9]{2,12}-[a-z0-9]{2,12}$/.test(each))
  if (wrong !== undefined)
    throw new Failure('publish/bad-target', `"${wrong}" is not a platform`, {
      hint: 'write a platform as linux-amd64 or darwin-arm64',
    })
  return platforms.length === 0 ? [platformOf()] : [...new Set(platforms as readonly Platform[])]
}

/** Returns the entries of all lock files, each once. */
async function entriesOf(
  slipway: Slipway,
  { projects = [], verify = false }: MirrorRequest,
): Promise<readonly LockEntry[]> {
  const folders = projects.length === 0 ? [slipway.cwd] : projects.map((each) => resolve(slipway.cwd, each))
  const entries = new Map<string, { readonly entry: LockEntry; readonly folder: string }>()
  for (const folder of folders) {
    const found = await lockedIn(slipway, folder)
    if (found.length === 0 && !(verify && projects.length === 0)) throw noLock(folder)
    for (const entry of found) {
      const key = `${entry.descriptor}\n${entry.version}`
      const known = entries.get(key)
      entries.set(key, { entry: known === undefined ? entry : merged(known, { entry, folder }), folder })
    }
  }
  return [...entries.values()].map(({ entry }) => entry)
}

async function lockedIn(slipway: Slipway, cwd: string): Promise<readonly LockEntry[]> {
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory() !== true) throw noLock(cwd)
  if (statSync(join(cwd, lockFileName), { throwIfNoEntry: false }) === undefined) return []
  const { trust, folders } = await findProject({ ...slipway, cwd }, {}, 'looks', true)
  demandTrust(trust)
  return lockFileOf(folders.project, { frozen: true })?.entries ?? []
}

function noLock(folder: string): Failure {
  return new Failure('publish/no-lock', `${folder} has no ${lockFileName} with plugins in it`, {
    hint: 'name the folders of projects: slipway plugin mirror DIR PROJECT…; slipway install writes their lock files',
  })
}

interface FromFolder {
  readonly entry: LockEntry
  readonly folder: string
}

/** Merges two entries of the same version. A mirror has only one content of each version. */
function merged({ entry: one, folder: first }: FromFolder, { entry: other, folder: second }: FromFolder): LockEntry {
  const differing = Object.entries(other.platforms).find(([platform, { sha256 }]) => {
    const known = one.platforms[platform]?.sha256
    return known !== undefined && known !== sha256
  })
  if (differing !== undefined || one.origin !== other.origin)
    throw new Failure(
      'publish/mirror-differs',
      `${first} and ${second} record different contents of ${one.descriptor} ${one.version} in their lock files`,
      { hint: 'a mirror keeps one copy of each version: use one mirror for each project' },
    )
  return { ...one, platforms: { ...one.platforms, ...other.platforms } }
}
