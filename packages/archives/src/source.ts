import type { FileHandle } from 'node:fs/promises'
import type { ArchiveCaps, Refuse } from './caps.ts'

/** An archive that is being unpacked. */
export interface Source {
  readonly handle: FileHandle
  /** Of the archive itself. */
  readonly bytes: number
  readonly signal: AbortSignal
  readonly refuse: Refuse
  readonly caps: ArchiveCaps
}
