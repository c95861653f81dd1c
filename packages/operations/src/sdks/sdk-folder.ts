import { randomBytes } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { Failure, shellWord, shownPath } from '@slipway/model'

/** The facts about an SDK that Slipway made, in a file in the SDK's folder. */
export interface SdkMark {
  readonly package: string
  readonly version: string
  /** The runtime for which the SDK was made. */
  readonly language: string
}

const markName = 'slipway-sdk.json'

/** Returns the folder of an SDK in a project. */
export function sdkFolder(project: string, name: string): string {
  return join(project, 'sdks', name)
}

/** Reads the mark of the SDK in a folder; `undefined` if Slipway made no SDK there. */
export function sdkIn(folder: string): SdkMark | undefined {
  try {
    const mark: unknown = JSON.parse(readFileSync(join(folder, markName), 'utf8'))
    if (typeof mark !== 'object' || mark === null) return undefined
    const { package: name, version, language } = mark as Record<string, unknown>
    const isMark = typeof name === 'string' && typeof version === 'string' && typeof language === 'string'
    return isMark ? { package: name, version, language } : undefined
  } catch {
    return undefined
  }
}

/**
 * Replaces the folder of an SDK. The old folder stays until the new one is complete.
 *
 * @throws Failure `package/not-generated` for a folder that holds something else
 */
export async function fillSdk(
  folder: string,
  mark: SdkMark,
  fill: (draft: string) => void | Promise<void>,
): Promise<void> {
  refuseOther(folder)
  const parent = dirname(folder)
  mkdirSync(parent, { recursive: true })
  const name = `.${mark.package}.${randomBytes(6).toString('hex')}`
  const [draft, old] = [join(parent, `${name}.new`), join(parent, `${name}.old`)]
  mkdirSync(draft)
  try {
    await fill(draft)
    writeFileSync(join(draft, markName), `${JSON.stringify(mark, undefined, 2)}\n`)
    if (existsSync(folder)) renameSync(folder, old)
    renameSync(draft, folder)
  } finally {
    if (!existsSync(folder) && existsSync(old)) renameSync(old, folder)
    for (const left of [draft, old]) rmSync(left, { recursive: true, force: true })
    removeEmpty(parent)
  }
}

function removeEmpty(folder: string): void {
  if (readdirSync(folder).length === 0) rmdirSync(folder)
}

/** Removes an SDK that Slipway made. Returns true if the SDK existed. */
export function removeSdk(folder: string): boolean {
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) return false
  refuseOther(folder)
  rmSync(folder, { recursive: true, force: true })
  removeEmpty(dirname(folder))
  return true
}

/**
 * Refuses a folder that must not be replaced.
 *
 * @throws Failure `package/not-generated` for a folder that holds anything but an SDK made by Slipway
 */
export function refuseOther(folder: string): void {
  const stat = lstatSync(folder, { throwIfNoEntry: false })
  if (stat === undefined || (stat.isDirectory() && sdkIn(folder) !== undefined)) return
  throw new Failure('package/not-generated', `${shownPath(folder)} is not an SDK from Slipway, so it stays unchanged`, {
    hint: `move the folder away, then run the same command again: mv ${shellWord(folder)} ${shellWord(`${folder}.old`)}`,
  })
}

/** Writes the files of an SDK into its folder. */
export function writeSdkFiles(folder: string, files: Iterable<readonly [path: string, text: string]>): void {
  const made = new Set<string>([folder])
  for (const [path, text] of files) {
    const file = join(folder, path)
    const parent = dirname(file)
    if (!made.has(parent)) mkdirSync(parent, { recursive: true })
    made.add(parent)
    writeFileSync(file, text)
  }
}
