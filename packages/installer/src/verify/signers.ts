import { Failure } from '@slipway/model'
import type { Claims } from './attestation/claims.ts'
import type { Signer } from './level.ts'

/** The permitted signers of some plugins, in the user's setting `plugins.signers`. */
export interface SignerRule {
  /**
   * A pattern for descriptors without their versions: `celerity/*`, `terraform:hashicorp/*`. A `*` stands for anything but a slash. The server is
   * ignored.
   */
  readonly plugins: string
  /**
   * - `github:acme/signal`, `github:acme/*`, `github:acme/signal/.github/workflows/release.yml`, each also with `@refs/tags/*`
   * - `gitlab:acme/signal`
   * - `sigstore:ISSUER SUBJECT`, where a `*` in the subject stands for anything
   * - `gpg:FINGERPRINT`
   */
  readonly signers: readonly string[]
}

/** Returns the signers that rules allow for a plugin, by its key; `undefined`: no rule covers it. */
export function allowedSigners(rules: readonly SignerRule[], descriptor: string): readonly string[] | undefined {
  // The server, which follows a space, is ignored.
  const [short = ''] = descriptor.split(' ')
  const fitting = rules.filter(({ plugins }) => pattern(plugins, '[^/]*').test(short))
  return fitting.length === 0 ? undefined : fitting.flatMap(({ signers }) => signers)
}

/** Whether a signer is one of the allowed signers. `claims` belong to an attestation. */
export function maySign(allowed: readonly string[], signer: Signer, claims: Claims | undefined): boolean {
  return allowed.some((text) => {
    if (text.startsWith('gpg:')) return sameKey(text, signer)
    return claims !== undefined && matcher(text)(claims)
  })
}

/** Whether a rule asks for attestations rather than for keys. */
export function wantsAttestation(allowed: readonly string[]): boolean {
  return allowed.some((text) => !text.startsWith('gpg:'))
}

/** Checks the rules. @throws Failure `install/bad-signer-rule` */
export function checkSignerRules(rules: readonly SignerRule[]): void {
  for (const { signers } of rules)
    for (const text of signers)
      if (text.startsWith('gpg:') ? gpgSigner(text) === undefined : matcher(text) === never) throw notASigner(text)
}

/**
 * Returns the signer for a fingerprint in any usual spelling, with spaces and in either case. Refuses shorter ids: anybody can make a key with such
 * an id.
 */
export function gpgSigner(text: string): Signer | undefined {
  const fingerprint = text.replace(/^gpg:/i, '').replace(/^0x/i, '').replaceAll(/\s/g, '').toUpperCase()
  return /^(?:[0-9A-F]{40}|[0-9A-F]{64})$/.test(fingerprint) ? `gpg:${fingerprint}` : undefined
}

const sameKey = (text: string, signer: Signer): boolean => gpgSigner(text) === signer

const never = (): boolean => false

/** The host of each forge, and the issuer that vouches for its workflows. */
const forges: Readonly<Record<string, { readonly issuer: string; readonly url: string }>> = {
  github: { issuer: 'https://token.actions.githubusercontent.com', url: 'https://github.com/' },
  gitlab: { issuer: 'https://gitlab.com', url: 'https://gitlab.com/' },
}

function matcher(text: string): (claims: Claims) => boolean {
  const [, issuer, subject] = /^sigstore:(\S+) (\S+)$/.exec(text) ?? []
  if (issuer !== undefined && subject !== undefined)
    return (claims) => claims.issuer === issuer && pattern(subject, '.*').test(claims.subject)
  const [, name = '', path = '', ref] = /^(github|gitlab):([^@\s]+)(?:@(\S+))?$/.exec(text) ?? []
  const forge = forges[name]
  if (forge === undefined) return never
  const { repository, workflow } = splitPath(name, path)
  if (repository === undefined) return never
  return (claims) =>
    claims.issuer === forge.issuer &&
    pattern(`${forge.url}${repository}`, '[^/]*', 'i').test(claims.repository ?? '') &&
    (workflow === undefined || workflowOf(claims) === workflow) &&
    (ref === undefined || pattern(ref, '.*').test(claims.ref ?? ''))
}

/**
 * Splits a path into repository and workflow. A GitHub repository has two names, and a workflow may follow; a GitLab project may be in nested
 * groups.
 */
function splitPath(forge: string, path: string): { readonly repository?: string; readonly workflow?: string } {
  const parts = path.split('/')
  if (parts.length < 2 || parts.includes('')) return {}
  if (forge !== 'github' || parts.length === 2) return { repository: path }
  return { repository: parts.slice(0, 2).join('/'), workflow: parts.slice(2).join('/') }
}

/** Returns the path of the workflow that was started: `.github/workflows/release.yml`. */
function workflowOf({ repository, workflow = '' }: Claims): string | undefined {
  const prefix = `${repository}/`
  return workflow.toLowerCase().startsWith(prefix.toLowerCase())
    ? workflow.slice(prefix.length).replace(/@.*$/, '')
    : undefined
}

function pattern(text: string, any: string, flags = ''): RegExp {
  const escaped = text.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(`^${escaped.join(any)}$`, flags)
}

function notASigner(text: string): Failure {
  return new Failure('install/bad-signer-rule', `plugins.signers: "${text}" does not name a signer`, {
    hint: 'write github:OWNER/REPO, github:OWNER/REPO/.github/workflows/FILE@refs/tags/*, gitlab:GROUP/PROJECT, "sigstore:ISSUER SUBJECT" or gpg:FINGERPRINT',
  })
}
