import { Failure } from '@slipway/model'
import type { Descriptor } from '../descriptor/descriptor.ts'
import type { Platform } from '../descriptor/platform.ts'
import { assetName, wordsOf } from './names.ts'

/** Returns the URL of the archive below a server, in Pulumi's layout: `<url>/<asset>`, with `${NAME} ${VERSION} ${OS} ${ARCH}` in it replaced. */
export function urlBelow(server: string, descriptor: Descriptor, version: string, platform: Platform): string {
  const { os, arch } = wordsOf(platform)
  const words: Readonly<Record<string, string>> = { NAME: nameIn(descriptor), VERSION: version, OS: os, ARCH: arch }
  const base = server.replaceAll(/\$\{(NAME|VERSION|OS|ARCH)\}/g, (_, word: string) =>
    encodeURIComponent(words[word] ?? ''),
  )
  const asset = assetName(descriptor, version, platform)
  return asset === undefined || /\.(tar\.gz|tgz|zip)$/.test(base)
    ? base
    : `${base.replace(/\/+$/, '')}/${encodeURIComponent(asset)}`
}

/** Returns the file name at the end of a URL. */
export function fileNameIn(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

/** Returns the failure for a descriptor without a version: a plain file server cannot list its versions. */
export function versionNeeded(server: string, written: string): Failure {
  return new Failure('install/version-needed', `${server} cannot say which versions of ${written} it has`, {
    hint: `name a version: ${written}@1.2.3`,
  })
}

function nameIn({ form }: Descriptor): string {
  switch (form.form) {
    case 'id':
      return form.id
    case 'pulumi':
    case 'terraform':
    case 'npm':
      return form.name
    default:
      return ''
  }
}
