import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { Failure } from '@slipway/model'
import { givenText, isElsewhere, isPointer } from './given-text.ts'

function givenWorld(context: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-given-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'sub'))
  writeFileSync(join(folder, 'sub/token'), 'sesame\r\n')
  writeFileSync(join(folder, 'lines'), 'a\nb\n\n')
  writeFileSync(join(folder, 'large'), 'x'.repeat(1024 * 1024 + 1))
  return { folder, env: { TOKEN: 'open', EMPTY: '', HOME: join(folder, 'sub') }, about: 'the token' }
}

test('a text is itself, the content of a variable or a file, or the part after "text:"', (context) => {
  const where = givenWorld(context)
  const cases: Readonly<Record<string, string>> = {
    'env:TOKEN': 'open',
    'file:sub/token': 'sesame',
    'file:~/token': 'sesame',
    [`file:${where.folder}/lines`]: 'a\nb\n',
    'text:env:TOKEN': 'env:TOKEN',
    'text:text:': 'text:',
    'https://env:1/': 'https://env:1/',
    ' env:TOKEN': ' env:TOKEN',
    'ENV:TOKEN': 'ENV:TOKEN',
  }
  for (const [written, expected] of Object.entries(cases)) assert.equal(givenText(written, where), expected, written)
  assert.deepEqual(['env:A', 'file:a', 'text:a', 'a', 1].map(isPointer), [true, true, true, false, false])
  assert.deepEqual(['env:A', 'file:a', 'text:a', 'a', 1].map(isElsewhere), [true, true, false, false, false])
})

test('a missing source is named with the setting that wants it, and the way to write the text itself', (context) => {
  const where = givenWorld(context)
  const cases: Readonly<Record<string, readonly [code: string, message: RegExp]>> = {
    'env:NONE': ['cli/no-such-variable', /^the token: the variable NONE of the environment is not set$/],
    'env:EMPTY': ['cli/no-such-variable', /is empty$/],
    'env:': ['cli/no-such-variable', /is not set$/],
    'file:none': ['cli/no-such-file', /^the token: there is no file .*none$/],
    'file:sub': ['cli/not-a-file', /^the token: the file .*sub is a folder$/],
    'file:large': ['cli/file-too-large', /^the token: the file .*large has more than 1 MB$/],
  }
  for (const [written, [code, message]] of Object.entries(cases)) {
    assert.throws(
      () => givenText(written, where),
      (thrown) =>
        thrown instanceof Failure &&
        thrown.code === code &&
        message.test(thrown.message) &&
        thrown.hint === `to use this text itself, write text:${written}`,
      written,
    )
  }
})
