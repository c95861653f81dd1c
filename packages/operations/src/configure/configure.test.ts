import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import type { InstanceRecord } from '@slipway/stores'
import { sqliteStore } from '@slipway/stores/sqlite'
import { plan } from '../change/plan.ts'
import type { Slipway } from '../slipway.ts'
import { pulumiProjectIn } from '@slipway/programs/stacks/pulumi-project'
import { namedFiles } from '../trust/project-files.ts'
import { configText, programConfig } from '@slipway/programs/stacks/stack-config'
import { whichStack } from '@slipway/programs/stacks/which-stack'
import { getConfig, listConfig, removeConfig, setConfig } from './config.ts'
import { placeOf } from './place.ts'
import { removeStack } from './remove-stack.ts'
import { renameStack } from './rename-stack.ts'
import { initStack, listStacks, select } from './stacks.ts'

const shop = `name: shop
runtime: nodejs
config:
  size: {type: integer, default: 3}
  aws:region: {value: eu-west-1}
`

function folder(t: TestContext, project = shop, env: NodeJS.ProcessEnv = {}) {
  const cwd = mkdtempSync(join(tmpdir(), 'slipway-stacks-'))
  t.after(() => rmSync(cwd, { recursive: true, force: true }))
  writeFileSync(join(cwd, 'Pulumi.yaml'), project)
  const slipway = { env: { HOME: cwd, ...env }, cwd }
  const file = (stack: string): string => join(cwd, `Pulumi.${stack}.yaml`)
  const set = (key: string, value: string, more: { secret?: boolean; stack?: string } = {}) =>
    setConfig(slipway, { stack: more.stack }, { key, value, secret: more.secret ?? false })
  const told = async (stack: string) => {
    const place = await placeOf(slipway, {})
    return programConfig(place.project, stack, { env: slipway.env, sealer: place.sealer })
  }
  return { slipway, cwd, file, set, told, text: (stack: string) => readFileSync(file(stack), 'utf8') }
}

test('many writers at once overwrite nothing of each other’s', async (t) => {
  const { set, slipway } = folder(t)
  // Otherwise a writer that waits longer than ten seconds for its turn gives up.
  t.mock.method(performance, 'now', () => 0)
  const keys = Array.from({ length: 12 }, (_, n) => `k${n}`)
  await Promise.all(keys.map((key) => set(key, 'x', { secret: key === 'k3' })))
  const known = (await listConfig(slipway, {}, { isOpened: false })).map(({ key }) => key)
  const written = known.filter((key) => key.startsWith('shop:k'))
  assert.deepEqual(written.toSorted(), keys.map((key) => `shop:${key}`).toSorted())
})

const at = (key: string) => ({ key, isPath: true })

