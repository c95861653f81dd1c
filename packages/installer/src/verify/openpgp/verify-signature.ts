import { Failure } from '@slipway/model'
import { installCommand } from '../optional-package.ts'
import { dearmored } from './armor.ts'
import { gpgv } from './gpgv.ts'
import { openpgpPackage } from './openpgp-package.ts'
import type { SignatureCheck } from './signature-check.ts'

const limits = { keys: 64, signature: 64 * 1024 }

export interface DetachedSignature {
  /** The plugin's name, for messages. */
  readonly shown: string
  readonly text: string
  /** The signature, binary or armored. */
  readonly signature: Uint8Array
  /** The public keys, armored or binary. */
  readonly keys: readonly (string | Uint8Array)[]
}

/** The facts about this machine that verifiers need. */
export interface Machine {
  /** The folder `SLIPWAY_HOME`. */
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly now: () => number
}

/**
 * Verifies a detached signature, with `gpgv` if it is installed, otherwise with the package `openpgp`.
 *
 * @throws Failure `install/no-verifier`
 */
export async function verifySignature(signed: DetachedSignature, machine: Machine): Promise<SignatureCheck> {
  if (signed.signature.length > limits.signature) return { outcome: 'bad', why: 'it is too large' }
  if (signed.keys.length > limits.keys) return { outcome: 'bad', why: `the source names more than ${limits.keys} keys` }
  const keys = signed.keys.flatMap((key) => dearmored(key) ?? [])
  if (keys.length === 0) return { outcome: 'bad', why: 'the source gives no key that can be read' }
  const input = { text: Buffer.from(signed.text), signature: signed.signature, keys }
  const found = (await gpgv(machine.env)(input)) ?? (await openpgpPackage(machine.home, machine.now)(input))
  if (found !== undefined) return found
  throw new Failure('install/no-verifier', `${signed.shown} is signed, and this machine cannot check signatures`, {
    hint: `install gpgv (apt-get install gpgv; brew install gnupg), or run ${installCommand(machine.home, ['openpgp'])}`,
  })
}
