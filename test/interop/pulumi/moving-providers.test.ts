// test:rest: more cases of what moving.test.ts shows
import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import type { TestContext } from 'node:test'
import { test } from '../../cases.ts'
import { suite } from '../needs.ts'
import { bareMachine } from './bare-machine.ts'
import { skip } from './machine.ts'

const shelf = '  shelf: { type: "pulumi:providers:bare", spec: { shelf: left, key: sesame } }\n'
const stack = 'urn:pulumi:pages::slipway::'
const settings = 'configurations: { "bare:": { left: { shelf: left, key: sesame } } }\n'

/** A book in the place where its own provider has put it, and a page beside it. */
function moving(t: TestContext) {
  const box = bareMachine(t, 'handshake,secrets')
  const { at, run } = box
  const done = (...args: string[]): string => {
    const { code, err, out } = run(...args)
    assert.equal(code, 0, err)
    return err + out
  }
  return {
    ...box,
    done,
    blueprint: (provider: string, more = ''): void => {
      const options = provider === '' ? '' : `metadata: { custom: { slipway: { provider: ${provider} } } }, `
      const book = `  book: { type: "bare:index:Page", ${options}spec: { text: there } }\n`
      const page = '  page: { type: "bare:index:Page", spec: { text: here } }\n'
      writeFileSync(at('pages.blueprint.yaml'), `version: 2025-11-02\nresources:\n${page}${more}${book}`)
    },
    /** Writes the state as Pulumi would have it, and deletes our own. */
    exported: (): Readonly<Record<string, string>> => {
      const { out } = run('state', 'export', '--format', 'pulumi', '--show-secrets')
      writeFileSync(at('stack.json'), out)
      rmSync(at('.slipway'), { recursive: true })
      const { resources } = JSON.parse(out).deployment
      return Object.fromEntries(resources.map(({ urn, provider = '' }: Record<string, string>) => [urn, provider]))
    },
    imported: (): void => {
      rmSync(at('.slipway'), { recursive: true, force: true })
      done('state', 'import', 'stack.json', '--yes')
    },
  }
}

suite('a Pulumi state with a provider made by its program', { skip }, () => {
  test('is taken over by a blueprint with any configuration of the provider', (t) => {
    const { at, blueprint, done, exported, imported, pages } = moving(t)
    blueprint('resources.shelf', shelf)
    done('up', '--yes')
    exported()
    const kept = pages()
    imported()
    assert.match(done('plan'), /Nothing to do/)
    done('up', '--yes', '--refresh')
    assert.match(done('up', '--yes'), /Nothing to do/)
    // The provider may get another name, move to the settings, or match the plugin's own configuration.
    blueprint('resources.board', shelf.replace('shelf:', 'board:'))
    for (const provider of ['resources.board', 'left', '']) {
      imported()
      if (provider === 'left') writeFileSync(at('slipway.config.yaml'), settings)
      if (provider !== 'resources.board') blueprint(provider)
      assert.doesNotMatch(done('plan'), /(book|page) .*(replaced|created|destroyed)/)
      done('up', '--yes')
      assert.match(done('up', '--yes'), /Nothing to do/)
    }
    assert.deepEqual(pages(), kept)
    // From then on, another provider means another place.
    blueprint('left')
    assert.match(done('plan'), /book .* will be replaced: provider cannot change in place/)
    done('destroy', '--yes')
    assert.deepEqual(pages(), {})
  })

  test('is read and destroyed with that provider’s settings', (t) => {
    const { at, blueprint, done, exported, imported, pages, calls } = moving(t)
    blueprint('resources.shelf', shelf)
    done('up', '--yes')
    exported()
    imported()
    rmSync(at('pages.blueprint.yaml'))
    rmSync(at('calls.jsonl'))
    done('destroy', '--yes', '--instance', 'pages')
    assert.deepEqual(pages(), {})
    const configured = calls().filter(({ method }) => method === 'Configure')
    assert.ok(configured.some(({ request }) => JSON.stringify(request).includes('"bare:config:shelf","left"')))
  })

  test('is what an additional configuration in the settings becomes', (t) => {
    const { at, blueprint, done, exported, imported } = moving(t)
    writeFileSync(at('slipway.config.yaml'), settings)
    blueprint('left')
    done('up', '--yes')
    const providers = exported()
    assert.match(providers[`${stack}bare:index:Page::book`] ?? '', /::pulumi:providers:bare::left::/)
    assert.match(providers[`${stack}bare:index:Page::page`] ?? '', /::pulumi:providers:bare::default_3_1_4::/)
    imported()
    assert.doesNotMatch(done('plan'), /(book|page) .*(replaced|created|destroyed)/)
    done('up', '--yes')
    assert.match(done('up', '--yes'), /Nothing to do/)
    done('destroy', '--yes')
  })
})
