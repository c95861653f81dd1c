/** Files that are no regular files, that never end, or that another process needs: every command ends at once, with a sentence. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, test } from '../cases.ts'
import { run, type Ended } from '../ledger/command.ts'
import { makeTarget, version, type Target } from './target.ts'

const blueprint = `${version}variables: { v: { type: string, default: x } }
resources:
  thing: { type: hostile/thing, spec: { does: nothing } }
exports:
  v: { type: string, field: variables.v }
`

function assertRefused(end: Ended, pattern: RegExp, context: string): void {
  assert.equal(end.code, 1, `${context}: ${end.signal} ${end.stdout}${end.stderr}`)
  assert.match(end.stderr, pattern, context)
  assert.doesNotMatch(end.stderr, /bug in Slipway|\bE[A-Z]{4,}\b/, context)
  assert.ok(end.stderr.length < 3000, `${context}: ${end.stderr.length} characters`)
}

/** Commands that read the named file. */
const readers: readonly ((file: string) => readonly string[])[] = [
  (file) => ['validate', file],
  (file) => ['plan', file],
  (file) => ['up', '--yes', file],
  (file) => ['graph', file],
  (file) => ['plan', '--var-file', file],
  (file) => ['plan', '--var', `v=file:${file}`],
  (file) => ['up', '--yes', '--plan', file],
  (file) => ['state', 'import', '--yes', file],
]

describe('a path that is not a regular file is refused by every command', () => {
  const kinds: Readonly<Record<string, readonly [make: (path: string) => unknown, said: RegExp]>> = {
    'a device that never ends': [(path) => symlinkSync('/dev/zero', path), /is a device/],
    'a named pipe that nobody writes to': [(path) => execFileSync('mkfifo', [path]), /is a named pipe/],
    'a link to itself': [(path) => symlinkSync(path, path), /links lead in a circle/],
    'a socket': [
      (path) =>
        new Promise((listening) =>
          createServer()
            .listen(path, () => listening(undefined))
            .unref(),
        ),
      /is a socket/,
    ],
    'a file of three hundred megabytes': [
      (path) => {
        writeFileSync(path, '')
        truncateSync(path, 300 * 1024 * 1024)
      },
      /has more than (1|64|256) MB/,
    ],
    'a path of two thousand characters': [() => undefined, /too long/],
  }
  for (const [what, [make, said]] of Object.entries(kinds)) {
    test(what, async (context) => {
      const target = makeTarget(context)
      target.write('site.blueprint.yaml', blueprint)
      const path = what.startsWith('a path') ? 'x'.repeat(2000) : join(target.folder, 'given')
      await make(path)
      for (const args of readers) assertRefused(await run(target, args(path)), said, `${what}: ${args('…').join(' ')}`)
    })
  }

  test('if it is a folder', async (context) => {
    const target = makeTarget(context)
    target.write('site.blueprint.yaml', blueprint)
    mkdirSync(join(target.folder, 'given'))
    for (const args of readers.slice(4))
      assertRefused(await run(target, args('given')), /is a folder/, args('…').join(' '))
  })

  test('as a settings or tasks file, too', async (context) => {
    const target = makeTarget(context)
    target.write('site.blueprint.yaml', blueprint)
    symlinkSync('/dev/zero', join(target.folder, 'slipway.config.yaml'))
    assertRefused(await run(target, ['plan']), /settings file .* is a device/, 'settings')
    const other = makeTarget(context)
    other.write('site.blueprint.yaml', blueprint)
    other.write('tasks/one/metadata.yaml', 'name: one\nversion: 1.0.0\n')
    execFileSync('mkfifo', [join(other.folder, 'tasks/one/tasks.yaml')])
    assertRefused(await run(other, ['tasks', 'check', 'tasks']), /is a named pipe/, 'tasks')
  })

  test('unless the shell opened the file', async (context) => {
    const target = makeTarget(context)
    const file = target.write('site.blueprint.yaml', blueprint)
    const command = `cat ${file} | $SLIPWAY validate /dev/stdin && $SLIPWAY validate <(cat ${file}) --var-file <(echo 'v: y')`
    const env = { ...target.env, SLIPWAY: join(import.meta.dirname, '../../node_modules/.bin/slipway') }
    execFileSync('bash', ['-c', command], { cwd: target.folder, env, stdio: 'pipe' })
  })
})