describe('the configuration of a stack', () => {
  test('can be set, listed, shown and removed; the project’s values count where the stack has none', async (t) => {
    const { slipway, set, told, text } = folder(t)
    await set('greeting', 'hello')
    await set('size', '5')
    await set('other:list', '[1]')
    assert.equal(text('dev'), 'config:\n  shop:greeting: hello\n  shop:size: "5"\n  other:list: "[1]"\n')
    const { config, configSecretKeys } = await told('dev')
    assert.deepEqual(
      [...config],
      [
        ['aws:region', 'eu-west-1'],
        ['other:list', '[1]'],
        ['shop:greeting', 'hello'],
        ['shop:size', '5'],
      ],
    )
    assert.deepEqual(configSecretKeys, [])
    await removeConfig(slipway, {}, { key: 'size' })
    assert.deepEqual(
      (await listConfig(slipway, {})).map(({ key, value, isDefault }) => [key, value, isDefault]),
      [
        ['aws:region', 'eu-west-1', true],
        ['other:list', '[1]', false],
        ['shop:greeting', 'hello', false],
        ['shop:size', 3, true],
      ],
    )
    await assert.rejects(removeConfig(slipway, {}, { key: 'size' }), { code: 'stack/no-config' })
    await assert.rejects(getConfig(slipway, {}, { key: 'greting' }), { code: 'stack/no-config', hint: /shop:greeting/ })
    for (const key of ['a b', 'bad:key:x', 'a:', ':a', ''])
      await assert.rejects(set(key, 'x'), { code: 'stack/bad-key' }, key)
  })

  test('has nested values, which are set, shown and removed by path; sealed ones among them stay', async (t) => {
    const { slipway, set, told, text } = folder(t, shop, { PULUMI_CONFIG_PASSPHRASE: 'hush' })
    const say = (key: string, value: string, secret = false) => setConfig(slipway, {}, { ...at(key), value, secret })
    await set('greeting', 'hello')
    assert.equal((await say('net.hosts[0].port', '80')).key, 'shop:net.hosts[0].port')
    await say('net.hosts[0].token', 't0ken', true)
    await say('net.hosts[1]', 'plain')
    assert.match(
      text('dev'),
      /shop:greeting: hello\n  shop:net:\n    hosts:\n      - port: 80\n        token:\n          secure: .+\n      - plain\n/,
    )
    const { config, configSecretKeys } = await told('dev')
    assert.equal(config.get('shop:net'), '{"hosts":[{"port":80,"token":"t0ken"},"plain"]}')
    assert.deepEqual(configSecretKeys, ['shop:net'])
    assert.equal((await getConfig(slipway, {}, at('net.hosts[0].token'))).value, 't0ken')
    await assert.rejects(getConfig(slipway, {}, at('net.hosts[2]')), { code: 'stack/no-config' })
    await removeConfig(slipway, {}, at('net.hosts[0]'))
    assert.match(text('dev'), /hosts:\n      - plain\n/)
    await assert.rejects(removeConfig(slipway, {}, at('net.hosts[4]')), /has no shop:net.hosts\[4\]/)
    await assert.rejects(say('size.deep', 'x'), { code: 'stack/wrong-type' })
  })

  test('holds secrets under our own key where there is no passphrase', async (t) => {
    const { slipway, set, told, text } = folder(t)
    await set('token', 'hush', { secret: true })
    assert.match(text('dev'), /^config:\n {2}shop:token:\n {4}secure: slipway:2:\S+\n$/)
    assert.equal((await getConfig(slipway, {}, { key: 'token' })).value, 'hush')
    const { config, configSecretKeys } = await told('dev')
    assert.equal(config.get('shop:token'), 'hush')
    assert.deepEqual(configSecretKeys, ['shop:token'])
  })

  test('holds secrets under a passphrase as Pulumi does, which a wrong one does not open', async (t) => {
    const { slipway, set, told, text, file, cwd } = folder(t, shop, { PULUMI_CONFIG_PASSPHRASE: 'open' })
    await set('token', 'hush', { secret: true })
    assert.match(text('dev'), /^encryptionsalt: v1:\S+:v1:\S+:\S+\nconfig:\n {2}shop:token:\n {4}secure: v1:\S+:\S+\n$/)
    const nested = text('dev').replace('shop:token:\n    secure: ', 'shop:map:\n    inner:\n      - secure: ')
    writeFileSync(file('prod'), nested)
    const { config, configSecretKeys } = await told('prod')
    assert.equal(config.get('shop:map'), '{"inner":["hush"]}')
    assert.deepEqual(configSecretKeys, ['shop:map'])
    const without = { ...slipway, env: { HOME: cwd } }
    await assert.rejects(getConfig(without, { stack: 'dev' }, { key: 'token' }), { code: 'stack/no-passphrase' })
    assert.equal((await getConfig(without, { stack: 'dev' }, { key: 'size' })).value, 3)
    const listed = await listConfig(without, { stack: 'prod' }, { isOpened: false })
    assert.deepEqual(
      listed.map(({ key, value, secret }) => [key, configText(value), secret]),
      [
        ['aws:region', 'eu-west-1', false],
        ['shop:map', '{"inner":[null]}', true],
        ['shop:size', '3', false],
      ],
    )
    const wrong = { ...slipway, env: { HOME: cwd, PULUMI_CONFIG_PASSPHRASE: 'wrong' } }
    await assert.rejects(getConfig(wrong, { stack: 'dev' }, { key: 'token' }), { code: 'stack/wrong-passphrase' })
    writeFileSync(join(cwd, 'phrase'), 'open\n')
    const fromFile = { ...slipway, env: { HOME: cwd, PULUMI_CONFIG_PASSPHRASE_FILE: join(cwd, 'phrase') } }
    assert.equal((await getConfig(fromFile, { stack: 'dev' }, { key: 'token' })).value, 'hush')
    writeFileSync(file('dev'), text('dev').replace(/secure: v1:(.{16}):./, 'secure: v1:$1:!'))
    await assert.rejects(getConfig(fromFile, { stack: 'dev' }, { key: 'token' }), { code: 'stack/damaged-secret' })
  })

  test('with secrets that somebody else has sealed is refused', async (t) => {
    const { told, file, set } = folder(t)
    writeFileSync(
      file('dev'),
      'secretsprovider: awskms://alias/x\nencryptedkey: abc\nconfig:\n  shop:a:\n    secure: v1:x:y\n',
    )
    await assert.rejects(told('dev'), { code: 'stack/foreign-key', message: /awskms/ })
    await assert.rejects(set('b', 'x', { secret: true, stack: 'dev' }), { code: 'stack/foreign-key' })
    writeFileSync(file('dev'), 'config:\n  shop:a:\n    secure: AAABAB\n')
    await assert.rejects(told('dev'), { code: 'stack/foreign-key' })
  })

  test('has the types that the project declares, and lacks nothing', async (t) => {
    const { told, file, set } = folder(
      t,
      `${shop}  names: {type: array, items: {type: string}}\n  region: {type: string, description: where it runs}\n`,
    )
    await assert.rejects(told('dev'), {
      code: 'stack/missing-config',
      message: /shop:names, shop:region/,
    })
    await assert.rejects(set('size', 'large'), { code: 'stack/wrong-type' })
    writeFileSync(file('dev'), 'config:\n  shop:region: here\n  shop:names: [a, {b: c}]\n')
    await assert.rejects(told('dev'), {
      code: 'stack/bad-file',
      message: /shop:names must be of the type array of string/,
    })
    writeFileSync(file('dev'), 'config:\n  region: here\n  shop:names: [a, b]\n')
    assert.equal((await told('dev')).config.get('shop:names'), '["a","b"]')
    writeFileSync(file('dev'), 'config:\n  region: here\n  shop:region: there\n')
    await assert.rejects(told('dev'), { code: 'stack/bad-file', message: /shop:region is set twice/, hint: undefined })
  })
})

