import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PrintedMessages } from './undelivered.ts'

function said(lines: readonly string[]): readonly string[] {
  const all: string[] = []
  const printed = new PrintedMessages(({ level, message }) => all.push(`${level}: ${message}`))
  for (const line of lines) printed.take(line)
  printed.end()
  return all
}

const undelivered = ['failed to deliver log message. ', 'error: Error: x failed to register ']

test('text that the SDK could not send is shown as it was meant', () => {
  const lines = [...undelivered, 'original message: one', 'two', ' message severity: warn', 'printed']
  assert.deepEqual(said(lines), ['warning: one\ntwo', 'info: printed'])
  assert.deepEqual(said([...undelivered, '    at more', 'original message: m', ' message severity: error']), [
    'error: m',
  ])
  assert.deepEqual(said([...undelivered, 'original message: m', ' message severity: info']), ['info: m'])
})

test('a text that only begins like that, or has no end, is shown unchanged', () => {
  const [begin = ''] = undelivered
  assert.deepEqual(said([begin, 'hello']), [`info: ${begin}`, 'info: hello'])
  assert.deepEqual(
    said([...undelivered, 'original message: m']),
    [...undelivered, 'original message: m'].map((line) => `info: ${line}`),
  )
  assert.equal(said([...undelivered, ...Array.from({ length: 600 }, () => 'x')]).length, 602)
})
