import { Failure } from '@slipway/model'
import { signerOf } from './attestation/claims.ts'
import { verifyAttestations } from './attestation/verify-attestation.ts'
import { type Bytes, compareBytes } from './compare-bytes.ts'
import {
  type ExpectedSigners,
  expectedSigners,
  isSaidByUser,
  kindOf,
  mayHaveSigned,
  otherKey,
  trustCommand,
  unsigned,
} from './expected-signers.ts'
import { knownKeys, type KnownKeys } from './known-keys.ts'
import { knownLevel } from './known-level.ts'
import { isAtLeast, type Level, type Signer } from './level.ts'
import { dearmored } from './openpgp/armor.ts'
import type { SignatureCheck } from './openpgp/signature-check.ts'
import { type Machine, verifySignature } from './openpgp/verify-signature.ts'
import { checkSignerRules, type SignerRule, wantsAttestation } from './signers.ts'
import { verifiedContents, type VerifiedContents, type VerifiedFact } from './verified-contents.ts'
import { descriptorKey, descriptorText } from '../descriptor/write.ts'
import type { Verifier } from './verifier.ts'

export interface VerifierParts extends Machine {
  readonly store: string
  /** `plugins.verify`: plugins below this level are refused. Only the user lowers it. */
  readonly minimum?: Level
  /** The user's setting `plugins.signers`. */
  readonly signers?: readonly SignerRule[]
}

/** The inputs of one check of one plugin. */
interface Check extends Bytes {
  readonly parts: VerifierParts
  readonly expected: ExpectedSigners
  readonly keys: KnownKeys
  readonly contents: VerifiedContents
}

/** Creates the verifier. @throws Failure `install/bad-signer-rule` */
export function createVerifier(parts: VerifierParts): Verifier {
  const { home, minimum = 'none', signers: rules = [] } = parts
  checkSignerRules(rules)
  const keys = knownKeys(home)
  const contents = verifiedContents(parts)
  return {
    stillAccepts({ descriptor, origin, sha256, level, signer, pinned }) {
      const plugin = { origin, descriptor: descriptorKey(descriptor) }
      const expected = expectedSigners(plugin, pinned, { keys, rules })
      const known = knownLevel({ sha256, level, ...(signer !== undefined && { signer }) }, parts)
      if (!isAtLeast(known, minimum)) return false
      if (isAtLeast(known, 'signature'))
        return contents.of(sha256).some((fact) => mayHaveSigned(expected, fact.signer, fact.claims))
      return expected.allowed === undefined && expected.pinned.length === 0 && expected.byHand.length === 0
    },
    async verify({ offer, file, sha256, locked, signer, signal }) {
      const compared = await compareBytes({ offer, file, sha256, signal })
      const plugin = pluginOf(offer)
      const expected = expectedSigners(plugin, signer, { keys, rules })
      const check: Check = { parts, offer, file, sha256, expected, keys, contents }
      const signature = await signatureOf(check)
      const attestation = wantsAttestationOf(check, minimum) ? await attestationOf(check) : undefined
      const facts = [signature, attestation].filter((each) => each !== undefined)
      refuseUnsigned(check, facts)
      for (const fact of facts) remember(check, fact)
      const level = attestation?.level ?? signature?.level ?? (locked ? 'lock' : compared ? 'checksum' : 'none')
      if (!isAtLeast(level, minimum)) throw tooLittle(named(offer), level, minimum)
      const by = (signature ?? attestation)?.signer
      return { level, ...(by !== undefined && { signer: by }) }
    },
  }
}

/** Returns a valid signature of these bytes by a permitted signer; `undefined`: the plugin has no such signature, and none is required. */
async function signatureOf(check: Check): Promise<VerifiedFact | undefined> {
  const { offer, sha256, expected, contents } = check
  const fileName = offer.evidence?.sums?.fileName ?? offer.fileName ?? ''
  const known = contents.of(sha256).filter((fact) => fact.level === 'signature' && fact.fileName === fileName)
  const again = known.find(({ signer }) => mayHaveSigned(expected, signer))
  if (again !== undefined) return again
  const { signers, keys: given } = await goodSigners(check)
  const [first] = signers
  if (first === undefined) return undefined
  const fitting = signers.find((signer) => mayHaveSigned(expected, signer))
  if (fitting === undefined && !isForAttestations(expected)) throw otherKey(expected, offer.shown, first)
  if (fitting === undefined) return undefined
  check.keys.keepKey(fitting, given)
  return { level: 'signature', signer: fitting, fileName }
}

/** Whether the user's rules are only about attestations: a rule without a key does not restrict keys. */
const isForAttestations = ({ allowed }: ExpectedSigners): boolean =>
  allowed?.every((each) => !each.startsWith('gpg:')) ?? false

/** Returns the signers with a good signature. Expired keys count only if the user trusts them explicitly. Empty: no signature could be verified. */
async function goodSigners({ offer, file, expected, keys, parts }: Check): Promise<GoodSigners> {
  const { sums, keys: given = [] } = offer.evidence ?? {}
  const none = { signers: [], keys: new Uint8Array() }
  if (sums?.signature === undefined || file === undefined) return none
  const own = [...expected.pinned, ...expected.byHand, ...(expected.allowed ?? [])].flatMap(
    (each) => keys.keyOf(each) ?? [],
  )
  const all = [...given, ...own]
  if (all.length === 0) return none
  const signed = { shown: offer.shown, text: sums.text, signature: sums.signature, keys: all }
  const check = await verifySignature(signed, parts)
  if (check.outcome !== 'good') throw badSignature(offer.shown, check)
  const by = check.by.map(({ fingerprint, isExpired }) => ({ isExpired, signer: `gpg:${fingerprint}` }))
  const counted = by.filter(({ isExpired, signer }) => !isExpired || isSaidByUser(expected, signer))
  const [first] = by
  if (counted.length === 0 && first !== undefined) throw expiredKey(offer.shown, expected, first.signer)
  return {
    signers: counted.map(({ signer }) => signer),
    keys: Buffer.concat(all.flatMap((key) => dearmored(key) ?? [])),
  }
}

