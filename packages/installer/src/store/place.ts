import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { shellWord } from '@slipway/model'
import { visible } from '@slipway/source/visible'
import type { Place } from '../ecosystems/ecosystem.ts'
import { type Disk, replaceFile } from './disk.ts'
import { formatRecord, type InstallRecord, parseRecord, type Records } from './records.ts'
import { besideOf } from './store-paths.ts'

/**
 * Puts a plugin's folder and the paths beside it in order. After a kill or a power cut, a folder without its marker is always whole, and `recover`
 * repairs the rest. Callers of this file's functions hold the lock of the place.
 *
 *     marker   folder   aside
 *     –        –        –        not present
 *     –        whole    –        installed
 *     yes      any      –        present, not installed
 *     yes      any      whole    an abandoned reinstallation: the old plugin comes back
 *     –        whole    any      a finished reinstallation: the old plugin is removed
 *
 * If the record and the marker name the same attempt, the plugin is whole, and only the marker remains to be removed.
 */
export async function recover(disk: Disk, records: Records, place: Place): Promise<void> {
  const { staging, aside, trash, draft } = besideOf(place)
  for (const left of [staging, trash, draft]) if (existsSync(left)) await disk.remove(left)
  const isFinished = records.at(place.folder)?.attempt === (readMarker(place)?.attempt ?? '')
  if (existsSync(place.marker) && (isFinished || !existsSync(aside))) {
    if (isFinished || !existsSync(place.folder)) await removeMarker(disk, place)
  }
  if (existsSync(aside)) await (existsSync(place.marker) ? bringBack(disk, place) : disk.remove(aside))
}

async function bringBack(disk: Disk, place: Place): Promise<void> {
  const { parent, aside, trash } = besideOf(place)
  if (existsSync(place.folder)) await disk.rename(place.folder, trash)
  await disk.rename(aside, place.folder)
  await disk.sync(parent)
  await removeMarker(disk, place)
  await disk.remove(trash)
}

async function removeMarker(disk: Disk, place: Place): Promise<void> {
  if (existsSync(place.marker)) await disk.removeFile(place.marker)
  await disk.sync(besideOf(place).parent)
}

/** Moves the staged tree to its place, with a marker. An old tree that is whole is kept aside; an incomplete one is removed. */
export async function putInPlace(disk: Disk, record: InstallRecord): Promise<void> {
  const { place } = record
  const { parent, staging, aside, trash } = besideOf(place)
  const isWhole = existsSync(place.folder) && !existsSync(place.marker)
  await drawMarker(disk, record)
  if (existsSync(place.folder)) await disk.rename(place.folder, isWhole ? aside : trash)
  await disk.rename(staging, place.folder)
  // All these names are in one folder, so one sync is enough.
  await disk.sync(parent)
  await disk.remove(trash)
}

/** Writes the marker. From then on the folder, if it exists, counts as incomplete. */
export async function writeMarker(disk: Disk, record: InstallRecord): Promise<void> {
  await drawMarker(disk, record)
  await disk.sync(besideOf(record.place).parent)
}

async function drawMarker(disk: Disk, record: InstallRecord): Promise<void> {
  const { marker, folder } = record.place
  const { draft } = besideOf(record.place)
  await replaceFile(disk, marker, `${markerNote(basename(folder), record.written)}${formatRecord(record)}`, { draft })
}

/**
 * Returns the record of the plugin in its marker; `undefined` when another tool wrote the marker, or when there is none. A marker of another place
 * does not count: an attacker who may write beside a plugin could otherwise have other files removed with it.
 */
export function readMarker({ folder, marker }: Place): InstallRecord | undefined {
  try {
    const [, ...lines] = readFileSync(marker, 'utf8').split('\n')
    const record = parseRecord(lines.join('\n'))
    return record?.place.folder === folder && record.place.marker === marker ? record : undefined
  } catch {
    return undefined
  }
}

function markerNote(name: string, written: string): string {
  return `# ${name} is present, but not installed. This finishes it: slipway plugin install ${shellWord(visible(written))}\n`
}

/** Removes the marker, then the old tree. This is the point of no return: from here on the plugin is whole. */
export async function finishPlace(disk: Disk, place: Place): Promise<void> {
  await removeMarker(disk, place)
  await disk.remove(besideOf(place).aside)
}

/** Takes a plugin away. It is marked first, so that nobody finds an incomplete plugin without a marker. */
export async function takeAway(disk: Disk, record: InstallRecord): Promise<void> {
  const { place } = record
  const { trash, parent } = besideOf(place)
  await writeMarker(disk, record)
  if (existsSync(place.folder)) await disk.rename(place.folder, trash)
  await disk.sync(parent)
  await removeMarker(disk, place)
  await disk.remove(trash)
}
