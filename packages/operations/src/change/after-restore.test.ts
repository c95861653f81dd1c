import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import {
  backUpState,
  corePluginRoot,
  importResource,
  type InlineProgram,
  type Observer,
  plan,
  restoreState,
  up,
} from '../index.ts'
import { compiled } from '../../../../test/compiled.ts'

const late = { page: 'late.txt', other: 'other.txt' }

type Form = 'blueprint' | 'stack' | 'program'

/** A site with some files, in one of the forms that a user can write. */
function site(form: Form, folder: string, names: readonly (keyof typeof late)[]) {
  const [blueprint, stack] = [join(folder, 'site.blueprint.yaml'), join(folder, 'site.stack.ts')]
  if (form === 'blueprint') {
    const one = (name: keyof typeof late) =>
      `  ${name}: { type: local/file, spec: { path: ${late[name]}, content: x } }\n`
    const base = '  base: { type: null/resource, spec: { value: a } }\n'
    writeFileSync(blueprint, `version: 2025-11-02\nresources:\n${base}${names.map(one).join('')}`)
    return { file: blueprint }
  }
  const program: InlineProgram = (s) => {
    s.resource('base', 'null/resource', { value: 'a' })
    for (const name of names) s.resource(name, 'local/file', { path: late[name], content: 'x' })
  }
  if (form === 'program') return { instance: 'site', program }
  const calls = names.map((name) => `  s.resource('${name}', 'local/file', { path: '${late[name]}', content: 'x' })\n`)
  writeFileSync(
    stack,
    `export default (s) => {\n  s.resource('base', 'null/resource', { value: 'a' })\n${calls.join('')}}\n`,
  )
  return { file: stack }
}

describe('after a restore', { concurrency: 2 }, () => {
  for (const form of ['blueprint', 'stack', 'program'] as const)
    test(`the provider says what a ${form} would make a second time`, async (context) => {
      const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-restored-')))
      context.after(() => rmSync(cwd, { recursive: true, force: true }))
      const slipway = {
        env: { ...compiled, HOME: cwd, PATH: process.env['PATH'], SLIPWAY_TRUST: '1' },
        cwd,
        ownPlugins: corePluginRoot(),
      }
      const told: string[] = []
      const observe: Observer = (event) => event.type === 'notice' && told.push(event.message)
      const deploy = (names: readonly (keyof typeof late)[], more: object = {}) =>
        up(slipway, { ...site(form, cwd, names), approve: true, ...more }, observe)
      await deploy([])
      await backUpState(slipway, 'backup.db', { instance: 'site' })
      await deploy(['page'])
      await restoreState(slipway, 'backup.db', { instance: 'site', agree: true })
      const planned = site(form, cwd, ['page', 'other'])
      await plan(slipway, planned, observe)
      // A folder does not name the instance of a program that is a function.
      const command = form === 'program' ? 'slipway import --instance site' : 'slipway import'
      const found = `exists already: page (${command} page late.txt takes it). Slipway has no record of it`
      assert.ok(
        told.some((message) => message.startsWith(found)),
        told.join('\n'),
      )
      assert.ok(!told.some((message) => message.startsWith('may exist')), told.join('\n'))
      // A thing that is certainly missing needs no approval; an existing thing does.
      await assert.rejects(deploy(['page', 'other']), {
        code: 'state/may-exist',
        message:
          'a backup of the state was restored, and page exists already: the backup is older and has no record of this',
      })
      assert.ok(!existsSync(join(cwd, 'other.txt')))
      const questions: unknown[] = []
      const ask = (question: unknown) => (questions.push(question), Promise.resolve(false))
      assert.equal((await deploy(['page', 'other'], { afterRestore: ask })).outcome, 'declined')
      assert.deepEqual(questions, [{ instance: 'site', creates: ['page'], there: ['page'] }])
      if (form === 'blueprint') await importResource(slipway, { ...planned, resource: 'page', id: 'late.txt' })
      else rmSync(join(cwd, 'late.txt'))
      assert.equal((await deploy(['page', 'other'])).outcome, 'succeeded')
      assert.equal(readFileSync(join(cwd, 'other.txt'), 'utf8'), 'x')
    })
})