interface GoodSigners {
  readonly signers: readonly Signer[]
  /** The public keys. They include the keys of the signers. */
  readonly keys: Uint8Array
}

/** Whether the check needs an attestation: bundles are fetched, and the packages of Sigstore loaded, only on demand. */
function wantsAttestationOf({ expected }: Check, minimum: Level): boolean {
  const { allowed = [], pinned, byHand } = expected
  const isKnown = [...pinned, ...byHand].some((each) => kindOf(each) === 'sigstore')
  return minimum === 'attestation' || wantsAttestation(allowed) || isKnown
}

async function attestationOf({
  offer,
  file,
  sha256,
  expected,
  contents,
  parts,
}: Check): Promise<VerifiedFact | undefined> {
  const known = contents.of(sha256).filter((fact) => fact.level === 'attestation')
  const again = known.find(({ signer, claims }) => mayHaveSigned(expected, signer, claims))
  if (again !== undefined) return again
  const bundles = (await offer.evidence?.bundles?.(sha256)) ?? []
  if (bundles.length === 0) return undefined
  const subject = offer.evidence?.subject
  const meant = subject === undefined ? { sha256, file } : { sha256: subject.sha256, file: undefined }
  const { signers, refused } = await verifyAttestations({ shown: offer.shown, bundles, ...meant }, parts.home)
  const all = signers.map((claims) => ({ claims, signer: signerOf(claims) }))
  const fitting = all.find(({ claims, signer }) => mayHaveSigned(expected, signer, claims))
  if (fitting !== undefined) return { level: 'attestation', ...fitting, fileName: offer.fileName ?? '' }
  const [other] = all
  if (other !== undefined) throw otherKey(expected, offer.shown, other.signer)
  throw new Failure('install/bad-signature', `no attestation of ${offer.shown} is valid for it`, {
    details: refused,
    hint: 'nothing was installed; ask the publisher',
  })
}

/** Refuses a plugin without a signature if it was signed before. */
function refuseUnsigned({ offer, expected }: Check, facts: readonly VerifiedFact[]): void {
  if (facts.some(({ signer, claims }) => isSaidByUser(expected, signer, claims))) return
  if (expected.allowed !== undefined) throw unsigned(expected, offer.shown, 'it came without a signature of theirs')
  const missing = [...expected.pinned, ...expected.byHand].find(
    (pin) => !facts.some(({ signer }) => kindOf(signer) === kindOf(pin)),
  )
  if (missing === undefined) return
  const hasSignature = offer.evidence?.sums?.signature !== undefined && kindOf(missing) === 'gpg'
  throw unsigned(
    expected,
    offer.shown,
    hasSignature ? 'the source gives no key for its signature' : 'it came without a signature',
  )
}

function remember({ offer, sha256, expected, keys, contents, parts }: Check, fact: VerifiedFact): void {
  const { plugin } = expected
  contents.add(sha256, fact)
  const { firstUse } = keys.of(plugin)
  if (firstUse !== undefined || isSaidByUser(expected, fact.signer, fact.claims)) return
  keys.pin(plugin, fact.signer, new Date(parts.now()))
  // If two processes see a plugin for the first time with two different signers, the second signer is refused.
  const first = keys.of(plugin).firstUse ?? fact.signer
  if (kindOf(first) === kindOf(fact.signer) && first !== fact.signer)
    throw otherKey({ ...expected, pinned: [first] }, offer.shown, fact.signer)
}

function badSignature(shown: string, check: Exclude<SignatureCheck, { readonly outcome: 'good' }>): Failure {
  const why =
    check.outcome === 'bad' ? check.why : `it was made with the key ${check.keyId}, which the source does not name`
  return new Failure('install/bad-signature', `the signature of ${shown} is not valid: ${why}`, {
    hint: 'nothing was installed; ask the publisher',
  })
}

function expiredKey(shown: string, { plugin }: ExpectedSigners, signer: Signer): Failure {
  return new Failure('install/bad-signature', `the signature of ${shown} is not valid: its key ${signer} has expired`, {
    hint: `ask the publisher for a renewed key; if you still trust this one: ${trustCommand(plugin, signer)}`,
  })
}

function tooLittle(shown: string, level: Level, minimum: Level): Failure {
  return new Failure(
    'install/level',
    `${shown} reaches the level "${level}", but plugins.verify requires "${minimum}"`,
    { hint: moreFor(minimum) },
  )
}

function moreFor(minimum: Level): string {
  if (minimum === 'attestation')
    return 'choose a plugin that is published with attestations, and name its signer in plugins.signers'
  return minimum === 'lock'
    ? 'take slipway.lock from a colleague who has it, or install it once with --set plugins.verify=checksum, which locks it'
    : 'choose a plugin whose source offers more, or lower plugins.verify in your own settings'
}

function named({ descriptor, version }: Bytes['offer']): string {
  return version === '' ? descriptorText(descriptor) : descriptorText({ ...descriptor, version })
}

function pluginOf({ origin, descriptor }: Bytes['offer']): ExpectedSigners['plugin'] {
  return { origin, descriptor: descriptorKey(descriptor) }
}
