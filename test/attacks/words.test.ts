/** Words of plugins, files and values neither flood nor steer the terminal, and no expression of theirs stops the engine. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { describe, test } from '../cases.ts'
import { run, type Ended } from '../ledger/command.ts'
import { makeTarget, version, type Target } from './target.ts'
import { assertPlain, steering } from './steering.ts'

const thing = (spec: string): string => `${version}resources:\n  thing: { type: hostile/thing, spec: { ${spec} } }\n`

function target(context: TestContext, blueprint: string): Target {
  const made = makeTarget(context)
  made.write('site.blueprint.yaml', blueprint)
  return made
}

function assertShort({ stdout, stderr }: Ended, most: number): void {
  assert.ok(stdout.length + stderr.length < most, `${stdout.length} and ${stderr.length} characters`)
  assertPlain(stdout)
  assertPlain(stderr)
}

describe('an endless regular expression of a plugin', () => {
  test('is matched in linear time', async (context) => {
    const own = target(context, thing(`name: ${'a'.repeat(50_000)}!`))
    const end = await run(own, ['validate'])
    assert.equal(end.code, 1)
    assert.match(
      end.stderr,
      /"name" is the string .* which does not match the pattern \^\(a\+\)\+\$ .*blueprint\/pattern/,
    )
  })

  test('is abandoned and left to the plugin if only JavaScript can read it', async (context) => {
    const own = target(context, thing(`mail: ${'b'.repeat(60)}!`))
    assert.equal((await run(own, ['validate'])).code, 0)
  })
})

describe('twenty thousand diagnostics', () => {
  test('do not hide the plan if they are warnings', async (context) => {
    const end = await run(target(context, thing('does: warn')), ['plan'])
    assert.equal(end.code, 0, end.stderr)
    assert.match(end.stderr, /\n\n100 warnings, and 900 more\n$/)
    assertShort(end, 60_000)
  })

  test('are counted, even in JSON, if they are errors', async (context) => {
    const own = target(context, thing('does: refuse'))
    const end = await run(own, ['plan'])
    assert.equal(end.code, 1)
    assert.match(end.stderr, /\n\n100 errors, and 900 more\n$/)
    assertShort(end, 60_000)
    const { stdout } = await run(own, ['plan', '--json'])
    const { diagnostics, left } = JSON.parse(stdout) as { diagnostics: readonly unknown[]; left: number }
    assert.deepEqual([diagnostics.length, left], [100, 900])
  })
})

describe('a reason of sixty thousand characters', () => {
  test('is cut, shown once per failure, and shortened in the history', async (context) => {
    const own = target(context, thing('does: fail'))
    const end = await run(own, ['up', '--yes'])
    assert.equal(end.code, 1)
    assert.match(end.stderr, /… \(\d+ characters\)\n/)
    assertShort(end, 3000)
    assertShort(await run(own, ['history']), 10_000)
    assertShort(await run(own, ['state', 'show', 'thing']), 20_000)
    const { stdout } = await run(own, ['up', '--yes', '--json'])
    assert.ok(stdout.length < 20_000, `${stdout.length} characters of JSON`)
    for (const line of stdout.trimEnd().split('\n')) JSON.parse(line)
  })

  test('is not repeated for each attempt', async (context) => {
    const retries = ['--set', 'retry.firstDelayMs=1', '--set', 'retry.maxDelayMs=1']
    const end = await run(target(context, thing('does: fail-again')), ['up', '--yes', ...retries])
    assert.equal(end.code, 1)
    assert.match(end.stderr, /attempt 1 of/)
    assertShort(end, 10_000)
  })
})

describe('a text with terminal control characters', () => {
  const blueprint = `${version}variables: { v: { type: string, default: x } }
resources:
  thing: { type: hostile/thing, metadata: { displayName: "\${variables.v}" }, spec: { does: nothing } }
exports:
  v: { type: string, field: variables.v }
  said: { type: string, field: resources.thing.spec.said }
`
  test('is escaped in values, exports, names and computed fields, and unchanged in JSON', async (context) => {
    const own = target(context, blueprint)
    const variable = ['--var', `v=${steering}`]
    for (const args of [['plan', ...variable], ['up', '--yes', ...variable], ['exports'], ['state', 'show', 'thing']])
      assertShort(await run(own, args), 10_000)
    const { stdout } = await run(own, ['exports'])
    assert.match(
      stdout,
      /^v {5}\\u001b\[2J\\u001b\[8m\\u001b\]0;title\\u0007\\u0008\\u202eabc\\u2066\\u009b31m\\u0085\n/,
    )
    const { v } = JSON.parse((await run(own, ['exports', '--json'])).stdout) as { v: string }
    assert.equal(v, steering)
  })

  test('is escaped in errors about paths, instances, options and keys', async (context) => {
    const own = target(context, `${blueprint}"${JSON.stringify(steering).slice(1, -1)}": 1\n`)
    const commands = [
      ['validate'],
      ['validate', steering],
      ['plan', '--var-file', steering],
      ['up', '--yes', '--plan', steering],
      ['state', 'show', steering, '--instance', steering],
      ['destroy', '--yes', '--instance', steering],
      ['plan', '--set', `${steering}=1`],
      ['tasks', 'check', steering],
      [steering],
      ['plan', `--${steering}`],
      ['history', '--limit', steering],
      ['plugin', steering],
    ]
    for (const args of commands) assertShort(await run(own, args, { FORCE_COLOR: '0' }), 20_000)
  })

  test('is removed if colours are shown, and only our colours reach the terminal', async (context) => {
    const own = target(context, blueprint)
    await run(own, ['up', '--yes', '--var', `v=\u001B[31m${steering}`])
    const { NO_COLOR: _, ...env } = own.env
    const { stdout } = await run({ folder: own.folder, env }, ['exports'], { FORCE_COLOR: '1' })
    assertPlain(stdout)
  })
})
