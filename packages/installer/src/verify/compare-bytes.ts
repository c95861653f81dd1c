import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Failure } from '@slipway/model'
import type { Offer } from '../sources/source.ts'
import { h1sOfArchive } from './archive-h1.ts'
import { parseSums } from '../sources/sums.ts'

/** A download that the checks of this folder examine. */
export interface Bytes {
  readonly offer: Offer
  /** The path of the file; absent: the download is a folder. */
  readonly file: string | undefined
  /** Hex. */
  readonly sha256: string
  /** The signal that ends the check with its reason. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Compares the bytes with everything that the source and the descriptor know: a checksum, a file of checksums, the hashes of Terraform's
 * lock files (`zh:` is the sha256 of the archive, `h1:` a hash of its content; one match is enough, because a mirror may repack), and the
 * checksums of npm (`sha512-…`).
 * @returns false when there is nothing to compare with
 * @throws Failure `install/checksum`
 */
export async function compareBytes({ offer, file, sha256, signal }: Bytes): Promise<boolean> {
  const { evidence = {}, descriptor, platform } = offer
  // For a folder there is no archive to compare.
  if (file === undefined) return false
  const said = [offer.sha256, descriptor.checksums?.[platform], ...listed(offer)].filter((each) => each !== undefined)
  for (const expected of said) if (expected.toLowerCase() !== sha256) throw differs(offer, expected, sha256)
  const hashes = evidence.hashes ?? []
  return (await hashFits(hashes, { offer, file, sha256, signal })) || said.length > 0
}

function listed({ evidence, shown }: Offer): readonly string[] {
  const { sums } = evidence ?? {}
  if (sums === undefined) return []
  const found = parseSums(sums.text).get(sums.fileName)
  if (found !== undefined) return [found]
  throw new Failure('install/checksum', `the file of checksums of ${shown} does not list ${sums.fileName}`, {
    hint: 'Slipway does not install unlisted files; tell its publisher',
  })
}

/** The pattern of npm's checksums, which are in base64; sha1 proves nothing. */
const integrityOf = /^(sha256|sha384|sha512)-/

async function compareIntegrity(offer: Offer, file: string, expected: string): Promise<void> {
  const algorithm = integrityOf.exec(expected)?.[1] ?? 'sha512'
  const hash = createHash(algorithm)
  await pipeline(createReadStream(file), hash)
  const got = `${algorithm}-${hash.digest('base64')}`
  if (got !== expected) throw differs(offer, expected, got)
}

async function hashFits(
  hashes: readonly string[],
  { offer, file, sha256, signal }: Bytes & { readonly file: string },
): Promise<boolean> {
  const integrity = hashes.filter((each) => integrityOf.test(each))
  for (const expected of integrity) await compareIntegrity(offer, file, expected)
  const known = hashes.filter((each) => /^(?:zh|h1):/.test(each))
  if (known.length === 0) return integrity.length > 0
  if (known.includes(`zh:${sha256}`)) return true
  const isOfContents = known.some((each) => each.startsWith('h1:'))
  const computed = isOfContents ? await h1sOfArchive(file, { beside: dirname(file), signal }) : []
  if (computed.some((each) => known.includes(each))) return true
  throw differs(offer, known.join(' or '), computed[0] ?? `zh:${sha256}`)
}

function differs({ shown }: Offer, expected: string, sha256: string): Failure {
  return new Failure('install/checksum', `${shown} has the wrong checksum: ${sha256}, not ${expected}`, {
    hint: 'nothing was installed; if the publisher has replaced the file, choose another version, and ask why',
  })
}
