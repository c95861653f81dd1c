import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { shellWord } from './shell-word.ts'

const plain = ['web', 'web=exists:ID', 'kid/comp:comp-p1', '/a/b.c', 'x@y+z%1,2', '-1', 'ärger=é']
const others = [
  'b (Resource)=missing',
  "it's",
  'a b',
  '',
  '~',
  '$HOME',
  '`id`',
  '*',
  'a;b',
  'a\nb',
  '=ls',

  '{a,b}',
]

test('a shell reads it as one unchanged word', () => {
  const words = [...plain, ...others]
  const script = `printf '%s\\0' ${words.map(shellWord).join(' ')}`
  assert.deepEqual(execFileSync('/bin/sh', ['-c', script]).toString(), words.map((word) => `${word}\0`).join(''))
})

test('it is quoted where it has to be', () => {
  assert.deepEqual(plain.map(shellWord), plain)
  assert.deepEqual(
    others.filter((word) => shellWord(word) === word),
    [],
  )
})
