import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { PassThrough } from 'node:stream'
import { describe, test } from 'node:test'
import { PrintedLines } from './printed-lines.ts'

const clean = (line: string): string => line

describe('the output of a process', () => {
  test('is read no further while nobody takes the lines, and in full once the process has ended', async () => {
    const stdout = new PassThrough()
    const lines: string[] = []
    const held = Promise.withResolvers<void>()
    const hearing = {
      clean,
      onLine: (line: string) => lines.push(line),
      isBehind: () => true,
      onHeld: () => held.resolve(),
    }
    const output = new PrintedLines(printing(stdout), hearing)
    stdout.write('one\n')
    await held.promise
    assert.ok(stdout.isPaused())
    stdout.end('two\n')
    await output.end()
    assert.deepEqual(lines, ['one', 'two'])
  })

  test('is read on once somebody takes the lines', async () => {
    const stdout = new PassThrough()
    let isBehind = true
    const second = Promise.withResolvers<void>()
    const hearing = {
      clean,
      onLine: (line: string) => line === 'two' && second.resolve(),
      isBehind: () => isBehind,
      onHeld: () => {
        isBehind = false
        stdout.write('two\n')
      },
    }
    const output = new PrintedLines(printing(stdout), hearing)
    stdout.write('one\n')
    await second.promise
    stdout.end()
    await output.end()
  })

  test('is told to the last character, even if another process keeps it open', async () => {
    const stdout = new PassThrough()
    const lines: string[] = []
    const hearing = {
      clean,
      onLine: (line: string) => lines.push(line),
      isBehind: () => false,
      onHeld: () => undefined,
    }
    const output = new PrintedLines(printing(stdout), hearing)
    stdout.write('one\ntwo without a line break')
    await output.end()
    assert.deepEqual([lines, stdout.destroyed], [['one', 'two without a line break'], true])
  })
})

function printing(stdout: PassThrough): ChildProcess {
  return { stdout, stderr: null } as unknown as ChildProcess
}
