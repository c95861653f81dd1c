import assert from 'node:assert/strict'
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { Failure } from '@slipway/model'
import type { Refuse } from '../caps.ts'
import type { Unpacked } from '../tree.ts'
import { unpackArchive, type UnpackOptions } from '../unpack-archive.ts'

export function folderOf(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-archives-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export const refuse: Refuse = (why, name) => new Failure('test/refused', name === undefined ? why : `${name} ${why}`)

export const options = (more: Partial<UnpackOptions> = {}): UnpackOptions => ({
  signal: new AbortController().signal,
  refuse,
  ...more,
})

/** Unpacks these bytes into `a/b/out` of a new folder. Fails if anything else in that folder has changed afterwards. */
export async function unpackBytes(
  context: TestContext,
  bytes: Buffer,
  more: Partial<UnpackOptions> = {},
): Promise<{ readonly out: string; readonly unpacked: Unpacked }> {
  const around = folderOf(context)
  const out = join(around, 'a/b/out')
  mkdirSync(join(around, 'a/b'), { recursive: true })
  writeFileSync(join(around, 'archive'), bytes)
  const before = treeOf(around)
  try {
    return { out, unpacked: await unpackArchive(join(around, 'archive'), out, options(more)) }
  } catch (error) {
    assert.deepEqual(treeOf(out), {}, 'something is left')
    throw error
  } finally {
    const after = Object.entries(treeOf(around)).filter(([path]) => path !== 'a/b/out' && !path.startsWith('a/b/out/'))
    assert.deepEqual(Object.fromEntries(after), before, 'something was written elsewhere')
  }
}

/** Modes and contents of everything in a folder, by path; links with their targets. */
export function treeOf(folder: string): Readonly<Record<string, string>> {
  const tree: Record<string, string> = {}
  const look = (below: string): void => {
    for (const name of readdirSync(join(folder, below)).sort()) {
      const path = below === '' ? name : `${below}/${name}`
      const stats = lstatSync(join(folder, path))
      const mode = (stats.mode & 0o7777).toString(8)
      if (stats.isSymbolicLink()) tree[path] = `-> ${readlinkSync(join(folder, path))}`
      else if (stats.isDirectory()) tree[path] = `${mode} folder`
      else tree[path] = `${mode} ${readFileSync(join(folder, path), 'latin1')}`
      if (stats.isDirectory()) look(path)
    }
  }
  if (lstatSync(folder, { throwIfNoEntry: false }) !== undefined) look('')
  return tree
}
