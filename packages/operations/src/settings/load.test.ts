import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Failure, diagnosticsOf } from '@slipway/model'
import { variableOf } from './known.ts'
import { loadSettings, type GivenSetting } from './load.ts'
import { pluginPathOf } from './plugin-path.ts'

let base = ''
const project = (): string => join(base, 'project')

before(() => {
  base = mkdtempSync(join(tmpdir(), 'slipway-settings-'))
  mkdirSync(project())
  mkdirSync(join(base, 'config/slipway'), { recursive: true })
})
after(() => rmSync(base, { recursive: true, force: true }))

function writeProject(text: string): void {
  writeFileSync(join(project(), 'slipway.config.yaml'), text)
}

function load(env: NodeJS.ProcessEnv = {}, given: readonly GivenSetting[] = []) {
  return loadSettings({
    directory: project(),
    env: { XDG_CONFIG_HOME: join(base, 'config'), HOME: base, ...env },
    given,
  })
}

describe('settings', () => {
  test('flag > environment > project > user > default, and each says where it comes from', async () => {
    writeFileSync(
      join(base, 'config/slipway/slipway.config.yaml'),
      'parallelism: 2\nretry:\n  maxRetries: 1\n  factor: 1.5\nplugins:\n  require: all\n',
    )
    writeProject('# ours\nparallelism: 3\nretry:\n  maxRetries: 7\n')
    const flag = { origin: '--parallel', key: 'parallelism', value: '9' }
    const settings = await load({ SLIPWAY_RETRY_MAX_RETRIES: '8', SLIPWAY_PARALLELISM: '4' }, [flag])
    const origins = ['parallelism', 'retry.maxRetries', 'retry.factor', 'plugins.env'].map((key) => {
      const found = settings.get(...key.split('.'))
      return [key, found?.value, found?.origin]
    })
    assert.deepEqual(origins, [
      ['parallelism', 9, '--parallel'],
      ['retry.maxRetries', 8, 'SLIPWAY_RETRY_MAX_RETRIES'],
      ['retry.factor', 1.5, 'slipway.config.yaml:4'],
      ['plugins.env', 'inherit', 'default'],
    ])
    rmSync(join(base, 'config/slipway/slipway.config.yaml'))
    assert.equal((await load()).get('parallelism')?.origin, 'slipway.config.yaml:2')
  })

  test('a project can demand more checking than its user, and not less', async () => {
    const userFile = join(base, 'config/slipway/slipway.config.yaml')
    writeProject('plugins:\n  verify: signature\n  minimumAge: 48\n  install: never\n')
    const strict = await load()
    const read = (settings: typeof strict) =>
      ['verify', 'minimumAge', 'install'].map((key) => settings.get('plugins', key)?.value)
    assert.deepEqual([read(strict), strict.ignored], [['signature', 48, 'never'], []])
    writeFileSync(userFile, 'plugins:\n  verify: attestation\n  minimumAge: 72\n')
    writeProject('plugins:\n  verify: signature\n  minimumAge: 48\n  install: always\n')
    const weak = await load()
    assert.deepEqual(read(weak), ['attestation', 72, 'ask'])
    assert.deepEqual(weak.ignored.length, 3)
    writeProject(
      'plugins:\n  verify: env:LEVEL\n  minimumAge: 0\n  mirror: m\n  store: s\n  registries: { a.b: "http://c" }\n  overrides: { x: "http://y" }\n',
    )
    const none = await load()
    assert.deepEqual([read(none), none.ignored.length], [['attestation', 72, 'ask'], 6])
    rmSync(userFile)
  })

  test('the folders of plugins have variables of their own', async () => {
    writeProject('')
    const settings = await load({ SLIPWAY_PLUGIN_MIRROR: '/m', SLIPWAY_PLUGIN_STORE: '/s' })
    assert.deepEqual([settings.text('plugins', 'mirror'), settings.text('plugins', 'store')], ['/m', '/s'])
  })

  test('quoted names are names, as in a file', async () => {
    const origin = '--set'
    const given = [
      { origin, key: 'providers."aws:".region', value: 'eu' },
      { origin, key: 'plugins.pin."acme/a.b"', value: '1.0.0' },
    ]
    const settings = await load({}, given)
    assert.equal(settings.get('providers', 'aws:', 'region')?.value, 'eu')
    assert.equal(settings.get('plugins', 'pin', 'acme/a.b')?.value, '1.0.0')
    for (const key of ['providers."aws:.region', '"providers".', 'providers."aws:"region'])
      await assert.rejects(load({}, [{ origin, key, value: 'eu' }]), { code: 'cli/unknown-setting' })
  })

  test('names with dots are names: plugin ids, fields', async () => {
    writeProject(
      'plugins:\n  pin:\n    registry.example.com/celerity/aws: 1.2.3\n  path: [lib]\nproviders:\n  aws:\n    region: eu\n    "tags.env": prod\n',
    )
    const settings = await load({}, [{ origin: '--set', key: 'plugins.pin.celerity/gcp', value: '2.0' }])
    assert.deepEqual(settings.below('plugins', 'pin'), {
      'registry.example.com/celerity/aws': '1.2.3',
      'celerity/gcp': '2.0',
    })
    assert.deepEqual(settings.below('providers', 'aws'), { region: 'eu', 'tags.env': 'prod' })
    assert.deepEqual(
      pluginPathOf(settings, '/elsewhere'),
      [join(project(), 'lib')],
      'relative to the file that says so',
    )
  })

  test('all mistakes in a file are reported at once, with their places', async () => {
    writeProject('paralelism: 4\nplugins:\n  require: most\n  env: [a]\nretry: 3\n')
    await assert.rejects(load(), (error: unknown) => {
      const found = diagnosticsOf(error)?.map(({ code, message, range, hint }) => [
        code,
        range?.start.line,
        message,
        hint,
      ])
      assert.deepEqual(found, [
        ['cli/unknown-setting', 1, 'there is no setting paralelism', 'did you mean "parallelism"?'],
        ['cli/bad-setting', 3, 'plugins.require must be used or all', undefined],
        ['cli/bad-setting', 4, 'plugins.env must be text', undefined],
        ['cli/bad-setting', 5, 'retry must be a map', undefined],
      ])
      return true
    })
  })

  for (const [name, flag, code] of [
    ['a number that is none', { origin: '--parallel', key: 'parallelism', value: 'many' }, 'cli/bad-setting'],
    ['a number that is too small', { origin: '--parallel', key: 'parallelism', value: '0' }, 'cli/bad-setting'],
    ['an unknown key', { origin: '--set', key: 'plugins.requires', value: 'all' }, 'cli/unknown-setting'],
    ['a tree', { origin: '--set', key: 'nodes', value: 'x' }, 'cli/unknown-setting'],
  ] as const) {
    test(`a flag is refused: ${name}`, async () => {
      writeProject('')
      await assert.rejects(load({}, [flag]), (error: unknown) => error instanceof Failure && error.code === code)
    })
  }

  test('a setting that switches a check off counts from the user, and not from a project', async () => {
    const text = [
      'plugins:',
      '  allowUnsafePaths: true',
      '  attach: {acme/x: "127.0.0.1:5000"}',
      '  inspect: {acme/x: 5001}',
      '  record: calls.jsonl',
      '  env: inherit',
      '',
    ].join('\n')
    writeProject(text)
    const own = join(base, 'config/slipway/slipway.config.yaml')
    const settings = await load()
    assert.equal(settings.flag('plugins', 'allowUnsafePaths'), false)
    assert.deepEqual(settings.names('plugins', 'attach'), [])
    assert.deepEqual(settings.names('plugins', 'inspect'), [])
    assert.equal(settings.text('plugins', 'record'), undefined)
    const keys = ['allowUnsafePaths', 'attach."acme/x"', 'inspect."acme/x"', 'record', 'env']
    const lines = keys.map((key, index) => `slipway.config.yaml:${index + 2}: plugins.${key} is ignored,`)
    const [told] = settings.ignored
    assert.equal(
      told,
      `slipway.config.yaml:2: plugins.allowUnsafePaths is ignored, because a project cannot switch off your protection; set it in ${own}`,
    )
    assert.deepEqual(
      settings.ignored.map((line, index) => line.startsWith(lines[index] ?? '-')),
      lines.map(() => true),
    )

    // A strict setting always counts, and so does the user's own setting.
    writeProject('plugins: {allowUnsafePaths: false, env: listed}\n')
    writeFileSync(own, text)
    const strict = await load()
    assert.deepEqual([strict.text('plugins', 'env'), strict.flag('plugins', 'allowUnsafePaths')], ['listed', false])
    writeProject('')
    const ofUser = await load({ SLIPWAY_PLUGINS_RECORD: 'other.jsonl' })
    assert.deepEqual([ofUser.flag('plugins', 'allowUnsafePaths'), ofUser.ignored], [true, []])
    assert.equal(ofUser.text('plugins', 'record'), 'other.jsonl')
    writeProject('plugins: {allowUnsafePaths: "env:SURE"}\n')
    assert.equal((await load({ SURE: 'true' })).ignored.length, 1)
    rmSync(own)
  })

  test('a project’s policy packs add to the user’s, and cannot remove them', async () => {
    const own = join(base, 'config/slipway/slipway.config.yaml')
    writeFileSync(own, 'policyPacks: [packs/strict]\n')
    const strict = join(base, 'config/slipway/packs/strict')
    for (const [text, packs] of [
      ['policyPacks: []\n', [strict]],
      ['policyPacks: [pack]\n', [strict, 'pack']],
    ] as const) {
      writeProject(text)
      assert.deepEqual((await load()).list('policyPacks'), packs)
    }
    const flag = { origin: '--policy-pack', key: 'policyPacks', value: 'other' }
    assert.deepEqual((await load({}, [flag])).list('policyPacks'), ['other'])
    const folderless = (await load()).withoutOfProject(() => true)
    assert.deepEqual(folderless.list('policyPacks'), ['packs/strict'])
    rmSync(own)
    assert.deepEqual((await load()).list('policyPacks'), ['pack'])
  })

  test('lists in text are split at colons and commas', async () => {
    writeProject('')
    const settings = await load({ SLIPWAY_PLUGINS_PATH: '/a:/b', SLIPWAY_PLUGINS_ENV_NAMES: 'AWS_*, HOME' })
    assert.deepEqual(settings.list('plugins', 'path'), ['/a', '/b'])
    assert.deepEqual(settings.list('plugins', 'envNames'), ['AWS_*', 'HOME'])
    assert.equal(variableOf('plugins.allowUnsafePaths'), 'SLIPWAY_PLUGINS_ALLOW_UNSAFE_PATHS')
  })
})
