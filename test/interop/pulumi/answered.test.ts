// test:rest: more cases of what program.test.ts shows
import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { test } from '../../cases.ts'
import { suite } from '../needs.ts'
import { alone, bareMachine } from './bare-machine.ts'
import { skip } from './machine.ts'

const install = alone('bare.cjs', 'bare')

suite('a create that a Pulumi plugin answered with an error', { skip }, () => {
  test('is repeated by the next up, and destroy mentions the attempt and how to forget it', (t) => {
    const { at, run, write, pages } = bareMachine(t, '', { install })
    writeFileSync(at('bad'), 'stumbles')
    write('text: wrong')
    const failed = run('up', '--yes')
    assert.equal(failed.code, 1)
    assert.match(failed.err, /exit status 3/)
    assert.doesNotMatch(failed.err, /--settle|does not know whether/)
    assert.match(failed.err, /\nWhat was done is recorded; slipway up carries on from here\.\n$/)
    rmSync(at('bad'))
    write('text: right')
    const made = run('up', '--yes')
    assert.equal(made.code, 0, made.err)
    assert.deepEqual(
      Object.values(pages()).map((page) => (page as { text: string }).text),
      ['right'],
    )
    assert.match(run('up', '--yes').err, /Nothing to do/)
    const destroyed = run('destroy', '--yes')
    assert.equal(destroyed.code, 0, destroyed.err)
    assert.deepEqual(pages(), {})
    const [, id = ''] =
      /page stays: its create failed \(.*exit status 3.*\).*slipway state rm (\S+)/.exec(destroyed.err) ?? []
    assert.match(run('instances').out, /^pages +deployed/m)
    assert.equal(run('destroy', '--yes').code, 0)
    const removed = run('state', 'rm', id, '--yes')
    assert.equal(removed.code, 0, removed.err)
    assert.match(run('instances').out, /^pages +destroyed/m)
  })

  test('blocks nothing if nothing else was created', (t) => {
    const { run, write } = bareMachine(t, 'stumbles', { install })
    write('text: wrong')
    assert.equal(run('up', '--yes').code, 1)
    assert.equal(run('destroy', '--yes').code, 0)
  })

  test('is in doubt if the plugin died, and the last line does not promise that up continues', (t) => {
    const { run, write } = bareMachine(t, 'fails', { install })
    write('text: wrong')
    const { code, err } = run('up', '--yes')
    assert.equal(code, 1)
    assert.match(err, /--settle/)
    assert.match(
      err,
      /\nWhat was done is recorded; slipway up carries on from here once the resources in doubt are settled, as described above\.\n$/,
    )
  })
})
