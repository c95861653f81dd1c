// test:rest: more cases of what program.test.ts shows
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { test } from '../../cases.ts'
import { suite } from '../needs.ts'
import { skip } from './machine.ts'
import { project } from './project.ts'

const foreign = '{"flat-9": {"account": "flat", "note": "none", "page": 9}}'
const read = `new Entry('seen', {}, { id: 'flat-9' })`

suite('a resource that a program only reads', { skip }, () => {
  test('does not keep the program’s own resources alive', (t) => {
    const { program, up, run, at, book } = project(t)
    const both = `new Entry('own', { account: 'flat' }, { import: 'flat-9' })\n${read}`
    writeFileSync(at('book.json'), foreign)
    program(both)
    up()
    program(read)
    assert.match(run('plan').out, /^- own .* will be destroyed/m)
    up()
    assert.deepEqual(book(), [])
    writeFileSync(at('book.json'), foreign)
    program(both)
    up()
    const { out } = run('plan', '--destroy')
    assert.match(out, /^- own .* will be destroyed/m)
    assert.match(out, /^x? *seen .* was only read/m)
    assert.equal(run('destroy', '--yes').code, 0)
    assert.deepEqual(book(), [])
  })

  test('is left alone if the program creates its own under the same name', (t) => {
    const { program, up, run, at, book } = project(t)
    writeFileSync(at('book.json'), foreign)
    program(read)
    up()
    program(`new Entry('seen', { account: 'house' })`)
    const { out } = run('plan')
    assert.match(out, /^\+ seen .* will be created/m)
    assert.match(out, /seen .*was only read/)
    up()
    assert.deepEqual(book(), ['flat-9: flat, none', 'house-2: house, none'])
    program('')
    up()
    assert.deepEqual(book(), ['flat-9: flat, none'])
    program(read)
    up()
    program(`new Entry('seen', { account: 'flat' }, { import: 'flat-9' })`)
    assert.match(run('plan').out, /^= seen .* will be imported/m)
    up()
    assert.equal(run('destroy', '--yes').code, 0)
    assert.deepEqual(book(), [])
  })

  test('was the program’s own before, as plan and run say', (t) => {
    const { program, up, run, at, book } = project(t)
    program(`new Entry('seen', { account: 'flat' })`)
    up()
    program(`new Entry('seen', {}, { id: 'flat-1' })`)
    const { out } = run('plan')
    assert.match(out, /seen .*only read from now on/)
    assert.match(up(), /seen/)
    assert.match(up(), /Nothing to do/)
    assert.equal(run('destroy', '--yes').code, 0)
    assert.deepEqual(book(), ['flat-1: flat, none'])
    writeFileSync(at('book.json'), foreign)
    program(`new Entry('seen', { account: 'house' })`)
    up()
    assert.deepEqual(book(), ['flat-9: flat, none', 'house-2: house, none'])
    program(read)
    up()
    assert.deepEqual(book(), ['flat-9: flat, none'])
    assert.match(up(), /Nothing to do/)
  })
})
