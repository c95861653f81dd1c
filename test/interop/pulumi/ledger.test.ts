import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

const slipway = join(import.meta.dirname, '../../../node_modules/.bin/slipway')

/** For the `skip` option of a test: a reason where the SDK is missing, but never in CI. */
const skip =
  existsSync(join(import.meta.dirname, 'node_modules/@pulumi/pulumi')) || (process.env['CI'] ?? '') !== ''
    ? false
    : 'needs the SDK of Pulumi: npm ci --prefix test/interop/pulumi'

interface Entry {
  readonly account: string
  readonly note?: string
  readonly page: number
  readonly pin?: string
  readonly urn?: string
}

interface Run {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** A machine with the plugin where Pulumi installs it, a book, and a blueprint with one entry. */
function machine(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-pulumi-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const at = (name: string): string => join(folder, name)
  const plugin = at('home/.pulumi/plugins/resource-ledger-v1.2.0')
  mkdirSync(plugin, { recursive: true })
  const script = `#!/bin/sh\nexec node '${join(import.meta.dirname, 'ledger.cjs')}' "$@"\n`
  writeFileSync(join(plugin, 'pulumi-resource-ledger'), script, { mode: 0o755 })
  const env = { ...process.env, HOME: at('home'), LEDGER: at('book.json'), LEDGER_HOLD: at('hold') }
  const options = { cwd: folder, env: { ...env, XDG_CACHE_HOME: at('cache'), XDG_CONFIG_HOME: at('config') } }
  const entries = (): Readonly<Record<string, Entry>> =>
    existsSync(at('book.json')) ? JSON.parse(readFileSync(at('book.json'), 'utf8')) : {}
  return {
    at,
    entries,
    /** As the book has them, by id, what tests look at. */
    book: () => Object.entries(entries()).map(([id, { account, note }]) => `${id}: ${account}, ${note}`),
    write: (spec: string, type = '"ledger:index/entry:Entry"'): void => {
      const exported = '  page: {type: integer, field: resources.rent.spec.page}\n'
      writeFileSync(
        at('books.blueprint.yaml'),
        `version: 2025-11-02\nresources:\n  rent:\n    type: ${type}\n    spec: {${spec}}\nexports:\n${exported}`,
      )
    },
    run: (...args: string[]): Run => {
      const { status: code, stdout: out, stderr: err } = spawnSync(slipway, args, { ...options, encoding: 'utf8' })
      return { code, out, err }
    },
    /** Runs `up` until the plugin has done what is held, kills the engine, and waits until the plugin is gone, too. */
    upKilledAt: async (method: string, isDone: () => boolean): Promise<void> => {
      writeFileSync(at('hold'), method)
      const engine = spawn(slipway, ['up', '--yes'], { ...options, stdio: 'ignore' })
      const ended = once(engine, 'exit')
      while (!isDone()) await sleep(10)
      engine.kill('SIGKILL')
      await ended
      rmSync(at('hold'))
    },
  }
}

describe('a provider written with the SDK of Pulumi', { skip }, () => {
  test('is found, and serves types of which Slipway knows the schema', (t) => {
    const { run, write } = machine(t)
    assert.match(run('plugin', 'list').out, /pulumi\/ledger +1\.2\.0 +provider/)
    write('account: house, notes: x')
    const misspelt = run('validate')
    assert.equal(misspelt.code, 1)
    assert.match(misspelt.err, /did you mean "note"/)
    write('account: house', '"ledger:index/entry:Entri"')
    assert.match(run('validate').err, /did you mean "ledger:index\/entry:Entry"/)
    write('account: house', 'ledgr:index:Entry')
    assert.match(run('validate').err, /no provider for "ledgr:" is installed/)
  })

  test('creates, has nothing to do, updates, replaces and destroys', (t) => {
    const { run, write, book, entries } = machine(t)
    const up = (): string => {
      const { code, out, err } = run('up', '--yes')
      assert.equal(code, 0, err)
      return err + out
    }
    write('account: house, tags: {a: b}, lines: [{amount: 1.5}], pin: "4711"')
    assert.match(up(), /rent created[^]*page +1/)
    assert.deepEqual(book(), ['house-1: house, none'])
    assert.equal(entries()['house-1']?.urn, 'urn:pulumi:books::slipway::ledger:index/entry:Entry::rent')
    assert.equal(entries()['house-1']?.pin, '4711')
    assert.match(up(), /Nothing to do/)
    write('account: house, note: March')
    assert.match(up(), /rent updated/)
    assert.deepEqual(book(), ['house-1: house, March'])
    write('account: flat, note: March')
    assert.match(up(), /rent replaced/)
    assert.deepEqual(book(), ['flat-2: flat, March'])
    assert.equal(run('destroy', '--yes').code, 0)
    assert.deepEqual(book(), [])
  })

  test('sees what was changed outside', (t) => {
    const { run, write, at, book } = machine(t)
    write('account: house, note: March')
    assert.equal(run('up', '--yes').code, 0)
    writeFileSync(at('book.json'), readFileSync(at('book.json'), 'utf8').replace('March', 'April'))
    assert.match(run('up', '--yes', '--refresh').err, /"April" -> "March"/)
    assert.deepEqual(book(), ['house-1: house, March'])
    writeFileSync(at('book.json'), '{}')
    assert.match(run('up', '--yes', '--refresh').err, /rent created/)
    assert.deepEqual(book(), ['house-1: house, March'])
  })

  test('says what is wrong with inputs, and why it failed, and nothing is made', (t) => {
    const { run, write, book } = machine(t)
    write('account: ""')
    assert.match(run('up', '--yes').err, /account: every entry is of some account/)
    write('account: house, note: unlucky')
    assert.match(run('up', '--yes').err, /the pen is dry/)
    assert.deepEqual(book(), [])
    write('account: house')
    assert.equal(run('up', '--yes').code, 0)
    assert.deepEqual(book(), ['house-1: house, none'])
  })

  test('decides what is replaced, also where its schema says nothing of it, and the plan shows that', (t) => {
    const { run, write, book } = machine(t)
    write('account: house')
    assert.equal(run('up', '--yes').code, 0)
    write('account: house, hidden: yes please')
    const planned = run('plan')
    assert.match(planned.out + planned.err, /rent[^]*replaced[^]*hidden/)
    assert.deepEqual(book(), ['house-1: house, none'])
    const { code, err } = run('up', '--yes')
    assert.equal(code, 0, err)
    assert.match(err, /rent replaced/)
    assert.deepEqual(book(), ['house-2: house, none'])
    assert.match(run('up', '--yes').err, /Nothing to do/)
  })

  test('says what is wrong with inputs while they are planned, and where that stands', (t) => {
    const { run, write } = machine(t)
    write('account: ""')
    const { code, err } = run('plan')
    assert.equal(code, 1)
    assert.match(err, /^books\.blueprint\.yaml:5:21: error: account: every entry is of some account/)
  })

  test('killed in the middle of an update, with its engine, is recovered', async (t) => {
    const { run, write, book, upKilledAt } = machine(t)
    write('account: house')
    assert.equal(run('up', '--yes').code, 0)
    write('account: house, note: March')
    await upKilledAt('update', () => book().includes('house-1: house, March'))
    const { code, err } = run('up', '--yes')
    assert.equal(code, 0, err)
    assert.match(err, /what became of its last update: it exists/)
    assert.deepEqual(book(), ['house-1: house, March'])
    assert.match(run('up', '--yes').err, /Nothing to do/)
  })

  test('killed in the middle of a create, which nobody can find again, makes nothing twice', async (t) => {
    const { run, write, book, upKilledAt } = machine(t)
    write('account: house')
    await upKilledAt('create', () => book().length > 0)
    const doubtful = run('up', '--yes')
    assert.equal(doubtful.code, 1)
    assert.match(doubtful.err, /slipway up --settle rent=exists/)
    assert.deepEqual(book(), ['house-1: house, none'])
    // It is there, and nobody knows its id but who looks.
    assert.match(run('up', '--yes', '--settle', 'rent=exists').err, /cannot find rent without its id/)
    assert.match(run('up', '--yes', '--settle', 'rent=exists:house-9').err, /finds no id "house-9"/)
    const settled = run('up', '--yes', '--settle', 'rent=exists:house-1')
    assert.equal(settled.code, 0, settled.err)
    write('account: house, note: March')
    assert.equal(run('up', '--yes').code, 0)
    assert.deepEqual(book(), ['house-1: house, March'])
    assert.equal(run('destroy', '--yes').code, 0)
    assert.deepEqual(book(), [])
  })

  test('says what it has made, and did not get right: nothing is made twice', (t) => {
    const { run, write, book } = machine(t)
    write('account: house, note: blotted')
    const { code, err } = run('up', '--yes')
    assert.equal(code, 1)
    assert.match(err, /the resource is there, under the id "house-1"[^]*the ink has run/)
    write('account: house')
    assert.match(run('up', '--yes').err, /slipway up --settle rent=/)
    assert.deepEqual(book(), ['house-1: house, blotted'])
  })
})
