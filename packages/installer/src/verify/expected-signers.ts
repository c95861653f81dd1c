import { Failure, shellWord } from '@slipway/model'
import type { Claims } from './attestation/claims.ts'
import type { KnownKeys, PluginName } from './known-keys.ts'
import type { Signer } from './level.ts'
import { allowedSigners, maySign, type SignerRule } from './signers.ts'

/** The kind of a signer. Signers are compared only within one kind: a key with keys, an attestation with attestations. */
export type SignerKind = 'gpg' | 'sigstore'

export const kindOf = (signer: Signer): SignerKind => (signer.startsWith('sigstore:') ? 'sigstore' : 'gpg')

/** The signers that this user expects for a plugin. */
export interface ExpectedSigners {
  readonly plugin: PluginName
  /** The signers that the lock file and the first use on this machine have pinned. */
  readonly pinned: readonly Signer[]
  readonly byHand: readonly Signer[]
  /** The signers that the user's rules allow; absent: no rule covers the plugin. */
  readonly allowed: readonly string[] | undefined
  /** The repositories of the release itself, which may attest it if no rule covers the plugin. */
  readonly own: readonly string[]
}

export function expectedSigners(
  plugin: PluginName,
  lockSigner: Signer | undefined,
  { keys, rules }: { readonly keys: KnownKeys; readonly rules: readonly SignerRule[] },
): ExpectedSigners {
  const { firstUse, byHand } = keys.of(plugin)
  return {
    plugin,
    pinned: [lockSigner, firstUse].filter((each) => each !== undefined),
    byHand,
    allowed: allowedSigners(rules, plugin.descriptor),
    own: ownRepository(plugin.origin),
  }
}

function ownRepository(origin: string): readonly string[] {
  const [, forge, repository] = /^(github|gitlab)\.com\/([^@\s]+)$/.exec(origin) ?? []
  return repository === undefined ? [] : [`${forge}:${repository}`]
}

/** Whether the user has allowed the signer, in the settings or with `trust-key`. */
export function isSaidByUser({ byHand, allowed = [] }: ExpectedSigners, signer: Signer, claims?: Claims): boolean {
  return byHand.includes(signer) || maySign(allowed, signer, claims)
}

/**
 * Whether the signer may sign this plugin: the user allows it, or no other signer is known. An attestation needs an explicit rule, because anybody
 * can make one.
 */
export function mayHaveSigned(expected: ExpectedSigners, signer: Signer, claims?: Claims): boolean {
  if (isSaidByUser(expected, signer, claims)) return true
  if (expected.allowed !== undefined) return false
  const ofKind = (all: readonly Signer[]): readonly Signer[] => all.filter((each) => kindOf(each) === kindOf(signer))
  const pins = ofKind(expected.pinned)
  if (pins.length > 0) return pins.every((each) => each === signer)
  if (ofKind(expected.byHand).length > 0) return false
  return claims === undefined || maySign(expected.own, signer, claims)
}

/** Returns the command by which a user trusts the signer. */
export function trustCommand({ descriptor }: PluginName, signer: Signer): string {
  return `slipway plugin trust-key ${shellWord(descriptor)} ${shellWord(signer)}`
}

export function otherKey(expected: ExpectedSigners, shown: string, signer: Signer): Failure {
  const { plugin, pinned, allowed, byHand } = expected
  const known = [...new Set([...pinned, ...byHand, ...(allowed ?? [])])]
  const who = known.length === 0 ? 'and no signer is known' : `and not by ${known.join(' or ')}`
  return new Failure('install/other-key', `${shown} is signed by ${signer}, ${who}`, {
    details: ['A publisher may have changed the key. Or an attacker may have taken over the registry or the account.'],
    hint: `ask the publisher; if the new signer is right: ${trustCommand(plugin, signer)}`,
  })
}

export function unsigned(expected: ExpectedSigners, shown: string, why: string): Failure {
  const known = [...new Set([...expected.pinned, ...expected.byHand, ...(expected.allowed ?? [])])]
  return new Failure('install/unsigned', `${shown} should be signed by ${known.join(' or ')}, but ${why}`, {
    hint: 'nothing was installed; ask the publisher, or choose a version that is signed',
  })
}
