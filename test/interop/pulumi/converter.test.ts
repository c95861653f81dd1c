// test:rest: the same as test/plugins/convert.test.ts, with the SDK's own protocol code
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { test } from '../../cases.ts'
import { suite } from '../needs.ts'
import { alone } from './bare-machine.ts'
import { machine, type MachineOptions, skip } from './machine.ts'

/** A machine with the converter as sources for Node.js, and the plugins that its questions concern. */
function converting(
  t: TestContext,
  options: MachineOptions = { install: alone('asker.cjs', 'asker'), plugin: 'resource-asker-v2.0.0' },
) {
  const box = machine(t, options)
  const plugins = (name: string): string => box.at(`home/.pulumi/plugins/${name}`)
  mkdirSync(plugins('resource-bare-v3.1.4'), { recursive: true })
  alone('bare.cjs', 'bare')(plugins('resource-bare-v3.1.4'))
  const folder = plugins('converter-sources-v1.0.0')
  mkdirSync(folder)
  writeFileSync(join(folder, 'PulumiPlugin.yaml'), 'runtime: {name: nodejs, options: {typescript: false}}\n')
  writeFileSync(join(folder, 'package.json'), '{"name": "sources", "main": "index.js"}\n')
  writeFileSync(join(folder, 'index.js'), `require(${JSON.stringify(join(import.meta.dirname, 'converter.cjs'))})\n`)
  symlinkSync(join(import.meta.dirname, 'node_modules'), join(folder, 'node_modules'))
  mkdirSync(box.at('infra'))
  writeFileSync(box.at('infra/main.tf'), 'resource "a_page" "one" {}\n')
  return box
}

suite('a converter with the SDK of Pulumi, in sources', { skip }, () => {
  test('converts a program, and has mappings and schemas from the installed plugins', (t) => {
    const { run, at } = converting(t)
    const { code, err } = run('convert', '--from', 'sources', 'infra', '--to', 'pcl', '--out', 'out', '--', 'a', 'b')
    assert.equal(code, 0, err)
    assert.equal(readFileSync(at('out/main.pp'), 'utf8'), 'asker maps questions\nbare\na b\n')
    assert.match(err, /infra\/main\.tf:1:1[^]*left out/)
  })

  test('converts one resource', (t) => {
    const { run } = converting(t)
    const { code, out, err } = run(
      'convert',
      '--from',
      'sources',
      'infra/main.tf',
      '--snippet',
      'bare:index:Page',
      '--to',
      'pcl',
    )
    assert.equal(code, 0, err)
    assert.equal(out, 'bare bare:index:Page\n')
  })

  test('converts a state, and resolves packages', (t) => {
    const { run, at } = converting(t)
    writeFileSync(at('state.json'), '{}')
    const { code, out, err } = run(
      'import',
      '--from',
      'sources',
      'state.json',
      '--instance',
      'pages',
      '--yes',
      '--json',
    )
    assert.equal(code, 0, err)
    const [page] = JSON.parse(out).resources
    assert.deepEqual(
      [page.type, page.id, page.inputs, page.outputs],
      ['bare:index:Page', 'page-1', { text: 'asker maps questions' }, { text: 'bare', letters: 3, note: '2.0.0' }],
    )
    assert.match(run('state', 'list', '--instance', 'pages').out, /page .*bare:index:Page/)
  })

  test('converts a state for the stack of a program, which then has nothing to do', (t) => {
    const { run, at, program, book } = converting(t, {})
    program(`new Entry('rent', { account: 'house' })`)
    for (const stack of ['first', 'second']) assert.equal(run('stack', 'init', stack).code, 0)
    const up = run('up', '--yes', '--stack', 'first')
    assert.equal(up.code, 0, up.err)
    writeFileSync(at('state.json'), '{}')
    const { code, out, err } = run(
      'import',
      '--from',
      'sources',
      'state.json',
      '--stack',
      'second',
      '--yes',
      '--',
      'entry',
    )
    assert.equal(code, 0, err)
    assert.match(out, /rent \(ledger:index\/entry:Entry\) house-1/)
    const plan = run('plan', '--stack', 'second', '--detailed-exitcode')
    assert.equal(plan.code, 0, plan.out + plan.err)
    assert.deepEqual(book(), ['house-1: house, none'])
  })
})
