/** Secrets that lie in the environment or in a file reach their plugin, and neither `ps` nor `config show` sees them. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { describe, test } from '../cases.ts'
import { run } from '../ledger/command.ts'
import { makeTarget, version, type Target } from './target.ts'

const blueprint = `${version}variables:
  pass: { type: string, secret: true, default: x }
resources:
  thing: { type: hostile/thing, spec: { does: nothing } }
exports:
  pass: { type: string, field: variables.pass }
`
const sesame = 'open-sesame'

interface Told {
  readonly token: string
  readonly retries?: number
}

function prepared(context: TestContext): Target & { readonly told: () => Told } {
  const target = makeTarget(context)
  target.write('site.blueprint.yaml', blueprint)
  const file = join(target.folder, 'told.json')
  const env = { ...target.env, ATTACK_TOKEN: file }
  return { ...target, env, told: () => JSON.parse(readFileSync(file, 'utf8')) as Told }
}

describe('settings of a provider', () => {
  test('may point to a variable or a file, in a settings file or a flag', async (context) => {
    const target = prepared(context)
    target.write('conf/token', `${sesame}\n`)
    target.write('slipway.config.yaml', 'providers:\n  hostile: { token: "file:conf/token", retries: "env:TRIES" }\n')
    const first = await run(target, ['up', '--yes'], { TRIES: '3' })
    assert.equal(first.code, 0, first.stderr)
    assert.deepEqual(target.told(), { token: sesame, retries: 3 })
    const flags = ['--set', 'providers.hostile.token=env:OTHER', '--set', 'providers.hostile.retries=7']
    const second = await run(target, ['up', '--yes', '--replace', 'thing', ...flags], { OTHER: 'file:as-it-is' })
    assert.equal(second.code, 0, second.stderr)
    assert.deepEqual(target.told(), { token: 'file:as-it-is', retries: 7 }, 'what is found is not looked up again')
    assert.doesNotMatch(second.stderr, /warning: a secret/)
  })

  test('are shown as references, not values', async (context) => {
    const target = prepared(context)
    target.write('slipway.config.yaml', 'providers:\n  hostile: { token: "env:TOKEN" }\n')
    for (const more of [[], ['--show-secrets'], ['--json'], ['--origin']]) {
      const { stdout, stderr } = await run(target, ['config', 'show', ...more], { TOKEN: sesame })
      assert.ok(!`${stdout}${stderr}`.includes(sesame), more.join(' '))
      assert.match(stdout, /env:TOKEN/, more.join(' '))
    }
  })

  test('that are missing are named only when they are needed', async (context) => {
    const target = prepared(context)
    target.write('slipway.config.yaml', 'providers:\n  hostile: { token: "env:NO_TOKEN" }\n')
    assert.equal((await run(target, ['state', 'list'])).code, 0)
    const missing = await run(target, ['plan'])
    assert.equal(missing.code, 1)
    assert.match(
      missing.stderr,
      /providers\.hostile\.token \(slipway\.config\.yaml:2\): the variable NO_TOKEN of the environment is not set .*cli\/no-such-variable/,
    )
    assert.match(missing.stderr, /write text:env:NO_TOKEN/)
    assert.match((await run(target, ['plan'], { NO_TOKEN: '' })).stderr, /NO_TOKEN of the environment is empty/)
    target.write('slipway.config.yaml', 'providers:\n  hostile: { token: "file:no-file" }\n')
    assert.match((await run(target, ['plan'])).stderr, /there is no file .*no-file/)
    target.write('slipway.config.yaml', 'providers:\n  hostile: { token: "text:env:NO_TOKEN" }\n')
    assert.equal((await run(target, ['up', '--yes'])).code, 0)
    assert.equal(target.told().token, 'env:NO_TOKEN')
  })

  test('on the command line cause a warning about ps, with a better way', async (context) => {
    const target = prepared(context)
    const { code, stderr } = await run(target, ['plan', '--set', `providers.hostile.token=${sesame}`])
    assert.equal(code, 0)
    assert.match(stderr, /^warning: a secret .*\bps\b.* --set providers\.hostile\.token=env:NAME /m)
    assert.ok(!stderr.includes(sesame))
    assert.doesNotMatch((await run(target, ['plan', '--set', 'providers.hostile.retries=1'])).stderr, /warning/)
  })
})

describe('variables of a blueprint', () => {
  test('may come from a variable, a file or a variables file', async (context) => {
    const target = prepared(context)
    target.write('secrets/pass', `${sesame}\r\n`)
    target.write('secrets/vars.yaml', 'pass: file:pass\n')
    const given = [
      ['--var', 'pass=env:PASS'],
      ['--var', 'pass=file:secrets/pass'],
      ['--var-file', 'secrets/vars.yaml'],
    ]
    for (const args of given) {
      const plan = await run(target, ['plan', '--json', '--show-secrets', ...args], { PASS: sesame })
      assert.equal((JSON.parse(plan.stdout) as { exports: { pass: string } }).exports.pass, sesame, args.join(' '))
      assert.equal(plan.stderr, '', args.join(' '))
    }
    const literal = await run(target, ['plan', '--json', '--show-secrets', '--var', 'pass=text:file:x'])
    assert.equal((JSON.parse(literal.stdout) as { exports: { pass: string } }).exports.pass, 'file:x')
  })

  test('that are secret cause the same warning on the command line', async (context) => {
    const target = prepared(context)
    const { stderr } = await run(target, ['plan', '--var', `pass=${sesame}`])
    assert.match(stderr, /^warning: a secret .*\bps\b.* --var pass=env:NAME or --var pass=file:PATH/m)
    assert.ok(!stderr.includes(sesame))
    assert.match((await run(target, ['plan', '--var', 'pass=env:NO_PASS'])).stderr, /NO_PASS .* is not set/)
  })
})
