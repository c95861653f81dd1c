import assert from 'node:assert/strict'
import { createCipheriv, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { keyFilePath, keyFileSealer, processSealer, unsealWithAny } from './index.ts'
import { isWrongKey } from './sealed-text.ts'
import { markText, recordPlace, refusalOfSecondKey, StateSeal, type Sealing } from './state-seal.ts'

/** Seals like version 0.1.0, bound only to the key. */
function unboundText(directory: string, plain: string): string {
  const { id, key } = JSON.parse(readFileSync(keyFilePath(directory), 'utf8')) as Record<string, string>
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key ?? '', 'base64url'), nonce)
  cipher.setAAD(Buffer.from(`1:${id}`))
  const bytes = [nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]
  return `1:${id}:${Buffer.concat(bytes).toString('base64url')}`
}

function keyIn(context: TestContext) {
  const directory = mkdtempSync(join(tmpdir(), 'slipway-mark-'))
  context.after(() => rmSync(directory, { recursive: true }))
  const sealer = keyFileSealer(directory)
  assert.notEqual(sealer.keyId, '')
  return { sealer, old: unboundText(directory, 'old') }
}

const place = { ...recordPlace('s', 'site', 'resource', 'r'), path: ['spec', 'token'] }
const damaged = { code: 'state/damaged-record' }

describe('a text of the first form', () => {
  test('opens in a state that has not declared itself free of them', (context) => {
    const { sealer, old } = keyIn(context)
    assert.equal(new StateSeal({ state: 's', marks: new Map() }, sealer).open(old, place), 'old')
  })

  test('is refused in a state that has declared that under its key', (context) => {
    const { sealer, old } = keyIn(context)
    const marks = new Map([[sealer.keyId, markText(sealer, 's', [])]])
    assert.throws(() => new StateSeal({ state: 's', marks }, sealer).open(old, place), {
      ...damaged,
      message: /has the form of Slipway 0\.1\.0, but this state no longer has secrets of that form/,
    })
  })

  test('of another key is refused, too, where the declaring key is present', (context) => {
    const [former, now] = [keyIn(context), keyIn(context)]
    const marks = new Map([[now.sealer.keyId, markText(now.sealer, 's', [])]])
    const both = unsealWithAny(now.sealer, former.sealer)
    assert.throws(() => new StateSeal({ state: 's', marks }, both).open(former.old, place), damaged)
    // With only the other key, the mark is unreadable.
    assert.equal(new StateSeal({ state: 's', marks }, former.sealer).open(former.old, place), 'old')
  })

  test('of a key that was missing at the declaration opens once that key is back', (context) => {
    const [away, now] = [keyIn(context), keyIn(context)]
    const marks = new Map([[now.sealer.keyId, markText(now.sealer, 's', [away.sealer.keyId])]])
    const seal = new StateSeal({ state: 's', marks }, unsealWithAny(now.sealer, away.sealer))
    assert.equal(seal.open(away.old, place), 'old')
    assert.throws(() => seal.open(now.old, place), damaged)
  })

  test('is refused where the declaration was changed', (context) => {
    const { sealer, old } = keyIn(context)
    const mark = markText(sealer, 's', [])
    const stranger = processSealer()
    const changed = [
      new Map([[sealer.keyId, `${mark.slice(0, -8)}AAAAAAAA`]]),
      new Map([[sealer.keyId, markText(sealer, 'another state', [sealer.keyId])]]),
      new Map([[sealer.keyId, markText(stranger, 's', [])]]),
    ]
    for (const marks of changed)
      assert.throws(() => new StateSeal({ state: 's', marks }, sealer).open(old, place), damaged)
  })
})

describe('a text of the second form', () => {
  test('opens where its state has a mark under its key', (context) => {
    const { sealer } = keyIn(context)
    const marks = new Map([[sealer.keyId, markText(sealer, 's', [])]])
    assert.equal(new StateSeal({ state: 's', marks }, sealer).open(sealer.seal('new', place), place), 'new')
  })

  test('does not open in a state whose mark was removed, so that the removal is noticed', (context) => {
    const { sealer } = keyIn(context)
    const sealed = sealer.seal('new', place)
    for (const marks of [new Map<string, string>(), new Map([['other', markText(processSealer(), 's', [])]])])
      assert.throws(() => new StateSeal({ state: 's', marks }, sealer).open(sealed, place), {
        ...damaged,
        message: /which this state has never used/,
      })
  })

  test('without its key says that the key is not here', (context) => {
    const [away, here] = [keyIn(context), keyIn(context)]
    const marks = new Map([[away.sealer.keyId, markText(away.sealer, 's', [])]])
    const sealed = away.sealer.seal('new', place)
    assert.throws(() => new StateSeal({ state: 's', marks }, here.sealer).open(sealed, place), {
      code: 'state/wrong-key',
    })
  })
})

function markedBy({ sealer }: ReturnType<typeof keyIn>): Sealing {
  return { state: 's', marks: new Map([[sealer.keyId, markText(sealer, 's', [])]]) }
}

function noRecords(): never {
  assert.fail('records are read')
}

describe('a second key in a shared state', () => {
  test('is refused while a secret is sealed with a key that is not here', async (context) => {
    const [theirs, own] = [keyIn(context), keyIn(context)]
    const refusal = await refusalOfSecondKey(markedBy(theirs), own.sealer, async () => [theirs.sealer.keyId])
    assert.ok(isWrongKey(refusal))
    assert.match(String(refusal), new RegExp(`the key ${theirs.sealer.keyId}, which this machine does not have`))
  })

  test('is taken if no secret needs another key any more', async (context) => {
    const [theirs, own] = [keyIn(context), keyIn(context)]
    assert.equal(await refusalOfSecondKey(markedBy(theirs), own.sealer, async () => []), undefined)
  })

  test('is not in question where one of the keys is here, and then no records are read', async (context) => {
    const own = keyIn(context)
    assert.equal(await refusalOfSecondKey(markedBy(own), own.sealer, noRecords), undefined)
    assert.equal(await refusalOfSecondKey({ state: 's', marks: new Map() }, own.sealer, noRecords), undefined)
  })
})
