// test:rest: more cases of what configured.test.ts shows
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { test } from '../../cases.ts'
import { bareMachine } from './bare-machine.ts'
import { suite } from '../needs.ts'
import { skip } from './machine.ts'

const hello = 'Handshake GetPluginInfo CheckConfig'

/** A program of pages, with the calls that their provider gets. */
function pagesOf(t: TestContext, says: string) {
  const box = bareMachine(t, says)
  const { run, calls, heard } = box
  return {
    ...box,
    done: (...args: string[]): string => {
      const { code, err, out } = run(...args)
      assert.equal(code, 0, err)
      return err + out
    },
    /** Shelves for which processes were configured since the last time. */
    shelves: (): readonly unknown[] => {
      const asked = calls().filter(({ method }) => method === 'Configure')
      heard()
      return asked.map(({ request }) =>
        /"shelf","([^"]*)"|"shelf",\{[^}]*"stringValue":"([^"]*)"/
          .exec(JSON.stringify(request))
          ?.slice(1)
          .find(Boolean),
      )
    },
  }
}

const page = (text: string, options = '{}'): string =>
  `new pulumi.CustomResource('bare:index:Page', '${text}', { text: '${text}', letters: undefined }, ${options})`

const withShelf = (shelf: string): string => `
const mine = new pulumi.ProviderResource('bare', 'mine', { shelf: '${shelf}' })
${page('only', '{ provider: mine }')}
`

const shelved = (name: string, shelf: string): string =>
  `const ${name} = new pulumi.ProviderResource('bare', '${name}', { shelf: '${shelf}' })\n`

suite('the provider of a program', { skip }, () => {
  test('gets the same calls as from the reference', (t) => {
    const { program, done, heard } = pagesOf(t, 'preview')
    program(page('one'))
    done('up', '--yes')
    const first = heard()
    assert.match(first, new RegExp(`^${hello} Configure Check Create`))
    assert.doesNotMatch(first, /DiffConfig/)
    done('up', '--yes')
    assert.match(heard(), new RegExp(`^${hello} DiffConfig Configure Check Diff`))
    done('destroy', '--yes')
    assert.equal(heard(), 'Handshake GetPluginInfo Configure Delete Cancel')
  })

  test('is not asked anything while its configuration is unknown', (t) => {
    const { program, done, heard, pages } = pagesOf(t, 'handshake,preview')
    program(`
const first = ${page('first')}
const mine = new pulumi.ProviderResource('bare', 'mine', { shelf: first.id })
const second = ${page('second', '{ provider: mine }')}
exports.letters = second.letters
exports.found = second.id.apply((id) => 'the ' + id)
`)
    const plan = done('plan')
    assert.match(plan, /second/)
    // Only one provider is asked, about its own page.
    const asked = heard().split(' ')
    assert.equal(asked.filter((name) => name === 'Configure').length, 1)
    assert.equal(asked.filter((name) => name === 'Create').length, 1)
    assert.deepEqual(pages(), {})
    done('up', '--yes')
    assert.equal(Object.keys(pages()).length, 2)
    assert.match(done('up', '--yes'), /Nothing to do/)
    done('destroy', '--yes')
    assert.deepEqual(pages(), {})
  })

  test('with another target replaces its resources, and the old ones are destroyed with the old settings', (t) => {
    const { program, done, pages, calls, shelves } = pagesOf(t, '')
    program(withShelf('left'))
    done('up', '--yes')
    assert.deepEqual(shelves(), ['left'])
    program(withShelf('right'))
    assert.match(done('plan'), /mine[^]*replaced/)
    assert.deepEqual(Object.keys(pages()), ['page-1'])
    shelves()
    done('up', '--yes')
    assert.deepEqual(Object.keys(pages()), ['page-2'])
    const deleted = calls().findLast(({ method }) => method === 'Delete')
    assert.equal(deleted?.request['id'], 'page-1')
    assert.deepEqual(new Set(shelves()), new Set(['left', 'right']))
    assert.match(done('up', '--yes'), /Nothing to do/)
  })
  test('with another target in the configuration is planned with all its replacements', (t) => {
    const { program, done, pages } = pagesOf(t, '')
    program(page('only'))
    done('config', 'set', 'bare:shelf', 'left')
    done('up', '--yes')
    assert.match(done('plan'), /Nothing to do/)
    done('config', 'set', 'bare:shelf', 'right')
    assert.match(done('plan'), /only \(bare:index:Page\) will be replaced[^]*2 to replace/)
    assert.match(done('up', '--yes'), /only replaced/)
    assert.deepEqual(Object.keys(pages()), ['page-2'])
  })

  test('that replaces another one replaces its resources if the targets differ', (t) => {
    const { program, done, pages, calls, shelves } = pagesOf(t, '')
    const both = shelved('west', 'left') + shelved('east', 'right')
    program(both + page('only', '{ provider: west }'))
    done('up', '--yes')
    program(both + page('only', '{ provider: east }'))
    assert.match(done('plan'), /only[^]*replaced/)
    shelves()
    done('up', '--yes')
    assert.deepEqual(Object.keys(pages()), ['page-2'])
    assert.equal(calls().findLast(({ method }) => method === 'Delete')?.request['id'], 'page-1')
    assert.deepEqual(new Set(shelves()), new Set(['left', 'right']))
    // A provider that does not exist yet may turn out to be the same one.
    program(shelved('same', 'right') + page('only', '{ provider: same }'))
    assert.doesNotMatch(done('plan'), /only/)
    done('up', '--yes')
    program(shelved('further', 'left') + page('only', '{ provider: further }'))
    assert.match(done('plan'), /only[^]*replaced/)
    done('up', '--yes')
    assert.deepEqual(Object.keys(pages()), ['page-3'])
    program(page('only'))
    assert.match(done('plan'), /only[^]*replaced/)
  })

  test('that replaces another one replaces its resources if the plugin does not compare the targets', (t) => {
    const { program, done, pages, calls, shelves } = pagesOf(t, 'unchecked')
    const both = shelved('west', 'left') + shelved('east', 'right') + shelved('same', 'right')
    program(both + page('only', '{ provider: west }'))
    done('up', '--yes')
    program(both + page('only', '{ provider: east }'))
    assert.match(done('plan'), /only \(bare:index:Page\) will be replaced[^]*provider/)
    shelves()
    done('up', '--yes')
    assert.deepEqual(Object.keys(pages()), ['page-2'])
    assert.equal(calls().findLast(({ method }) => method === 'Delete')?.request['id'], 'page-1')
    assert.deepEqual(new Set(shelves()), new Set(['left', 'right']))
    program(both + page('only', '{ provider: same }'))
    assert.doesNotMatch(done('plan'), /replaced/)
    done('up', '--yes')
    assert.deepEqual(Object.keys(pages()), ['page-2'])
    // The default provider has no configuration.
    program(both + page('only'))
    assert.match(done('up', '--yes'), /only replaced/)
    program(both + page('only', '{ provider: west }'))
    assert.match(done('up', '--yes'), /only replaced/)
    assert.deepEqual(Object.keys(pages()), ['page-4'])
    // A provider with other settings still counts as the same one.
    program(shelved('west', 'top') + page('only', '{ provider: west }'))
    assert.doesNotMatch(done('up', '--yes'), /replaced/)
    assert.deepEqual(Object.keys(pages()), ['page-4'])
  })
})
