import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { Secret, valueMap } from '@slipway/model'
import { keyFileSealer } from '../seal/index.ts'
import { sampleInstance, sampleIntent, sampleResource, sampleRun, takeLock } from '../testing.ts'
import { filledStore, opened, testDirectory } from './testing.ts'

describe('the files of a store', () => {
  test('are for their owner alone, and not for git', async (context) => {
    const directory = join(testDirectory(context), '.slipway')
    const store = await opened({ directory })
    await takeLock(store, 'site')
    assert.equal(statSync(directory).mode & 0o777, 0o700)
    assert.equal(readFileSync(join(directory, '.gitignore'), 'utf8'), '*\n')
    const names = readdirSync(directory).sort()
    assert.deepEqual(names, ['.gitignore', 'state.db', 'state.db-commits', 'state.db-shm', 'state.db-wal'])
    for (const name of names) assert.equal(statSync(join(directory, name)).mode & 0o777, 0o600, name)
    await store.close()
    assert.deepEqual(readdirSync(directory).sort(), ['.gitignore', 'state.db', 'state.db-commits'])
  })

  test('hold no secret in any form', async (context) => {
    const root = testDirectory(context)
    const directory = join(root, 'state')
    const canary = 'canary/4711+secret?'
    const spec = valueMap([
      ['password', new Secret(canary)],
      ['nested', [valueMap([['token', new Secret([canary])]])]],
    ])
    const store = await opened({ directory, sealer: keyFileSealer(join(root, 'config')) })
    const lease = await takeLock(store, 'site')
    await store.commit(lease, [
      { kind: 'instance', instance: sampleInstance('site', { exports: spec }) },
      { kind: 'resource', resource: sampleResource('web', { spec, metadata: { custom: spec, annotations: spec } }) },
      { kind: 'begin', intent: sampleIntent('i', { resource: sampleResource('web', { spec }) }) },
      { kind: 'run', run: sampleRun('r', { notes: spec }) },
    ])
    assertAbsent(root, canary)
    await store.close()
    assertAbsent(root, canary)
  })

  test('are not made by reading', async (context) => {
    const directory = join(testDirectory(context), 'none')
    const store = await opened({ directory, access: 'read' })
    assert.deepEqual(await store.instances(), [])
    assert.equal(await store.load('site'), undefined)
    await store.close()
    assert.equal(existsSync(directory), false)
  })

  test('can be read while another process writes', async (context) => {
    const directory = testDirectory(context)
    await filledStore(directory, 3)
    const writer = await opened({ directory })
    await takeLock(writer, 'site')
    const reader = await opened({ directory, access: 'read' })
    assert.equal((await reader.holder('site'))?.runId, 'run-1')
    await reader.close()
    await writer.close()
  })
})

describe('a path that cannot hold state is refused on opening', () => {
  test('below a file', async (context) => {
    const directory = join(testDirectory(context), '.gitignore', 'state')
    await opened({ directory: join(directory, '..', '..') }).then((store) => store.close())
    await assert.rejects(opened({ directory }), { code: 'state/unwritable', hint: /SLIPWAY_STATE/ })
  })

  test('where the file is a directory', async (context) => {
    const directory = testDirectory(context)
    mkdirSync(join(directory, 'state.db'))
    await assert.rejects(opened({ directory }), { code: 'state/not-a-file' })
  })
})

// Real file systems, in a mount namespace of the test's own; root ignores modes, so chmod would prove nothing.
const mountsAllowed = spawnSync('unshare', ['-Urm', 'true']).status === 0

describe('a disk that', { skip: mountsAllowed ? false : 'mount namespaces are not allowed here' }, () => {
  test('has no room is refused before a run starts', (context) => {
    assert.equal(onDisk(context, '200k', 'disk lock'), 'state/disk-full')
  })

  test('fills up during a run keeps everything that was written', (context) => {
    const [filled = '', read = ''] = onDisk(context, '2m', 'disk fill', 'disk read').split('\n')
    const [code, written] = filled.split(' ')
    assert.equal(code, 'state/disk-full')
    assert.ok(Number(written) > 10)
    assert.equal(read, `ok ${written}`)
  })

  test('has no room for reading is reported as full, too', (context) => {
    const fill = 'dd if=/dev/zero of="$DIR/fill" bs=1k 2> /dev/null || true'
    assert.equal(
      onDisk(context, '4m', 'disk lock', fill, 'disk read', 'disk lock'),
      'ok\nstate/disk-full\nstate/disk-full',
    )
  })

  test('is read-only can be read, and is refused before a run starts', (context) => {
    const outcome = onDisk(
      context,
      '4m',
      'disk lock',
      'mount -o remount,ro,size=4m none "$DIR"',
      'disk read',
      'disk lock',
    )
    assert.equal(outcome, 'ok\nok 0\nstate/unwritable')
  })
})

/** Runs the commands on a file system of the given size; `disk` is the program of testing/ on it. */
function onDisk(context: TestContext, size: string, ...commands: readonly string[]): string {
  const directory = testDirectory(context)
  const program = new URL('testing/disk.ts', import.meta.url).pathname
  const script = [
    `mount -t tmpfs -o size=${size} none "$DIR"`,
    `disk() { "$NODE" "$PROGRAM" "$DIR" "$1"; }`,
    ...commands,
  ].join('\n')
  const environment = { ...process.env, DIR: directory, NODE: process.execPath, PROGRAM: program }
  return execFileSync('unshare', ['-Urm', 'sh', '-ec', script], { env: environment, encoding: 'utf8' }).trim()
}

function assertAbsent(directory: string, canary: string): void {
  const forms = [
    canary,
    encodeURIComponent(canary),
    ...(['base64', 'base64url', 'hex'] as const).map((form) => Buffer.from(canary).toString(form)),
  ]
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const bytes = readFileSync(join(entry.parentPath, entry.name))
    for (const form of forms) assert.equal(bytes.includes(form), false, `${entry.name} holds ${form}`)
  }
}
