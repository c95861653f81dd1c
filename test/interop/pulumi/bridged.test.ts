// test:rest: more cases of what ledger.test.ts shows
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { test } from '../../cases.ts'
import { suite } from '../needs.ts'
import { bareMachine } from './bare-machine.ts'
import { skip } from './machine.ts'

suite('an answer of a bridged provider', { skip }, () => {
  test('is not secret just because the id and filled-in inputs are kept next to it', (t) => {
    const { at, run } = bareMachine(t, 'bridged')
    const write = (text: string): void =>
      writeFileSync(
        at('pages.blueprint.yaml'),
        `version: 2025-11-02
resources:
  page: { type: "bare:index:Page", spec: { text: "${text}", pin: hush-hush } }
exports:
  id: { type: string, field: resources.page.spec.id }
  number: { type: string, field: resources.page.spec.number }
  letters: { type: integer, field: resources.page.spec.letters }
`,
      )
    write('page-1 has seven words')
    const first = run('up', '--yes')
    assert.equal(first.code, 0, first.err)
    assert.match(first.out, /^id +page-1$/m)
    assert.match(first.out, /^number +seven$/m)
    assert.match(first.out, /^letters +22$/m)
    write('page-1 has words')
    assert.match(run('up', '--yes').out, /^id +page-1$/m)
    assert.match(run('up', '--yes', '--refresh').out, /^id +page-1$/m)
    const { out } = run('state', 'show', 'page')
    assert.doesNotMatch(out, /hush-hush/)
    assert.match(out, /page-1/)
    const exported = run('state', 'export')
    assert.doesNotMatch(exported.out, /hush-hush/)
  })
})
