// test:rest: more cases of what configured.test.ts shows
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import type { TestContext } from 'node:test'
import { test } from '../../cases.ts'
import { suite } from '../needs.ts'
import { callsOf, recorded } from './bare-machine.ts'
import { machine, skip } from './machine.ts'

const entry = (name: string, account: string, options = '', note = ''): string =>
  `  ${name}: { type: "ledger:index/entry:Entry", metadata: { custom: { slipway: { ${options} } } }, spec: { account: ${account}${note} } }\n`
const shelf = (setting: string, condition = ''): string =>
  `  shelf: { type: "pulumi:providers:ledger"${condition}, spec: { shelf: "${setting}" } }\n`
const onShelf = 'provider: resources.shelf'
const ofFound = ', note: "page ${datasources.found.page}"'

const looking = (account: string): string => `datasources:
  found:
    type: "ledger:index/findEntry:findEntry"
    metadata: { displayName: found, custom: { slipway: { ${onShelf} } } }
    filter: { field: account, operator: "=", search: ["${account}"] }
    exports: { page: { type: integer } }
exports:
  page: { type: integer, field: datasources.found.page }
`

/** A book on a shelf that another resource names. */
function shelved(t: TestContext) {
  const box = machine(t, {
    install: recorded('ledger.cjs', 'ledger'),
    variables: (at) => ({ RECORD: at('calls.jsonl') }),
  })
  const { at, run } = box
  const blueprint = (resources: readonly string[], rest = '', file = 'books.blueprint.yaml'): void =>
    writeFileSync(at(file), `version: 2025-11-02\nresources:\n${resources.join('')}${rest}`)
  return {
    ...box,
    blueprint,
    done: (...args: string[]): string => {
      const { code, err, out } = run(...args)
      assert.equal(code, 0, err)
      return err + out
    },
    failing: (...args: string[]): string => {
      const { code, err } = run(...args)
      assert.equal(code, 1, err)
      return err
    },
    /** The calls of processes that were configured for a shelf. */
    askedOf: (setting: string): readonly string[] => {
      const calls = callsOf(at('calls.jsonl'))
      const isFor = ({ request }: (typeof calls)[number]) =>
        JSON.stringify(request).includes(`"ledger:config:shelf","${setting}"`)
      const pids = new Set(calls.filter((call) => call.method === 'Configure' && isFor(call)).map(({ pid }) => pid))
      return calls.filter(({ pid }) => pids.has(pid)).map(({ method }) => method)
    },
  }
}

