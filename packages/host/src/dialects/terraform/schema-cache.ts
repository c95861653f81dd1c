import { createHash, randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { ownOwner, PathTrust } from '@slipway/processes/path-trust'
import type { SchemaPart, SchemaStore, StoredSchemas } from '@slipway/protocol/terraform'
import { forgetOld } from '../../forget-old.ts'
import { schemaFile } from '../../layout.ts'
import { binaryMark } from './binary-mark.ts'

/** The first line of a file; the answer follows as it came. */
interface Head {
  readonly format: number
  readonly executable: string
  /** Shows without reading the binary that it is the same. */
  readonly mark: string
  /** SHA-256 of the binary. */
  readonly binary: string
  readonly protocolVersion: 5 | 6
  /** SHA-256 of the answer. */
  readonly checksum: string
}

const format = 1

/** A larger answer is asked for each time. */
const mostBytes = 128 * 1024 * 1024

/** The types that a provider has described, on disk, while its binary has the same content. A damaged file counts as missing. */
export class SchemaCache implements SchemaStore {
  readonly #folder: string
  readonly #executable: string
  readonly #started: () => string
  #known: { readonly mark: string; readonly binary: string } | undefined

  /** @param started the mark that the binary had when its provider was started: one that was put in its place since has said nothing */
  constructor(folder: string, executable: string, started: () => string) {
    this.#folder = folder
    this.#executable = executable
    this.#started = started
  }

  /** The hash of the binary, once something of it is known; before that a mark of its file. */
  get binary(): string {
    const mark = this.#started()
    return this.#known !== undefined && (mark === '' || mark === this.#known.mark) ? this.#known.binary : mark
  }

  read(part: SchemaPart): StoredSchemas | undefined {
    try {
      return this.#read(part)
    } catch {
      return undefined
    }
  }

  write(part: SchemaPart, stored: StoredSchemas): void {
    // Nobody knows the binary of a provider that runs already.
    if (this.#started() === '' || stored.answer.length > mostBytes) return
    try {
      this.#write(part, stored)
    } catch {
      // The provider is asked again.
    }
  }

  #read(part: SchemaPart): StoredSchemas | undefined {
    const path = schemaFile(this.#folder, this.#executable, part)
    // The file decides which values are secret, so another user must not write it.
    if (!existsSync(path) || new PathTrust(ownOwner()).problem(path) !== undefined) return undefined
    const bytes = readFileSync(path)
    const end = bytes.indexOf(0x0a)
    const head = JSON.parse(bytes.toString('utf8', 0, end)) as Head
    const answer = bytes.subarray(end + 1)
    if (head.format !== format || head.executable !== this.#executable || head.checksum !== hashOf(answer))
      return undefined
    const stored: StoredSchemas = { protocolVersion: head.protocolVersion, answer }
    const mark = this.#started()
    if (mark === '' || binaryMark(this.#executable) !== mark) return undefined
    if (head.mark !== mark) {
      if (head.binary !== contentHash(this.#executable)) return undefined
      this.write(part, stored)
    }
    this.#known = { mark, binary: head.binary }
    return stored
  }

  #write(part: SchemaPart, { protocolVersion, answer }: StoredSchemas): void {
    const executable = this.#executable
    const mark = this.#started()
    const binary = this.#known?.mark === mark ? this.#known.binary : contentHash(executable)
    // It may have been replaced while it was read, too.
    if (binaryMark(executable) !== mark) return
    this.#known = { mark, binary }
    const head: Head = { format, executable, mark, binary, protocolVersion, checksum: hashOf(answer) }
    const path = schemaFile(this.#folder, executable, part)
    // Hosts of one process may write at the same time.
    const draft = `${path}.${randomUUID()}`
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    if (!existsSync(path)) forgetOld(this.#folder)
    try {
      writeFileSync(draft, Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), answer]), { mode: 0o600 })
      renameSync(draft, path)
    } finally {
      rmSync(draft, { force: true })
    }
  }
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** SHA-256 of a file, piece by piece: binaries have hundreds of megabytes. */
function contentHash(file: string): string {
  const hash = createHash('sha256')
  const piece = Buffer.allocUnsafe(1 << 20)
  const descriptor = openSync(file, 'r')
  try {
    for (let size = readSync(descriptor, piece); size > 0; size = readSync(descriptor, piece))
      hash.update(piece.subarray(0, size))
    return hash.digest('hex')
  } finally {
    closeSync(descriptor)
  }
}
