import assert from 'node:assert/strict'
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve, sep } from 'node:path'
import { unpackArchive } from '@slipway/archives'
import { Failure } from '@slipway/model'
import { file, folder, hardLink, link, type Made, pax, tarBytes } from '../../../packages/archives/src/testing/made.ts'
import { zipBytes } from '../../../packages/archives/src/testing/zip-bytes.ts'
import type { Random } from '../../soak/random.ts'
import { mutatedBytes } from '../mutate.ts'
import { refusedInOrder, type Target } from '../target.ts'

const names = [
  'a',
  'A',
  'a/b',
  './a',
  'a/',
  '../a',
  '/a',
  'a/../b',
  'in',
  'in/a',
  'd/e/up',
  'é',
  'e\u0301',
  '\u0000',
  '',
]
const targets = ['a', '..', '../..', '.', 'in', '/etc', 'd/e/up/..', 'a/../..', '']

function entries(random: Random, isTar: boolean): readonly Made[] {
  return Array.from({ length: random.between(0, 8) }, () => {
    const name = random.pick(names)
    const content = random.pick(['', 'x', 'x'.repeat(600)])
    switch (random.between(0, isTar ? 6 : 3)) {
      case 0:
      case 1:
        return file(name, content, random.between(0, 0o7777))
      case 2:
        return folder(name, random.between(0, 0o7777))
      case 3:
        return link(name, random.pick(targets))
      case 4:
        return hardLink(name, random.pick(names))
      case 5:
        return pax({ [random.pick(['path', 'linkpath', 'size', 'GNU.sparse.major'])]: random.pick(['1', ...names]) })
      default:
        return {
          name,
          content,
          type: random.pick(['L', 'K', 'S', 'g', '3', '6', '7', '\0']),
          size: random.between(0, 2000),
        }
    }
  })
}

function refuse(why: string, name = 'it'): Failure {
  return new Failure('fuzz/refused', `${name} ${why}`)
}

/** An archive is refused, or is unpacked into one folder that no link leads out of. */
async function take(input: Buffer): Promise<void> {
  const top = mkdtempSync(join(tmpdir(), 'slipway-fuzz-'))
  try {
    const [archive, out] = [join(top, 'archive'), join(top, 'a/b/out')]
    mkdirSync(dirname(out), { recursive: true })
    writeFileSync(archive, input)
    await refusedInOrder(() => unpackArchive(archive, out, { signal: AbortSignal.any([]), refuse }))
    assert.deepEqual(readdirSync(top).sort(), ['a', 'archive'])
    assert.deepEqual(readdirSync(join(top, 'a')), ['b'])
    assert.ok(['', 'out'].includes(readdirSync(join(top, 'a/b')).join(' ')))
    checkTree(out, out)
  } finally {
    rmSync(top, { recursive: true, force: true })
  }
}

function checkTree(out: string, below: string): void {
  if (lstatSync(below, { throwIfNoEntry: false }) === undefined) return
  for (const { name } of readdirSync(below, { withFileTypes: true })) {
    const path = join(below, name)
    const stats = lstatSync(path)
    assert.ok(stats.isFile() || stats.isDirectory() || stats.isSymbolicLink(), path)
    if (stats.isSymbolicLink())
      assert.ok(`${resolve(below, readlinkSync(path))}${sep}`.startsWith(`${out}${sep}`), path)
    else assert.equal(stats.mode & 0o7022, 0, path)
    if (stats.isDirectory()) checkTree(out, path)
  }
}

/** Corrects the checksums of changed headers, so that the reader goes on to their content. */
function mended(bytes: Buffer): Buffer {
  for (let at = 0; at + 512 <= bytes.length; at += 512) {
    if (bytes.toString('latin1', at + 257, at + 262) !== 'ustar') continue
    bytes.fill(' ', at + 148, at + 156)
    const sum = bytes.subarray(at, at + 512).reduce((total, byte) => total + byte, 0)
    bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, at + 148)
  }
  return bytes
}

export const tar: Target = {
  name: 'tar',
  make: (random) => {
    const bytes = tarBytes(entries(random, true))
    return random.chance(0.3) ? bytes : mended(Buffer.from(mutatedBytes(random, bytes)))
  },
  take,
}

export const zip: Target = {
  name: 'zip',
  make: (random) => {
    const some = entries(random, false).map((made) =>
      Object.assign({}, made, {
        isZip64: random.chance(0.2),
        isDescribedLater: random.chance(0.2),
        method: random.pick([0, 8]),
      }),
    )
    const bytes = zipBytes(some, { isZip64: random.chance(0.2) })
    return random.chance(0.3) ? bytes : mutatedBytes(random, bytes, 2)
  },
  take,
}
