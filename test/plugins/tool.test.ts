import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'

const slipway = join(import.meta.dirname, '../../node_modules/.bin/slipway')

/** A machine on which a tool of Pulumi is installed, that says what it was given. */
function machine(t: TestContext) {
  const home = mkdtempSync(join(tmpdir(), 'slipway-tool-'))
  t.after(() => rmSync(home, { recursive: true, force: true }))
  const folder = join(home, '.pulumi/plugins/tool-echo-v1.2.0')
  mkdirSync(folder, { recursive: true })
  const script = '#!/bin/sh\necho "$@" "at $PULUMI_RPC_TARGET secret=$SLIPWAY_SECRET"\ncat\nexit 7\n'
  writeFileSync(join(folder, 'pulumi-tool-echo'), script, { mode: 0o755 })
  const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: join(home, 'config'), SLIPWAY_SECRET: 'x' }
  return (...args: string[]) => spawnSync(slipway, args, { cwd: home, env, input: 'from stdin', encoding: 'utf8' })
}

describe('a tool of Pulumi', () => {
  test('has the terminal of the command, and its exit code', (t) => {
    const { status, stdout } = machine(t)('plugin', 'run', 'tool', 'echo', '--', 'a', '--flag', 'b c')
    assert.match(stdout, /^a --flag b c at 127\.0\.0\.1:\d+ secret=\nfrom stdin$/)
    assert.equal(status, 7)
  })

  test('that is source code without its SDK says what is missing', (t) => {
    const home = mkdtempSync(join(tmpdir(), 'slipway-tool-'))
    t.after(() => rmSync(home, { recursive: true, force: true }))
    const folder = join(home, '.pulumi/plugins/tool-lint-v1.0.0')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'PulumiPlugin.yaml'), 'runtime: nodejs\n')
    writeFileSync(join(folder, 'index.ts'), '')
    const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: join(home, 'config') }
    const { status, stderr } = spawnSync(slipway, ['plugin', 'run', 'tool', 'lint'], {
      cwd: home,
      env,
      encoding: 'utf8',
    })
    assert.equal(status, 1)
    assert.match(
      stderr,
      /cannot be run: .* lacks its dependency @pulumi\/pulumi: run npm install there {2}\[host\/not-executable\]/,
    )
    assert.doesNotMatch(stderr, /a bug in Slipway/)
  })

  test('is named by its kind, its name and its version', (t) => {
    const run = machine(t)
    assert.equal(run('plugin', 'run', 'tool', 'echo@1.2.0').status, 7)
    assert.match(run('plugin', 'run', 'tool', 'echo@2.0.0').stderr, /is of version 1\.2\.0, not 2\.0\.0/)
    assert.match(run('plugin', 'run', 'tool', 'eco').stderr, /did you mean "echo"/)
    assert.match(run('plugin', 'run', 'resource', 'echo').stderr, /no resource plugin called echo is installed/)
  })
})
