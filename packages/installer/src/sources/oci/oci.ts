import { Failure } from '@slipway/model'
import type { Descriptor, Form } from '../../descriptor/descriptor.ts'
import type { Platform } from '../../descriptor/platform.ts'
import { fileNameIn, listIn, objectIn, sizeIn, textIn } from '../json.ts'
import { kindOfFile } from '../local-file.ts'
import { versionOf } from '../releases/releases.ts'
import type { Evidence, Offer, PlatformBytes, Source } from '../source.ts'
import { RegistryApi, type Manifest, type Repository } from './registry-api.ts'

type OciForm = Extract<Form, { form: 'oci' }>

/** The maximum number of platforms in an index: more than exist. */
const mostPlatforms = 32
/** Characters. */
const mostOfAnnotation = 256 * 1024

/** The annotations about the signature of a manifest's files: the text of `SHA256SUMS`, its signature in base64, and the armored key. */
export const ociAnnotations = {
  sums: 'dev.slipway.sums',
  signature: 'dev.slipway.sums.signature',
  publicKey: 'dev.slipway.sums.public-key',
} as const

const bundleType = /^application\/vnd\.dev\.sigstore\.bundle/

/**
 * A source of artifacts in container registries: one layer that is an archive, as `oras push` makes them, or an index with such a manifest for each
 * platform, as OpenTofu lays out providers. Tags are versions, with `_` in place of a `+`. The lock file holds the digest.
 */
export const ociSource: Source = {
  name: 'oci',
  serves: ({ form }) => form.form === 'oci',
  origin: (descriptor) => `oci:${formOf(descriptor).repository}`,
  versions: async (descriptor, access) => {
    const { reference } = formOf(descriptor)
    const api = new RegistryApi(repositoryOf(descriptor), access)
    if (reference === undefined)
      return (await api.tags()).flatMap((tag) => versionOfTag(tag) ?? []).map((version) => ({ version }))
    const { digest } = await manifestAt(api, [reference], descriptor)
    const version = descriptor.as?.version ?? versionOfTag(reference) ?? `0.0.0-x${digest.slice('sha256:'.length, 47)}`
    return [{ version }]
  },
  offer: async (descriptor, version, platform, access): Promise<Offer> => {
    const { reference } = formOf(descriptor)
    const api = new RegistryApi(repositoryOf(descriptor), access)
    const tag = version.replaceAll('+', '_')
    const top = await manifestAt(api, reference === undefined ? [tag, `v${tag}`] : [reference], descriptor)
    const origin = `oci:${formOf(descriptor).repository}`
    const targets = await targetsOf(top, platform, api, origin)
    const here = targets.get(platform)
    if (here === undefined)
      throw new Failure('install/not-found', `${origin} at ${top.digest} has nothing for ${platform}`, {
        details: [...targets.keys()].map((each) => `it has ${each}`),
      })
    const platforms: Record<Platform, PlatformBytes> = {}
    for (const [each, { sha256, size }] of targets) platforms[each] = { sha256, ...(size !== undefined && { size }) }
    const { sha256, size, fileName, bytes } = here
    return {
      descriptor,
      version,
      platform,
      origin,
      shown: `${origin} at ${top.digest}`,
      at: `${api.base}/blobs/sha256:${sha256}`,
      pin: top.digest,
      sha256,
      platforms,
      ...(size !== undefined && { size }),
      ...(fileName !== undefined && { fileName }),
      evidence: {
        ...signedSumsIn(top, fileName),
        subject: {
          sha256: top.digest.slice('sha256:'.length),
          chain: top.bytes === bytes ? [bytes] : [top.bytes, bytes],
        },
        bundles: async () => await bundlesOf(api, top.digest),
      },
    }
  },
  pinned: (descriptor, digest) => ({ ...descriptor, form: { ...formOf(descriptor), reference: digest } }),
  fetch: async (offer, into, access) => {
    const api = new RegistryApi(repositoryOf(offer.descriptor), access)
    // The manifest is requested again to renew the token, which may last only five minutes.
    if (offer.pin !== undefined) await api.manifest(offer.pin)
    const { at, size, sha256 } = offer
    const options = { size, sha256, progress: access.progress, subject: offer.origin, headers: api.headers }
    const got = await access.http.download(at, into.file, options)
    return { as: await kindOfFile(into.file), ...got }
  },
}

function formOf({ form }: Descriptor): OciForm {
  return form as OciForm
}

function repositoryOf(descriptor: Descriptor): Repository {
  return placeOf(formOf(descriptor).repository)
}

/**
 * Splits the name of a repository into host and path.
 * @param repository `ghcr.io/acme/signal`
 */
