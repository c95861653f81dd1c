import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Failure } from '@slipway/model'
import {
  corePluginRoot,
  type InlineOptions,
  type InlineProgram,
  Output,
  plan,
  RunFailed,
  up,
  upSaved,
} from '../../index.ts'
import { compiled } from '../../../../../test/compiled.ts'

const shown = `s.resource('id', 'random/id', { byteLength: 2 })
s.resource('a', 'local/file', { path: 'a', content: Output.text\`\${v.title} \${s.resource('pet', 'random/pet', {}).out.result}\` })
s.resource('key', 'local/file', { path: 'key', content: v.key })
return { title: v.title, key: v.key }`

test('a stack’s saved plan is a limit: another request than the planned one stops the run', async (context) => {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-stack-plan-')))
  context.after(() => rmSync(cwd, { recursive: true, force: true }))
  const slipway = { env: { ...compiled, HOME: cwd, PATH: process.env['PATH'] }, cwd, ownPlugins: corePluginRoot() }
  const write = (body: string): void =>
    writeFileSync(
      join(cwd, 'site.stack.ts'),
      `import { Output, secret, stack } from 'slipway'
const text = { '~standard': { version: 1, vendor: 'x', validate: (value) => (typeof value === 'string' ? { value } : { issues: [{ message: 'no text' }] }) } }
export default stack({ variables: { title: text, key: secret(text) } }, (s, v) => { ${body} })`,
    )
  const save = async () => await plan(slipway, { variables: { title: 'Ada', key: 'hush' }, out: 'p', force: true })
  const carriedOut = async (): Promise<string> => {
    try {
      return (await upSaved(slipway, 'p', {})).outcome
    } catch (error) {
      if (error instanceof RunFailed) return error.result.run.reasons.join(' ')
      return error instanceof Failure ? `${error.code}: ${error.message}` : String(error)
    }
  }
  /** Plans one text of a stack and carries the plan out with another text. */
  const after = async (body: string, then: string): Promise<string> => {
    write(body)
    await save()
    assert.ok(!readFileSync(join(cwd, 'p'), 'utf8').includes('hush'))
    write(then)
    return await carriedOut()
  }
  const more = `s.resource('b', 'local/file', { path: 'b', content: 'x' }); ${shown}`
  assert.match(await after(shown, more), /it asks for b, which the plan does not have/)
  assert.match(await after(shown, shown.replace("path: 'a'", "path: 'b'")), /a\.spec\.path is not what the plan shows/)
  assert.ok(!existsSync(join(cwd, 'b')))
  assert.match(
    await after(shown, shown.replace('title: v.title', "title: 'Eva'")),
    /the export title is not what the plan/,
  )

  // The refusal has not changed the state, so the plan is still valid.
  write(shown)
  assert.equal(await carriedOut(), 'succeeded')
  assert.match(readFileSync(join(cwd, 'a'), 'utf8'), /^Ada \w+-\w+$/)
  assert.match(await carriedOut(), /^engine\/stale-plan: /)
  assert.match(await after(shown, ''), /it no longer asks for id, /)
  assert.ok(existsSync(join(cwd, 'a')), 'nothing goes that the plan keeps')
  assert.equal(await after('', ''), 'succeeded')
  assert.ok(!existsSync(join(cwd, 'a')))
})

function page(content: string, more: Partial<InlineOptions> = {}): InlineProgram {
  return (s) => {
    const id = s.resource('id', 'random/id', { byteLength: 2 })
    // Data from outside is known at planning time, so it is part of the shown plan.
    const read = s.data('core/exports', { instance: 'db' }).out['host']
    s.resource('a', 'local/file', { path: 'a', content: Output.text`${id.out.result} ${content}` }, more)
    return { host: read ?? '' }
  }
}

test('so is the saved plan of a function, which is given again', async (context) => {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-inline-plan-')))
  context.after(() => rmSync(cwd, { recursive: true, force: true }))
  const slipway = { env: { ...compiled, HOME: cwd, PATH: process.env['PATH'] }, cwd, ownPlugins: corePluginRoot() }
  const instance = 'site'
  const database = async (host: string): Promise<void> => {
    await up(slipway, { instance: 'db', approve: true, program: () => ({ host }) })
  }
  await database('here')
  const saved = async (program: InlineProgram) => await plan(slipway, { instance, program, out: 'p', force: true })
  const stopped = async (program: InlineProgram, message: RegExp): Promise<void> => {
    await assert.rejects(up(slipway, { instance, program, plan: 'p' }), {
      code: 'programs/other-than-planned',
      message,
    })
    assert.ok(!existsSync(join(cwd, 'a')))
  }
  await saved(page('one'))
  await stopped(() => ({ host: 'here' }), /it no longer asks for id, a/)
  await stopped(page('one', { protect: true }), /a\.options\.protect is not what the plan shows/)
  await database('there')
  await stopped(page('one'), /the export host is not what the plan shows/)
  await database('here')
  assert.equal((await up(slipway, { instance, program: page('one'), plan: 'p' })).outcome, 'succeeded')
  await assert.rejects(up(slipway, { instance, program: page('one'), plan: 'p' }), { code: 'engine/stale-plan' })
  await assert.rejects(upSaved(slipway, 'p', {}), { code: 'cli/other-plan', message: /site is a function/ })
})
