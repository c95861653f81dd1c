// test:rest: more cases of what configured.test.ts shows
/** Plugins of Pulumi that do not report the effect of changed settings. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import type { TestContext } from 'node:test'
import { test } from '../../cases.ts'
import { suite } from '../needs.ts'
import { bareMachine } from './bare-machine.ts'
import { skip } from './machine.ts'

/** A page of a plugin that finds pages only on its own shelf. */
function shelved(t: TestContext, says: string) {
  const box = bareMachine(t, `handshake,secrets,shelved${says}`)
  const ended = (expected: number, args: readonly string[]): string => {
    const { code, err, out } = box.run(...args)
    assert.equal(code, expected, err + out)
    return err + out
  }
  return {
    ...box,
    shelf: (settings: string): void =>
      writeFileSync(box.at('slipway.config.yaml'), `providers: { "bare:": { ${settings} } }\n`),
    done: (...args: string[]): string => ended(0, args),
    failed: (...args: string[]): string => ended(1, args),
  }
}

const page = (text: string): string =>
  `new pulumi.CustomResource('bare:index:Page', 'page', { text: '${text}', letters: undefined })`

suite('a Pulumi plugin that does not say what changed settings mean', { skip }, () => {
  test('is not believed if it finds nothing', (t) => {
    const { write, shelf, done, failed, pages } = shelved(t, ',unchecked')
    write('text: hi')
    shelf('shelf: left, key: sesame')
    done('up', '--yes')
    // A renewed key still belongs to the same account.
    shelf('shelf: left, key: millet')
    done('refresh')
    shelf('shelf: right, key: millet')
    assert.match(failed('refresh'), /page \(bare:index:Page\) was not found[^]*shelf is "right", was "left"/)
    failed('up', '--yes', '--refresh')
    write('text: ho')
    failed('up', '--yes')
    failed('destroy', '--yes')
    assert.deepEqual(Object.keys(pages()), ['page-1'])
    shelf('shelf: left')
    assert.match(done('up', '--yes'), /1 updated/)
    done('destroy', '--yes')
    assert.deepEqual(pages(), {})
  })
})

suite('a Pulumi plugin that says what changed settings mean', { skip }, () => {
  test('is believed: it destroys with the old settings, and what it does not find is gone', (t) => {
    const { at, write, shelf, done, failed, pages } = shelved(t, '')
    write('text: hi')
    shelf('shelf: left')
    done('up', '--yes')
    shelf('shelf: right')
    assert.match(
      failed('up', '--yes'),
      /with another shelf, the plugin cannot find the resources that were created with the old one/,
    )
    assert.match(done('refresh'), /up to date|nothing|as it is/i)
    assert.deepEqual(Object.keys(pages()), ['page-1'])
    writeFileSync(at('pages.json'), '{}')
    assert.match(done('refresh'), /1 forgotten/)
  })
})

suite('a program’s provider whose plugin does not say what changed settings mean', { skip }, () => {
  test('changes, replaces and destroys nothing in another place', (t) => {
    const { program, done, failed, pages } = shelved(t, ',unchecked')
    program(page('hi'))
    done('config', 'set', 'bare:shelf', 'left')
    done('up', '--yes')
    done('config', 'set', 'bare:key', 'millet', '--secret')
    assert.match(done('up', '--yes'), /default[^]*1 updated/)
    done('config', 'set', 'bare:shelf', 'right')
    assert.match(
      done('plan'),
      /this will fail: page \(bare:index:Page\) was not found[^]*other settings than when it was last seen: shelf/,
    )
    assert.match(failed('up', '--yes'), /page[^]*was not found/)
    program(page('ho'))
    failed('up', '--yes')
    // Each of these commands records the provider with its present settings.
    for (const line of [['refresh'], ['up', '--yes', '--refresh'], ['destroy', '--yes']])
      assert.match(failed(...line), /page \(bare:index:Page\) was not found/)
    assert.deepEqual(Object.keys(pages()), ['page-1'])
    done('config', 'set', 'bare:shelf', 'left')
    assert.match(done('up', '--yes'), /page updated/)
    assert.deepEqual(Object.keys(pages()), ['page-1'])
    done('destroy', '--yes')
    assert.deepEqual(pages(), {})
  })

  test('continues if it finds the existing resources', (t) => {
    const { at, program, done, pages } = shelved(t, ',unchecked')
    program(page('hi'))
    done('config', 'set', 'bare:shelf', 'left')
    done('up', '--yes')
    done('config', 'set', 'bare:shelf', 'right')
    writeFileSync(at('pages.json.shelves'), '{"page-1":"right"}')
    program(page('ho'))
    assert.match(done('up', '--yes'), /page updated/)
    done('refresh')
    assert.match(done('up', '--yes'), /Nothing to do/)
    writeFileSync(at('pages.json'), '{}')
    assert.match(done('refresh'), /1 forgotten/)
    assert.deepEqual(pages(), {})
  })
})
