import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secret, valueMap } from '@slipway/model'
import { memoryStore, type Lease, type ResourceRecord } from '@slipway/stores'
import { learningStore } from './learning-store.ts'
import { Redactor } from './redactor.ts'

test('known secrets are removed, in any spelling', () => {
  const redactor = new Redactor()
  redactor.learn(valueMap([['deep', [secret(valueMap([['token', 'pass word"1']])), 'public']]]))
  const forms = ['pass word"1', 'pass word\\"1', 'pass%20word%221', Buffer.from('pass word"1').toString('base64')]
  for (const form of forms) assert.equal(redactor.redact(`<${form}>`), '<(secret)>')
  assert.equal(redactor.redact('public'), 'public')
})

test('so are they in hexadecimal, forms, upper case, JSON in JSON, and base64 around other text', () => {
  const redactor = new Redactor()
  const text = 'pass "word"/1'
  redactor.learn(secret(text))
  const bytes = Buffer.from(text)
  for (const form of [
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    new URLSearchParams({ p: text }).toString().slice(2),
    encodeURIComponent(text).replaceAll('%2F', '%2f'),
    text.toUpperCase(),
    JSON.stringify(JSON.stringify(text)).slice(3, -3),
  ])
    assert.equal(redactor.redact(`<${form}>`), '<(secret)>', form)
  for (const around of ['', 'me:', 'a:', 'you:'])
    for (const spelling of ['base64', 'base64url'] as const) {
      const header = Buffer.from(`${around}${text}`).toString(spelling)
      const clean = redactor.redact(`Basic ${header}`)
      assert.ok(clean.includes('(secret)') && clean.length < 'Basic (secret)'.length + 9, clean)
    }
})

test('so is an escaped one in lower case, with escapes in any case', () => {
  const redactor = new Redactor()
  redactor.learn(secret('Pass/Word1word'))
  for (const form of ['pass%2Fword1word', 'pass%2fword1word', 'PASS%2fWORD1WORD', 'PASS%2FWORD1WORD'])
    assert.equal(redactor.redact(`<${form}>`), '<(secret)>', form)
})

test('overlapping secrets are removed whole, and adjacent ones are two', () => {
  const redactor = new Redactor()
  redactor.learn([secret('open sesame'), secret('sesame street')])
  assert.equal(redactor.redact('an open sesame street, and sesame street'), 'an (secret), and (secret)')
  assert.equal(redactor.redact('open sesameopen sesame'), '(secret)(secret)')
})

test('a secret part of a text is removed alone, too', () => {
  const redactor = new Redactor()
  redactor.learn(valueMap([['create', secret('echo open SESAME-1', ['SESAME-1'])]]))
  assert.equal(redactor.redact('open SESAME-1'), 'open (secret)')
})

test('a secret of many lines is removed line by line, as a plugin prints it', () => {
  const redactor = new Redactor()
  redactor.learn(secret('-----BEGIN KEY-----\nMIIEvQIBADANBg\r\n  kqhkiG9w0BAQEF\n}\n'))
  assert.equal(redactor.redact('key: MIIEvQIBADANBg'), 'key: (secret)')
  assert.equal(redactor.redact('kqhkiG9w0BAQEF'), '(secret)')
  assert.equal(redactor.redact('if (x) { }'), 'if (x) { }')
})

test('a secret that no URL can hold is still a secret, also inside another', () => {
  const redactor = new Redactor()
  redactor.learn(secret(valueMap([['inner', secret('\ud800sesame')]])))
  assert.equal(redactor.redact('open \ud800sesame'), 'open (secret)')
})

test('the longest of overlapping secrets is removed whole, and the beginning of one at a cut', () => {
  const redactor = new Redactor()
  redactor.learn(secret('open sesame'))
  redactor.learn(secret('open sesame, please'))
  assert.equal(redactor.redact('say open sesame, please'), 'say (secret)')
  assert.equal(redactor.redact('say open ses…'), 'say (secret)…')
  assert.equal(redactor.redact('says: "open ses…"'), 'says: "(secret)…"')
  assert.equal(redactor.redact('say ope…'), 'say ope…')
})

test('a secret that is too short leaves the logs readable', () => {
  const redactor = new Redactor()
  redactor.learn(secret('a'))
  assert.equal(redactor.redact('a cat'), 'a cat')
})

function resource(spec: ResourceRecord['spec']): ResourceRecord {
  return { spec } as ResourceRecord
}

test('recorded secrets are known: an intent’s before its call, a result’s as soon as it is there', async () => {
  const redactor = new Redactor()
  const committed: unknown[] = []
  const inner = memoryStore()
  inner.commit = (_lease, changes) => Promise.resolve(void committed.push(...changes))
  const store = learningStore(inner, redactor)
  const lease: Lease = { instance: 'app', fence: 1 }
  const begun = resource(valueMap([['token', secret('sesame')]]))
  await store.commit(lease, [
    { kind: 'begin', intent: { id: 'i', runId: 'r', action: 'create', startedAt: 0, resource: begun } },
    { kind: 'resource', resource: resource(valueMap([['password', secret('computed')]])) },
  ])
  assert.equal(redactor.redact('sesame computed'), '(secret) (secret)')
  assert.equal(committed.length, 2)
  assert.deepEqual(await store.runs('app', 1), [])
})

test('nor does one of two or three letters make holes in numbers and hashes', () => {
  const redactor = new Redactor()
  redactor.learn(
    secret(
      valueMap([
        ['port', '80'],
        ['region', 'eu'],
        ['stage', 'dev'],
      ]),
    ),
  )
  const line = 'listening on 38301, commit 6575a2b9, id 646576'
  assert.equal(redactor.redact(line), line)
})

test('a secret that was forgotten for many newer ones is learned again', () => {
  const redactor = new Redactor()
  redactor.learn(secret('sesame-0'))
  // Each line of a long secret is a secret by itself.
  redactor.learn(secret(Array.from({ length: 50_000 }, (_, index) => `line ${index}00`).join('\n')))
  assert.equal(redactor.redact('sesame-0'), 'sesame-0')
  redactor.learn(secret('sesame-0'))
  assert.equal(redactor.redact('sesame-0'), '(secret)')
})
