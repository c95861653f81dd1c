import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test } from 'node:test'
import { compiled } from '../../../../test/compiled.ts'

const index = pathToFileURL(join(import.meta.dirname, '../index.ts')).href

test('a program whose run failed ends with 1, and names the call and the reason', (context) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-run-failed-')))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  const program = join(folder, 'deploy.ts')
  const run = (body: string) => {
    const opening = `import { corePluginRoot, destroy, RunFailed, up } from '${index}'
const slipway = { env: process.env, cwd: import.meta.dirname, ownPlugins: corePluginRoot() }
const program = (stack) => { stack.resource('a', 'null/resource', { fail: 'update' === process.argv[2] ? '' : 'create' }) }
`
    writeFileSync(program, opening + body)
    const env = { ...compiled, PATH: process.env['PATH'], HOME: folder }
    const { status, stdout, stderr } = spawnSync(process.execPath, [program], { encoding: 'utf8', env })
    return { status, stdout, stderr: stderr.replaceAll(folder, '.') }
  }
  const thrown = run("await up(slipway, { instance: 'site', approve: true, program })")
  assert.equal(thrown.status, 1)
  assert.match(thrown.stderr, /RunFailed: \.\/deploy\.ts:4:7: up of site failed\n {2}a: /)
  const told = run(
    "console.log((await up(slipway, { instance: 'site', approve: true, program, throws: false })).outcome)",
  )
  assert.deepEqual([told.status, told.stdout], [0, 'failed\n'])
  const caught =
    run(`const error = await up(slipway, { instance: 'site', approve: true, program }).catch((error) => error)
console.log(error instanceof RunFailed, error.code, error.result.run.failures[0].name, error.place.line)`)
  assert.equal(caught.stdout, 'true programs/run-failed a 4\n')
})
