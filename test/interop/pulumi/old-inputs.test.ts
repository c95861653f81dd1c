// test:rest: more cases of what ledger.test.ts shows
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { test } from '../../cases.ts'
import { suite } from '../needs.ts'
import { bareMachine } from './bare-machine.ts'
import { skip } from './machine.ts'

const page = (name: string, inputs: string, options = '{}'): string =>
  `new pulumi.CustomResource('bare:index:Page', '${name}', ${inputs}, ${options})`

/** The second page cannot change together with the first, which makes room for its successor. */
const both = (number: string): string => `
const first = ${page('first', `{ text: 'one', number: '${number}', letters: undefined }`, '{ deleteBeforeReplace: true }')}
${page('second', `{ text: 'two', number: pulumi.interpolate\`\${first.letters} after ${number}\` }`, `{ hideDiffs: ['number'] }`)}
`

suite('the inputs that a provider gets for a resource', { skip }, () => {
  test('are those of the program for a read resource', (t) => {
    const { program, run, at, calls } = bareMachine(t, '')
    writeFileSync(at('pages.json'), JSON.stringify({ 'page-7': { text: 'theirs', letters: 6 } }))
    program(page('seen', `{ text: 'theirs' }`, `{ id: 'page-7' }`))
    const { code, err } = run('up', '--yes')
    assert.equal(code, 0, err)
    const reads = calls().filter(({ method }) => method === 'Read')
    assert.ok(reads.length > 0)
    for (const { request } of reads) {
      assert.match(JSON.stringify(request['inputs']), /theirs/)
      assert.deepEqual(request['inputs'], request['properties'])
    }
  })

  test('are only the new ones if it is destroyed first because of another, in plan and run', (t) => {
    const { program, run, calls, heard } = bareMachine(t, '')
    program(both('1'))
    assert.equal(run('up', '--yes').code, 0)
    program(both('2'))
    for (const command of [['plan'], ['up', '--yes']] as const) {
      heard()
      const { code, err } = run(...command)
      assert.equal(code, 0, err)
      const second = calls().filter(({ method, request }) => method === 'Check' && request['name'] === 'second')
      assert.ok(second.length > 0, command[0])
      for (const { request } of second) assert.doesNotMatch(JSON.stringify(request['olds']), /two/, command[0])
    }
  })
})
