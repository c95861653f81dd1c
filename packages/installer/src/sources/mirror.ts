import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '@slipway/model'
import type { Descriptor } from '../descriptor/descriptor.ts'
import type { Platform } from '../descriptor/platform.ts'
import { descriptorText } from '../descriptor/write.ts'
import { bringLocal, lookAt } from './local-file.ts'
import { mirrorPlaces, type MirrorPlace } from './mirror-places.ts'
import { wordsOf } from './names.ts'
import type { Evidence, Offer, Source } from './source.ts'
import { bytesBySums } from './sums.ts'

export interface MirrorParts {
  /** Absolute. */
  readonly folder: string
  /** The origin without the mirror: the mirror stands for it, in the lock file, too. */
  readonly originOf: (descriptor: Descriptor) => string
  readonly terraformHost: string
}

/** A local folder that stands for all servers: a plugin that is not in it cannot be installed. */
export function mirrorSource({ folder, originOf, terraformHost }: MirrorParts): Source {
  const placesOf = ({ form }: Descriptor): readonly MirrorPlace[] => mirrorPlaces(folder, form, terraformHost)
  const find = async (descriptor: Descriptor, version: string, platform: Platform): Promise<Found> => {
    const places = placesOf(descriptor)
    const found: Found[] = []
    for (const place of places) {
      const path = await packageIn(place, version, platform)
      if (path !== undefined) found.push({ place, path })
    }
    const [first, second] = found
    if (first === undefined) throw notThere(folder, descriptor, version, platform, places)
    if (second !== undefined) throw twoKinds(folder, descriptor)
    return first
  }
  return {
    name: 'mirror',
    serves: ({ form }) => form.form !== 'path',
    origin: originOf,
    versions: async (descriptor) => {
      const places = placesOf(descriptor)
      const listed = await Promise.all(places.map(versionsIn))
      if (listed.filter((versions) => versions.length > 0).length > 1) throw twoKinds(folder, descriptor)
      const versions = [...new Set(listed.flat())]
      if (versions.length === 0) throw notThere(folder, descriptor, undefined, undefined, places)
      return versions.map((version) => ({ version }))
    },
    offer: async (descriptor, version, platform): Promise<Offer> => {
      const { place, path } = await find(descriptor, version, platform)
      const { fileName, size, stamp, isFolder } = await lookAt(path)
      const sums = isFolder ? undefined : await sumsBeside(path, fileName)
      return {
        descriptor,
        version,
        platform,
        origin: originOf(descriptor),
        shown: path,
        at: `${path} ${stamp}`,
        fileName,
        ...(size !== undefined && { size }),
        ...(sums !== undefined && { ...bytesBySums(sums.text, fileName, platform), evidence: { sums } }),
        ...(place.ecosystem !== undefined && { ecosystem: place.ecosystem }),
        ...(place.kind !== undefined && { kind: place.kind }),
      }
    },
    fetch: async ({ descriptor, version, platform }, into, access) =>
      bringLocal(await lookAt((await find(descriptor, version, platform)).path), into, access),
  }
}

interface Found {
  readonly place: MirrorPlace
  readonly path: string
}

async function versionsIn({ folder, packed }: MirrorPlace): Promise<readonly string[]> {
  const names = await namesIn(folder)
  return names.flatMap((name) => {
    const version = packed !== undefined && name.startsWith(packed) ? name.slice(packed.length).split('_')[0] : name
    return /^v?\d[\w.+-]{0,99}$/.test(version ?? '') && version?.endsWith('.zip') === false
      ? [version.replace(/^v/, '')]
      : []
  })
}

/** The archive or the folder of a version for a platform. */
async function packageIn(
  { folder, packed }: MirrorPlace,
  version: string,
  platform: Platform,
): Promise<string | undefined> {
  const { os, arch } = wordsOf(platform)
  if (packed !== undefined) {
    const name = `${packed}${version}_${os}_${arch}.zip`
    if ((await namesIn(folder)).includes(name)) return join(folder, name)
  }
  // A URL or a repository may have no versions.
  for (const place of version === '' ? [folder] : [join(folder, version), join(folder, `v${version}`)]) {
    const names = (await namesIn(place)).filter((name) => !/^SHA256SUMS(\.\w+)?$/.test(name))
    const own = names.find((name) => new RegExp(`(^|[-_.])${os}[-_]${arch}([-_.]|$)`).test(name))
    const forAll = names.filter((name) => !/(^|[-_.])(linux|darwin|windows|freebsd)[-_][a-z0-9]+([-_.]|$)/.test(name))
    const [only, ...more] = forAll
    if (own !== undefined) return join(place, own)
    if (only !== undefined && more.length === 0) return join(place, only)
  }
  return undefined
}

async function sumsBeside(path: string, fileName: string): Promise<Evidence['sums']> {
  const list = join(path, '..', 'SHA256SUMS')
  const text = await readFile(list, 'utf8').catch(() => undefined)
  if (text?.includes(fileName) !== true) return undefined
  const signature = await readFile(`${list}.sig`).catch(() => undefined)
  return { text, fileName, ...(signature !== undefined && { signature }) }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith('.')).sort()
}

function notThere(
  mirror: string,
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
  if (!existsSync(mirror))
    return new Failure('install/not-found', `the mirror ${mirror} is not there`, {
      hint: 'check how it is written, and whether its disk is mounted (plugins.mirror, SLIPWAY_PLUGIN_MIRROR)',
    })
  return new Failure('install/not-found', `the mirror ${mirror} does not have ${what.join(' ')}`, {
    details: places.map(({ folder }) => `looked in ${folder}`),
    hint: 'put it there, or take the mirror out of the settings (plugins.mirror, SLIPWAY_PLUGIN_MIRROR)',
  })
}

function twoKinds(mirror: string, descriptor: Descriptor): Failure {
  return new Failure(
    'install/two-kinds',
    `the mirror ${mirror} has ${descriptorText(descriptor)} as a provider and as a transformer`,
    {
      hint: 'an id belongs to one plugin: take one of them out of the mirror',
    },
  )
}
