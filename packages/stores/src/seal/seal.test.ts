import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { scryptSync, type ScryptOptions } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import type { Place } from './place.ts'
import { changeKey, keyFilePath, keyFileSealer, passphraseSealer, processSealer, unsealWithAny } from './index.ts'
import { quickly, quickPassphraseSealer } from './testing.ts'

const place: Place = { purpose: 'state', state: 's', instance: 'site', record: 'resource r', path: ['spec', 'token'] }

function freshDirectory(context: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'slipway-seal-'))
  context.after(() => rmSync(directory, { recursive: true }))
  return join(directory, 'config')
}

function nonceOf(sealed: string): string {
  return (sealed.split(':').at(-1) ?? '').slice(0, 16)
}

describe('a sealed text', () => {
  test('opens to its content, is different each time, and hides it', () => {
    const sealer = processSealer()
    const texts = [sealer.seal('canary', place), sealer.seal('canary', place)]
    assert.notEqual(texts[0], texts[1])
    for (const text of texts) {
      assert.equal(sealer.unseal(text, place), 'canary')
      assert.doesNotMatch(text, /canary/)
    }
  })

  test('begins with a nonce that no other has, however many are sealed', () => {
    const sealer = processSealer()
    const nonces = Array.from({ length: 350 }, () => nonceOf(sealer.seal('canary', place)))
    assert.equal(new Set(nonces).size, nonces.length)
  })

  test('with any byte changed does not open', () => {
    const sealer = processSealer()
    const sealed = sealer.seal('value', place)
    for (let index = 0; index < sealed.length; index++) {
      // The last character of base64url may contain unused bits; this letter changes the used ones.
      const other = sealed[index] === 'Q' ? 'w' : 'Q'
      const changed = sealed.slice(0, index) + other + sealed.slice(index + 1)
      assert.throws(() => sealer.unseal(changed, place), { name: 'Failure' }, `position ${index}`)
    }
  })
})

describe('the key file', () => {
  test('is made with the first secret, for its owner alone, and found again', (context) => {
    const directory = freshDirectory(context)
    const first = keyFileSealer(directory)
    const sealed = first.seal('value', place)
    assert.equal(statSync(keyFilePath(directory)).mode & 0o777, 0o600)
    assert.equal(statSync(directory).mode & 0o777, 0o700)
    assert.deepEqual(readdirSync(directory), ['state-key.json'])
    assert.equal(keyFileSealer(directory).unseal(sealed, place), 'value')
  })

  test('that is lost is named, and no other is made in its place', (context) => {
    const directory = freshDirectory(context)
    const sealed = keyFileSealer(directory).seal('value', place)
    const { keyId } = keyFileSealer(directory)
    rmSync(keyFilePath(directory))
    const expected = {
      code: 'state/wrong-key',
      message: new RegExp(`the key ${keyId}, which this machine does not have: there is none at .*state-key\\.json`),
      hint: /restore the file with that key at .*state-key\.json, or, .* let the colleague run: slipway state key add NAME PUBLIC;/,
    }
    assert.throws(() => keyFileSealer(directory).unseal(sealed, place), expected)
    assert.deepEqual(readdirSync(directory), [])
  })

  test('that is lost must not be replaced where another one is now', (context) => {
    const directory = freshDirectory(context)
    const sealed = keyFileSealer(directory).seal('value', place)
    const key = readFileSync(keyFilePath(directory))
    rmSync(keyFilePath(directory))
    const later = keyFileSealer(directory)
    const more = later.seal('more', place)
    const { hint = '' } = caught(() => later.unseal(sealed, place))
    const file = /that key at (\S+\.json)/.exec(hint)?.[1] ?? ''
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, key, { mode: 0o600 })
    const both = keyFileSealer(directory)
    assert.deepEqual([both.unseal(sealed, place), both.unseal(more, place)], ['value', 'more'])
  })

  test('of somebody else: the message names both keys', (context) => {
    const mine = keyFileSealer(freshDirectory(context))
    const yours = keyFileSealer(freshDirectory(context))
    const sealed = yours.seal('value', place)
    const expected = { code: 'state/wrong-key', message: new RegExp(`${yours.keyId}.*${mine.keyId}`) }
    assert.throws(() => mine.unseal(sealed, place), expected)
  })

  test('that others may read is refused', (context) => {
    const directory = freshDirectory(context)
    const sealed = keyFileSealer(directory).seal('value', place)
    chmodSync(keyFilePath(directory), 0o644)
    assert.throws(() => keyFileSealer(directory).unseal(sealed, place), {
      code: 'state/key-exposed',
      hint: /chmod 600/,
    })
  })

  test('that is damaged is refused without being shown', (context) => {
    const directory = freshDirectory(context)
    const sealed = keyFileSealer(directory).seal('value', place)
    const key = readFileSync(keyFilePath(directory), 'utf8')
    writeFileSync(keyFilePath(directory), key.slice(0, -20))
    assert.throws(
      () => keyFileSealer(directory).unseal(sealed, place),
      (error: Error & { code: string }) =>
        error.code === 'state/wrong-key' && !error.message.includes(key.slice(30, 40)),
    )
  })

  test('is changed without losing one that may still be needed', (context) => {
    const directory = freshDirectory(context)
    const sealed = [keyFileSealer(directory).seal('first', place)]
    for (const text of ['second', 'third']) {
      const { id } = changeKey(directory)
      const sealer = keyFileSealer(directory)
      assert.equal(sealer.keyId, id)
      sealed.push(sealer.seal(text, place))
    }
    const opened = sealed.map((text) => keyFileSealer(directory).unseal(text, place))
    assert.deepEqual(opened, ['first', 'second', 'third'])
    for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
      assert.match(name, /^(state-key\.json|state-keys|state-keys\/[\w-]{8}\.json)$/)
      assert.equal(statSync(join(directory, name)).mode & 0o077, 0, name)
    }
  })

  test('is not looked for outside its folder', (context) => {
    const directory = freshDirectory(context)
    assert.throws(() => keyFileSealer(directory).unseal('2:../../other:text', place), { code: 'state/damaged-record' })
  })

  test('is the same for processes that make it at the same time', async (context) => {
    const directory = freshDirectory(context)
    const source = `import { keyFileSealer } from ${JSON.stringify(new URL('index.ts', import.meta.url).href)}
      process.stdout.write(keyFileSealer(process.argv[1]).keyId)`
    const run = (): Promise<string> =>
      new Promise((resolve, reject) => {
        const child = spawn(process.execPath, ['--input-type=module', '-e', source, directory], {
          stdio: ['ignore', 'pipe', 'inherit'],
        })
        let output = ''
        child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
        child.on('error', reject).on('close', () => resolve(output))
      })
    const ids = await Promise.all([run(), run(), run(), run()])
    assert.equal(new Set(ids).size, 1)
    assert.match(ids[0] ?? '', /^[\w-]{8}$/)
  })
})

