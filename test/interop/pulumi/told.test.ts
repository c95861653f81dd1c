// test:rest: more cases of what program.test.ts shows
/** How plans and runs of programs report what happens to things. */
import assert from 'node:assert/strict'
import { test } from '../../cases.ts'
import { suite } from '../needs.ts'
import { skip } from './machine.ts'
import { project } from './project.ts'

/** Resources that are replaced when another one changes. */
const demanding = (version: string, options = ''): string => `
new Entry('triggered', { account: 'a' }, { replacementTrigger: '${version}' })
const named = new Entry('named', { account: 'b', note: '${version}' }, { replaceOnChanges: ['*'] })
new Entry('together', { account: 'c' }, { replaceWith: [named] })
const mine = new pulumi.ProviderResource('ledger', 'mine', {})
new Entry('${version === 'one' ? 'first' : 'second'}', { account: 'd', note: '${version}' }, { ${options} })
class Box extends pulumi.ComponentResource {
  constructor(name) { super('acme:index:Box', name, { size: '${version}' }) }
}
new Box('box')`

suite('the output of a program’s run says', { skip }, () => {
  test('why and how many resources are replaced, like its plan', (t) => {
    const { program, run, up } = project(t)
    program(demanding('one'))
    up()
    program(demanding('two', "aliases: [{ name: 'first' }]"))
    const { out } = run('plan')
    assert.match(out, /triggered [^\n]*replaced: a value that triggers its replacement has changed\n/)
    assert.match(
      out,
      /named [^\n]*replaced: inputs\.note cannot change in place\n +~ inputs\.note: "one" -> "two" {2}# needs/,
    )
    assert.match(out, /together [^\n]*replaced: it is replaced together with named\n/)
    assert.match(out, /second [^\n]*\(it was first\)/)
    assert.doesNotMatch(out, /former/)
    assert.match(out, /: 2 to update, 3 to replace, /)
    const { steps } = JSON.parse(run('plan', '--json').out)
    assert.equal(steps.find(({ name }: { name: string }) => name === 'box').type, 'acme:index:Box')
    assert.match(up(), /is up: (2 updated, 3 replaced|3 replaced, 2 updated) \(/)
    assert.match(up(), /Nothing to do/)
  })
})
