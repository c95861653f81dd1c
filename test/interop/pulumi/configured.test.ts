import assert from 'node:assert/strict'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { test } from '../../cases.ts'
import { suite } from '../needs.ts'
import { bareMachine } from './bare-machine.ts'
import { machine, skip } from './machine.ts'

const resource = (name: string, spec: string, options = ''): string =>
  `  ${name}:\n    type: "bare:index:Page"\n    metadata: { custom: { slipway: { ${options} } } }\n    spec: { ${spec} }\n`

const shelf = (setting: string): string =>
  `  shelf:\n    type: "pulumi:providers:bare"\n    spec: { shelf: "${setting}" }\n`

/** Pages on a shelf that another page names. */
function shelved(t: TestContext, says = 'handshake,secrets') {
  const box = bareMachine(t, says)
  const { at, run, calls } = box
  return {
    ...box,
    blueprint: (...resources: string[]): void =>
      writeFileSync(at('pages.blueprint.yaml'), `version: 2025-11-02\nresources:\n${resources.join('')}`),
    done: (...args: string[]): string => {
      const { code, err, out } = run(...args)
      assert.equal(code, 0, err)
      return err + out
    },
    /** Shelves for which processes were configured since the last time, other than the plugin's default. */
    shelves: (): readonly string[] => {
      const asked = calls().filter(({ method }) => method === 'Configure')
      rmSync(at('calls.jsonl'), { force: true })
      return asked
        .flatMap(({ request }) => /"bare:config:shelf","([^"]*)"/.exec(JSON.stringify(request))?.[1] ?? [])
        .filter((each) => each !== 'top')
        .toSorted()
    },
  }
}

const cluster = (number: number): string => resource('cluster', `text: hi, number: "${number}"`)
const onShelf = resource('book', 'text: there', 'provider: resources.shelf')

const entry = (name: string, options = ''): string =>
  `  ${name}:\n    type: "ledger:index/entry:Entry"\n    metadata: { custom: { slipway: { ${options} } } }\n    spec: { account: ${name} }\n`

