/** A plugin as npm and pnpm install it: from an archive, as a member of a workspace, by npm link, in the store of pnpm. */
import assert from 'node:assert/strict'
import { spawnSync, type SpawnSyncReturns } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { describe, test } from '../cases.ts'
import { command } from '../faulty/sandbox.ts'
import { slipway } from '../ledger/command.ts'
import { trusting } from '../trusting.ts'

/** This file may name the certificates for a registry; a test that moves the prefix moves the file, too. */
const ofMachine = spawnSync('npm', ['config', 'get', 'globalconfig'], { encoding: 'utf8' }).stdout.trim()

interface Place {
  readonly write: (path: string, content: string | object) => void
  /** Runs a command line in a folder, and checks that it succeeds. */
  readonly succeeds: (folder: string, line: string) => string
  readonly tried: (folder: string, line: string) => SpawnSyncReturns<string>
}

/** Two folders beside each other: `signal`, a plugin, and `shop`, which will use it. */
function place(t: TestContext): Place {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-layouts-')))
  t.after(() => rmSync(base, { recursive: true, force: true }))
  const write: Place['write'] = (path, content) => {
    mkdirSync(dirname(join(base, path)), { recursive: true })
    const text = typeof content === 'string' ? content : JSON.stringify(content)
    writeFileSync(join(base, path), text, { mode: 0o755 })
  }
  const env = {
    ...trusting,
    PATH: [join(base, 'tools/node_modules/.bin'), process.env['PATH']].join(':'),
    HOME: base,
    NO_COLOR: '1',
    npm_config_prefix: join(base, 'prefix'),
    npm_config_globalconfig: ofMachine,
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
  }
  const tried: Place['tried'] = (folder, line) => {
    const [program = '', ...args] = line.split(' ')
    const options = { cwd: join(base, folder), env, encoding: 'utf8' } as const
    return spawnSync(program === 'slipway' ? slipway : program, args, options)
  }
  write('signal/package.json', {
    name: 'slipway-plugin-signal',
    version: '1.2.0',
    files: ['dist'],
    slipway: { kind: 'provider', id: 'acme/signal', file: 'dist/plugin', protocol: '1.0' },
  })
  write('signal/dist/plugin', `#!/bin/sh\n${command('good', 'acme/signal')}\n`)
  write('shop/package.json', { name: 'shop', private: true })
  write('shop/shop.blueprint.yaml', 'version: 2025-11-02\nresources:\n  light: { type: signal/thing }\n')
  return {
    write,
    tried,
    succeeds: (folder, line) => {
      const { status, stdout, stderr } = tried(folder, line)
      assert.equal(status, 0, `${line}: ${stdout}${stderr}`)
      return stdout
    },
  }
}

function assertDeploys({ succeeds }: Place): void {
  succeeds('shop', 'slipway up --yes')
  const { pluginId, pluginVersion } = JSON.parse(succeeds('shop', 'slipway state show light --json')) as {
    pluginId: string
    pluginVersion: string
  }
  assert.deepEqual([pluginId, pluginVersion], ['acme/signal', '1.2.0'])
  succeeds('shop', 'slipway destroy --yes')
}

describe('a plugin that is an npm package works', { timeout: 300_000 }, () => {
  test('from the archive of npm pack', (t) => {
    const there = place(t)
    there.succeeds('signal', 'npm pack')
    there.succeeds('shop', 'npm install --offline ../signal/slipway-plugin-signal-1.2.0.tgz')
    assertDeploys(there)
  })

  test('as a member of an npm workspace, next to its user', (t) => {
    const there = place(t)
    there.write('package.json', { private: true, workspaces: ['signal', 'shop'] })
    there.write('shop/package.json', { name: 'shop', dependencies: { 'slipway-plugin-signal': '^1.0.0' } })
    there.succeeds('.', 'npm install --offline')
    assertDeploys(there)
  })

  test('by npm link, once package.json names it', (t) => {
    const there = place(t)
    there.succeeds('signal', 'npm link')
    there.succeeds('shop', 'npm link --offline slipway-plugin-signal')
    const { status, stderr } = there.tried('shop', 'slipway up --yes')
    assert.equal(status, 1)
    assert.match(stderr, /npm install slipway-plugin-signal adds the package to package\.json/)
    there.succeeds('shop', 'npm link --offline --save slipway-plugin-signal')
    assertDeploys(there)
  })

  test('in the layout of pnpm', (t) => {
    const there = place(t)
    there.write('tools/package.json', { private: true })
    const installed = there.tried('tools', 'npm install pnpm@10')
    if (/\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|ETIMEDOUT)\b/.test(installed.stderr))
      return t.skip('npm reaches no registry')
    assert.equal(installed.status, 0, installed.stderr)
    there.succeeds('signal', 'npm pack')
    there.succeeds('shop', 'pnpm add --offline ../signal/slipway-plugin-signal-1.2.0.tgz')
    assertDeploys(there)
  })
})
