import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { test } from 'node:test'
import { suite } from '../needs.ts'
import { bareMachine } from './bare-machine.ts'
import { skip } from './machine.ts'

suite('a state that is written for Pulumi', { skip, timeout: 300_000 }, () => {
  test('has only what was given among the inputs, and says so where nobody knows the type any more', (t) => {
    const { at, write, run } = bareMachine(t, '')
    write('text: hello')
    assert.equal(run('up', '--yes').code, 0)
    const exported = () => {
      const { code, out, err } = run('state', 'export', '--format', 'pulumi')
      assert.equal(code, 0, err)
      const { inputs, outputs } = JSON.parse(out).deployment.resources.at(-1)
      return { inputs, outputs, err }
    }
    const answered = { text: 'hello', letters: 5, id: 'page-1' }
    const known = exported()
    assert.deepEqual([known.inputs, known.outputs, known.err], [{ text: 'hello' }, answered, ''])
    for (const folder of ['cache', 'home/.pulumi']) rmSync(at(folder), { recursive: true, force: true })
    const unknown = exported()
    assert.deepEqual([unknown.inputs, unknown.outputs], [{ text: 'hello', letters: 5 }, answered])
    assert.match(unknown.err, /what bare answers is written among inputs, too, .*: its plugin is not installed/)
  })
})