test('and so is an impossible folder', async (context) => {
  const target = makeTarget(context)
  target.write('site.blueprint.yaml', blueprint)
  const up = ['up', '--yes']
  assertRefused(await run(target, up, { SLIPWAY_STATE: '/proc/state' }), /cannot be kept in \/proc\/state/, '/proc')
  assertRefused(await run(target, up, { XDG_CACHE_HOME: '/sys/x' }), /cannot be kept in \/sys\/x/, '/sys')
  assertRefused(await run(target, up, { SLIPWAY_STATE: '/dev/null/x' }), /\[[a-z]+\/[a-z-]+\]/, '/dev/null')
  assertRefused(await run(target, up, { SLIPWAY_STATE: 'x'.repeat(2000) }), /too long/, 'a long path')
})

function save(target: Target, file: string, ...more: readonly string[]): Promise<Ended> {
  return run(target, ['plan', '--out', file, ...more])
}

describe('plan --out', () => {
  test('replaces only a saved plan or an empty file, unless told otherwise', async (context) => {
    const target = makeTarget(context)
    target.write('site.blueprint.yaml', blueprint)
    const precious = target.write('precious', 'thesis\n')
    assertRefused(
      await save(target, 'precious'),
      /is not a saved plan, and is not replaced +\[cli\/not-a-plan\]/,
      'a file',
    )
    assert.equal(readFileSync(precious, 'utf8'), 'thesis\n')
    target.write('empty', '')
    for (const args of [['new'], ['new'], ['empty'], ['precious', '--force'], ['precious']] as const) {
      const [file, ...more] = args
      assert.equal((await save(target, file, ...more)).code, 0, args.join(' '))
      assert.equal(lstatSync(join(target.folder, file)).mode & 0o777, 0o600)
    }
    assert.equal((await run(target, ['up', '--plan', 'precious'])).code, 0)
    // The state exists by now, and some of its files are empty or missing at times.
    target.write('.slipway/other', 'x')
    for (const file of ['state.db', 'state.db-wal', 'state.db-commits', 'other']) {
      const path = join(target.folder, '.slipway', file)
      const bytes = () => (existsSync(path) ? readFileSync(path) : undefined)
      const before = bytes()
      assertRefused(await save(target, `.slipway/${file}`, '--force'), /in the folder of a state, and is not/, file)
      assert.deepEqual(bytes(), before, file)
    }
    // The state of another project, and the remains of one.
    const elsewhere = makeTarget(context)
    elsewhere.write('state.db-commits', 'x')
    for (const file of ['state.db', 'state.db-commits'])
      assertRefused(await save(target, join(elsewhere.folder, file), '--force'), /in the folder of a state/, file)
    assert.equal(existsSync(join(elsewhere.folder, 'state.db')), false)
    target.write('.slipway/logs/x/y.log', 'x')
    symlinkSync('.slipway/logs/x', join(target.folder, 'logs-of-x'))
    for (const file of ['.slipway/logs/x/y.log', 'logs-of-x/y.log'])
      assertRefused(await save(target, file, '--force'), /in the folder of a state/, file)
    target.write('.slipway/plan', '')
    assert.equal((await save(target, '.slipway/plan')).code, 0)
    assert.deepEqual(
      readdirSync(target.folder).filter((name) => name.startsWith('.') && name !== '.slipway'),
      [],
    )
  })

  test('writes neither through a link nor to a device', async (context) => {
    const target = makeTarget(context)
    target.write('site.blueprint.yaml', blueprint)
    const precious = target.write('precious', 'thesis\n')
    symlinkSync('precious', join(target.folder, 'link'))
    symlinkSync('nothing', join(target.folder, 'dangling'))
    for (const force of [[], ['--force']]) {
      assertRefused(await save(target, 'link', ...force), /is a link, and is not replaced/, 'a link')
      assertRefused(await save(target, 'dangling', ...force), /is a link, and is not replaced/, 'a dangling link')
      assertRefused(await save(target, '/dev/full', ...force), /is not a file, and is not replaced/, 'a device')
      assertRefused(await save(target, '.', ...force), /is not a file, and is not replaced/, 'a folder')
    }
    assert.equal(readFileSync(precious, 'utf8'), 'thesis\n')
    symlinkSync('nowhere', join(target.folder, 'astray'))
    for (const file of ['none/x', 'astray/x'])
      assertRefused(await save(target, file), /there is no such file or folder/, file)
  })

  test('refuses a bad target before planning', async (context) => {
    const target = makeTarget(context)
    target.write('site.blueprint.yaml', 'not even a blueprint')
    target.write('precious', 'thesis\n')
    assertRefused(await save(target, 'precious'), /cli\/not-a-plan/, 'before anything is read')
  })
})
