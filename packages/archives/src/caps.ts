/** Limits for every archive, wherever it comes from. */
export interface ArchiveCaps {
  /** Files, folders and links, also the folders that only the paths of others name. */
  readonly entries: number
  /** Bytes of all that comes out of it. */
  readonly bytes: number
  /** How many bytes may come out of one byte. The first 16 MiB may always come out: a small file of zeros is no bomb. */
  readonly ratio: number
  /** How many folders may lie inside each other. */
  readonly depth: number
  /** Bytes of a name with its folders, and of the target of a link. */
  readonly name: number
}

export const defaultCaps: ArchiveCaps = {
  entries: 100_000,
  bytes: 4 * 1024 ** 3,
  ratio: 200,
  depth: 100,
  name: 4096,
}

const alwaysAllowed = 16 * 1024 ** 2

/** Makes the error for a refused archive. With `name`, `why` follows the name of an entry; otherwise `why` stands alone. */
export type Refuse = (why: string, name?: string) => Error

/** @throws the error from `refuse` */
export function refuseTooMuch(out: number, { bytes }: ArchiveCaps, refuse: Refuse): void {
  if (out > bytes) throw refuse(`it unpacks to more than ${amount(bytes)}`)
}

/** @throws the error from `refuse`, when this many bytes must not come out of so few */
export function refuseBomb(out: number, from: number, { ratio }: ArchiveCaps, refuse: Refuse): void {
  if (out > alwaysAllowed && out > from * ratio) throw refuse(`each of its bytes unpacks to more than ${ratio} bytes`)
}

function amount(bytes: number): string {
  if (bytes % 1024 ** 3 === 0) return `${bytes / 1024 ** 3} GB`
  return bytes % 1024 ** 2 === 0 ? `${bytes / 1024 ** 2} MB` : `${bytes} bytes`
}
