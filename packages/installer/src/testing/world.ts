import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { createInstaller, type Installer } from '../install/create-installer.ts'
import type { InstallerParts } from '../install/installer.ts'
import type { LockEntry, LockFile } from '../lock/lock-file.ts'
import type { HttpClient } from '../net/http-client.ts'
import { type Disk, realDisk } from '../store/disk.ts'
import { type Deeds, fakeEcosystem, type FakePlugin } from './fake-plugins.ts'
import { type FakeSource, fakeSource, type FakeSourceOptions } from './fake-source.ts'

/** A machine with a store, a home and a place for plugins, below one temporary folder. */
export interface World {
  readonly root: string
  readonly plugins: string
  readonly source: FakeSource
  readonly deeds: Deeds
  readonly parts: InstallerParts
  readonly installer: Installer
}

export interface WorldOptions extends FakeSourceOptions {
  readonly disk?: Disk
  readonly parts?: Partial<InstallerParts>
  readonly signal?: AbortSignal
  /** An existing folder; absent: a new folder, which is removed after the test. */
  readonly root?: string
}

/** A disk without syncs, because most tests cut no power. */
const unsynced: Disk = { ...realDisk, sync: async () => {} }

const noHttp: HttpClient = {
  get: () => Promise.reject(new Error('no network here')),
  send: () => Promise.reject(new Error('no network here')),
  json: () => Promise.reject(new Error('no network here')),
  download: () => Promise.reject(new Error('no network here')),
}

export function world(context: TestContext, plugins: readonly FakePlugin[], options: WorldOptions = {}): World {
  const root = options.root ?? mkdtempSync(join(tmpdir(), 'slipway-installer-'))
  if (options.root === undefined) context.after(() => rmSync(root, { recursive: true, force: true }))
  return worldAt(root, plugins, options)
}

/** Creates a world without a test around it: for child processes. */
export function worldAt(root: string, plugins: readonly FakePlugin[], options: WorldOptions = {}): World {
  const source = fakeSource(plugins, options)
  const deeds: Deeds = []
  const parts: InstallerParts = {
    ecosystems: [fakeEcosystem(join(root, 'plugins'), deeds)],
    sources: [source],
    verifier: { verify: async ({ locked }) => ({ level: locked ? 'lock' : 'checksum' }) },
    store: join(root, 'store'),
    home: join(root, 'home'),
    access: {
      http: noHttp,
      signal: options.signal ?? new AbortController().signal,
      env: {},
      isOffline: false,
      progress: () => {},
    },
    platform: 'linux-amd64',
    now: () => 0,
    ...options.parts,
  }
  const installer = createInstaller(parts, options.disk ?? unsynced)
  return { root, plugins: join(root, 'plugins'), source, deeds, parts, installer }
}

/** Creates a lock file in memory. */
export function memoryLock(entries: readonly LockEntry[] = []): LockFile & { entries: LockEntry[]; saves: number } {
  let isChanged = false
  const lock = {
    file: 'slipway.lock',
    entries: [...entries],
    saves: 0,
    find: (descriptor: string, fits: (version: string, entry: LockEntry) => boolean) =>
      lock.entries.find((entry) => entry.descriptor === descriptor && fits(entry.version, entry)),
    put: (entry: LockEntry) => {
      isChanged = true
      lock.entries = [
        ...lock.entries.filter((each) => each.descriptor !== entry.descriptor || each.version !== entry.version),
        entry,
      ]
    },
    get isChanged() {
      return isChanged
    },
    save: () => {
      lock.saves++
    },
  }
  return lock
}