suite('a provider configured by a resource', { skip }, () => {
  test('is planned without its settings, and destroys with the recorded ones', (t) => {
    const { blueprint, done, pages, shelves, at } = shelved(t)
    blueprint(cluster(1), shelf('${resources.cluster.spec.id}'), onShelf)
    const plan = done('plan')
    assert.match(plan, /book .* will be created/)
    assert.deepEqual(shelves(), [])
    assert.match(done('up', '--yes'), /3 created/)
    assert.deepEqual(shelves(), ['page-1'])
    assert.match(done('up', '--yes'), /Nothing to do/)
    done('refresh', '--yes')
    assert.deepEqual(Object.keys(pages()), ['page-1', 'page-2'])
    rmSync(at('pages.blueprint.yaml'))
    rmSync(at('calls.jsonl'), { force: true })
    done('destroy', '--yes', '--instance', 'pages')
    assert.deepEqual(pages(), {})
    assert.deepEqual(shelves(), ['page-1'])
    assert.doesNotMatch(readFileSync(at('pages.json'), 'utf8'), /page-/)
  })

  test('is replaced with that resource, and old resources are destroyed with the old settings', (t) => {
    const { blueprint, done, pages, shelves, calls } = shelved(t)
    blueprint(cluster(1), shelf('${resources.cluster.spec.id}'), onShelf)
    done('up', '--yes')
    shelves()
    blueprint(cluster(2), shelf('${resources.cluster.spec.id}'), onShelf)
    const plan = done('plan')
    assert.match(plan, /cluster .* replaced/)
    assert.match(plan, /shelf .* replaced/)
    assert.match(plan, /book .* replaced/)
    shelves()
    assert.match(done('up', '--yes'), /- shelf destroyed/)
    assert.equal(Object.keys(pages()).length, 2)
    const deleted = calls().filter(({ method }) => method === 'Delete')
    assert.equal(deleted.length, 2)
    const [first, second, ...more] = shelves()
    assert.deepEqual([first, more], ['page-1', []])
    assert.match(second ?? '', /^page-[34]$/)
    assert.match(done('up', '--yes'), /Nothing to do/)
    done('destroy', '--yes')
    assert.deepEqual(pages(), {})
  })

  test('is removed after its resources, even if the blueprint has neither any more', (t) => {
    const { blueprint, done, pages, run } = shelved(t)
    blueprint(cluster(1), shelf('left'), onShelf)
    done('up', '--yes')
    blueprint(cluster(1))
    const gone = done('up', '--yes')
    assert.ok(gone.indexOf('book') < gone.indexOf('shelf'), gone)
    assert.equal(Object.keys(pages()).length, 1)
    // The configuration may get another name, which replaces nothing.
    blueprint(cluster(1), shelf('left'), onShelf)
    done('up', '--yes')
    done('state', 'mv', 'shelf', 'board', '--yes')
    const board = shelf('left').replace('shelf:', 'board:')
    blueprint(cluster(1), board, resource('book', 'text: there', 'provider: resources.board'))
    assert.doesNotMatch(done('plan'), /replaced|destroyed|created/)
    done('up', '--yes')
    assert.match(done('up', '--yes'), /Nothing to do/)
    assert.equal(run('destroy', '--yes').code, 0)
    assert.deepEqual(pages(), {})
  })

  test('is refused in a place where it is impossible', (t) => {
    const { blueprint, run } = shelved(t)
    const refused = (...resources: string[]): string => {
      blueprint(...resources)
      const { code, err } = run('validate')
      assert.notEqual(code, 0)
      return err
    }
    assert.match(refused(onShelf), /there is no resource "shelf"/)
    assert.match(
      refused(cluster(1), resource('book', 'text: x', 'provider: resources.cluster')),
      /cluster \(bare:index:Page\) does not configure the provider bare:/,
    )
    const leftOut = shelf('left').replace('spec:', 'condition: false\n    spec:')
    assert.match(refused(leftOut, onShelf), /shelf, which is to configure the provider, is left out by its condition/)
    assert.match(refused(shelf('${resources.book.spec.id}'), onShelf), /need each other in a circle/)
    assert.match(refused(shelf('left').replace('shelf: "left"', 'shelve: "left"'), onShelf), /shelve/)
  })

  test('may have secret settings, which are not revealed', (t) => {
    const { blueprint, done, at, run } = shelved(t)
    const keyed =
      '  shelf:\n    type: "pulumi:providers:bare"\n    spec: { shelf: left, key: "sesame-${resources.cluster.spec.id}" }\n'
    blueprint(cluster(1), keyed, onShelf)
    assert.doesNotMatch(done('up', '--yes'), /sesame/)
    assert.doesNotMatch(done('state', 'show', 'shelf'), /sesame/)
    for (const file of globSync('.slipway/**/*', { cwd: at('.'), withFileTypes: true }))
      if (file.isFile()) assert.doesNotMatch(readFileSync(join(file.parentPath, file.name), 'latin1'), /sesame/)
    const { deployment } = JSON.parse(run('state', 'export', '--format', 'pulumi', '--show-secrets').out)
    const named = (name: string) => deployment.resources.find(({ urn }: { urn: string }) => urn.endsWith(`::${name}`))
    assert.equal(named('book').provider, `${named('shelf').urn}::${named('shelf').id}`)
    assert.notEqual(named('cluster').provider, named('book').provider)
    done('destroy', '--yes')
  })

  test('is known after a kill when an open create is settled', async (t) => {
    const { at, run, entries, upKilledAt } = machine(t)
    const inside =
      '  inside:\n    type: "pulumi:providers:ledger"\n    spec: { shelf: "${resources.cluster.spec.id}" }\n'
    const write = (...resources: string[]): void =>
      writeFileSync(at('books.blueprint.yaml'), `version: 2025-11-02\nresources:\n${resources.join('')}`)
    write(entry('cluster'))
    assert.equal(run('up', '--yes').code, 0)
    write(entry('cluster'), inside, entry('shop', 'provider: resources.inside'))
    await upKilledAt('create', () => Object.keys(entries()).length === 2)
    const doubtful = run('up', '--yes')
    assert.notEqual(doubtful.code, 0)
    assert.match(doubtful.err, /--settle shop=exists/)
    const settled = run('up', '--yes', '--settle', 'shop=exists:shop-2')
    assert.equal(settled.code, 0, settled.err)
    assert.match(run('up', '--yes').err, /Nothing to do/)
    assert.equal(Object.keys(entries()).length, 2)
    assert.equal(run('destroy', '--yes').code, 0)
    assert.deepEqual(entries(), {})
  })

  test('reports wrong settings at their place, and is replaced even if the old settings are refused', (t) => {
    const { blueprint, done, run, pages, at } = shelved(t)
    blueprint(cluster(1), shelf('floor'), onShelf)
    done('up', '--yes')
    writeFileSync(at('bad'), 'handshake,secrets,tidy')
    blueprint(cluster(1), shelf('left'), onShelf)
    assert.match(done('plan'), /shelf .* replaced/)
    blueprint(
      cluster(1),
      shelf('left').replace('left', 'floor').replace('shelf:', 'other:'),
      onShelf.replace('.shelf', '.other'),
    )
    const { code, err } = run('up', '--yes')
    assert.notEqual(code, 0)
    assert.match(err, /nothing lies on the floor[^]*hint: correct the spec of resources\.other/)
    rmSync(at('bad'))
    done('destroy', '--yes')
    assert.deepEqual(pages(), {})
  })
})
