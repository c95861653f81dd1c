import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { messageOf } from './failure.ts'
import { codeOf, isWithoutRoom, systemSentence, systemWords } from './system-words.ts'

function thrownBy(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

test('the system’s refusals are put into words, with the path', () => {
  const missing = thrownBy(() => readFileSync('/nowhere/at-all'))
  assert.equal(codeOf(missing), 'ENOENT')
  assert.equal(systemWords(missing), 'there is no such file or folder')
  assert.equal(systemSentence(missing), '/nowhere/at-all cannot be opened: there is no such file or folder')
  assert.equal(messageOf(missing), 'there is no such file or folder (open /nowhere/at-all)')
  const long = thrownBy(() => mkdirSync(`/tmp/${'x'.repeat(2000)}`))
  assert.match(systemSentence(long) ?? '', /^\/tmp\/x+…x+ cannot be made: the path, or a name in it, is too long$/)
  assert.ok((systemSentence(long) ?? '').length < 400)
})

test('a full disk is distinct from a missing permission', () => {
  assert.equal(isWithoutRoom(thrownBy(() => writeFileSync('/dev/full', 'x'))), true)
  assert.equal(isWithoutRoom(thrownBy(() => readFileSync('/nowhere/at-all'))), false)
})

test('our own mistakes are passed on unchanged', () => {
  for (const error of [
    new TypeError('no'),
    Object.assign(new Error('bad'), { code: 'EBADF', syscall: 'read' }),
    'text',
  ]) {
    assert.equal(systemWords(error), undefined)
    assert.equal(systemSentence(error), undefined)
  }
  assert.equal(messageOf(new TypeError('no')), 'no')
  assert.equal(messageOf('text'), 'text')
})
