import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { Failure } from '@slipway/model'
import { findBlueprint } from './find-blueprint.ts'
import { foldersOf } from './folders.ts'

function folderWith(context: TestContext, ...names: readonly string[]): string {
  const path = mkdtempSync(join(tmpdir(), 'slipway-find-'))
  context.after(() => rmSync(path, { recursive: true, force: true }))
  for (const name of names) writeFileSync(join(path, name), '')
  return path
}

function refusal(work: () => unknown): Failure {
  try {
    work()
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
  throw new Error('nothing was refused')
}

describe('the chosen blueprint', () => {
  const endings = ['.blueprint.yaml', '.blueprint.yml', '.blueprint.json', '.blueprint.jsonc', '.blueprint', '.bp']
  for (const name of endings.map((ending) => `site${ending}`)) {
    test(`is the only one of the folder: ${name}`, (context) => {
      const cwd = folderWith(context, name, 'other.yaml', 'blueprint.yaml')
      assert.deepEqual(findBlueprint(undefined, cwd), {
        file: join(cwd, name),
        directory: cwd,
        name: 'site',
        isFound: true,
      })
    })
  }

  test('is the named one, by any name, or the one in the named folder', (context) => {
    const cwd = folderWith(context, 'a.blueprint.yaml', 'plain.yaml', '.hidden')
    mkdirSync(join(cwd, 'sub'))
    writeFileSync(join(cwd, 'sub/my.site.blueprint.yaml'), '')
    assert.equal(findBlueprint('plain.yaml', cwd).name, 'plain')
    assert.equal(findBlueprint('.hidden', cwd).name, '.hidden')
    assert.equal(findBlueprint('sub', cwd).name, 'my.site')
    assert.equal(findBlueprint('sub', cwd).directory, join(cwd, 'sub'))
  })

  test('is no script that is named like a stack but ends otherwise: the message says how to rename it', (context) => {
    for (const name of ['x.stack.mts', 'x.stack.js', 'x.stack.cjs', 'x.stack.tsx', 'stack.mjs']) {
      const cwd = folderWith(context, name)
      const named = refusal(() => findBlueprint(name, cwd))
      const renamed = `a stack is a file named *.stack.ts or stack.ts: rename ${name} to ${name.replace(/\w+$/, 'ts')}`
      assert.deepEqual([named.code, named.hint], ['stack-file/other-ending', renamed])
      const found = refusal(() => findBlueprint(undefined, cwd))
      assert.deepEqual([found.code, found.hint], ['cli/no-blueprint', renamed])
    }
    const others = folderWith(context, 'mystack.js', 'stack.test.js')
    assert.equal(findBlueprint('mystack.js', others).name, 'mystack')
    assert.equal(findBlueprint('stack.test.js', others).name, 'stack.test')
  })

  test('is missing, ambiguous, or has an unknown name', (context) => {
    const none = folderWith(context)
    assert.equal(refusal(() => findBlueprint(undefined, none)).code, 'cli/no-blueprint')
    const two = folderWith(context, 'a.blueprint.yaml', 'b.blueprint.json')
    const several = refusal(() => findBlueprint(undefined, two))
    assert.equal(several.code, 'cli/several-blueprints')
    assert.match(several.message, /a\.blueprint\.yaml, b\.blueprint\.json/)
    const missing = refusal(() => findBlueprint('c.yaml', two))
    assert.equal(missing.code, 'cli/no-such-file')
    assert.equal(missing.hint, 'the folder has: a.blueprint.yaml, b.blueprint.json')
  })

  test('cannot be a saved plan, and the message says what carries it out', (context) => {
    const cwd = folderWith(context)
    writeFileSync(join(cwd, 'a plan'), '{"slipway":"saved-plan","version":1}')
    const refused = refusal(() => findBlueprint('a plan', cwd))
    assert.deepEqual(
      [refused.code, refused.message],
      ['cli/saved-plan', `${join(cwd, 'a plan')} is a saved plan, not a blueprint`],
    )
    assert.equal(refused.hint, `slipway up --plan 'a plan' carries it out; slipway show 'a plan' shows it`)
  })

  test('has its state beside it, unless SLIPWAY_STATE names a folder', () => {
    assert.equal(foldersOf('/p', { HOME: '/h' }, '/c').state, '/p/.slipway')
    assert.equal(foldersOf('/p', { HOME: '/h', SLIPWAY_STATE: 's' }, '/c').state, '/c/s')
  })
})
