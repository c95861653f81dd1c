/** Resources that a stack or an inline program made after the backup of a state in a database. */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import {
  backUpState,
  corePluginRoot,
  type InlineProgram,
  type Observer,
  plan,
  restoreState,
  up,
} from '../../packages/operations/src/index.ts'
import { compiled } from '../compiled.ts'
import { postgresServer } from './database.ts'

const { onServer } = await postgresServer()
const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-restored-')))
after(() => rmSync(cwd, { recursive: true, force: true }))

const base = `s.resource('base', 'null/resource', { value: 'a' })`
const more = `s.resource('late', 'null/resource', { value: 'b' }); s.resource('page', 'local/file', { path, content: 'x' })`

const program =
  (path: string, isLate: boolean): InlineProgram =>
  (s) => {
    s.resource('base', 'null/resource', { value: 'a' })
    if (!isLate) return
    s.resource('late', 'null/resource', { value: 'b' })
    s.resource('page', 'local/file', { path, content: 'x' })
  }

for (const form of ['stack', 'program'] as const)
  onServer(
    `what a ${form} has made after a backup is asked about until one whole up has said what is`,
    async ({ address }) => {
      const env = { ...compiled, HOME: cwd, PATH: process.env['PATH'], SLIPWAY_TRUST: '1', SLIPWAY_STATE: address.text }
      const slipway = { env, cwd, ownPlugins: corePluginRoot() }
      const [path, backup, file] = [`${form}.txt`, `${form}.db`, join(cwd, 'site.stack.ts')]
      const told: string[] = []
      const observe: Observer = (event) => event.type === 'notice' && told.push(event.message)
      const site = (isLate: boolean) => {
        if (form === 'program') return { instance: 'site', program: program(path, isLate) }
        writeFileSync(file, `export default (s) => { const path = '${path}'; ${base}; ${isLate ? more : ''} }\n`)
        return { instance: 'site', file }
      }
      const deploy = (isLate: boolean, how: object = {}) =>
        up(slipway, { ...site(isLate), approve: true, ...how }, observe)
      await deploy(false)
      await backUpState(slipway, backup, { instance: 'site' })
      await deploy(true)
      await restoreState(slipway, backup, { instance: 'site', agree: true })
      await plan(slipway, site(true), observe)
      const command = form === 'program' ? 'slipway import --instance site' : 'slipway import'
      assert.match(told.join('\n'), new RegExp(`exists already: page \\(${command} page ${form}\\.txt takes it\\)`))
      assert.match(told.join('\n'), /may exist already: late\./)
      await assert.rejects(deploy(true), {
        code: 'state/may-exist',
        message: /page exists already, and late may exist already/,
      })
      // A run for a part has not said what the rest is.
      await deploy(true, { targets: ['base'] })
      await assert.rejects(deploy(true), { code: 'state/may-exist' })
      assert.equal((await deploy(true, { afterRestore: true })).outcome, 'succeeded')
      told.length = 0
      assert.equal((await deploy(true)).outcome, 'unchanged')
      assert.equal((await deploy(false)).outcome, 'succeeded')
      // It was found there, so it is left there.
      assert.ok(existsSync(join(cwd, path)))
      assert.doesNotMatch(told.join('\n'), /exists? already/)
    },
  )
