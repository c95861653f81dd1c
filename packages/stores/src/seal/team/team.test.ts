import assert from 'node:assert/strict'
import { scryptSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, chmodSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { describe, test } from '../../../../../test/cases.ts'
import { scryptLimits } from '../scrypt.ts'
import {
  fingerprintOf,
  freshPair,
  pairOfPassphrase,
  parsePrivateKey,
  parsePublicKey,
  privateText,
  type KeyPair,
} from './key-pair.ts'
import { knownKeyPath, ownPair, pairFinder, privateKeyPath, teamOpener } from './pair-store.ts'
import { freshDataKey, openTeam, sealTeam, type Team } from './team.ts'
import { foreignRecipients } from './team-sealer.ts'
import { unwrapWith, wrapFor } from './wrap.ts'

const finder =
  (...pairs: readonly KeyPair[]) =>
  (publicKey: string) =>
    pairs.find((pair) => pair.publicKey.text === publicKey)

function teamOf(...pairs: readonly KeyPair[]): Omit<Team, 'foreign'> {
  const recipients = pairs.map(({ publicKey }, index) => ({ name: `r${index}`, publicKey: publicKey.text }))
  return { key: freshDataKey(), former: [], recipients }
}

function folder(context: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'slipway-pair-'))
  context.after(() => rmSync(directory, { recursive: true }))
  return directory
}

describe('a wrapped key', () => {
  const [ada, eve] = [freshPair(), freshPair()]
  const secret = freshDataKey().bytes

  test('opens for its recipient, and for what it was wrapped for', () => {
    const wrapped = wrapFor(ada.publicKey, secret, 'here')
    assert.deepEqual(unwrapWith(ada, wrapped, 'here'), secret)
    assert.equal(unwrapWith(eve, wrapped, 'here'), undefined)
    assert.equal(unwrapWith(ada, wrapped, 'there'), undefined)
  })

  test('no longer opens after any change', () => {
    const wrapped = wrapFor(ada.publicKey, secret, 'here')
    const changes = [
      '',
      '1',
      '1::',
      wrapped.replace('1:', '2:'),
      `${wrapped}:`,
      wrapped.slice(0, -4),
      ...[3, 30, 60, 100].map((at) => wrapped.slice(0, at) + (wrapped[at] === 'A' ? 'B' : 'A') + wrapped.slice(at + 1)),
    ]
    for (const changed of changes) assert.equal(unwrapWith(ada, changed, 'here'), undefined, changed)
  })

  test('is never made for a weak key that gives everybody the same result', () => {
    for (const bytes of [Buffer.alloc(32), Buffer.from([1, ...Array<number>(31).fill(0)])]) {
      const publicKey = parsePublicKey(`slipway-public-${bytes.toString('base64url')}`)
      assert.throws(() => wrapFor(publicKey, secret, 'here'), { code: 'state/bad-key' })
    }
  })
})

describe('a public key', () => {
  test('is read as it is printed, and in no other form', () => {
    const { text } = freshPair().publicKey
    assert.equal(parsePublicKey(text).text, text)
    const derived = `slipway-public-31-${'A'.repeat(22)}-${text.slice(-43)}`
    const others = [
      '',
      'x',
      `${text}A`,
      ` ${text}`,
      text.slice(0, -1),
      `${text.slice(0, -1)}-`,
      derived,
      'x'.repeat(1e6),
    ]
    for (const other of others)
      assert.throws(() => parsePublicKey(other), { code: 'state/bad-key' }, other.slice(0, 80))
    assert.match(fingerprintOf(text), /^([0-9a-f]{4} ){7}[0-9a-f]{4}$/)
  })

  test('of a passphrase has what makes the pair again', () => {
    const { publicKey } = pairOfPassphrase('sesame')
    const again = pairFinder({ configDirectory: '/nowhere', passphrase: 'sesame' })(publicKey.text)
    assert.equal(again?.publicKey.text, publicKey.text)
    const { cost, salt } = publicKey.derived ?? assert.fail()
    const sealing = scryptSync('sesame', Buffer.from(salt, 'base64url'), 32, scryptLimits(cost))
    assert.notEqual(parsePrivateKey(privateText(sealing), '').publicKey.text.slice(-43), publicKey.text.slice(-43))
    assert.equal(pairFinder({ configDirectory: '/nowhere', passphrase: 'other' })(publicKey.text), undefined)
  })
})

