import { Failure } from '@slipway/model'
import type { Platform } from '../../descriptor/platform.ts'
import { wordsOf } from '../names.ts'
import type { Release, ReleaseAsset } from './releases.ts'

/** The names of systems and processors that publishers use in file names. */
const words: Readonly<Record<string, readonly string[]>> = {
  darwin: ['darwin', 'macos', 'mac', 'osx'],
  windows: ['windows', 'win32', 'win64', 'win'],
  linux: ['linux'],
  freebsd: ['freebsd'],
  amd64: ['amd64', 'x86_64', 'x64', '64bit'],
  arm64: ['arm64', 'aarch64'],
  '386': ['386', 'i386', 'i686', 'x86', '32bit'],
  arm: ['arm', 'armv6', 'armv7', 'armhf'],
}

const systems = ['darwin', 'windows', 'linux', 'freebsd']
const processors = ['amd64', 'arm64', '386', 'arm']

/** The pattern for files of a release that are not plugins: checksums, signatures, system packages, lists of contents. */
const besides =
  /\.(txt|md|json|ya?ml|sig|asc|gpg|pem|crt|sha256|sha512|sbom|spdx|deb|rpm|apk|msi|pkg|dmg|exe\.blockmap)$|sha256sums|checksums/i

/**
 * Returns the only file of a release whose name is for this platform, or else the only file for all platforms.
 *
 * @throws Failure `install/not-found`, `install/several-plugins` with the names of the files
 */
export function assetFor({ tag, assets }: Release, platform: Platform, origin: string): ReleaseAsset {
  const { os, arch } = wordsOf(platform)
  const plugins = assets.filter(({ name }) => !besides.test(name))
  const here = plugins.filter(({ name }) => isFor(name, os) && isFor(name, arch))
  const everywhere = plugins.filter(({ name }) => ![...systems, ...processors].some((word) => isFor(name, word)))
  const fitting = here.length > 0 ? here : everywhere
  // A file whose name begins like a plugin's takes precedence over the files beside it.
  const named = fitting.filter(({ name }) => /^(pulumi-|terraform-provider-|slipway-plugin-)/.test(name))
  const [asset, ...more] = named.length > 0 ? named : fitting
  const details = plugins.slice(0, 20).map(({ name }) => `it has ${name}`)
  if (asset === undefined)
    throw new Failure('install/not-found', `the release ${tag} of ${origin} has no file for ${platform}`, { details })
  if (more.length === 0) return asset
  const names = [asset, ...more].map(({ name }) => name).join(', ')
  throw new Failure(
    'install/several-plugins',
    `the release ${tag} of ${origin} has more than one file for ${platform}: ${names}`,
    {
      hint: `install one of them by its address: ${asset.url}`,
    },
  )
}

function isFor(name: string, word: string): boolean {
  const spellings = (words[word] ?? [word]).join('|')
  return new RegExp(`(?:^|[-_.])(?:${spellings})(?=[-_.]|$)`, 'i').test(name)
}
