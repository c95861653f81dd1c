import { randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { codeOf, Failure, messageOf, systemWords } from '@slipway/model'
import { compareVersions } from '../descriptor/range.ts'
import type { LockEntry, LockFile } from './lock-file.ts'
import { lockText } from './lock-text.ts'
import { byName, mostLockBytes, readLock } from './read-lock.ts'

export const lockFileName = 'slipway.lock'

export interface LockOptions {
  /** True for `--frozen`: any change is refused. */
  readonly frozen?: boolean
}

/**
 * Opens the lock file of a project; a missing file has no entries. The caller must know whether the file may be read at all.
 *
 * @throws Failure `install/bad-lock`, `install/lock-conflict`, `install/newer-lock`
 */
export function openLock(file: string, options: LockOptions = {}): LockFile {
  return new OpenLock(file, textOf(file), options.frozen ?? false)
}

class OpenLock implements LockFile {
  readonly file: string
  readonly #frozen: boolean
  #before: string
  #entries: readonly LockEntry[]
  readonly #puts: LockEntry[] = []
  /** The entries that `put` has removed, by key. A caller that still asks for such an entry gets it back. */
  readonly #gone = new Map<string, LockEntry>()
  /** The keys of entries that a caller has asked for. */
  readonly #found = new Set<string>()

  constructor(file: string, text: string, frozen: boolean) {
    this.file = file
    this.#frozen = frozen
    this.#before = text
    this.#entries = text === '' ? [] : readLock(text, file)
  }

  get entries(): readonly LockEntry[] {
    return this.#entries
  }

  get isChanged(): boolean {
    return this.#puts.length > 0
  }

  find(descriptor: string, fits: (version: string, entry: LockEntry) => boolean): LockEntry | undefined {
    const fitting = (entries: Iterable<LockEntry>): LockEntry | undefined =>
      [...entries]
        .filter((entry) => entry.descriptor === descriptor && fits(entry.version, entry))
        .toSorted((a, b) => compareVersions(b.version, a.version))[0]
    const found = fitting(this.#entries) ?? fitting(this.#gone.values())
    if (found === undefined) return undefined
    this.#found.add(keyOf(found))
    if (this.#gone.delete(keyOf(found))) this.#entries = [...this.#entries, found].toSorted(byName)
    return found
  }

  put(entry: LockEntry): void {
    const ofPlugin = this.#entries.filter(({ descriptor }) => descriptor === entry.descriptor)
    const others = ofPlugin.filter((each) => each.version !== entry.version)
    const before = ofPlugin.find((each) => each.version === entry.version) ?? this.#gone.get(keyOf(entry))
    const gone = others.filter(
      (each) => each.asked === entry.asked || (others.length === 1 && !this.#found.has(keyOf(each))),
    )
    const now = before === undefined ? entry : completed(before, entry)
    const isThere = before !== undefined && this.#entries.includes(before)
    if (isThere && gone.length === 0 && lockText([now], this.file) === lockText([before], this.file)) return
    if (this.#frozen) throw frozenFailure(this.file, this.#entries, entry)
    const kept = this.#entries.filter((each) => !gone.includes(each) && each !== before)
    this.#entries = [...kept, now].toSorted(byName)
    this.#puts.push(now)
    this.#found.add(keyOf(now))
    this.#gone.delete(keyOf(now))
    for (const each of gone) this.#gone.set(keyOf(each), each)
  }

  save(): void {
    if (!this.isChanged) return
    const now = textOf(this.file)
    if (now !== this.#before) {
      const theirs = now === '' ? [] : readLock(now, this.file)
      const left = new Map(theirs.map((entry) => [keyOf(entry), entry]))
      for (const key of this.#gone.keys()) left.delete(key)
      for (const entry of this.#puts) {
        const known = left.get(keyOf(entry))
        left.set(keyOf(entry), known === undefined ? entry : completed(known, entry))
      }
      this.#entries = [...left.values()].toSorted(byName)
    }
    const text = lockText(this.#entries, this.file)
    if (text !== now) writeLock(this.file, text)
    this.#before = text
    this.#puts.length = 0
    this.#gone.clear()
  }
}

function keyOf({ descriptor, version }: LockEntry): string {
  return `${descriptor}\n${version}`
}

/** Completes an entry with the hashes that colleagues have found for other platforms, as long as bytes and place are the same. */
function completed(before: LockEntry, entry: LockEntry): LockEntry {
  const isOther = Object.entries(entry.platforms).some(([platform, { sha256 }]) => {
    const known = before.platforms[platform]
    return known !== undefined && known.sha256 !== sha256
  })
  if (isOther || before.origin !== entry.origin || before.at !== entry.at) return entry
  const platforms = { ...before.platforms }
  for (const [platform, bytes] of Object.entries(entry.platforms))
    platforms[platform] = { ...platforms[platform], ...bytes }
  const signer = entry.signer ?? before.signer
  return {
    ...entry,
    platforms,
    isPartial: before.isPartial && entry.isPartial,
    ...(signer !== undefined && { signer }),
  }
}

function frozenFailure(file: string, entries: readonly LockEntry[], entry: LockEntry): Failure {
  const { descriptor, version } = entry
  const versions = entries.filter((each) => each.descriptor === descriptor).map((each) => each.version)
  const what = versions.includes(version)
    ? `${descriptor} ${version} would change there: ${changesOf(entries, entry)}`
    : versions.length === 0
      ? `${descriptor} ${version} is not in it`
      : `it has ${descriptor} ${versions.join(', ')}, but the project needs ${version}`
  return new Failure('install/frozen', `${file} would have to change, which --frozen forbids: ${what}`, {
    hint: `run slipway install without --frozen, look at the change of ${basename(file)}, and commit it`,
  })
}

function changesOf(entries: readonly LockEntry[], entry: LockEntry): string {
  const before = entries.find((each) => each.descriptor === entry.descriptor && each.version === entry.version)
  const added = Object.keys(entry.platforms).filter((platform) => before?.platforms[platform] === undefined)
  if (before?.origin !== entry.origin) return `its origin is ${before?.origin}, but Slipway would ask ${entry.origin}`
  if (added.length > 0) return `it has no bytes for ${added.join(', ')} yet`
  return 'its descriptor, its bytes or its signer'
}

/** Returns the text of the file, or an empty text without a file. Never waits for a pipe or a device. */
function textOf(file: string): string {
  let handle: number | undefined
  try {
    handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
    const stat = fstatSync(handle)
    if (!stat.isFile()) throw unreadable(file, 'it is not a file')
    if (stat.size > mostLockBytes) throw unreadable(file, `it is larger than ${mostLockBytes / 1024 / 1024} MiB`)
    return readFileSync(handle, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return ''
    if (error instanceof Failure) throw error
    throw unreadable(file, systemWords(error) ?? messageOf(error))
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}

function unreadable(file: string, why: string): Failure {
  return new Failure('install/bad-lock', `${file} cannot be read: ${why}`)
}

/** Writes a temporary file beside the lock file, syncs it, then renames it: every reader finds the old file or the new one. */
function writeLock(file: string, text: string): void {
  const folder = dirname(file)
  const draft = join(folder, `.${basename(file)}.${randomBytes(6).toString('hex')}`)
  try {
    const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0o644
    writeFileSync(draft, text, { flag: 'wx', mode: mode & 0o777, flush: true })
    renameSync(draft, file)
    const handle = openSync(folder, constants.O_RDONLY)
    fsyncSync(handle)
    closeSync(handle)
  } catch (error) {
    rmSync(draft, { force: true })
    throw new Failure(
      'install/unwritable-lock',
      `${file} cannot be written: ${systemWords(error) ?? messageOf(error)}`,
      {
        hint: 'the file was not changed, but the plugins are installed: run slipway install again once the file is writable',
        cause: error,
      },
    )
  }
}
