import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { version } from '../version.ts'
import { findStack } from './find-stack.ts'
import { refuseOtherVersion } from './own-version.ts'

test('a stack of a project with another version of slipway is refused, with the command that runs that one', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-own-version-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const own = join(folder, 'node_modules/slipway')
  mkdirSync(own, { recursive: true })
  mkdirSync(join(folder, 'sub'))
  const install = (other: string): void => writeFileSync(join(own, 'package.json'), JSON.stringify({ version: other }))
  install('9.9.9')
  assert.throws(() => refuseOtherVersion(join(folder, 'sub')), {
    code: 'stack-file/other-version',
    message: /has slipway 9\.9\.9/,
  })
  install(version)
  refuseOtherVersion(join(folder, 'sub'))
})

test('a stack is named by its own text, its file, or the package beside it, and never by its folder', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-stack-name-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const name = (file: string, text = ''): string | undefined => {
    writeFileSync(join(folder, file), text)
    const found = findStack(file, folder)?.name
    rmSync(join(folder, file))
    return found
  }
  assert.equal(name('site.stack.ts'), 'site')
  assert.equal(
    name('site.stack.ts', "export default stack({ name: 'shop' }, (s) => s.resource('name', 'x/y', { name: 'no' }))"),
    'shop',
  )
  assert.equal(name('stack.ts'), undefined)
  writeFileSync(join(folder, 'package.json'), '{ "name": "@acme/harbour" }')
  assert.equal(name('stack.ts'), 'harbour')
  assert.equal(name('other.ts'), undefined)
})

test('the types that a stack names as such are read from its text', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-stack-types-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const text =
    "const t = 'no/type'\nexport default (s) => { s.resource('a', 'x/y', { b: 'c/d' }); s.scope('e').resource('f', t) }"
  writeFileSync(join(folder, 'site.stack.ts'), text)
  assert.deepEqual(findStack(undefined, folder)?.types, ['x/y'])
})
