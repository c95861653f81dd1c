import { Failure } from '@slipway/model'
import { installCommand, loadOptional, type OptionalPackage } from '../optional-package.ts'

/** The parts of Sigstore's packages that we use. */
export interface Sigstore {
  bundleFromJSON(json: unknown): Bundle
  toSignedEntity(bundle: Bundle, artifact?: Buffer): object
  toTrustMaterial(root: TrustedRoot): object
  readonly Verifier: new (
    material: object,
    options: { readonly tlogThreshold: number; readonly ctlogThreshold: number; readonly timestampThreshold: number },
  ) => { verify(entity: object): { readonly identity?: Identity } }
  readonly TrustedRoot: { fromJSON(json: unknown): TrustedRoot }
}

export interface Bundle {
  readonly content:
    | {
        readonly $case: 'dsseEnvelope'
        readonly dsseEnvelope: { readonly payloadType: string; readonly payload: Buffer }
      }
    | { readonly $case: 'messageSignature' }
}

export interface TrustedRoot {
  readonly tlogs: readonly unknown[]
  readonly ctlogs: readonly unknown[]
  readonly certificateAuthorities: readonly unknown[]
}

interface Identity {
  readonly subjectAlternativeName?: string
  readonly extensions?: { readonly issuer?: string }
  readonly oids?: readonly {
    readonly oid: { readonly id: readonly number[] } | undefined
    readonly value: Uint8Array
  }[]
}

const needed: readonly OptionalPackage[] = ['@sigstore/bundle', '@sigstore/verify', '@sigstore/protobuf-specs']

/** Loads Sigstore's packages. @throws Failure `install/no-verifier` */
export function loadSigstore(home: string, shown: string): Sigstore {
  const found = needed.map((name) => loadOptional(home, name))
  if (found.every((each) => each !== undefined)) return Object.assign({}, ...found) as Sigstore
  throw new Failure(
    'install/no-verifier',
    `the attestations of ${shown} must be verified, but the packages for that are not installed`,
    {
      hint: `run ${installCommand(home, [...needed, '@sigstore/tuf'])}`,
    },
  )
}