export function placeOf(repository: string): Repository {
  const [host = '', ...path] = repository.split('/')
  // The address of Docker Hub differs from its name.
  return { host: host === 'docker.io' ? 'registry-1.docker.io' : host, path: path.join('/') }
}

function versionOfTag(tag: string): string | undefined {
  return versionOf(tag.replace('_', '+'))
}

async function manifestAt(api: RegistryApi, references: readonly string[], descriptor: Descriptor): Promise<Manifest> {
  for (const reference of references) {
    const manifest = await api.manifest(reference)
    if (manifest !== undefined) return manifest
  }
  throw new Failure('install/not-found', `oci:${formOf(descriptor).repository} has no ${references[0]}`, {
    hint: 'check the name and the tag; a private one needs "docker login" first',
  })
}

/** The bytes for one platform. */
interface OciTarget {
  readonly sha256: string
  readonly size?: number
  readonly fileName?: string
  /** The manifest that names the bytes. */
  readonly bytes: Buffer
}

/** Returns the manifests by platform. A manifest without a platform counts for this platform. */
async function targetsOf(
  top: Manifest,
  platform: Platform,
  api: RegistryApi,
  origin: string,
): Promise<ReadonlyMap<Platform, OciTarget>> {
  const { body } = top
  if (body['manifests'] === undefined) return new Map([[platform, layerOf(top, origin)]])
  const targets = new Map<Platform, OciTarget>()
  for (const entry of listIn(body['manifests']).slice(0, mostPlatforms)) {
    const { digest: below, platform: said } = objectIn(entry)
    const { os, architecture } = objectIn(said)
    const [name, system, processor] = [digestIn(below), textIn(os), textIn(architecture)]
    // The list also contains entries that are not for a platform: attestations of the other manifests.
    if (name === undefined || !isWord(system) || !isWord(processor)) continue
    const manifest = await api.manifest(name)
    if (manifest !== undefined) targets.set(`${system}-${processor}`, layerOf(manifest, origin))
  }
  return targets
}

function isWord(text: string | undefined): text is string {
  return text !== undefined && text !== 'unknown' && /^[a-z0-9]{1,20}$/.test(text)
}

function digestIn(value: unknown): string | undefined {
  const text = textIn(value)
  return text !== undefined && /^sha256:[0-9a-f]{64}$/.test(text) ? text : undefined
}

function layerOf({ body, digest, bytes }: Manifest, origin: string): OciTarget {
  const layers = listIn(body['layers'])
  const [layer, ...more] = layers.map((each) => objectIn(each))
  if (layer === undefined || more.length > 0)
    throw new Failure(
      'install/not-a-plugin',
      `${origin} at ${digest} has ${layers.length} layers: a plugin is one archive`,
      {
        hint: 'push it as one layer: oras push HOST/REPO:1.0.0 plugin.tar.gz',
      },
    )
  const name = digestIn(layer['digest'])
  if (name === undefined) throw new Failure('install/bad-answer', `${origin} at ${digest} names its layer by no sha256`)
  const [size, fileName] = [
    sizeIn(layer['size']),
    fileNameIn(objectIn(layer['annotations'])['org.opencontainers.image.title']),
  ]
  return {
    sha256: name.slice('sha256:'.length),
    bytes,
    ...(size !== undefined && { size }),
    ...(fileName !== undefined && { fileName }),
  }
}

/** Returns the signed checksums that `slipway plugin publish` writes into the manifest, so that they need no request of their own. */
function signedSumsIn({ body }: Manifest, fileName: string | undefined): Pick<Evidence, 'sums' | 'keys'> {
  const said = objectIn(body['annotations'])
  const [text, signature, key] = [
    textIn(said[ociAnnotations.sums], mostOfAnnotation),
    textIn(said[ociAnnotations.signature], mostOfAnnotation),
    textIn(said[ociAnnotations.publicKey], mostOfAnnotation),
  ]
  if (text === undefined || fileName === undefined) return {}
  return {
    sums: { text, fileName, ...(signature !== undefined && { signature: Buffer.from(signature, 'base64') }) },
    ...(key !== undefined && { keys: [key] }),
  }
}

/** Fetches the Sigstore bundles that refer to a manifest. */
async function bundlesOf(api: RegistryApi, digest: string): Promise<readonly string[]> {
  const bundles: string[] = []
  for (const referrer of (await api.referrers(digest)).slice(0, mostPlatforms)) {
    const { artifactType, digest: below } = objectIn(referrer)
    const name = digestIn(below)
    if (name === undefined || !bundleType.test(textIn(artifactType) ?? '')) continue
    const manifest = await api.manifest(name)
    const layer = digestIn(objectIn(listIn(manifest?.body['layers'])[0])['digest'])
    if (layer !== undefined) bundles.push((await api.blob(layer)).toString('utf8'))
  }
  return bundles
}