describe('the private key of a user', () => {
  test('lies in a file that nobody else may read, and is made once', (context) => {
    const configDirectory = folder(context)
    const [made, again] = [ownPair({ configDirectory }), ownPair({ configDirectory })]
    assert.deepEqual([made.isNew, again.isNew], [true, false])
    assert.equal(made.pair.publicKey.text, again.pair.publicKey.text)
    const file = privateKeyPath(configDirectory)
    assert.equal(statSync(file).mode & 0o777, 0o600)
    const given = readFileSync(file, 'utf8').trim()
    assert.equal(ownPair({ configDirectory: '/nowhere', given }).pair.publicKey.text, made.pair.publicKey.text)
    chmodSync(file, 0o644)
    assert.throws(() => ownPair({ configDirectory }), { code: 'state/key-exposed' })
  })

  test('is in no message when it cannot be read', () => {
    assert.throws(
      () => ownPair({ configDirectory: '/nowhere', given: 'slipway-private-canary' }),
      (error: Error) => {
        assert.match(error.message, /SLIPWAY_STATE_KEY holds no private key/)
        return !JSON.stringify(error).includes('canary')
      },
    )
  })
})

describe('the recipients of a state', () => {
  const [ada, bob, eve] = [freshPair(), freshPair(), freshPair()]

  test('are the ones written by the holder of the key; others are named', () => {
    const team = teamOf(ada, bob)
    const sealed = sealTeam(team, 's')
    assert.deepEqual(openTeam(sealed, 's', finder(bob)), { ...team, foreign: [] })
    assert.equal(openTeam(sealed, 's', finder(eve)), undefined)
    assert.equal(openTeam(sealed, 'another state', finder(ada)), undefined)
    const row = { name: 'eve', publicKey: eve.publicKey.text, wrapped: sealed.recipients[0]?.wrapped ?? '' }
    const added = { ...sealed, recipients: [...sealed.recipients, row] }
    assert.deepEqual(openTeam(added, 's', finder(ada))?.foreign, ['eve'])
    const posing = { ...sealed, recipients: [{ ...row, name: 'r0' }, ...sealed.recipients.slice(1)] }
    assert.deepEqual(openTeam(posing, 's', finder(bob))?.foreign, ['r0'])
  })

  test('are found behind many others, and a name of somebody else is never a command', () => {
    const sealed = sealTeam(teamOf(ada), 's')
    const planted = Array.from({ length: 300 }, (_, index) => ({
      name: `; reboot '${index}\u001b[2J`,
      publicKey: eve.publicKey.text,
      wrapped: '',
    }))
    const team = openTeam({ ...sealed, recipients: [...planted, ...sealed.recipients] }, 's', finder(ada))
    assert.equal(team?.foreign.length, 300)
    const { message, hint = '' } = foreignRecipients(team.foreign)
    assert.ok(message.length < 500 && !message.includes('\u001b'))
    assert.match(hint, /slipway state key remove '; reboot '\\''0 \[2J' removes it$/)
  })

  test('are refused when the list was changed, or belongs to another key', () => {
    const sealed = sealTeam(teamOf(ada), 's')
    for (const list of [sealTeam(teamOf(ada, eve), 's').list, `${sealed.list.slice(0, -4)}AAAA`, ''])
      assert.throws(() => openTeam({ ...sealed, list }, 's', finder(ada)), { code: 'state/damaged-record' })
  })

  test('cannot get a key from somebody who did not know the earlier one', (context) => {
    const configDirectory = folder(context)
    const { pair } = ownPair({ configDirectory })
    const open = teamOpener({ configDirectory })
    const first = teamOf(pair)
    assert.notEqual(open(sealTeam(first, 's'), 's'), undefined)
    // An attacker who can write the state wraps a key of his own for everybody.
    const planted = sealTeam(teamOf(pair), 's')
    assert.throws(() => open(planted, 's'), { code: 'state/other-key' })
    const next = { key: freshDataKey(), former: [first.key], recipients: first.recipients }
    assert.notEqual(open(sealTeam(next, 's'), 's'), undefined)
    // An older copy is refused, too: its recipients may include somebody who was removed since.
    assert.throws(() => open(sealTeam(first, 's'), 's'), { code: 'state/other-key' })
    assert.equal(statSync(knownKeyPath(configDirectory, 's')).mode & 0o777, 0o600)
  })

  test('have passphrases derived four times at most, however many a state names', () => {
    const rows = Array.from({ length: 6 }, (_, index) => {
      return `slipway-public-17-${'A'.repeat(21)}${'AQgw'[index % 4]}-${freshPair().publicKey.text.slice(-43)}`
    })
    const find = pairFinder({ configDirectory: '/nowhere', passphrase: 'sesame' })
    const own = pairOfPassphrase('sesame').publicKey.text
    for (const row of rows) assert.equal(find(row), undefined)
    assert.equal(find(own), undefined)
  })
})
