import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Failure } from '@slipway/model'
import { corePluginRoot, plan, RunFailed, upSaved } from '../../index.ts'

const shown = `s.resource('id', 'random/id', { byteLength: 2 })
s.resource('a', 'local/file', { path: 'a', content: Output.text\`\${v.title} \${s.resource('pet', 'random/pet', {}).out.result}\` })
s.resource('key', 'local/file', { path: 'key', content: v.key })
return { title: v.title, key: v.key }`

test('a stack’s saved plan is a limit: another request than the planned one stops the run', async (context) => {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-stack-plan-')))
  context.after(() => rmSync(cwd, { recursive: true, force: true }))
  const slipway = { env: { HOME: cwd, PATH: process.env['PATH'] }, cwd, ownPlugins: corePluginRoot() }
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
  /** The plan is made of one text, and carried out with another. */
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

  // The refusal has left the state as it was, so the plan is still good.
  write(shown)
  assert.equal(await carriedOut(), 'succeeded')
  assert.match(readFileSync(join(cwd, 'a'), 'utf8'), /^Ada \w+-\w+$/)
  assert.match(await carriedOut(), /^engine\/stale-plan: /)
  assert.match(await after(shown, ''), /it no longer asks for id, /)
  assert.ok(existsSync(join(cwd, 'a')), 'nothing goes that the plan keeps')
  assert.equal(await after('', ''), 'succeeded')
  assert.ok(!existsSync(join(cwd, 'a')))
})
