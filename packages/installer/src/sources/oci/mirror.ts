import { rm } from 'node:fs/promises'
import { unpackArchive } from '@slipway/archives'
import { Failure } from '@slipway/model'
import { parseDescriptor } from '../../descriptor/parse.ts'
import { listIn, objectIn, sizeIn, textIn } from '../json.ts'
import { kindOfFile } from '../local-file.ts'
import type { MirrorFiles } from '../mirror-files.ts'
import { offerEnding } from '../mirrored-offer.ts'
import type { Access } from '../source.ts'
import { placeOf } from './oci.ts'
import { RegistryApi, type Repository } from './registry-api.ts'

/** The tag for a mirror whose address has no tag. */
const usualTag = 'mirror'

/** The maximum number of files of a mirror: each plugin has about 3 for each platform. */
const mostFiles = 50_000

/** The pattern of a title that stays inside the mirror. */
const plainPath = /^(?!\.)(?!.*\/\.)[\w@.+~#:-]+(?:\/[\w@.+~#:-]+)*$/

export interface MirrorRepository {
  readonly repository: Repository
  readonly tag: string
  /** The address for messages: `oci:ghcr.io/acme/mirror:mirror`. */
  readonly shown: string
}

/** A file of a mirror, stored as a layer. */
export interface MirrorLayer {
  readonly path: string
  /** `sha256:…` */
  readonly digest: string
  readonly size: number
  readonly mediaType: string
  /** True for a folder, packed as `oras push` packs it. */
  readonly isFolder: boolean
}

/** Reads the address of a mirror in a container registry. @throws Failure `install/bad-descriptor` */
export function mirrorRepository(text: string): MirrorRepository {
  const { form } = parseDescriptor(text, { cwd: '/' })
  if (form.form !== 'oci') throw new Error(`${text} is not a repository`)
  const { repository, reference: tag = usualTag } = form
  return { repository: placeOf(repository), tag, shown: `oci:${repository}:${tag}` }
}

export const unpackAnnotation = 'io.deis.oras.content.unpack'
export const titleAnnotation = 'org.opencontainers.image.title'

/** Returns the files of a mirror; `undefined`: the tag does not exist. */
export async function layersOf(
  api: RegistryApi,
  { tag, shown }: MirrorRepository,
): Promise<readonly MirrorLayer[] | undefined> {
  const manifest = await api.manifest(tag)
  if (manifest === undefined) return undefined
  const layers = listIn(manifest.body['layers'])
  if (layers.length > mostFiles)
    throw new Failure('install/bad-answer', `the mirror ${shown} has more than ${mostFiles} files`)
  return layers.flatMap((each) => {
    const { digest, size, mediaType, annotations } = objectIn(each)
    const said = objectIn(annotations)
    const path = textIn(said[titleAnnotation])
    const isWhole = /^sha256:[0-9a-f]{64}$/.test(textIn(digest) ?? '') && sizeIn(size) !== undefined
    if (path === undefined || !plainPath.test(path) || !isWhole) return []
    const isFolder = said[unpackAnnotation] === 'true'
    return [{ path, digest: String(digest), size: Number(size), mediaType: textIn(mediaType) ?? '', isFolder }]
  })
}

/**
 * Returns the files of a mirror that is one artifact: a manifest whose layers are the files, with their paths as titles, as `oras push` makes it
 * from a folder.
 */
export function ociMirror(text: string): MirrorFiles {
  const place = mirrorRepository(text)
  let known: { readonly api: RegistryApi; readonly layers: ReadonlyMap<string, MirrorLayer> } | undefined
  const open = async (access: Access): Promise<NonNullable<typeof known>> => {
    if (known !== undefined) return known
    const api = new RegistryApi(place.repository, access)
    const layers = await layersOf(api, place)
    if (layers === undefined)
      throw new Failure('install/not-found', `there is no mirror at ${place.shown}`, {
        hint: 'check the spelling (plugins.mirror, SLIPWAY_PLUGIN_MIRROR)',
      })
    known = { api, layers: new Map(layers.map((layer) => [layer.path, layer])) }
    return known
  }
  const layerAt = async (path: string, access: Access): Promise<MirrorLayer> => {
    const layer = (await open(access)).layers.get(path)
    if (layer !== undefined) return layer
    throw new Failure('install/not-found', `the mirror ${place.shown} has no file ${path}`)
  }
  return {
    shown: place.shown,
    at: (path) => `${place.shown} ${path}`,
    absent: () => undefined,
    documents: async (access) =>
      [...(await open(access)).layers.keys()].filter((path) => path.endsWith(offerEnding)).sort(),
    names: async (folder, access) => {
      const { layers } = await open(access)
      const inside = [...layers.keys()].filter((path) => path.startsWith(`${folder}/`))
      return [...new Set(inside.map((path) => path.slice(folder.length + 1).split('/')[0] ?? ''))].sort()
    },
    look: async (path, access) => {
      const { digest, size, isFolder } = await layerAt(path, access)
      return { isFolder, stamp: digest, ...(!isFolder && { size }) }
    },
    small: async (path, access) => {
      const { api, layers } = await open(access)
      const layer = layers.get(path)
      return layer === undefined ? undefined : await api.blob(layer.digest)
    },
    bring: async (path, into, access) => {
      const { api } = await open(access)
      const { digest, size, isFolder } = await layerAt(path, access)
      // The manifest is requested again to renew the token, which may last only five minutes.
      await api.manifest(place.tag)
      const sha256 = digest.slice('sha256:'.length)
      const options = { size, sha256, progress: access.progress, subject: place.shown, headers: api.headers }
      const got = await access.http.download(`${api.base}/blobs/${digest}`, into.file, options)
      if (!isFolder) return { as: await kindOfFile(into.file), ...got }
      await unpackArchive(into.file, into.folder, { signal: access.signal, refuse: badTree(place.shown, path) })
      await rm(into.file)
      return { as: 'folder' }
    },
  }
}

function badTree(shown: string, path: string): (why: string, name?: string) => Failure {
  return (why, name) =>
    new Failure('install/bad-archive', `${path} of ${shown} is refused: ${name === undefined ? why : `${name} ${why}`}`)
}
