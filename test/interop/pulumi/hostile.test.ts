// test:rest: more cases of what ledger.test.ts shows
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { TestContext } from 'node:test'
import { test } from '../../cases.ts'
import { alone, bareMachine } from './bare-machine.ts'
import { skip } from './machine.ts'
import { suite } from '../needs.ts'

/** A machine with such a provider, and a blueprint with one page, or a program. */
function hostile(t: TestContext, says: string, variables: Readonly<Record<string, string>> = {}, isProgram = false) {
  const box = bareMachine(t, says, { install: alone('bare.cjs', 'bare'), variables })
  if (isProgram) box.program("new pulumi.CustomResource('bare:index:Page', 'page', { text: 'hello' })")
  else box.write('text: hello')
  // Only one that never registers has little time to do it.
  const registrationMs = says === 'silent' ? 1500 : 60_000
  writeFileSync(box.at('slipway.config.yaml'), `plugins: {registrationMs: ${registrationMs}}\n`)
  const refused = (...args: string[]): string => {
    const { code, err } = box.run(...args)
    assert.equal(code, 1, err)
    return err
  }
  return { ...box, refused }
}

suite('a misbehaving Pulumi provider', { skip }, () => {
  test('is refused if it prints no port', (t) => {
    const { refused } = hostile(t, 'silent')
    assert.match(refused('up', '--yes'), /pulumi\/bare [^\n]*printed no port/)
  })

  test('is refused if it prints something else', (t) => {
    const { refused } = hostile(t, 'babble')
    assert.match(refused('up', '--yes'), /printed "Welcome to the bare provider!" where its port was expected/)
  })

  test('is refused if it prints a port of somebody else', async (t) => {
    const stranger = createServer().listen(0, '127.0.0.1')
    await once(stranger, 'listening')
    t.after(() => stranger.close())
    const address = stranger.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    let isVisited = false
    stranger.on('connection', () => (isVisited = true))
    const { refused } = hostile(t, 'alien', { BARE_ALIEN: String(port) })
    assert.match(refused('up', '--yes'), /pulumi\/bare/)
    assert.equal(isVisited, false)
  })

  // A program gets the same error for each wrong answer, so two are enough.
  for (const isProgram of [false, true])
    for (const [says, why] of [
      ['fails', /got no answer: pulumi\/bare\S* was killed by SIGKILL/],
      ['unknowns', /the plugin answers that it does not know a value yet/],
      ...(isProgram
        ? []
        : ([
            ['empty', /it gives no id/],
            ['deep', /the message is nested deeper than 400 levels/],
          ] as const)),
    ] as const)
      test(`${says}: what it may have made ${isProgram ? 'for a program ' : ''}is named until somebody settles it`, (t) => {
        const { refused, run, pages, at } = hostile(t, '', {}, isProgram)
        writeFileSync(at('bad'), says)
        const err = refused('up', '--yes')
        assert.match(err, why)
        assert.deepEqual(Object.keys(pages()), ['page-1'])
        assert.match(refused('up', '--yes'), /slipway up --settle page=exists/)
        assert.deepEqual(Object.keys(pages()), ['page-1'])
        rmSync(at('bad'))
        const settled = run('up', '--yes', '--settle', 'page=exists:page-1')
        assert.equal(settled.code, 0, settled.err)
        assert.equal(run('destroy', '--yes').code, 0)
        assert.deepEqual(pages(), {})
      })

  for (const isProgram of [false, true])
    for (const [says, why] of [
      ...(isProgram ? [] : ([['puzzled', /Check failed with UNKNOWN: no connection to the office/]] as const)),
      ['faints', /Check got no answer: pulumi\/bare\S* was killed by SIGKILL/],
    ] as const)
      test(`${says}: ${isProgram ? 'a program needs' : 'it needs'} nothing settled, as nothing was made`, (t) => {
        const { refused, run, pages, at } = hostile(t, '', {}, isProgram)
        writeFileSync(at('bad'), says)
        const err = refused('up', '--yes')
        assert.match(err, why)
        assert.doesNotMatch(err, /--settle/)
        rmSync(at('bad'))
        const { code, err: said } = run('up', '--yes')
        assert.equal(code, 0, said)
        assert.deepEqual(Object.keys(pages()), ['page-1'])
      })

  for (const isProgram of [false, true])
    test(`that answers ${isProgram ? 'a program ' : ''}too much to record leaves a resource known by its id`, (t) => {
      const { refused, run, pages, at } = hostile(t, '', { BARE_MB: '40' }, isProgram)
      writeFileSync(at('bad'), 'huge')
      assert.match(refused('up', '--yes'), /answers 40 MB about one resource; Slipway records at most 32 MB/)
      rmSync(at('bad'))
      const { code, err } = run('up', '--yes')
      assert.equal(code, 0, err)
      assert.match(err, /page updated/)
      assert.deepEqual(Object.keys(pages()), ['page-1'])
    })

  for (const says of ['deaf', 'floods'])
    test(`does its work and leaves no process: ${says}`, (t) => {
      const { run, pages, at } = hostile(t, says)
      const { code, err } = run('up', '--yes')
      assert.equal(code, 0, err)
      assert.deepEqual(Object.keys(pages()), ['page-1'])
      assert.equal(spawnSync('pgrep', ['-f', at('pages.json')]).status, 1)
    })

  test('that changes an id has the change shown', (t) => {
    const { run, at } = hostile(t, '')
    assert.equal(run('up', '--yes').code, 0)
    writeFileSync(at('bad'), 'other')
    assert.match(run('refresh').err, /id: "page-1" -> "page-99"/)
  })
})
