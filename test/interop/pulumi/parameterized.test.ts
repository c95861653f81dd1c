import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import type { TestContext } from 'node:test'
import { test } from '../../cases.ts'
import { alone, heardIn, recorded } from './bare-machine.ts'
import { machine, skip } from './machine.ts'
import { suite } from '../needs.ts'

const byWords = 'notes: { plugin: pulumi/binder, parameters: [notes, red] }'
const byBytes = `maps: { plugin: pulumi/binder, version: 3.0.0, value: ${btoa('blue')} }`

const recording = (at: (name: string) => string) => ({ RECORD: at('calls.jsonl') })

/** A machine with the plugin, and settings that make it serve these packages. */
function binding(t: TestContext, packages: string, install = alone('binder.cjs', 'binder')) {
  const box = machine(t, { install, plugin: 'resource-binder-v2.0.0', variables: recording })
  const { at, run } = box
  const settings = (text: string): void => writeFileSync(at('slipway.config.yaml'), text)
  settings(`plugins: { packages: { ${packages} } }\n`)
  return {
    ...box,
    settings,
    sheets: (...types: string[]): void => {
      const sheets = types.map((type) => `  ${type}: { type: "${type}:index:Sheet", spec: { text: hello } }\n`)
      writeFileSync(at('sheets.blueprint.yaml'), `version: 2025-11-02\nresources:\n${sheets.join('')}`)
    },
    done: (...args: string[]): string => {
      const { code, err, out } = run(...args)
      assert.equal(code, 0, err)
      return err + out
    },
    refused: (...args: string[]): string => {
      const { code, err } = run(...args)
      assert.notEqual(code, 0)
      return err
    },
  }
}

suite('a parameterized provider', { skip }, () => {
  test('serves two packages besides its own, each in its own process', (t) => {
    const { sheets, done, book, at } = binding(t, `${byWords}, ${byBytes}`)
    sheets('notes', 'maps', 'binder')
    assert.match(done('up', '--yes', '--parallel', '1'), /3 created/)
    assert.deepEqual(book().sort(), ['binder-3: binder, black', 'maps-2: maps, blue', 'notes-1: notes, red'])
    assert.match(done('up', '--yes'), /Nothing to do/)
    // An answer about one package is not cached for another.
    rmSync(at('.slipway/logs'), { recursive: true })
    assert.match(done('validate'), /valid/)
    done('destroy', '--yes', '--parallel', '1')
    assert.deepEqual(book(), [])
  })

  test('gets its parameters before anything else about the package', (t) => {
    const { sheets, done, at } = binding(t, byWords, recorded('binder.cjs', 'binder'))
    const heard = (): string => heardIn(at('calls.jsonl')).join(' ')
    sheets('notes')
    done('up', '--yes')
    const hello = 'Handshake GetPluginInfo Parameterize'
    assert.equal(heard(), `${hello} GetSchema CheckConfig Configure Check Create Cancel`)
    done('destroy', '--yes')
    // A script's definition of itself is not cached.
    assert.equal(heard(), `${hello} GetSchema Configure Delete Cancel`)
  })

  for (const packages of [byWords, byBytes])
    test(`destroys its resources even if the parameters are no longer given: ${packages}`, (t) => {
      const { sheets, done, book, at, run } = binding(t, packages)
      sheets(packages === byWords ? 'notes' : 'maps')
      done('up', '--yes')
      assert.equal(book().length, 1)
      rmSync(at('slipway.config.yaml'))
      assert.match(run('up', '--yes').err, /no provider for "(notes|maps):" is installed/)
      rmSync(at('sheets.blueprint.yaml'))
      done('destroy', '--yes', '--instance', 'sheets')
      assert.deepEqual(book(), [])
    })

  test('is refused with the reason', (t) => {
    const { sheets, settings, refused } = binding(t, byWords)
    const says = (packages: string): void => settings(`plugins: { packages: { ${packages} } }\n`)
    sheets('notes')
    says('notes: { plugin: pulumi/folder, parameters: [notes] }')
    assert.match(refused('up', '--yes'), /have pulumi\/folder serve the package notes, but it is not installed/)
    says('notes: { plugin: pulumi/binder, parameters: [notes], version: 1.0.0 }')
    assert.match(refused('up', '--yes'), /plugins\.packages\.notes has parameters, and a version or a value/)
    says('notes: { plugin: pulumi/binder, version: 1.0.0, value: "!" }')
    assert.match(refused('plugin', 'list'), /has a value that is not base64/)
    says('notes: { plugin: pulumi/binder, parameters: [letters, red] }')
    assert.match(refused('up', '--yes'), /serves the package "letters", not "notes"/)
  })

  test('serves the packages of a program, too', (t) => {
    const box = binding(t, '')
    box.settings('')
    box.program(program)
    const { done, book } = box
    assert.match(done('up', '--yes'), /sheet/)
    assert.deepEqual(book(), ['maps-1: maps, blue'])
    assert.match(done('up', '--yes'), /Nothing to do/)
    done('destroy', '--yes')
    assert.deepEqual(book(), [])
  })
})

/** Like the generated SDK of a package. */
const program = `
const { getMonitor } = require('@pulumi/pulumi/runtime')
const { RegisterPackageRequest, Parameterization } = require('@pulumi/pulumi/proto/resource_pb')
const parameter = new Parameterization()
parameter.setName('maps')
parameter.setVersion('3.0.0')
parameter.setValue(Buffer.from('blue').toString('base64'))
const request = new RegisterPackageRequest()
request.setName('binder')
request.setVersion('2.0.0')
request.setParameterization(parameter)
const reference = new Promise((resolve, reject) =>
  getMonitor().registerPackage(request, (error, answer) => (error ? reject(error) : resolve(answer.getRef()))),
)
new pulumi.CustomResource('maps:index:Sheet', 'sheet', { text: 'hello', ink: undefined }, {}, false, reference)
`
