import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { FileServer } from '../testing/servers/file-server.ts'
import { packRelease, type Packing } from './pack-release.ts'
import type { Release } from './release.ts'

/** Writes files, which may include programs. */
export function write(folder: string, files: Readonly<Record<string, string>>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text, { mode: 0o755 })
  }
  return folder
}

/** Packs `acme/signal` 1.0.0 for two platforms, below a folder. */
export async function packed(
  base: string,
  files: Readonly<Record<string, string>>,
  more: Partial<Packing> = {},
): Promise<Release> {
  const tree = write(join(base, 'tree'), files)
  const packing: Packing = {
    identity: { ecosystem: 'deploy-engine', kind: 'provider', name: 'acme/signal', version: '1.0.0', protocol: '1.0' },
    trees: [{ platforms: ['linux-amd64', 'darwin-arm64'], folder: tree }],
    looked: [tree],
    include: [],
    env: process.env,
    signal: new AbortController().signal,
    ...more,
  }
  return await packRelease(packing, join(base, 'release'))
}

/** Serves a folder as any web server would: its files by their paths, without listings. */
export async function served(root: string): Promise<FileServer> {
  const server = await FileServer.start()
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) {
      const file = join(entry.parentPath, entry.name)
      server.put(`/${relative(root, file)}`, { body: readFileSync(file) })
    }
  return server
}
