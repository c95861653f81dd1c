import { isUtf8 } from 'node:buffer'
import { type Entry as ZipEntry, getFileNameLowLevel } from 'yauzl'
import type { Entry } from '../tree.ts'

/** Unix and macOS as makers of an entry: it then has the attributes of a Unix file. */
const ofUnix: ReadonlySet<number> = new Set([3, 19])
const saysUtf8 = 0x800

const kinds: Readonly<Record<number, Entry['kind']>> = { 0o10: 'file', 0o04: 'folder', 0o12: 'symlink' }

/**
 * The name of an entry: in UTF-8 if a flag says so, otherwise in the character set of the first PCs. `zip` itself writes UTF-8 without the
 * flag.
 */
export function nameOf({ versionMadeBy, generalPurposeBitFlag: flags, fileNameRaw, extraFields }: ZipEntry): string {
  const isMeantSo = ofUnix.has(versionMadeBy >>> 8) && isUtf8(fileNameRaw)
  return getFileNameLowLevel(isMeantSo ? flags | saysUtf8 : flags, fileNameRaw, extraFields, true)
}

/** The kind of an entry of a zip. Without a mode it is a file, or a folder if its name ends in a slash. */
export function kindAndMode(
  name: string,
  {
    versionMadeBy,
    externalFileAttributes,
  }: { readonly versionMadeBy: number; readonly externalFileAttributes: number },
): Pick<Entry, 'kind' | 'mode'> {
  const isNamedFolder = name.endsWith('/')
  const written = ofUnix.has(versionMadeBy >>> 8) ? externalFileAttributes >>> 16 : 0
  const byName = isNamedFolder ? 'folder' : 'file'
  const type = written >>> 12
  const kind = type === 0 ? byName : (kinds[type] ?? 'other')
  return {
    // If the name and the mode contradict each other, readers disagree about the kind.
    kind: isNamedFolder && kind !== 'folder' ? 'other' : kind,
    mode: written === 0 ? (isNamedFolder ? 0o755 : 0o644) : written & 0o777,
  }
}