suite('a data source with a provider configured by a resource', { skip }, () => {
  test('is read as soon as the configuration is known', (t) => {
    const { blueprint, done, book, askedOf } = shelved(t)
    blueprint(
      [
        entry('cluster', 'cluster'),
        shelf('${resources.cluster.spec.id}'),
        entry('rent', 'house', onShelf),
        entry('copy', 'copy', '', ofFound),
      ],
      looking('${resources.rent.spec.account}'),
    )
    assert.match(done('plan'), /note: \(known after datasources\.found\.page\)/)
    assert.match(done('up', '--yes'), /page {2}2/)
    assert.deepEqual(book(), ['cluster-1: cluster, none', 'house-2: house, none', 'copy-3: copy, page 2'])
    assert.ok(askedOf('cluster-1').includes('Invoke'))
    assert.match(done('up', '--yes'), /Nothing to do/)
    blueprint(
      [
        entry('cluster', 'cluster'),
        shelf('another'),
        entry('rent', 'house', onShelf),
        entry('copy', 'copy', '', ofFound),
      ],
      looking('house'),
    )
    assert.match(done('plan'), /shelf .* will be updated/)
    done('up', '--yes')
    assert.ok(askedOf('another').includes('Invoke'))
    assert.match(done('up', '--yes'), /Nothing to do/)
    done('destroy', '--yes')
    assert.deepEqual(book(), [])
  })

  test('may be in a child blueprint', (t) => {
    const { at, blueprint, done, book, askedOf } = shelved(t)
    mkdirSync(at('child'))
    const resources = [entry('rent', 'house'), shelf('${resources.rent.spec.id}'), entry('copy', 'copy', '', ofFound)]
    blueprint(resources, looking('${resources.rent.spec.account}'), 'child/shop.blueprint.yaml')
    writeFileSync(
      at('books.blueprint.yaml'),
      'version: 2025-11-02\ninclude:\n  shop: { path: child/shop.blueprint.yaml }\nresources:\n' +
        entry('top', 'top', '', ', note: "${children.shop.page}"'),
    )
    done('up', '--yes')
    const made = book().map((line) => line.replace(/-\d+/, ''))
    assert.deepEqual(made.toSorted(), ['copy: copy, page 1', 'house: house, none', 'top: top, 1'])
    assert.ok(askedOf('house-1').includes('Invoke'))
    assert.match(done('up', '--yes'), /Nothing to do/)
    done('destroy', '--yes')
    assert.deepEqual(book(), [])
  })

  test('cannot decide the number of resources, or be read if its provider is excluded', (t) => {
    const { blueprint, failing, done } = shelved(t)
    const each = entry('copy', '"${elem}"').replace(
      'type:',
      'each: "${split(tostring(datasources.found.page), \\",\\")}", type:',
    )
    blueprint([entry('rent', 'house'), shelf('left'), each], looking('house'))
    assert.match(failing('validate'), /needs resources\.shelf \(for datasources\.found\), which is known only later/)
    const condition = ', condition: "${eq(resources.rent.spec.note, \\"none\\")}"'
    const copy = entry('copy', 'copy', '', ofFound)
    const holds = (note: string) => [entry('rent', 'house', '', `, note: ${note}`), shelf('left', condition), copy]
    blueprint(holds('none'), looking('${resources.rent.spec.account}'))
    done('up', '--yes')
    blueprint(holds('other'), looking('${resources.rent.spec.account}'))
    const failed = failing('up', '--yes')
    assert.match(failed, /the provider of found is configured by shelf, but shelf is not recorded/)
    assert.match(failed, /unless its condition is false: nothing may need found then/)
    done('destroy', '--yes')
  })
})

suite('the settings of a provider configured by a resource', { skip }, () => {
  test('change in place, and are restored by a rollback', (t) => {
    const { blueprint, done, failing, book, askedOf } = shelved(t)
    const last = (options: string) => entry('last', 'last', options, ', note: "of ${resources.rent.spec.note}"')
    const books = (setting: string, note: string, ...more: readonly string[]): void =>
      blueprint([shelf(setting), entry('rent', 'house', onShelf, `, note: ${note}`), ...more])
    books('left', 'first')
    done('up', '--yes')
    const late = 'preconditions: [{ condition: "${eq(resources.probe.spec.page, 99)}", message: "too early" }]'
    books('right', 'second', entry('probe', 'probe'), last(late))
    const failed = failing('up', '--yes', '--rollback')
    assert.match(failed, /too early/)
    assert.match(failed, /books is as it was before/)
    assert.deepEqual(book(), ['house-1: house, first'])
    assert.deepEqual(askedOf('right').filter((method) => method === 'Update').length, 1)
    books('left', 'first')
    assert.match(done('up', '--yes'), /Nothing to do/)
    books('right', 'second', last(''))
    assert.match(done('plan'), /shelf .* will be updated in place/)
    done('up', '--yes')
    done('destroy', '--yes')
    assert.deepEqual(book(), [])
  })

  test('are missing in the plan if the condition of that resource is false', (t) => {
    const { blueprint, done, failing, book } = shelved(t)
    const condition = ', condition: "${eq(resources.first.spec.note, \\"none\\")}"'
    const books = (note: string): void =>
      blueprint([
        entry('first', 'first', '', `, note: ${note}`),
        shelf('left', condition),
        entry('rent', 'house', onShelf),
      ])
    books('none')
    done('up', '--yes')
    books('other')
    const refused = failing('plan')
    assert.match(refused, /rent .* is wanted, but shelf, which configures its provider, has a false condition/)
    assert.match(refused, /give rent a condition that is true only if the condition of shelf is true/)
    assert.equal(book().length, 2)
    done('destroy', '--yes')
    assert.deepEqual(book(), [])
  })
})
