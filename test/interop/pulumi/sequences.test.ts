// test:rest: more cases of what renames.test.ts shows
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { test } from '../../cases.ts'
import { bareMachine } from './bare-machine.ts'
import { skip } from './machine.ts'
import { suite } from '../needs.ts'

const hello = 'Handshake GetPluginInfo'

suite('a Pulumi provider gets the same calls as from the reference,', { skip }, () => {
  for (const says of ['', 'preview', 'secrets', 'handshake,secrets', 'unchecked'])
    test(`if it declares ${says || 'nothing'} about itself`, (t) => {
      const { run, write, heard, pages } = bareMachine(t, says)
      const done = (...args: string[]): string => {
        const { code, err } = run(...args)
        assert.equal(code, 0, err)
        return heard()
      }
      const again = `${hello} CheckConfig DiffConfig Configure`
      write('text: hello, pin: "4711"')
      assert.equal(done('up', '--yes'), `${hello} CheckConfig Configure Check Create Cancel`)
      assert.deepEqual(Object.keys(pages()), ['page-1'])
      assert.equal(done('up', '--yes'), `${again} Check Diff Cancel`)
      assert.equal(done('plan'), `${again} Check Diff Cancel`)
      write('text: hello you, pin: "4711"')
      assert.equal(done('up', '--yes'), `${again} Check Diff Update Cancel`)
      write('text: hello you, number: "2"')
      assert.equal(done('up', '--yes'), `${again} Check Diff Check Create Delete Cancel`)
      assert.equal(done('refresh'), `${hello} Configure Read Diff Cancel`)
      assert.equal(done('destroy', '--yes'), `${hello} Configure Delete Cancel`)
      assert.deepEqual(pages(), {})
    })

  test('with the recorded settings while the target is the same', (t) => {
    const { run, write, heard, calls, at } = bareMachine(t, 'handshake')
    const settings = (text: string): void => writeFileSync(at('slipway.config.yaml'), text)
    settings('providers: {"bare:": {key: k-4711}}\n')
    write('text: hello')
    assert.equal(run('up', '--yes').code, 0)
    assert.doesNotMatch(run('state', 'export').out, /k-4711/)
    heard()
    assert.equal(run('refresh').code, 0)
    const { args } = calls().find(({ method }) => method === 'Configure')?.request ?? {}
    assert.match(JSON.stringify(args), /"shelf".*"top"/)
    heard()
    // The key is renewed: the provider manages existing things with the new key.
    settings('providers: {"bare:": {key: k-0815}}\n')
    assert.equal(run('destroy', '--yes').code, 0)
    assert.equal(heard(), `${hello} CheckConfig DiffConfig Configure Delete Cancel`)
  })

  test('with other settings if the target changed, and nothing is lost', (t) => {
    const { run, write, pages, at } = bareMachine(t, '')
    const settings = (text: string): void => writeFileSync(at('slipway.config.yaml'), text)
    write('text: hello')
    assert.equal(run('up', '--yes').code, 0)
    settings('providers: {"bare:": {shelf: bottom}}\n')
    const { code, err } = run('up', '--yes')
    assert.equal(code, 1)
    assert.match(
      err,
      /with another shelf, the plugin cannot find the resources that were created with the old one[^]*first destroy the existing resources/,
    )
    // It is destroyed with the settings with which it was made.
    assert.equal(run('destroy', '--yes').code, 0)
    assert.deepEqual(pages(), {})
    assert.equal(run('up', '--yes').code, 0)
  })

  test('with a second check for values unknown in the plan', (t) => {
    const { run, at, heard } = bareMachine(t, 'preview')
    const blueprint = (text: string): void =>
      writeFileSync(
        at('pages.blueprint.yaml'),
        `version: 2025-11-02
resources:
  first:
    type: "bare:index:Page"
    spec: { text: ${text} }
  second:
    type: "bare:index:Page"
    spec: { text: "\${resources.first.spec.id}" }
`,
      )
    blueprint('hello')
    assert.equal(run('up', '--yes').code, 0)
    assert.equal(heard(), `${hello} CheckConfig Configure Check Check Create Check Create Cancel`)
    blueprint('hello')
    assert.equal(run('up', '--yes').code, 0)
    assert.equal(heard(), `${hello} CheckConfig DiffConfig Configure Check Check Diff Diff Cancel`)
  })

  test('with a blueprint’s options of a resource', (t) => {
    const { run, at, calls, heard, pages } = bareMachine(t, 'preview')
    const blueprint = (text: string): void =>
      writeFileSync(
        at('pages.blueprint.yaml'),
        `version: 2025-11-02
resources:
  page:
    type: "bare:index:Page"
    spec: { ${text} }
    metadata:
      custom:
        slipway: { timeouts: { create: 90s, update: 2m, destroy: 30s }, ignoreChanges: [text] }
`,
      )
    const asked = (name: string) => calls().find(({ method }) => method === name)?.request
    blueprint('text: hello')
    assert.equal(run('up', '--yes').code, 0)
    assert.equal(asked('Create')?.['timeout'], 90)
    heard()
    blueprint('text: good bye, pin: "1"')
    assert.equal(run('up', '--yes').code, 0)
    assert.deepEqual(asked('Diff')?.['ignorechangesList'], ['text'])
    assert.deepEqual([asked('Update')?.['ignorechangesList'], asked('Update')?.['timeout']], [['text'], 120])
    assert.deepEqual(pages(), { 'page-1': { text: 'hello', pin: '1', letters: 5 } })
    heard()
    assert.equal(run('destroy', '--yes').code, 0)
    assert.equal(asked('Delete')?.['timeout'], 30)
  })
})
