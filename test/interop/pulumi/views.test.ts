// test:rest: more cases of what program-options.test.ts shows
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { test } from '../../cases.ts'
import { suite } from '../needs.ts'
import { bareMachine } from './bare-machine.ts'
import { skip } from './machine.ts'

function told(t: TestContext, says: string) {
  const box = bareMachine(t, says)
  const { run, calls, heard } = box
  return {
    ...box,
    done: (...args: string[]): string => {
      const { code, err, out } = run(...args)
      assert.equal(code, 0, err)
      return err + out
    },
    /** Names of the views that the last call of this method received. */
    oldViews: (method: string): unknown => {
      const asked = calls().findLast((call) => call.method === method)?.request
      heard()
      return (asked?.['oldViewsList'] as readonly { name: string }[] | undefined)?.map(({ name }) => name)
    },
    shown: (): unknown => {
      const { spec } = JSON.parse(run('state', 'show', 'page', '--json').out)
      return spec['__views'] ?? spec.views
    },
  }
}

const line = (name: string, text: string) => ({ type: 'bare:index:Line', name, inputs: {}, outputs: { text } })

suite('the views of a Pulumi resource', { skip }, () => {
  test('are recorded as its plugin reports them, and passed to the plugin', (t) => {
    const { write, done, shown, oldViews, calls } = told(t, 'handshake,views')
    write('text: hello')
    done('up', '--yes')
    assert.equal(calls().find(({ method }) => method === 'Handshake')?.request['supportsViews'], true)
    assert.deepEqual(shown(), [line('first', 'hello')])
    assert.match(done('up', '--yes'), /Nothing to do/)
    assert.match(done('refresh'), /as it is recorded|nothing|no change/i)
    assert.deepEqual(oldViews('Read'), ['first'])
    assert.deepEqual(shown(), [line('first', 'hello')])
    write('text: bye')
    done('up', '--yes')
    assert.deepEqual(oldViews('Update'), ['first'])
    assert.deepEqual(shown(), [line('second', 'bye')])
    done('destroy', '--yes')
    assert.deepEqual(oldViews('Delete'), ['second'])
  })

  test('are accepted only from the current call', (t) => {
    const { write, run, shown } = told(t, 'handshake,views,stranger')
    write('text: hello')
    const { code, err } = run('up', '--yes')
    assert.equal(code, 1)
    assert.match(err, /no call under way has this token/)
    assert.equal(shown(), undefined)
  })

  test('are recorded for programs, too', (t) => {
    const { program, done, oldViews, run, heard } = told(t, 'handshake,views')
    const page = (text: string): void =>
      program(`new pulumi.CustomResource('bare:index:Page', 'page', { text: '${text}', letters: undefined })`)
    page('hello')
    done('up', '--yes')
    const recorded = (): string => JSON.parse(run('state', 'show', 'page', '--json').out).spec.views[0].name
    assert.equal(recorded(), 'first')
    heard()
    page('bye')
    done('up', '--yes')
    assert.deepEqual(oldViews('Update'), ['first'])
    assert.equal(recorded(), 'second')
  })
})