/** The error that a call throws. */
function caught(run: () => unknown): { readonly hint?: string } {
  try {
    run()
  } catch (error) {
    return error as { readonly hint?: string }
  }
  throw new Error('nothing was thrown')
}

test('several keys open texts of any of them', (context) => {
  const [file, phrase] = [keyFileSealer(freshDirectory(context)), quickPassphraseSealer('correct horse')]
  const any = unsealWithAny(quickPassphraseSealer('correct horse'), file)
  assert.deepEqual([any.unseal(file.seal('a', place), place), any.unseal(phrase.seal('b', place), place)], ['a', 'b'])
  assert.throws(() => any.unseal(processSealer().seal('c', place), place), { code: 'state/wrong-key' })
})

describe('a passphrase', () => {
  test('opens its texts in another process, and derives one key for both', () => {
    const sealed = passphraseSealer('correct horse').seal('value', place)
    const later = passphraseSealer('correct horse')
    assert.equal(later.unseal(sealed, place), 'value')
    assert.equal(later.seal('more', place).split(':')[1], sealed.split(':')[1])
  })

  test('that is wrong is reported as wrong', () => {
    const sealed = quickPassphraseSealer('correct horse').seal('value', place)
    assert.throws(() => quickPassphraseSealer('battery staple').unseal(sealed, place), {
      code: 'state/wrong-key',
      message: /the passphrase is wrong/,
    })
  })

  test('that is right is not blamed for changed or moved texts, not even for the first one', () => {
    const sealed = quickPassphraseSealer('correct horse').seal('value', place)
    const changed = `${sealed.slice(0, -8)}AAAAAAAA`
    const expected = { code: 'state/damaged-record', message: /was changed, or sealed for another place/ }
    assert.throws(() => quickPassphraseSealer('correct horse').unseal(changed, place), expected)
    assert.throws(() => quickPassphraseSealer('correct horse').unseal(sealed, { ...place, instance: 'shop' }), expected)
  })

  test('that has opened a text of the first form is not blamed for changes', () => {
    const text =
      '1:passphrase-g7l6kXzPqd8ecL2AF_4jyA:CzmPWoWN6z9UDbCwRhtp1OXfC2G2V_oGVv-ZbW9zhULsDneMNz8opuZzwM4RiQR6F_o'
    const sealer = passphraseSealer('fixture')
    const changed = `${text.slice(0, -8)}AAAAAAAA`
    assert.throws(() => sealer.unsealUnbound(changed), { code: 'state/wrong-key' })
    assert.match(sealer.unsealUnbound(text), /^".{20}"$/)
    assert.throws(() => sealer.unsealUnbound(changed), { code: 'state/damaged-record', message: /was changed$/ })
    assert.throws(() => sealer.unseal(text, place), { code: 'state/damaged-record' })
  })

  test('says in each text what its key costs: N of scrypt is 2^17', () => {
    const costs: unknown[] = []
    const sealer = passphraseSealer('correct horse', (...asked) => {
      costs.push(asked[3])
      return scryptSync(...asked)
    })
    assert.match(sealer.seal('value', place), /^2:passphrase-17-[\w-]{22}-[\w-]{8}:/)
    assert.deepEqual(costs, [{ N: 131_072, r: 8, p: 1, maxmem: 129 * 1024 * 1024 }])
  })

  test('is derived once for each key, and not before it is needed', () => {
    const texts = [quickPassphraseSealer('correct horse'), quickPassphraseSealer('correct horse')].map((one) =>
      one.seal('v', place),
    )
    let derived = 0
    const sealer = passphraseSealer('correct horse', (...asked) => {
      derived++
      return quickly(...asked)
    })
    assert.equal(derived, 0)
    for (const text of [...texts, ...texts]) assert.equal(sealer.unseal(text, place), 'v')
    assert.equal(sealer.seal('more', place).split(':')[1], texts[0]?.split(':')[1])
    assert.equal(derived, 2)
  })

  test('is derived for four keys of another passphrase at most: a file could name a thousand', () => {
    const [own] = [quickPassphraseSealer('correct horse').seal('v', place)]
    let derived = 0
    const sealer = passphraseSealer('correct horse', (...asked) => {
      derived++
      return derived === 1 ? quickly(...asked) : Buffer.alloc(asked[2])
    })
    assert.equal(sealer.unseal(own, place), 'v')
    for (let salt = 0; salt < 20; salt++) {
      const text = `2:passphrase-20-${String(salt).padStart(22, 'A')}-BBBBBBBB:AAAA`
      assert.throws(() => sealer.unseal(text, place), { code: 'state/wrong-key' })
    }
    assert.equal(derived, 5)
    assert.equal(sealer.unseal(own, place), 'v')
  })

  for (const cost of ['16', '21', '30', '99', '0', '-1', '017', '1e1']) {
    test(`is not derived at a text’s own cost, unless that is 2^17 to 2^20: ${cost}`, () => {
      const sealer = passphraseSealer('correct horse', () => assert.fail('derived'))
      const text = `2:passphrase-${cost}-AAAAAAAAAAAAAAAAAAAAAA-AAAAAAAA:AAAA`
      assert.throws(() => sealer.unseal(text, place), { code: 'state/damaged-record', message: /2\^17 to 2\^20/ })
    })
  }

  for (const cost of [17, 20]) {
    test(`is derived at 2^${cost}, in the required memory and no more`, () => {
      let asked: ScryptOptions = {}
      const sealer = passphraseSealer('correct horse', (_phrase, _salt, length, options = {}) => {
        asked = options
        return Buffer.alloc(length)
      })
      const text = `2:passphrase-${cost}-AAAAAAAAAAAAAAAAAAAAAA-AAAAAAAA:AAAA`
      assert.throws(() => sealer.unseal(text, place), { code: 'state/damaged-record' })
      assert.deepEqual(asked, { N: 2 ** cost, r: 8, p: 1, maxmem: 2 ** cost * 1024 + 1024 * 1024 })
    })
  }

  test('that is missing is asked for', (context) => {
    const sealed = quickPassphraseSealer('correct horse').seal('value', place)
    assert.throws(() => keyFileSealer(freshDirectory(context)).unseal(sealed, place), {
      code: 'state/wrong-key',
      message: /encrypted with a passphrase, but none was given/,
    })
  })

  test('does not open what a key file sealed, and says so', (context) => {
    const sealed = keyFileSealer(freshDirectory(context)).seal('value', place)
    assert.throws(() => quickPassphraseSealer('x').unseal(sealed, place), {
      code: 'state/wrong-key',
      message: /key file/,
    })
  })
})