async function meant(slipway: Slipway, named?: string, mayMake = true): Promise<string> {
  return await whichStack(await placeOf(slipway, {}), { named, env: slipway.env, mayMake })
}

describe('the selected stack', () => {
  test('is dev at first, then the only one, then the chosen one, unless it is named', async (t) => {
    const { slipway } = folder(t)
    assert.equal(await meant(slipway), 'dev')
    await initStack(slipway, {}, 'prod')
    assert.equal(await meant(slipway), 'prod')
    await initStack(slipway, {}, 'test')
    assert.equal(await meant(slipway), 'test')
    await select(slipway, {}, 'prod')
    assert.equal(await meant(slipway), 'prod')
    assert.equal(await meant(slipway, 'test'), 'test')
    assert.equal(await meant({ ...slipway, env: { ...slipway.env, PULUMI_STACK: 'acme/shop/test' } }), 'test')
    assert.deepEqual(
      (await listStacks(slipway, {})).map(({ name, selected, instance }) => [name, selected, instance]),
      [
        ['prod', true, 'shop/prod'],
        ['test', false, 'shop/test'],
      ],
    )
    rmSync(join(slipway.cwd, '.slipway'), { recursive: true })
    await assert.rejects(meant(slipway), { code: 'stack/which', message: /prod, test/ })
  })

  test('is refused if nobody knows it, or its name is near another one', async (t) => {
    const { slipway } = folder(t)
    await initStack(slipway, {}, 'production')
    await assert.rejects(meant(slipway, 'prodution'), { code: 'stack/unknown', hint: /did you mean "production"/ })
    await assert.rejects(meant(slipway, 'test', false), { code: 'stack/unknown', hint: /stack init test/ })
    assert.equal(await meant(slipway, 'test'), 'test')
    for (const name of ['', '.', '../x', 'a b', '-x', 'x'.repeat(101), 'a/b/c/d'])
      await assert.rejects(meant(slipway, name || ' '), { code: 'stack/bad-name' })
    await assert.rejects(select(slipway, {}, 'test'), { code: 'stack/unknown' })
    const elsewhere = setConfig(slipway, { stack: 'test' }, { key: 'size', value: '3', secret: false })
    await assert.rejects(elsewhere, { code: 'stack/unknown', hint: /there are: production; .*stack init test/ })
    await assert.rejects(initStack(slipway, {}, 'production'), { code: 'stack/exists' })
  })
})

