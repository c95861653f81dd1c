import { createHash } from 'node:crypto'
import { Failure, messageOf } from '@slipway/model'
import type { Descriptor } from '../descriptor/descriptor.ts'
import { parseDescriptor } from '../descriptor/parse.ts'
import type { Platform } from '../descriptor/platform.ts'
import { writtenDescriptor } from '../descriptor/write.ts'
import { listIn, objectIn, sha256In, sizeIn, textIn } from './json.ts'
import type { Evidence, EvidenceSubject, Offer } from './source.ts'
import { bytesBySums } from './sums.ts'

/** The suffix of the document beside a mirrored file. */
export const offerEnding = '.offer.json'

/** The maximum bytes of a document, and characters of a text in it: keys, bundles and checksums of a version. */
const mostBytes = 32 * 1024 * 1024
const longest = 8 * 1024 * 1024

/**
 * The offer of a file from the place that a mirror replaces. With it, a machine behind the mirror verifies the file as it would have done at that
 * place: by checksums with their signature and keys, by bundles and their subject, and by the pin for the lock file.
 */
export type MirroredOffer = Omit<Offer, 'shown' | 'at' | 'sha256'> & { readonly sha256: string }

/**
 * Returns the text of the document for an offer.
 * @param bundles the bundles of the offer, which a document can only hold once they are fetched
 */
export function offerText(
  { evidence, needs, descriptor, ...offer }: MirroredOffer,
  bundles: readonly string[],
): string {
  const { sums, keys, hashes, subject } = evidence ?? {}
  const value = {
    format: 1,
    ...offer,
    descriptor: writtenDescriptor(descriptor),
    needs: needs?.map(writtenDescriptor),
    ...(sums !== undefined && { sums: { ...sums, signature: sums.signature && base64(sums.signature) } }),
    keys,
    hashes,
    bundles,
    chain: subject?.chain.map(base64),
  }
  return `${JSON.stringify(value, null, 2)}\n`
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}

/** Reads the document of a mirrored file. @throws Failure `install/bad-answer` */
export function readOffer(text: Buffer, shown: string): MirroredOffer {
  const refuse = (why: string): Failure =>
    new Failure('install/bad-answer', `${shown}${offerEnding} in the mirror cannot be used: ${why}`, {
      hint: 'mirror the plugin again: slipway plugin mirror',
    })
  if (text.length > mostBytes) throw refuse(`it is larger than ${mostBytes} bytes`)
  let said: Readonly<Record<string, unknown>>
  try {
    said = objectIn(JSON.parse(text.toString('utf8')))
  } catch (error) {
    throw refuse(messageOf(error))
  }
  const sha256 = sha256In(said['sha256'])
  const version = typeof said['version'] === 'string' ? said['version'] : undefined
  const [platform, origin] = [textIn(said['platform'], 100), textIn(said['origin'])]
  if (said['format'] !== 1 || sha256 === undefined || version === undefined || !platform || origin === undefined)
    throw refuse('it does not say format, sha256, version, platform and origin')
  try {
    const [fileName, pin, size] = [textIn(said['fileName'], 300), textIn(said['pin']), sizeIn(said['size'])]
    const [ecosystem, kind] = [textIn(said['ecosystem'], 100), textIn(said['kind'], 100)]
    const evidence = evidenceIn(said, sha256)
    const { sums } = evidence
    const listed = sums === undefined ? {} : bytesBySums(sums.text, sums.fileName, platform as Platform)
    return {
      descriptor: descriptorIn(said['descriptor']),
      version,
      platform: platform as Platform,
      origin,
      sha256,
      evidence,
      ...(listed.platforms !== undefined && { platforms: listed.platforms }),
      ...(fileName !== undefined && { fileName }),
      ...(pin !== undefined && { pin }),
      ...(size !== undefined && { size }),
      ...(ecosystem !== undefined && { ecosystem }),
      ...(kind !== undefined && { kind }),
      ...(Array.isArray(said['needs']) && { needs: listIn(said['needs']).map(descriptorIn) }),
    }
  } catch (error) {
    throw refuse(messageOf(error))
  }
}

function descriptorIn(value: unknown): Descriptor {
  return parseDescriptor(typeof value === 'string' ? value : (objectIn(value) as { readonly source: string }), {
    cwd: '/',
  })
}

function evidenceIn(said: Readonly<Record<string, unknown>>, sha256: string): Evidence {
  const texts = (key: string): readonly string[] => listIn(said[key]).flatMap((each) => textIn(each, longest) ?? [])
  const sums = objectIn(said['sums'])
  const [text, fileName, signature] = [
    textIn(sums['text'], longest),
    textIn(sums['fileName'], 300),
    textIn(sums['signature'], longest),
  ]
  const [keys, hashes, bundles] = [texts('keys'), texts('hashes'), texts('bundles')]
  const subject = subjectIn(
    texts('chain').map((each) => Buffer.from(each, 'base64')),
    sha256,
  )
  return {
    ...(text !== undefined &&
      fileName !== undefined && {
        sums: { text, fileName, ...(signature !== undefined && { signature: Buffer.from(signature, 'base64') }) },
      }),
    ...(keys.length > 0 && { keys }),
    ...(hashes.length > 0 && { hashes }),
    ...(bundles.length > 0 && { bundles: async () => bundles }),
    ...(subject !== undefined && { subject }),
  }
}

/**
 * Returns the subject of a chain of documents. A mirror may claim anything, so each document must really name the next one, and the last document
 * must name the file.
 */
function subjectIn(chain: readonly Buffer[], sha256: string): EvidenceSubject | undefined {
  const [first] = chain
  if (first === undefined) return undefined
  const digests = chain.map((each) => createHash('sha256').update(each).digest('hex'))
  for (const [index, document] of chain.entries()) {
    const next = digests[index + 1] ?? sha256
    if (!namesDigest(document, next)) throw new Error(`its manifest ${index + 1} does not name sha256:${next}`)
  }
  return { sha256: digests[0] ?? '', chain }
}

function namesDigest(document: Buffer, sha256: string): boolean {
  const { manifests, layers } = objectIn(JSON.parse(document.toString('utf8')))
  return [...listIn(manifests), ...listIn(layers)].some((each) => objectIn(each)['digest'] === `sha256:${sha256}`)
}
