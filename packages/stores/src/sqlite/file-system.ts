import { readFileSync, statfsSync, statSync } from 'node:fs'
import { Failure, shownPath } from '@slipway/model'
import { nearestFolder } from './folder/state-folder.ts'
import { holdsState } from './store.ts'

/** Possible problems of a file system for a state shared by several processes. */
type Trouble =
  /** Locks and shared memory do not work across machines. */
  | 'network'
  /** The underlying storage is unknown. */
  | 'unknown'
  /** The host of this virtual machine can access it, too. */
  | 'shared'
  | 'encrypted'

/** Types of file systems by `statfs` number. `fuse` only means that a program implements it. */
const types: ReadonlyMap<number, string> = new Map([
  [0x6969, 'nfs'],
  [0xff534d42, 'cifs'],
  [0xfe534d42, 'cifs'],
  [0x517b, 'cifs'],
  [0x01021997, '9p'],
  [0xf15f, 'ecryptfs'],
  [0x65735546, 'fuse'],
])

/** Known FUSE file systems, by their names in the mount table. */
const programs: ReadonlyMap<string, string | undefined> = new Map([
  ['virtiofs', 'virtiofs'],
  ['fuse.gocryptfs', 'gocryptfs'],
  ['fuse.encfs', 'encfs'],
  // Disks of this machine.
  ['fuseblk', undefined],
  ['fuse.fuse-overlayfs', undefined],
])

const troubles: Readonly<Record<string, Trouble>> = {
  nfs: 'network',
  cifs: 'network',
  '9p': 'shared',
  virtiofs: 'shared',
  ecryptfs: 'encrypted',
  gocryptfs: 'encrypted',
  encfs: 'encrypted',
}

/** The system's facts about the place of a folder. */
export interface PlaceFacts {
  /** The number in `statfs`. */
  readonly type: number
  /** For FUSE: its name in the mount table, if there is one. */
  readonly mount?: string | undefined
}

/** The facts about the innermost existing folder of a path. */
export function placeFacts(directory: string): PlaceFacts {
  const folder = nearestFolder(directory)
  const type = statfsSync(folder).type >>> 0
  // Read the mount table only for FUSE.
  return { type, mount: types.get(type) === 'fuse' ? mountTypeOf(statSync(folder).dev) : undefined }
}

export interface StatePlace {
  readonly directory: string
  readonly access: 'read' | 'write'
  /** The user accepts the risk. */
  readonly allowsNetwork: boolean
}

/**
 * A warning sentence about the place of a state, if any.
 *
 * @throws Failure `state/network-file-system` if a state must not be created or changed there
 */
export function placeWarning(
  { directory, access, allowsNetwork }: StatePlace,
  { type, mount }: PlaceFacts = placeFacts(directory),
): string | undefined {
  const named = types.get(type)
  const name = named === 'fuse' ? nameOfProgram(mount) : named
  if (name === undefined) return undefined
  const trouble = troubles[name] ?? 'unknown'
  const isThere = holdsState(directory)
  const isRefused = trouble === 'network' || (trouble === 'unknown' && !isThere)
  if (isRefused && access === 'write' && !allowsNetwork) throw refused(directory, name, isThere)
  return isThere || access === 'write'
    ? `the state in ${shownPath(directory)} is on ${name}: ${why[trouble]}`
    : undefined
}

const why: Readonly<Record<Trouble, string>> = {
  network: 'locks there may not keep two machines apart, so use it from one machine only',
  unknown:
    'Slipway does not know whether locks there keep two processes apart, and whether written data reaches a disk',
  shared: 'locks there do not keep this machine and its host apart, so use it from one of them only',
  encrypted: 'a power failure may lose more than the last writes there, so keep backups: slipway state backup FILE',
}

function refused(directory: string, name: string, isThere: boolean): Failure {
  const what = isThere
    ? `the state in ${shownPath(directory)} is not changed`
    : `no state is made in ${shownPath(directory)}`
  return new Failure(
    'state/network-file-system',
    `${what}: it is on ${name}, where locks may not keep two machines apart`,
    {
      hint: `${isThere ? 'copy the folder to a disk of this machine, and name it' : 'name a folder on a disk of this machine'} with SLIPWAY_STATE; if only one machine ever uses it: SLIPWAY_STATE_ALLOW_NETWORK=true`,
    },
  )
}

function nameOfProgram(mount: string | undefined): string | undefined {
  return mount !== undefined && programs.has(mount) ? programs.get(mount) : (mount ?? 'fuse')
}

/** The type of the mount with this device. */
function mountTypeOf(device: number): string | undefined {
  const number = BigInt(device)
  const major = ((number >> 8n) & 0xfffn) | ((number >> 32n) & ~0xfffn)
  const minor = (number & 0xffn) | ((number >> 12n) & ~0xffn & 0xffffffffn)
  try {
    return mountTypeIn(readFileSync('/proc/self/mountinfo', 'utf8'), `${major}:${minor}`)
  } catch {
    return undefined
  }
}

/** @param text of /proc/self/mountinfo */
export function mountTypeIn(text: string, device: string): string | undefined {
  for (const line of text.split('\n')) {
    const [own = '', of = ''] = line.split(' - ')
    if (own.split(' ')[2] === device) return of.split(' ')[0]
  }
  return undefined
}
