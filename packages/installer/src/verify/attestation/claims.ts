import type { Signer } from '../level.ts'

/** The identity in the certificate of an attestation. */
export interface Claims {
  /** The issuer that vouches for the identity: `https://token.actions.githubusercontent.com`. */
  readonly issuer: string
  /** The subject in the certificate: a workflow with its ref, an email address. */
  readonly subject: string
  /** The repository whose workflow was started, even when that workflow uses a reusable workflow: `https://github.com/acme/signal`. */
  readonly repository?: string
  /** The workflow that was started: `https://github.com/acme/signal/.github/workflows/release.yml@refs/tags/v1`. */
  readonly workflow?: string
  /** The git ref, such as `refs/tags/v1`. */
  readonly ref?: string
}

/** The fields that Fulcio writes into certificates, by the last number of `1.3.6.1.4.1.57264.1.N`: https://github.com/sigstore/fulcio/blob/main/docs/oid-info.md */
const numbers = { ref: 14, repository: 12, workflow: 18, formerRef: 6, formerRepository: 5 } as const

interface Certified {
  readonly subjectAlternativeName?: string
  readonly extensions?: { readonly issuer?: string }
  readonly oids?: readonly {
    readonly oid: { readonly id: readonly number[] } | undefined
    readonly value: Uint8Array
  }[]
}

export function claimsOf(identity: Certified): Claims {
  const values = new Map<number, string>()
  for (const { oid, value } of identity.oids ?? []) {
    const id = oid?.id ?? []
    const number = id.at(-1) ?? 0
    if (id.slice(0, -1).join('.') === '1.3.6.1.4.1.57264.1')
      values.set(number, number < 8 ? latin(value) : derText(value))
  }
  const former = values.get(numbers.formerRepository)
  const repository = values.get(numbers.repository) ?? (former && `https://github.com/${former}`)
  const workflow = values.get(numbers.workflow)
  const ref = values.get(numbers.ref) ?? values.get(numbers.formerRef)
  return {
    issuer: identity.extensions?.issuer ?? '',
    subject: identity.subjectAlternativeName ?? '',
    ...(repository && { repository }),
    ...(workflow && { workflow }),
    ...(ref && { ref }),
  }
}

/** Returns the signer without the parts that change from version to version, so that it can be pinned. */
export function signerOf({ issuer, subject, repository }: Claims): Signer {
  return `sigstore:${issuer} ${repository ?? subject.replace(/@refs\/.*$/, '')}`
}

const latin = (value: Uint8Array): string => Buffer.from(value).toString('latin1')

/** Decodes a UTF8String in DER: 0x0c, its length, its bytes. Empty: the value is something else. */
function derText(value: Uint8Array): string {
  const [tag, first = 0] = value
  if (tag !== 0x0c) return ''
  const start = first < 0x80 ? 2 : 2 + (first & 0x7f)
  return Buffer.from(value.subarray(start)).toString('utf8')
}
