// test:rest: more cases of what program.test.ts shows
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { test } from '../../cases.ts'
import { suite } from '../needs.ts'
import { bareMachine } from './bare-machine.ts'
import { skip } from './machine.ts'

/** Installs the provider without an SDK, which notes the version as which it was started. */
function installAs(version: string): (folder: string) => void {
  const provider = join(import.meta.dirname, 'bare.cjs')
  const script = `#!/bin/sh\necho ${version} >> "$BARE_STARTED"\nexec node '${provider}' "$@"\n`
  return (folder) => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'pulumi-resource-bare'), script, { mode: 0o755 })
  }
}

/** A machine with two versions of a provider. */
function twoVersions(t: TestContext) {
  let older = ''
  const box = bareMachine(t, 'preview', {
    install: (folder) => {
      older = folder
      installAs('3.1.4')(folder)
      installAs('3.2.0-rc.1')(join(dirname(folder), 'resource-bare-v3.2.0-rc.1'))
    },
  })
  const { at, run } = box
  return {
    ...box,
    done: (...args: string[]): string => {
      const { code, err, out } = run(...args)
      assert.equal(code, 0, err)
      return err + out
    },
    removeOlder: () => rmSync(older, { recursive: true }),
    /** Versions that were started since the last time, each once, sorted. */
    started: (): string => {
      const lines = existsSync(at('started')) ? readFileSync(at('started'), 'utf8').trim().split('\n') : []
      rmSync(at('started'), { force: true })
      return [...new Set(lines)].sort().join(' ')
    },
    providers: (): readonly string[] => {
      const { resources } = JSON.parse(run('state', 'export', '--show-secrets').out)
      return resources
        .filter(({ type }: { readonly type: string }) => type === 'pulumi:providers:bare')
        .map(({ spec }: { readonly spec: { readonly urn: string } }) => spec.urn.split('::').at(-1))
        .sort()
    },
  }
}

const page = (text: string, options: string): string =>
  `new pulumi.CustomResource('bare:index:Page', '${text}', { text: '${text}', letters: undefined }, ${options})`

const withOwn = (version: string): string => `
const mine = new pulumi.ProviderResource('bare', 'mine', {}, { version: '${version}' })
${page('one', '{ provider: mine }')}`

suite('a program that declares plugin versions', { skip }, () => {
  test('gets exactly those versions, several at the same time', (t) => {
    const { program, done, started, providers, pages, removeOlder } = twoVersions(t)
    program(`${page('old', "{ version: '3.1.4' }")}\n${page('new', "{ version: '3.2.0-rc.1' }")}`)
    done('up', '--yes')
    assert.equal(started(), '3.1.4 3.2.0-rc.1')
    assert.deepEqual(providers(), ['default_3_1_4', 'default_3_2_0_rc_1'])
    assert.match(done('up', '--yes'), /Nothing to do/)
    started()
    program(`${page('old', "{ version: '3.2.0-rc.1' }")}\n${page('new', "{ version: '3.2.0-rc.1' }")}`)
    // A user may remove the old version once no resource needs it.
    removeOlder()
    done('up', '--yes')
    assert.equal(started(), '3.2.0-rc.1')
    assert.deepEqual(providers(), ['default_3_2_0_rc_1'])
    assert.equal(Object.keys(pages()).length, 2)
    assert.match(done('up', '--yes'), /Nothing to do/)
    done('destroy', '--yes')
    assert.equal(started(), '3.2.0-rc.1')
    assert.deepEqual(pages(), {})
  })

  test('may declare one for its own provider, and change it', (t) => {
    const { program, done, started, pages, removeOlder } = twoVersions(t)
    program(withOwn('3.1.4'))
    done('up', '--yes')
    assert.equal(started(), '3.1.4')
    program(withOwn('3.2.0-rc.1'))
    removeOlder()
    done('up', '--yes')
    assert.equal(started(), '3.2.0-rc.1')
    assert.deepEqual(Object.keys(pages()), ['page-1'])
    assert.match(done('up', '--yes'), /Nothing to do/)
    done('destroy', '--yes')
    assert.equal(started(), '3.2.0-rc.1')
  })

  test('is told which version is missing, and what to do', (t) => {
    const { program, run, done, started, providers, at } = twoVersions(t)
    program(page('one', "{ version: '4.0.0', pluginDownloadURL: 'https://acme.example/plugins/' }"))
    const { code, err } = run('up', '--yes')
    assert.equal(code, 1)
    assert.match(
      err,
      /version 4\.0\.0 of the plugin for bare is not installed; the installed ones are 3\.1\.4, 3\.2\.0-rc\.1/,
    )
    assert.match(
      err,
      /slipway plugin install '\{"source":"pulumi:bare@4\.0\.0","server":"https:\/\/acme\.example\/plugins"\}' installs it/,
    )
    writeFileSync(at('slipway.config.yaml'), 'plugins: {pin: {pulumi/bare: 3.1.4}}\n')
    done('up', '--yes')
    assert.equal(started(), '3.1.4')
    assert.deepEqual(providers(), ['default_4_0_0_https_/acme.example/plugins'])
  })

  test('may map environment variables of a provider to other names', (t) => {
    const { program, done, pages, at } = twoVersions(t)
    program(`
const mine = new pulumi.ProviderResource('bare', 'mine', {}, { envVarMappings: { OTHER_BOOK: 'BARE_BOOK', NOWHERE: 'BARE_BAD' } })
${page('theirs', '{ provider: mine }')}
${page('ours', '{}')}`)
    done('up', '--yes')
    assert.deepEqual(Object.values(pages()), [{ text: 'ours', letters: 4 }])
    assert.match(readFileSync(at('other.json'), 'utf8'), /theirs/)
    done('destroy', '--yes')
    // Both pages are called page-1, each in its own book.
    assert.equal(readFileSync(at('other.json'), 'utf8'), '{}')
    assert.deepEqual(pages(), {})
  })
})
