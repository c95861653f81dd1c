import { existsSync, readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { slipwayHome } from '@slipway/host'
import {
  type Descriptor,
  descriptorKey,
  gpgSigner,
  knownKeys,
  parseDescriptor,
  type Pins,
  type Signer,
  signerOfKey,
} from '@slipway/installer'
import { Failure } from '@slipway/model'
import { findProject, type ProjectRequest } from '../project/project.ts'
import type { Slipway } from '../slipway.ts'
import { sourcesOf } from './compose-installer.ts'

export interface TrustKeyRequest extends Pick<ProjectRequest, 'settings'> {
  /** The descriptor in any form of the grammar. Its version is ignored. */
  readonly descriptor: string
  /** `gpg:` and a whole fingerprint, `sigstore:ISSUER SUBJECT`, or a file with a public key. Absent: no new signer is trusted. */
  readonly signer?: string | undefined
}

/** The signers of a plugin that this user has seen or trusted by hand. */
export interface TrustedSigners extends Pins {
  readonly plugin: string
  readonly origin: string
  /** The signer in the request. */
  readonly signer?: Signer
  /** The file with the user's pins. */
  readonly file: string
}

/**
 * Trusts a signer of a plugin by hand from now on, in addition to the signers already seen.
 *
 * @throws Failure `install/bad-descriptor`, `install/bad-key`
 */
export async function trustKey(slipway: Slipway, request: TrustKeyRequest): Promise<TrustedSigners> {
  const { env, cwd } = slipway
  const { settings, folders } = await findProject(slipway, request, 'looks')
  const descriptor = descriptorFrom(request.descriptor, cwd)
  const source = sourcesOf({ slipway, settings }).find((each) => each.serves(descriptor))
  if (source === undefined)
    throw new Failure('install/no-source', `no source that Slipway can ask has ${descriptorKey(descriptor)}`)
  const plugin = { origin: source.origin(descriptor), descriptor: descriptorKey(descriptor) }
  const keys = knownKeys(slipwayHome({ env, home: folders.home }))
  const named = request.signer === undefined ? undefined : signerFrom(request.signer, cwd)
  if (named?.key !== undefined) keys.keepKey(named.signer, named.key)
  if (named !== undefined && !keys.of(plugin).byHand.includes(named.signer))
    keys.trust(plugin, named.signer, new Date())
  return {
    ...keys.of(plugin),
    plugin: plugin.descriptor,
    origin: plugin.origin,
    file: keys.file,
    ...(named !== undefined && { signer: named.signer }),
  }
}

/** Parses a descriptor with an optional server, as in the hints of failures: `pulumi:x server=https://host/path`. */
function descriptorFrom(text: string, cwd: string): Descriptor {
  const [source = '', ...more] = text.split(' ')
  const server = more.find((word) => word.startsWith('server='))?.slice('server='.length)
  return parseDescriptor(server === undefined ? text : { source, server }, { cwd })
}

const largestKey = 1024 * 1024

function signerFrom(text: string, cwd: string): { readonly signer: Signer; readonly key?: Buffer } {
  if (/^sigstore:\S+ \S+$/.test(text)) return { signer: text }
  const signer = gpgSigner(text)
  if (signer !== undefined) return { signer }
  const file = resolve(cwd, text)
  if (!existsSync(file) || !statSync(file).isFile())
    throw notAKey(text, 'it is neither a whole fingerprint nor an existing file')
  if (statSync(file).size > largestKey) throw notAKey(text, `it is larger than ${largestKey} bytes`)
  const key = readFileSync(file)
  const found = signerOfKey(key)
  if (found === undefined) throw notAKey(text, 'it does not hold exactly one public key')
  return { signer: found, key }
}

function notAKey(text: string, why: string): Failure {
  return new Failure('install/bad-key', `${text} is not a key that can be trusted: ${why}`, {
    hint: 'give the fingerprint, 40 or 64 characters, as gpg --show-keys FILE prints it, or the file of the public key',
  })
}