/** Records these stacks. */
async function recorded(
  slipway: Slipway,
  stacks: Readonly<Record<string, Pick<InstanceRecord, 'id' | 'renamedTo'>>>,
): Promise<void> {
  const {
    folders: { state: directory },
    sealer,
  } = await placeOf(slipway, {})
  const store = sqliteStore({ directory, access: 'write', sealer, isGone: () => true })
  await store.open()
  for (const [stack, known] of Object.entries(stacks)) {
    const name = `shop/${stack}`
    const holder = { runId: 'r', pid: 1, processStart: 0, bootId: '', user: '', host: '', command: '', since: 0 }
    const answer = await store.lock(name, holder, { leaseMs: 1000, isGone: () => true })
    assert.ok(answer.acquired)
    const told = { blueprintFile: 'Pulumi.yaml', blueprintHash: 'program', createdAt: 1, updatedAt: 1 }
    const instance = { ...known, name, exports: {}, version: 1, status: 'deployed', ...told } as const
    await store.commit(answer.lease, [{ kind: 'instance', instance }])
    await store.unlock(answer.lease)
  }
  await store.close()
}

describe('a renamed stack', () => {
  test('has its file under the new name, and stays selected', async (t) => {
    const { slipway, file, set } = folder(t)
    await initStack(slipway, {}, 'dev')
    await set('size', '4')
    await renameStack(slipway, 'dev', 'test')
    assert.equal(await meant(slipway), 'test')
    assert.ok(!existsSync(file('dev')))
    assert.equal((await getConfig(slipway, {}, { key: 'size' })).value, '4')
    await assert.rejects(renameStack(slipway, 'dev', 'prod'), { code: 'stack/unknown' })
  })

  test('cannot take another one’s name', async (t) => {
    const { slipway, file, text } = folder(t)
    await recorded(slipway, { dev: { id: 'one' }, test: { id: 'two' } })
    await assert.rejects(renameStack(slipway, 'dev', 'test'), { code: 'stack/exists' })
    await recorded(slipway, { other: { id: 'three' } })
    writeFileSync(file('dev'), 'config: {size: 4}\n')
    writeFileSync(file('new'), 'config: {size: 5}\n')
    await assert.rejects(renameStack(slipway, 'dev', 'new'), { code: 'stack/exists' })
    assert.match(text('new'), /5/)
  })

  test('finishes an interrupted renaming, and is refused until then', async (t) => {
    const { slipway, file } = folder(t)
    await recorded(slipway, { dev: { id: 'one', renamedTo: 'shop/test' }, test: { id: 'one' } })
    writeFileSync(file('dev'), 'config: {size: 4}\n')
    linkSync(file('dev'), file('test'))
    await select(slipway, {}, 'dev')
    const request = { file: slipway.cwd, stack: 'dev' }
    const isHalfRenamed = { code: 'stack/half-renamed', hint: /stack rename dev test/ }
    await assert.rejects(plan(slipway, request), isHalfRenamed)
    await assert.rejects(renameStack(slipway, 'dev', 'third'), isHalfRenamed)
    await renameStack(slipway, 'dev', 'test')
    assert.deepEqual(
      (await listStacks(slipway, {})).map(({ name }) => name),
      ['test'],
    )
    assert.deepEqual([await meant(slipway), existsSync(file('dev')), existsSync(file('test'))], ['test', false, true])
  })

  test('finishes the renaming when only its file had the new name', async (t) => {
    const { slipway, file } = folder(t)
    await recorded(slipway, { dev: { id: 'one' } })
    writeFileSync(file('dev'), 'config: {size: 4}\n')
    linkSync(file('dev'), file('test'))
    await renameStack(slipway, 'dev', 'test')
    assert.deepEqual(
      (await listStacks(slipway, {})).map(({ name }) => name),
      ['test'],
    )
  })
})

describe('a stack named in full', () => {
  test('is accepted in its own project, and refused in others', async (t) => {
    const { slipway, file } = folder(t)
    await initStack(slipway, {}, 'dev')
    await assert.rejects(removeStack(slipway, 'organization/payroll/dev', { agree: true }), {
      code: 'stack/other-project',
    })
    await assert.rejects(renameStack(slipway, 'payroll/dev', 'test'), { code: 'stack/other-project' })
    await assert.rejects(renameStack(slipway, 'shop/dev', 'dev'), { code: 'stack/exists' })
    assert.ok(existsSync(file('dev')))
    await renameStack(slipway, 'organization/shop/dev', 'test')
    assert.deepEqual([existsSync(file('dev')), existsSync(file('test'))], [false, true])
    await removeStack(slipway, 'shop/test', { agree: true })
    assert.ok(!existsSync(file('test')))
  })
})

