/** The README keeps its word: its blueprint deploys, and its mistake gets the message that it shows. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { compiled } from '../compiled.ts'
import { runNow } from '../ledger/command.ts'

const workspace = join(import.meta.dirname, '../..')
const readme = readFileSync(join(workspace, 'README.md'), 'utf8')

test('the mistake in the README gives the quoted message', (context) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-readme-')))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  const website = readFileSync(join(workspace, 'examples/website-stack/site.stack.ts'), 'utf8')
  writeFileSync(join(folder, 'site.stack.ts'), website.replace('byteLength:', 'length:'))
  // The schemas in its example come from zod.
  symlinkSync(join(workspace, 'node_modules'), join(folder, 'node_modules'))
  const { status, stderr } = spawnSync(join(workspace, 'node_modules/.bin/slipway'), ['validate'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...compiled, PATH: process.env['PATH'], HOME: folder, SLIPWAY_TRUST: '1' },
  })
  assert.equal(status, 1)
  const [, shown = ''] = /^( {4}site\.stack\.ts:\d[^]*?)\n\n/m.exec(readme) ?? []
  assert.equal(stderr.trim(), shown.replaceAll(/^ {4}/gm, '').trim())
})

test('the stack at the top of the README is planned as it says, deployed, left alone and destroyed', (context) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-readme-')))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  const [, stack = '', shown = ''] = /```ts\n([^]*?)```[^]*?```\n([^]*?)```/.exec(readme) ?? []
  writeFileSync(join(folder, 'hello.stack.ts'), stack)
  const slipway = (...args: readonly string[]): string => {
    const env = { ...compiled, PATH: process.env['PATH'], HOME: folder, SLIPWAY_TRUST: '1' }
    const { code, stdout, stderr } = runNow({ folder, env }, ...args)
    assert.equal(code, 0, stderr)
    return stdout + stderr
  }
  assert.equal(slipway('plan'), shown)
  slipway('up', '--yes')
  assert.match(readFileSync(join(folder, 'hello.html'), 'utf8'), /^<h1>It floats<\/h1><p>Captain \w+-\w+<\/p>$/)
  assert.match(slipway('up', '--yes'), /Nothing to do/)
  slipway('destroy', '--yes')
  assert.equal(existsSync(join(folder, 'hello.html')), false)
})

test('the blueprint at the top of the README is deployed, left alone and destroyed as it says', (context) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-readme-')))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  const beginning = readme.split('\n').slice(0, 60).join('\n')
  const [, blueprint = ''] = /```yaml\n([^]*?)```/.exec(beginning) ?? []
  writeFileSync(join(folder, 'hello.blueprint.yaml'), blueprint)
  const slipway = (...args: readonly string[]): string => {
    const { code, stderr } = runNow({ folder, env: { ...compiled, PATH: process.env['PATH'], HOME: folder } }, ...args)
    assert.equal(code, 0, stderr)
    return stderr
  }
  slipway('up', '--yes')
  assert.equal(readFileSync(join(folder, 'hello.txt'), 'utf8'), 'It floats')
  assert.match(slipway('up', '--yes'), /nothing to do/i)
  slipway('destroy', '--yes')
  assert.equal(existsSync(join(folder, 'hello.txt')), false)
})
