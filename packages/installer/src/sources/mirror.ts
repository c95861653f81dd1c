import { join } from 'node:path'
import { Failure } from '@slipway/model'
import type { Descriptor } from '../descriptor/descriptor.ts'
import type { Platform } from '../descriptor/platform.ts'
import { descriptorText } from '../descriptor/write.ts'
import type { MirrorFiles } from './mirror-files.ts'
import { mirrorPlaces, type MirrorPlace } from './mirror-places.ts'
import { offerEnding, readOffer } from './mirrored-offer.ts'
import { wordsOf } from './names.ts'
import type { Access, Evidence, Offer, Source } from './source.ts'
import { bytesBySums } from './sums.ts'

export interface MirrorParts {
  readonly files: MirrorFiles
  /** Returns the origin without the mirror: the mirror replaces that origin, and the lock file records the origin. */
  readonly originOf: (descriptor: Descriptor) => string
  readonly terraformHost: string
}

/** A source that replaces all servers with a mirror: a plugin that is not in the mirror cannot be installed. */
export function mirrorSource({ files, originOf, terraformHost }: MirrorParts): Source {
  const placesOf = ({ form }: Descriptor): readonly MirrorPlace[] => mirrorPlaces('', form, terraformHost)
  const find = async (descriptor: Descriptor, version: string, platform: Platform, access: Access): Promise<Found> => {
    const found: Found[] = []
    for (const place of placesOf(descriptor)) {
      const path = await packageIn(files, place, version, platform, access)
      if (path !== undefined) found.push({ place, path })
    }
    const [first, second] = found
    if (first === undefined) throw notThere(files, descriptor, version, platform, placesOf(descriptor))
    if (second !== undefined) throw twoKinds(files, descriptor)
    return first
  }
  return {
    name: 'mirror',
    serves: ({ form }) => form.form !== 'path',
    origin: originOf,
    versions: async (descriptor, access) => {
      const places = placesOf(descriptor)
      const listed = await Promise.all(places.map((place) => versionsIn(files, place, access)))
      if (listed.filter((versions) => versions.length > 0).length > 1) throw twoKinds(files, descriptor)
      const versions = [...new Set(listed.flat())]
      if (versions.length === 0) throw notThere(files, descriptor, undefined, undefined, places)
      return versions.map((version) => ({ version }))
    },
    offer: async (descriptor, version, platform, access): Promise<Offer> => {
      const { place, path } = await find(descriptor, version, platform, access)
      const { size, stamp, isFolder } = await files.look(path, access)
      const here = {
        descriptor,
        version,
        platform,
        origin: originOf(descriptor),
        shown: files.at(path),
        at: `${files.at(path)} ${stamp}`,
      }
      const noted = await files.small(`${path}${offerEnding}`, access)
      if (noted !== undefined) {
        const { sha256, ...mirrored } = readOffer(noted, files.at(path))
        // A tree has no hash until it is in the store.
        return { ...mirrored, ...here, ...(!isFolder && { sha256 }) }
      }
      const fileName = path.split('/').at(-1) ?? ''
      const sums = isFolder ? undefined : await sumsBeside(files, path, fileName, access)
      return {
        ...here,
        fileName,
        ...(size !== undefined && { size }),
        ...(sums !== undefined && { ...bytesBySums(sums.text, fileName, platform), evidence: { sums } }),
        ...(place.ecosystem !== undefined && { ecosystem: place.ecosystem }),
        ...(place.kind !== undefined && { kind: place.kind }),
      }
    },
    fetch: async ({ descriptor, version, platform }, into, access) =>
      await files.bring((await find(descriptor, version, platform, access)).path, into, access),
  }
}

interface Found {
  readonly place: MirrorPlace
  readonly path: string
}

async function versionsIn(
  files: MirrorFiles,
  { folder, packed }: MirrorPlace,
  access: Access,
): Promise<readonly string[]> {
  const names = await files.names(folder, access)
  return names.flatMap((name) => {
    const version = packed !== undefined && name.startsWith(packed) ? name.slice(packed.length).split('_')[0] : name
    return version !== undefined && /^v?\d[\w.+-]{0,99}$/.test(version) && !/\.(?:zip|json)$/.test(version)
      ? [version.replace(/^v/, '')]
      : []
  })
}

/** The pattern for files with facts about the archives beside them. */
export const besideArchives = /^SHA256SUMS(\.\w+)?$|\.offer\.json$/

/** Returns the archive or the folder of a version for a platform. */
async function packageIn(
  files: MirrorFiles,
  { folder, packed }: MirrorPlace,
  version: string,
  platform: Platform,
  access: Access,
): Promise<string | undefined> {
  const { os, arch } = wordsOf(platform)
  if (packed !== undefined) {
    const name = `${packed}${version}_${os}_${arch}.zip`
    if ((await files.names(folder, access)).includes(name)) return join(folder, name)
  }
  // Plugins from a URL or a repository may have no versions.
  for (const place of version === '' ? [folder] : [join(folder, version), join(folder, `v${version}`)]) {
    const names = (await files.names(place, access)).filter((name) => !besideArchives.test(name))
    const own = names.find((name) => isNamedFor(name, platform))
    const forAll = names.filter((name) => !/(^|[-_.])(linux|darwin|windows|freebsd)[-_][a-z0-9]+([-_.]|$)/.test(name))
    const [only, ...more] = forAll
    if (own !== undefined) return join(place, own)
    if (only !== undefined && more.length === 0) return join(place, only)
  }
  return undefined
}

/** Whether a file name contains the platform. */
export function isNamedFor(name: string, platform: Platform): boolean {
  const { os, arch } = wordsOf(platform)
  return new RegExp(`(^|[-_.])${os}[-_]${arch}([-_.]|$)`).test(name)
}

async function sumsBeside(
  files: MirrorFiles,
  path: string,
  fileName: string,
  access: Access,
): Promise<Evidence['sums']> {
  const list = join(path, '..', 'SHA256SUMS')
  const text = (await files.small(list, access))?.toString('utf8')
  if (text?.includes(fileName) !== true) return undefined
  const signature = await files.small(`${list}.sig`, access)
  return { text, fileName, ...(signature !== undefined && { signature }) }
}

function notThere(
  files: MirrorFiles,
  descriptor: Descriptor,
  version: string | undefined,
  platform: Platform | undefined,
  places: readonly MirrorPlace[],
): Failure {
  const { version: _, ...bare } = descriptor
  const what = [
    descriptorText(bare),
    ...(version === undefined ? [] : [version]),
    ...(platform === undefined ? [] : [`for ${platform}`]),
  ]
  const absent = files.absent()
  if (absent !== undefined) return absent
  return new Failure('install/not-found', `the mirror ${files.shown} does not have ${what.join(' ')}`, {
    details: places.map(({ folder }) => `looked in ${files.at(folder)}`),
    hint: 'add the file, or remove the mirror from the settings (plugins.mirror, SLIPWAY_PLUGIN_MIRROR)',
  })
}

function twoKinds({ shown }: MirrorFiles, descriptor: Descriptor): Failure {
  return new Failure(
    'install/two-kinds',
    `the mirror ${shown} has ${descriptorText(descriptor)} as a provider and as a transformer`,
    {
      hint: 'an id belongs to one plugin: take one of them out of the mirror',
    },
  )
}
