import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import type { TestContext } from 'node:test'
import { test } from '../../cases.ts'
import { bareMachine } from './bare-machine.ts'
import { skip } from './machine.ts'
import { suite } from '../needs.ts'

const hello = 'Handshake GetPluginInfo CheckConfig Configure'
const again = 'Handshake GetPluginInfo CheckConfig DiffConfig Configure'

/** Two pages and a third that names the first. The text of the second is the number of letters of the first. */
function pagesOn(t: TestContext, says: string) {
  const box = bareMachine(t, says)
  const { at, run } = box
  return {
    ...box,
    blueprint: (text: string): void =>
      writeFileSync(
        at('pages.blueprint.yaml'),
        `version: 2025-11-02
resources:
  first: { type: "bare:index:Page", spec: { text: ${text} } }
  second: { type: "bare:index:Page", spec: { text: "letters: \${resources.first.spec.letters}" } }
  third: { type: "bare:index:Page", spec: { text: "\${resources.first.spec.id}" } }
exports:
  letters: { type: integer, field: resources.first.spec.letters }
`,
      ),
    done: (...args: string[]): string => {
      const { code, err, out } = run(...args)
      assert.equal(code, 0, err)
      return err + out
    },
  }
}

suite('a plan asks a Pulumi provider for a preview', { skip }, () => {
  for (const says of ['preview', 'handshake,secrets'])
    test(`if it says ${says}, and others are planned with the result`, (t) => {
      const { blueprint, done, heard, calls, pages } = pagesOn(t, says)
      blueprint('hello')
      const plan = done('plan', '--verbose')
      assert.match(plan, /letters: 5/)
      assert.match(plan, /known after resources.first.spec.id/)
      assert.deepEqual(pages(), {})
      const created = calls().filter(({ method }) => method === 'Create')
      assert.deepEqual(new Set(created.map(({ request }) => request['preview'])), new Set([true]))
      assert.deepEqual(
        heard().split(' ').sort(),
        `${hello} Check Create Check Create Check Create Cancel`.split(' ').sort(),
      )
      done('up', '--yes')
      // Finished resources are not previewed, since their real values are known.
      assert.equal(Object.keys(pages()).length, 3)
      const makings = calls().filter(({ method, request }) => method === 'Create' && request['preview'] === false)
      assert.equal(makings.length, 3)
      assert.equal(heard().match(/Create/g)?.length, 3)
      blueprint('good day')
      assert.match(done('plan', '--verbose'), /letters: 8/)
      const changing = heard()
      assert.equal(changing.indexOf(again), 0)
      assert.deepEqual(changing.match(/Create|Update/g), ['Update', 'Update'])
      assert.match(done('up', '--yes'), /2 updated/)
      heard()
      assert.match(done('plan'), /Nothing to do/)
      assert.doesNotMatch(heard(), /Create|Update/)
    })

  test('only if it can, and otherwise outputs stay unknown', (t) => {
    const { blueprint, done, heard } = pagesOn(t, '')
    blueprint('hello')
    assert.doesNotMatch(done('plan', '--verbose'), /letters: 5/)
    assert.doesNotMatch(heard(), /Create/)
  })

  test('but not when a saved plan is carried out', (t) => {
    const { blueprint, done, heard, pages } = pagesOn(t, 'preview')
    blueprint('hello')
    done('plan', '--out', 'plan.json')
    assert.doesNotMatch(heard(), /Create/)
    done('up', '--plan', 'plan.json', '--yes')
    assert.match(JSON.stringify(pages()), /"letters: 5"/)
  })

  test('and reports the provider’s objections once', (t) => {
    const { blueprint, run, at } = pagesOn(t, 'preview')
    blueprint('hello')
    writeFileSync(at('bad'), 'preview,refuses')
    const { code, err } = run('plan')
    assert.equal(code, 1)
    assert.equal(err.match(/no page may be written today/g)?.length, 3)
  })
})
