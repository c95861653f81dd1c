// test:rest: more cases of what program.test.ts shows
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '../../cases.ts'
import { skip } from './machine.ts'
import { project } from './project.ts'
import { suite } from '../needs.ts'

const replacedRent = (note: string): string =>
  `const rent = new Entry('rent', { account: 'house', note: '${note}' }, { replaceOnChanges: ['note'], deleteBeforeReplace: true })`

const withFailure = (note: string): string => `
const bad = new Entry('bad', { account: '${note === 'fine' ? 'bad' : ''}' })
pulumi.log.warn('look at bad', bad)
new Entry('needs', { account: 'needs' }, { dependsOn: bad })
const good = new Entry('good', { account: 'good' })
good.page.apply(() => new Promise((resolve) => setTimeout(resolve, 300))).apply(() => new Entry('late', { account: 'late' }))
exports.bad = pulumi.recover(bad.page, (error) => error.message)`

const needsItself = `
const known = Promise.withResolvers()
const first = new Entry('first', { account: 'first', note: known.promise })
new Entry('second', { account: 'second', note: first.id }).id.apply(known.resolve)`

suite('a failing Pulumi program', { skip }, () => {
  test('continues with independent resources on request, and then destroys nothing', (t) => {
    const { program, up, run, book } = project(t)
    const accounts = (): string =>
      book()
        .map((line) => line.replace(/^.*: (.*),.*$/, '$1'))
        .toSorted()
        .join(' ')
    program(`new Entry('old', { account: 'old' })`)
    up()
    program(withFailure('wrong'))
    const failed = run('up', '--yes', '--continue-on-error')
    assert.equal(failed.code, 1)
    assert.match(
      failed.err,
      /resource bad \[ledger:index\/entry:Entry\] failed to register[^]*every entry is of some account/,
    )
    // The SDK reports that it could not send the text, because the resource has no URN.
    assert.match(failed.err, /^warning: look at bad$/m)
    assert.doesNotMatch(failed.err, /failed to deliver|message severity/)
    assert.equal(accounts(), 'good late old')
    program(withFailure('fine'))
    up('--continue-on-error')
    assert.equal(accounts(), 'bad good late needs')
  })

  test('with an error of its own destroys nothing, and its resources are recorded', (t) => {
    const { program, up, run, book } = project(t)
    program(`new Entry('old', { account: 'old' })`)
    up()
    const ends: readonly (readonly [string, RegExp])[] = [
      [`throw new Error('thrown at once')`, /thrown at once[^]*the program failed/],
      [`made.id.apply(() => { throw new Error('rejected later') })`, /rejected later[^]*the program failed/],
      [`made.id.apply(() => process.exit(3))`, /the program failed: .*\b3\b/],
      [`made.id.apply(() => process.kill(process.pid, 'SIGKILL'))`, /the program failed: .*SIGKILL/],
      [
        `made.id.apply(() => process.exit(0))`,
        /the program failed: it stopped before its end .*process\.exit.*throw an error/,
      ],
      [
        `setTimeout(() => { process.exit(0); new Entry('old', { account: 'old' }) }, 200)`,
        /the program failed: it stopped before its end .*were not destroyed/,
      ],
      [`process.exit(0)`, /the program failed: it stopped before its end/],
      [`process.reallyExit(0)`, /the program failed: it stopped before its end/],
      [`module.exports = () => new Promise(() => {})`, /the program failed: it ended before it finished/],
      [needsItself, /cyclic dependency[^]*the program failed/],
    ]
    for (const [end, words] of ends) {
      program(`const made = new Entry('made', { account: 'made' })\n${end}`)
      const { code, err } = run('up', '--yes')
      assert.equal(code, 1, end)
      assert.match(err, words)
      assert.deepEqual(book(), ['old-1: old, none', 'made-2: made, none'])
    }
    program(`new Entry('made', { account: 'made' })`)
    assert.match(up(), /old destroyed/)
    assert.deepEqual(book(), ['made-2: made, none'])
  })

  test('is rolled back on request', (t) => {
    const { program, up, run, book, exported } = project(t)
    program(`const rent = new Entry('rent', { account: 'house', note: 'one' })
new Entry('gone', { account: 'gone' })
exports.note = rent.note`)
    up()
    program(`const rent = new Entry('rent', { account: 'house', note: 'two' })
const more = new Entry('more', { account: 'more' })
rent.id.apply(() => more.id.apply(() => { throw new Error('not like this') }))
exports.note = rent.note`)
    const { code, err } = run('up', '--yes', '--rollback')
    assert.equal(code, 1, err)
    assert.match(err, /Restoring \S+ to what existed before/)
    const left = book().map((entry) => entry.replace(/^.*: /, ''))
    assert.deepEqual(left.toSorted(), ['gone, none', 'house, one'], err)
    assert.deepEqual(exported(), { note: 'one' })
    assert.equal(run('destroy', '--yes').code, 0)
    assert.deepEqual(book(), [])
  })

  test('is rolled back without touching imported, retained or read resources', (t) => {
    const { program, run, up, at, book, recorded } = project(t)
    program(`new Entry('kept', { account: 'kept' }, { retainOnDelete: true })
new Entry('other', { account: 'other' })`)
    up()
    const before = Object.keys(recorded())
    const entries = JSON.parse(readFileSync(at('book.json'), 'utf8'))
    writeFileSync(at('book.json'), JSON.stringify({ ...entries, 'flat-9': { account: 'flat', note: 'theirs' } }))
    const there = book().toSorted()
    program(`const flat = new Entry('flat', { account: 'flat', note: 'theirs' }, { import: 'flat-9' })
flat.id.apply(() => { throw new Error('not like this') })
Entry.get('other', '${Object.keys(entries)[1] ?? ''}')`)
    const { code, err } = run('up', '--yes', '--rollback')
    assert.equal(code, 1, err)
    assert.match(err, /flat imported[^]*to what existed before[^]*is as it was before \(/)
    assert.deepEqual([book().toSorted(), Object.keys(recorded()).toSorted()], [there, before.toSorted()])
  })

  test('is rolled back with the reasons and order of its replacements', (t) => {
    const { program, run, up, book } = project(t)
    program(replacedRent('one'))
    up()
    program(`${replacedRent('two')}
rent.id.apply(() => { throw new Error('not like this') })`)
    const { code, err } = run('up', '--yes', '--rollback')
    assert.equal(code, 1, err)
    const [, back = ''] = err.split('to what existed before this run')
    assert.match(back, /rent \([^)]*\) will be destroyed, then created/)
    assert.deepEqual(
      book().map((entry) => entry.replace(/^.*: /, '')),
      ['house, one'],
    )
  })

  test('is told in the plan if a resource was created by a missing plugin version', (t) => {
    const { program, run, up, at, book } = project(t)
    program(`new Entry('rent', { account: 'house' }, { version: '1.2.0' })`)
    up()
    const plugins = at('home/.pulumi/plugins')
    renameSync(join(plugins, 'resource-ledger-v1.2.0'), join(plugins, 'resource-ledger-v2.0.0'))
    program('')
    const missing =
      /rent .* will be destroyed.*\n +! this will fail: version 1\.2\.0 of the plugin for ledger is not installed; the installed ones are 2\.0\.0/
    assert.match(run('plan').out, missing)
    assert.match(run('plan', '--destroy').out, missing)
    writeFileSync(at('slipway.config.yaml'), 'plugins: { pin: { pulumi/ledger: 2.0.0 } }\n')
    assert.doesNotMatch(run('plan').out, /will fail/)
    up()
    assert.deepEqual(book(), [])
  })

  test('because of one resource ends, and created independent resources are recorded', (t) => {
    const { program, run, book } = project(t)
    program(`const bad = new Entry('bad', { account: '' })
new Entry('after', { account: bad.id })
new Entry('other', { account: 'other' })`)
    const planned = run('plan')
    assert.equal(planned.code, 1)
    assert.match(planned.err, /bad: account: every entry is of some account/)
    const { code, err } = run('up', '--yes')
    assert.equal(code, 1)
    assert.match(err, /bad failed creating[^]*every entry is of some account/)
    assert.doesNotMatch(err, /after/)
    assert.equal(run('destroy', '--yes').code, 0)
    assert.deepEqual(book(), [])
  })

  test('because of an existing resource is not reported as a failed create', (t) => {
    const { program, up, run, book } = project(t)
    program(`new Entry('rent', { account: 'house' }, { protect: true })`)
    up()
    for (const [account, doing, why] of [
      ['garden', 'replacing', 'it is protected, and would be replaced: inputs\\.account cannot change in place'],
      ['', 'updating', '.*every entry is of some account'],
    ]) {
      program(`new Entry('rent', { account: '${account}' }, { protect: true })`)
      const { code, err } = run('up', '--yes')
      assert.equal(code, 1)
      assert.match(err, new RegExp(`x rent failed ${doing}: ${why}`))
    }
    assert.deepEqual(book(), ['house-1: house, none'])
    assert.match(run('destroy', '--yes', '--target', 'rend').err, /there is no record of rend[^]*"rent"/)
  })

  test('for want of configuration names our command for it', (t) => {
    const { program, run } = project(t)
    program(`new pulumi.Config().requireSecret('token')`)
    run('stack', 'init', 'dev')
    // The message names the stack of the run, and not the selected one.
    assert.match(
      run('plan', '--stack', 'prod').err,
      /pulumi config set --secret books:token <value>`\n\there: slipway config set --secret books:token VALUE --stack prod\n/,
    )
  })

  test('loses nothing and creates nothing twice if its engine is killed', async (t) => {
    const { program, up, run, at, book, upKilledAt } = project(t)
    program(`const first = new Entry('first', { account: 'first' })
new Entry('second', { account: first.page.apply((page) => 'second of ' + page) })`)
    await upKilledAt('create', () => book().length > 0)
    assert.deepEqual(book(), ['first-1: first, none'])
    assert.match(run('up', '--yes').err, /Slipway does not know whether first/)
    const planned = run('plan')
    assert.match(planned.out, /Slipway does not know whether first[^]*second .* will be created/)
    assert.equal(run('up', '--yes', '--settle', 'first=exists:first-1').code, 0)
    assert.deepEqual(book(), ['first-1: first, none', 'second of 1-2: second of 1, none'])
    writeFileSync(at('hold'), '')
    assert.match(up(), /Nothing to do/)
  })

  test('finds a renamed resource again after the rename is undone', (t) => {
    const { program, up, run, book, recorded } = project(t)
    program(`new Entry('rent', { account: 'house' })`)
    up()
    program(`const lease = new Entry('lease', { account: 'house' }, { aliases: [{ name: 'rent' }] })
lease.id.apply(() => { throw new Error('no such luck') })`)
    assert.equal(run('up', '--yes').code, 1)
    program(`new Entry('rent', { account: 'house' })`)
    up()
    assert.deepEqual(book(), ['house-1: house, none'])
    assert.equal(recorded()['rent'], 'ledger:index/entry:Entry')
    assert.match(up(), /Nothing to do/)
  })

  test('that does not end is killed once its requests are done', (t) => {
    const { program, run, book } = project(t)
    program(`setInterval(() => {}, 1000)\nnew Entry('rent', { account: 'house', note: 'unlucky' })`)
    const { code, err } = run('up', '--yes')
    assert.equal(code, 1)
    assert.match(err, /nothing more was done for it: rent could not be made or read/)
    assert.deepEqual(book(), [])
  })

  test('that never ends is killed by a stop', async (t) => {
    const { program, options, run, book } = project(t)
    program(`new Entry('rent', { account: 'house' })\nsetInterval(() => {}, 1000)`)
    const engine = spawn(options.slipway, ['up', '--yes'], { cwd: options.cwd, env: options.env, stdio: 'ignore' })
    const ended = once(engine, 'exit')
    while (book().length === 0) await sleep(20)
    engine.kill('SIGINT')
    await ended
    assert.equal(run('destroy', '--yes').code, 0)
    assert.deepEqual(book(), [])
  })
})
