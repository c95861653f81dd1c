import assert from 'node:assert/strict'
import { createCipheriv, randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { getConfig, removeConfig, setConfig } from './config.ts'
import { renameStack } from './rename-stack.ts'

const key = (cwd: string): string => join(cwd, '.config/slipway/state-key.json')

function folder(t: TestContext) {
  const cwd = mkdtempSync(join(tmpdir(), 'slipway-sealed-'))
  t.after(() => rmSync(cwd, { recursive: true, force: true }))
  writeFileSync(join(cwd, 'Pulumi.yaml'), 'name: shop\nruntime: nodejs\n')
  writeFileSync(join(cwd, 'Pulumi.dev.yaml'), 'config: {}\n')
  const slipway = { env: { HOME: cwd }, cwd }
  const file = (stack: string): string => join(cwd, `Pulumi.${stack}.yaml`)
  return {
    slipway,
    cwd,
    file,
    text: (stack: string): string => readFileSync(file(stack), 'utf8'),
    hide: (name: string, value: string, isPath = false) =>
      setConfig(slipway, { stack: 'dev' }, { key: name, value, secret: true, isPath }),
    open: async (name: string, stack = 'dev', isPath = false) =>
      (await getConfig(slipway, { stack }, { key: name, isPath })).value,
  }
}

/** Seals like version 0.1.0, which bound sealed texts only to the key. */
function unbound(cwd: string, plain: string): string {
  const { id, key: bytes } = JSON.parse(readFileSync(key(cwd), 'utf8')) as Record<string, string>
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(bytes ?? '', 'base64url'), nonce)
  cipher.setAAD(Buffer.from(`1:${id}`))
  const text = Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  return `slipway:1:${id}:${text.toString('base64url')}`
}

const moved = { code: 'stack/damaged-secret', message: /was changed, or comes from another stack or value/ }

describe('a secret of a stack sealed with our own key', () => {
  test('opens in its own stack, under its own key', async (t) => {
    const { hide, open, text, file } = folder(t)
    await hide('one', 'first')
    await hide('two', 'second')
    assert.equal(await open('one'), 'first')
    writeFileSync(file('prod'), text('dev'))
    await assert.rejects(open('one', 'prod'), moved)
    writeFileSync(file('dev'), text('dev').replace('one', 'x').replace('two', 'one').replace('x', 'two'))
    await assert.rejects(open('one'), moved)
  })

  test('is found at its path, and after the items of its list have moved', async (t) => {
    const { hide, open, slipway, text, file } = folder(t)
    for (const [path, value] of [
      ['net.hosts[0]', 'a'],
      ['net.hosts[1]', 'b'],
      ['net.name', 'c'],
    ] as const)
      await hide(path, value, true)
    assert.equal(await open('net.hosts[1]', 'dev', true), 'b')
    await removeConfig(slipway, { stack: 'dev' }, { key: 'net.hosts[0]', isPath: true })
    assert.equal(await open('net.hosts[0]', 'dev', true), 'b')
    writeFileSync(file('dev'), text('dev').replace('name', 'other'))
    await assert.rejects(open('net.other', 'dev', true), moved)
  })

  test('of version 0.1.0 still opens, and is bound when it is set again', async (t) => {
    const { hide, open, text, file, cwd } = folder(t)
    await hide('one', 'first')
    writeFileSync(file('dev'), `config:\n  shop:one:\n    secure: ${unbound(cwd, 'old')}\n`)
    assert.equal(await open('one'), 'old')
    await hide('one', 'new')
    assert.match(text('dev'), /slipway:2:/)
  })
})

describe('a stack that is renamed', () => {
  test('has its secrets sealed again, those of version 0.1.0 too', async (t) => {
    const { hide, open, slipway, text, file, cwd } = folder(t)
    await hide('one', 'first')
    await hide('net.hosts[0]', 'a', true)
    writeFileSync(
      file('dev'),
      `${text('dev')}  shop:old:\n    secure: ${unbound(cwd, 'old')}\n  shop:plain: p # kept\n`,
    )
    await renameStack(slipway, 'dev', 'test')
    assert.ok(!existsSync(file('dev')))
    assert.equal(await open('one', 'test'), 'first')
    assert.equal(await open('net.hosts[0]', 'test', true), 'a')
    assert.equal(await open('old', 'test'), 'old')
    assert.doesNotMatch(text('test'), /slipway:1:/)
    assert.match(text('test'), /shop:plain: p # kept/)
  })

  test('stays as it is when a secret does not open', async (t) => {
    const { hide, slipway, text, file, cwd } = folder(t)
    await hide('one', 'first')
    const before = text('dev')
    renameSync(key(cwd), `${key(cwd)}.away`)
    await assert.rejects(renameStack(slipway, 'dev', 'test'), { code: 'state/wrong-key' })
    assert.equal(text('dev'), before)
    assert.ok(!existsSync(file('test')))
  })

  test('has its secrets sealed again after an interrupted renaming', async (t) => {
    const { hide, open, slipway, file } = folder(t)
    await hide('one', 'first')
    linkSync(file('dev'), file('test'))
    await renameStack(slipway, 'dev', 'test')
    assert.equal(await open('one', 'test'), 'first')
    assert.ok(!existsSync(file('dev')))
  })
})
