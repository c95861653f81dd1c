// test:rest: more cases of what components.test.ts shows
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '../../cases.ts'
import { accountIn } from './account.ts'
import { skip } from './machine.ts'
import { suite } from '../needs.ts'

suite('a plugin component that breaks off', { skip }, () => {
  test('because the plugin died is continued by the next run without a second create', (t) => {
    const { account, failing, up, book } = accountIn(t)
    account('account: house, notes: [opened, fire]')
    const said = failing('up', '--yes')
    assert.match(said, /x mine \(ledger:index:Account\)/)
    assert.match(said, /ended|killed|SIGKILL/)
    assert.ok(book().includes('house-1: house, opened'), said)
    account('account: house, notes: [opened]')
    up('--settle', '*=missing')
    const left = book().filter((line) => !line.includes('fire'))
    assert.deepEqual(left.map((line) => line.replace(/^\S+ /, '')).toSorted(), ['after, page 1', 'house, opened'])
    assert.match(up(), /Nothing to do/)
  })

  test('because the user stops it ends at once, even if the plugin never answers', async (t) => {
    const { account, options, up, book } = accountIn(t)
    account('account: house, notes: [opened, endless]')
    const engine = spawn(options.slipway, ['up', '--yes'], { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
    const ended = once(engine, 'exit')
    let err = ''
    engine.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
    while (book().length < 2) {
      if (engine.exitCode !== null) throw new Error('it ended before')
      await sleep(20)
    }
    await sleep(500)
    engine.kill('SIGINT')
    while (!err.includes('Stopping: ') && engine.exitCode === null) await sleep(20)
    engine.kill('SIGINT')
    const isOver = await Promise.race([ended.then(() => true), sleep(60_000, false, { ref: false })])
    if (!isOver) engine.kill('SIGKILL')
    assert.ok(isOver, 'it goes on')
    account('account: house, notes: [opened]')
    up()
    assert.equal(book().filter((line) => line.endsWith('house, opened')).length, 1)
    assert.match(up(), /Nothing to do/)
  })

  test('because a method asks for a resource names it, and creates nothing', (t) => {
    const { at, run, book } = accountIn(t)
    writeFileSync(
      at('books.blueprint.yaml'),
      `version: 2025-11-02
resources:
  mine: { type: "ledger:index:Account", spec: { account: house, notes: [opened] } }
  after:
    type: "ledger:index/entry:Entry"
    spec:
      account: after
      note: '\${ledger_Account_ask(object(__self__ = resources.mine.spec.urn, question = "make one")).answer}'
`,
    )
    const { code, out, err } = run('up', '--yes')
    assert.equal(code, 1)
    assert.match(out + err, /a method of a component asks for a resource, extra \(ledger:index\/entry:Entry\)/)
    assert.deepEqual(book(), ['house-1: house, opened'])
  })
})
