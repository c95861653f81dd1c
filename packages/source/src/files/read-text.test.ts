import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { DiagnosticsFailure } from '@slipway/model'
import { readText } from './read-text.ts'

test('text is read unchanged, and bytes that are not text are refused with their line', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-text-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'site.blueprint.yaml')
  const lineOf = (bytes: Buffer): number | undefined => {
    writeFileSync(file, bytes)
    try {
      readText(file)
      return undefined
    } catch (error) {
      assert.ok(error instanceof DiagnosticsFailure)
      assert.equal(error.code, 'cli/not-utf8')
      return error.diagnostics[0]?.range?.start.line
    }
  }
  writeFileSync(file, '\ufeffa: é\r\nb: 😀')
  assert.equal(readText(file), '\ufeffa: é\r\nb: 😀')
  assert.equal(lineOf(Buffer.from('a: 1\nb: é\n', 'latin1')), 2)
  assert.equal(lineOf(Buffer.from('a: 1\nb: 2\nc: é', 'latin1')), 3)
  assert.equal(lineOf(Buffer.from('\ufeffa: 1\n', 'utf16le')), 1)
})

test('an open pipe is read, unless a file is expected: then nobody waits for its end', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-pipe-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const descriptor = openSync(pipe, constants.O_RDWR)
  context.after(() => closeSync(descriptor))
  writeFileSync(descriptor, 'said')
  rmSync(pipe)
  const script = `import { readText } from ${JSON.stringify(join(import.meta.dirname, 'read-text.ts'))}
    try { readText('/dev/stdin', { isOnDisk: true }) } catch (error) { console.log(error.code) }`
  const stdio = [descriptor, 'pipe', 'inherit'] as const
  const args = ['--input-type=module-typescript', '-e', script]
  const { stdout, error } = spawnSync(process.execPath, args, { stdio: [...stdio], timeout: 120_000, encoding: 'utf8' })
  assert.equal(error, undefined)
  assert.equal(stdout, 'cli/not-a-file\n')
})
