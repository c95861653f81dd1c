import type { Descriptor } from '../descriptor/descriptor.ts'
import type { Platform } from '../descriptor/platform.ts'

/** The usual patterns of publishers' file names that contain the version. */
const patterns: readonly RegExp[] = [
  /^pulumi-(?:resource|language|analyzer|converter|tool)-[\w.-]+?-v(?<version>\d[\w.+-]*?)-[a-z]+-[a-z0-9]+\.(?:tar\.gz|tgz|zip)$/,
  /^terraform-provider-[\w-]+_(?<version>\d[\w.+-]*?)_[a-z]+_[a-z0-9]+\.zip$/,
]

/** Returns the version in a file name; empty: the content gives the version. */
export function versionInName(fileName: string): string {
  for (const pattern of patterns) {
    const version = pattern.exec(fileName)?.groups?.['version']
    if (version !== undefined) return version
  }
  return ''
}

/** Returns the system and the processor: `linux-amd64` -> `linux`, `amd64`. */
export function wordsOf(platform: Platform): { readonly os: string; readonly arch: string } {
  const [os = '', arch = ''] = platform.split('-')
  return { os, arch }
}

/** Returns the name of a version's archive on servers that give out files by name. */
export function assetName({ form }: Descriptor, version: string, platform: Platform): string | undefined {
  const { os, arch } = wordsOf(platform)
  switch (form.form) {
    case 'pulumi':
      return `pulumi-${form.kind}-${form.name}-v${version}-${os}-${arch}.tar.gz`
    case 'id':
      return `${form.id.replace('/', '-')}-v${version}-${os}-${arch}.tar.gz`
    case 'terraform':
      return `terraform-provider-${form.name.split('/').at(-1)}_${version}_${os}_${arch}.zip`
    case 'npm':
      return `${form.name.split('/').at(-1)}-${version}.tgz`
    default:
      return undefined
  }
}
