import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Evidence, Offer } from '../../sources/source.ts'
import { createVerifier, type VerifierParts } from '../create-verifier.ts'
import type { Level, Signer } from '../level.ts'

/** A user with a home and a store who verifies one archive. */
export interface Verifying {
  readonly home: string
  readonly store: string
  readonly file: string
  readonly sha256: string
  /** A `SHA256SUMS` that lists the archive. */
  readonly sums: string
  readonly offer: (evidence?: Evidence, more?: Partial<Offer>) => Offer
  readonly verify: (
    evidence?: Evidence,
    options?: VerifyOptions,
  ) => Promise<{ readonly level: Level; readonly signer?: Signer }>
}

export interface VerifyOptions {
  readonly locked?: boolean
  readonly signer?: Signer
  readonly offer?: Partial<Offer>
  readonly parts?: Partial<VerifierParts>
}

export const fileName = 'terraform-provider-time_1.0.0_linux_amd64.zip'

export function verifying(t: TestContext, content = 'the bytes of a plugin'): Verifying {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-verify-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const [home, store, file] = [join(folder, 'home'), join(folder, 'store'), join(folder, fileName)]
  mkdirSync(home)
  writeFileSync(file, content)
  const sha256 = createHash('sha256').update(content).digest('hex')
  const offer = (evidence?: Evidence, more: Partial<Offer> = {}): Offer => ({
    descriptor: { form: { form: 'terraform', name: 'hashicorp/time' } },
    version: '1.0.0',
    platform: 'linux-amd64',
    origin: 'registry.example.com',
    shown: `${fileName} of registry.example.com`,
    at: 'https://registry.example.com/time.zip',
    fileName,
    ...(evidence && { evidence }),
    ...more,
  })
  return {
    home,
    store,
    file,
    sha256,
    sums: `${sha256}  ${fileName}\n${'0'.repeat(64)}  terraform-provider-time_1.0.0_darwin_arm64.zip\n`,
    offer,
    async verify(evidence, { locked = false, signer, offer: more, parts = {} } = {}) {
      const verifier = createVerifier({ home, store, env: process.env, now: () => Date.now(), ...parts })
      return verifier.verify({ offer: offer(evidence, more), file, sha256, locked, signer })
    },
  }
}
