import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainWords } from './plain-words.ts'

const said: readonly (readonly [string, string])[] = [
  ['connect ECONNREFUSED 127.0.0.1:5432', '127.0.0.1:5432 refuses connections'],
  ['connect ECONNREFUSED ::1:5432', '::1:5432 refuses connections'],
  ['no luck: connect ETIMEDOUT 10.0.0.1:80; sorry', 'no luck: 10.0.0.1:80 does not answer; sorry'],
  ['connect ENETUNREACH 10.0.0.1:80 - Local (0.0.0.0:0)', '10.0.0.1:80 cannot be reached from here'],
  ['getaddrinfo ENOTFOUND db.example', 'there is no host called db.example'],
  ['getaddrinfo EAI_AGAIN db.example', 'the address of db.example cannot be looked up at the moment'],
  ['the connection broke: read ECONNRESET', 'the connection broke: the other side has ended the connection'],
  [
    'Get "http://a:1/": dial tcp 127.0.0.1:1: connect: connection refused',
    'Get "http://a:1/": 127.0.0.1:1 refuses connections',
  ],
  ['dial tcp: lookup nowhere.example on 10.0.0.2:53: no such host', 'there is no host called nowhere.example'],
  ['the server says ECONNREFUSED', 'the server says ECONNREFUSED'],
]

test('a library’s connection error is put into words; everything else stays as it is', () => {
  for (const [reason, words] of said) assert.equal(plainWords(reason), words)
})