describe('a removed stack', () => {
  test('goes with its file and its selection, after a yes', async (t) => {
    const { slipway, file } = folder(t)
    await initStack(slipway, {}, 'dev')
    await initStack(slipway, {}, 'prod')
    await assert.rejects(removeStack(slipway, 'prod'), { code: 'cli/needs-yes' })
    await assert.rejects(removeStack(slipway, 'prd', { agree: true }), { code: 'stack/unknown', hint: /"prod"/ })
    const asked: unknown[] = []
    const agree = (question: unknown) => Promise.resolve(asked.push(question) > 1)
    assert.equal((await removeStack(slipway, 'prod', { agree })).outcome, 'declined')
    assert.ok(existsSync(file('prod')))
    assert.equal((await removeStack(slipway, 'prod', { agree })).outcome, 'removed')
    assert.deepEqual(asked[1], { stack: 'prod', instance: 'shop/prod', resources: 0, file: file('prod') })
    assert.ok(!existsSync(file('prod')))
    assert.equal(await meant(slipway), 'dev')
  })

  test('leaves its file on request', async (t) => {
    const { slipway, file } = folder(t)
    await initStack(slipway, {}, 'dev')
    await removeStack(slipway, 'dev', { agree: true, keepConfig: true })
    assert.ok(existsSync(file('dev')))
  })
})

describe('the file of a project', () => {
  const wrong: readonly [string, string, RegExp][] = [
    ['that is not a map', '- a', /not a map/],
    ['without a name', 'runtime: nodejs', /no name/],
    ['with a name that is none', 'name: a/b\nruntime: nodejs', /not a valid project name/],
    ['without a runtime', 'name: shop\nruntme: nodejs', /no runtime/],
    ['with a runtime that has no name', 'name: shop\nruntime: {options: {}}', /has no name/],
    ['with a type that is none', 'name: shop\nruntime: nodejs\nconfig:\n  a: {type: strng}', /"strng" is not a/],
    ['with a type for another package', 'name: shop\nruntime: x\nconfig:\n  aws:a: {type: string}', /another package/],
    ['with a name twice', 'name: shop\nname: shop\nruntime: nodejs', /name/],
  ]
  for (const [what, text, message] of wrong)
    test(`${what} is refused with its line`, (t) => {
      const { cwd } = folder(t, text)
      assert.throws(() => pulumiProjectIn(cwd, namedFiles), { name: 'Failure', message })
    })

  test('says where the program and the files of its stacks lie', async (t) => {
    const { cwd, slipway } = folder(
      t,
      'name: shop\nruntime: {name: python, options: {virtualenv: venv}}\nmain: src\nstackConfigDir: stacks\n',
    )
    mkdirSync(join(cwd, 'src'))
    const project = pulumiProjectIn(cwd, namedFiles)
    assert.equal(project?.runtime.name, 'python')
    assert.equal(project?.runtime.options['virtualenv'], 'venv')
    assert.equal(project?.main, 'src')
    assert.equal(project?.stackFolder, join(cwd, 'stacks'))
    await assert.rejects(initStack(slipway, {}, 'dev'), { code: 'cli/unwritable-file' })
    await assert.rejects(placeOf(slipway, { folder: '/' }), { code: 'stack/no-project' })
  })

  test('may be a link, which stays one; a named pipe is refused', async (t) => {
    const { cwd, slipway, set, file } = folder(t)
    writeFileSync(join(cwd, 'shared.yaml'), '# shared\n')
    symlinkSync('shared.yaml', file('dev'))
    await set('a', 'b')
    assert.equal(readFileSync(join(cwd, 'shared.yaml'), 'utf8'), '# shared\nconfig:\n  shop:a: b\n')
    assert.ok(lstatSync(file('dev')).isSymbolicLink())
    execFileSync('mkfifo', [file('prod')])
    await assert.rejects(listConfig(slipway, { stack: 'prod' }), { code: 'cli/not-a-file' })
  })
})
