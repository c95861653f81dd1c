import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { test } from '../../cases.ts'
import { suite } from '../needs.ts'
import { alone, bareMachine } from './bare-machine.ts'
import { machine, skip } from './machine.ts'

const type = 'bare:index:Page'

suite('the existing resources of a Pulumi type', { skip }, () => {
  test('are listed with their ids, page by page, and can be imported', (t) => {
    const { at, run, write } = bareMachine(t, '', { install: alone('bare.cjs', 'bare') })
    const pages = { 'page-1': { text: 'one' }, 'page-22': { text: 'two', letters: 3 }, 'page-3': { text: 'a\tb' } }
    writeFileSync(at('pages.json'), JSON.stringify(pages))
    const all = run('import', '--list', type)
    assert.equal(all.code, 0, all.err)
    assert.equal(all.out, 'page-1   one\npage-22  two\npage-3   a\\tb\n')
    const some = run('import', '--list', type, '--limit', '2', '--json')
    assert.deepEqual(JSON.parse(some.out), {
      format: 1,
      resourceType: type,
      things: [
        { id: 'page-1', name: 'one' },
        { id: 'page-22', name: 'two' },
      ],
      isCut: true,
    })
    assert.equal(run('import', '--list', type, '--query', 'text=two').out, 'page-22  two\n')
    assert.match(run('import', '--list', type, '--query', 'text=three').err, /there is no bare:index:Page/)
    write('text: two')
    assert.equal(run('import', 'page', 'page-22').code, 0)
    assert.match(run('up', '--yes').err, /exports changed/)
  })

  test('are refused with the reason', (t) => {
    const { at, run } = bareMachine(t, 'endless', { install: alone('bare.cjs', 'bare') })
    writeFileSync(at('pages.json'), '{}')
    assert.match(
      run('import', '--list', type).err,
      /its list of bare:index:Page has no end: it begins again after 2 pages/,
    )
    assert.match(
      run('import', '--list', 'bare:index:Pagge').err,
      /has no resource type[^]*did you mean "bare:index:Page"/,
    )
    assert.match(run('import', '--list', 'bear:index:Page').err, /no provider for "bear:" is installed/)
    assert.match(run('import', '--list', type, '--configuration', 'night').err, /no configuration "night"/)
    assert.match(run('import', '--list', type, 'page-1').err, /--list takes a type alone/)
    assert.match(run('import', 'page').err, /takes an id, or --list with a type/)
  })

  test('are unknown if the provider cannot list them', (t) => {
    const { run } = machine(t)
    assert.match(
      run('import', '--list', 'ledger:index/entry:Entry').err,
      /cannot list existing resources of the type ledger:index/,
    )
  })
})
