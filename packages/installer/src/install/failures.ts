import { Failure, messageOf, shellWord } from '@slipway/model'
import type { Descriptor } from '../descriptor/descriptor.ts'
import { descriptorText } from '../descriptor/write.ts'

/** Returns the name of a plugin for messages, with its version if it is known: `pulumi:random@4.19.0`. */
export function shownName({ name, version }: { readonly name: string; readonly version: string }): string {
  return version === '' ? name : `${name}@${version}`
}

export function noSource(name: string): Failure {
  return new Failure('install/no-source', `no source that Slipway can ask has ${name}`, {
    hint: 'check the spelling: `slipway plugin install --help` shows every form',
  })
}

export function frozen(descriptor: Descriptor, what: string): Failure {
  const text = shellWord(descriptorText(descriptor))
  return new Failure('install/frozen', `--frozen: the lock file would change, because ${what}`, {
    hint: `run \`slipway plugin install ${text}\` without --frozen, and commit slipway.lock`,
  })
}

export function wrongBytes(shown: string, expected: string, got: string, who: string): Failure {
  return new Failure(
    'install/checksum',
    `the download for ${shown} differs from the checksum of ${who}: expected sha256 ${expected}, got ${got}`,
    { hint: 'try again; if the checksum still differs, somebody has changed the file: ask its publisher' },
  )
}

/** Makes the failures for the unpacker. With `name`, `why` follows the name of an entry; otherwise `why` stands alone. */
export function badArchive(shown: string): (why: string, name?: string) => Failure {
  return (why, name) =>
    new Failure('install/bad-archive', `the archive of ${shown} was not unpacked: ${saidOf(name, why)}`, {
      hint: 'ask its publisher; nothing was installed',
    })
}

export function badFolder(origin: string): (why: string, name?: string) => Failure {
  return (why, name) =>
    new Failure('install/bad-folder', `${origin} cannot be installed: ${saidOf(name, why)}`, {
      hint: 'Make it a folder of regular files, or install a packed archive of it.',
    })
}

function saidOf(name: string | undefined, why: string): string {
  return name === undefined ? why : `${name} ${why}`
}

export function notAPlugin(shown: string, where: string, as: 'archive' | 'program' | 'folder'): Failure {
  const what = where === shown ? shown : `what ${where} has for ${shown}`
  const why =
    as === 'program'
      ? `${what} is not an archive, and does not have the name of a plugin`
      : `there is no plugin in ${what}`
  return new Failure('install/not-a-plugin', why, {
    hint: 'a plugin holds pulumi-<kind>-<name>, PulumiPlugin.yaml, terraform-provider-<name> or a package.json with "slipway"; for a single program of the deploy engine add --as provider:ID@VERSION',
  })
}

export function severalPlugins(shown: string, found: readonly string[]): Failure {
  return new Failure('install/several-plugins', `${shown} is more than one plugin: ${found.join(' and ')}`, {
    hint: 'ask its publisher for an archive with one of them',
  })
}

export function cycle(chain: readonly string[]): Failure {
  return new Failure('install/cycle', `these plugins need each other: ${chain.join(' -> ')}`, {
    hint: 'none of them can be installed before the others: ask the publisher of one of them',
  })
}

export function neededFailed(
  shown: string,
  failures: readonly (readonly [needed: string, failure: Failure])[],
): Failure {
  const [[first, failure] = ['', new Error()]] = failures
  const lines = failures.slice(1).map(([needed, { message, code }]) => `${needed}: ${message} [${code}]`)
  const hint = failure instanceof Failure ? failure.hint : undefined
  return new Failure('install/needed', `${shown} needs ${first}, which was not installed: ${failure.message}`, {
    details: lines,
    cause: failure,
    ...(hint !== undefined && { hint }),
  })
}

/** Turns an error of the file system into a Failure; throws any other error. */
export function diskFailure(thrown: unknown, what: string): Failure {
  if (!(thrown instanceof Error) || !('code' in thrown)) throw thrown
  const hint =
    thrown.code === 'ENOSPC'
      ? 'make room on the disk, and run the same command again; `slipway plugin prune` removes unneeded files'
      : 'make the place writable for you, and run the same command again'
  return new Failure('install/disk', `${what}: ${messageOf(thrown)}`, { hint, cause: thrown })
}

export function foreignFolder(shown: string, path: string): Failure {
  return new Failure('install/bad-plugin', `${shown} needs ${path}, which is outside the plugin`, {
    hint: `tell the author of the plugin; if you want to use that folder, install it yourself: slipway plugin install ${path}`,
  })
}

export function needsSdk(shown: string, packages: readonly string[]): Failure {
  return new Failure(
    'install/needs-sdk',
    `${shown} needs a generated SDK for ${packages.join(', ')}, which this Slipway cannot generate; it stays downloaded, but is not installed`,
    { hint: 'use a version of the plugin that contains its SDKs' },
  )
}
