/** Tests resources that a project defines in its own sources, with real processes. */
import assert from 'node:assert/strict'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { describe, test } from '../../../../test/cases.ts'
import {
  corePluginRoot,
  destroy,
  DiagnosticsFailure,
  type InlineProgram,
  plan,
  projectTypes,
  showRecord,
  type Slipway,
  testPlugin,
  trustFolder,
  up,
} from '../index.ts'
import { compiled } from '../../../../test/compiled.ts'

const instance = 'site'
const workspace = join(import.meta.dirname, '../../../..')

const source = `import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { computed, defineResource } from '@slipway/sdk'
import * as z from 'zod'
import { fields } from '#fields'

export const note = defineResource({
  type: 'my/note',
  schema: z.object({ ...fields, size: computed(z.number()) }),
  settlement: 'repeatable',
  deploy: ({ spec }) => {
    writeFileSync(spec.path, spec.text)
    return { size: spec.text.length }
  },
  read: ({ spec }) => (existsSync(spec.path) ? { text: readFileSync(spec.path, 'utf8') } : undefined),
  destroy: ({ spec }) => rmSync(spec.path, { force: true }),
})
`

const fields = `import * as z from 'zod'
export const fields = { path: z.string(), text: z.string() }
`

/** The source, whose `deploy` begins with this text. */
const throwing = (text: string) =>
  source.replace('    writeFileSync(', `${text}\n    writeFileSync(`).replace('{ computed,', '{ badInput, computed,')

class Place {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-own-')))
  readonly slipway: Slipway

  constructor(t: TestContext) {
    t.after(() => rmSync(this.folder, { recursive: true, force: true }))
    mkdirSync(join(this.folder, 'node_modules'))
    symlinkSync(join(workspace, 'node_modules/zod'), join(this.folder, 'node_modules/zod'))
    this.write('package.json', '{ "imports": { "#fields": "./lib/fields.ts" } }')
    this.write('lib/fields.ts', fields)
    this.write('lib/note.ts', source)
    const env = { ...compiled, HOME: this.folder, PATH: process.env['PATH'] }
    this.slipway = { env, cwd: this.folder, ownPlugins: corePluginRoot() }
  }

  write(name: string, text: string): void {
    mkdirSync(dirname(join(this.folder, name)), { recursive: true })
    writeFileSync(join(this.folder, name), text)
  }

  /** Makes a program that imports the resource from the project's sources. */
  program = (spec: object = {}): InlineProgram => {
    return (s) => {
      const note = s.resource(
        'note',
        { type: 'my/note' },
        { path: join(this.folder, 'note.txt'), text: 'hello', ...spec },
      )
      s.export('size', note.output('size'))
    }
  }

  async up(spec?: object, slipway = this.slipway) {
    const result = await up(slipway, { instance, program: this.program(spec), approve: true, throws: false })
    const run = 'run' in result ? result.run : undefined
    const failures = run?.failures ?? []
    const reasons = [...(run?.reasons ?? []), ...failures.flatMap(({ reasons: each, hint = [] }) => each.concat(hint))]
    return { outcome: result.outcome, size: run?.exports['size'], reasons: reasons.join('\n') }
  }

  async destroy() {
    const result = await destroy(this.slipway, { instance, approve: true, throws: false })
    const failures = 'run' in result ? result.run.failures : []
    return { outcome: result.outcome, failures: failures.map(({ reasons, hint }) => [...reasons, hint].join('; ')) }
  }

  /** Reads the recorded source of the type. */
  async source(): Promise<string | undefined> {
    const shown = await showRecord(this.slipway, 'note', { instance })
    return 'resource' in shown ? shown.resource.pluginDescriptor : undefined
  }
}

describe('a resource defined by a source of the project', () => {
  test('is made, and found again after its file has moved', async (t) => {
    const place = new Place(t)
    assert.deepEqual(await place.up(), { outcome: 'succeeded', size: 5, reasons: '' })
    assert.equal(readFileSync(join(place.folder, 'note.txt'), 'utf8'), 'hello')
    assert.equal(await place.source(), 'source:lib/note.ts')
    renameSync(join(place.folder, 'lib/note.ts'), join(place.folder, 'memo.mts'))
    assert.deepEqual(await place.up({ text: 'other' }), { outcome: 'succeeded', size: 5, reasons: '' })
    assert.equal(await place.source(), 'source:memo.mts')
    renameSync(join(place.folder, 'memo.mts'), join(place.folder, 'memo.txt'))
    const { outcome, failures } = await place.destroy()
    assert.equal(outcome, 'failed')
    assert.match(
      failures[0] ?? '',
      /^note cannot be removed: no provider for my\/note is installed; put memo\.mts back/,
    )
    assert.ok(existsSync(join(place.folder, 'note.txt')))
    renameSync(join(place.folder, 'memo.txt'), join(place.folder, 'lib/back.ts'))
    assert.deepEqual(await place.destroy(), { outcome: 'succeeded', failures: [] })
    assert.ok(!existsSync(join(place.folder, 'note.txt')))
  })

  test('has the schema from the files that its file loads', async (t) => {
    const place = new Place(t)
    assert.equal((await place.up()).outcome, 'succeeded')
    assert.match((await place.up({ colour: 'red' })).reasons, /colour/)
    place.write('lib/fields.ts', fields.replace('text: z.string()', 'text: z.string(), colour: z.string()'))
    assert.equal((await place.up({ colour: 'red' })).outcome, 'succeeded')
  })

  test('that throws an error names the place in its file, or says what the error says', async (t) => {
    const place = new Place(t)
    place.write('lib/note.ts', throwing("    throw new Error('boom')"))
    assert.match(
      (await place.up()).reasons,
      /^boom\nthrown at lib\/note\.ts:11:11; slipway logs .*shows the whole error$/m,
    )
    place.write('lib/note.ts', throwing("    throw badInput('so not', { hint: 'but so' })"))
    assert.match((await place.up()).reasons, /^so not\nbut so$/m)
  })

  test('is refused where two files define it, or its file does not export it', async (t) => {
    const place = new Place(t)
    place.write('other.ts', source)
    assert.match((await place.up()).reasons, /my\/note is defined in lib\/note\.ts and in other\.ts/)
    rmSync(join(place.folder, 'other.ts'))
    place.write('lib/note.ts', source.replace('export const', 'const'))
    assert.match((await place.up()).reasons, /did not start/)
    assert.equal(existsSync(join(place.folder, 'note.txt')), false)
  })

  test('is not started in a folder that is not trusted', async (t) => {
    const place = new Place(t)
    place.write('lib/note.ts', `throw new Error('this ran')\n${source}`)
    const { reasons } = await place.up({}, { ...place.slipway, trust: 'remembered' })
    assert.doesNotMatch(reasons, /this ran/)
    const planned = plan({ ...place.slipway, trust: 'remembered' }, { instance, program: place.program() })
    await assert.rejects(planned, (thrown) => {
      assert.ok(thrown instanceof DiagnosticsFailure)
      const { hint = '' } = thrown.diagnostics[0] ?? {}
      assert.match(hint, /lib\/note\.ts defines my\/note; if you trust this folder: slipway trust /)
      return true
    })
  })

  test('is named where its file lies outside the project, or its type is computed', async (t) => {
    const place = new Place(t)
    const project = join(place.folder, 'project')
    place.write('project/site.ts', "import { note } from '../lib/note.ts'\n")
    const there = { ...place.slipway, cwd: project }
    const outside = await place.up({}, there)
    assert.match(outside.reasons, /\.\.\/lib\/note\.ts defines it, but is outside the project/)
    place.write('lib/note.ts', source.replace("'my/note'", '`my/${kind}`'))
    const computed = await place.up()
    assert.match(computed.reasons, /if lib\/note\.ts defines it: write its type as plain text, type: 'my\/…'/)
  })

  test('is named where it lies in another package of the workspace, also behind what that package exports', async (t) => {
    const place = new Place(t)
    place.write('packages/lib/src/note.ts', source)
    place.write('packages/lib/src/index.ts', "export * from './note'\n")
    place.write('packages/app/site.ts', "import { note } from '@mono/lib/thing'\n")
    mkdirSync(join(place.folder, 'node_modules/@mono'))
    symlinkSync(join(place.folder, 'packages/lib'), join(place.folder, 'node_modules/@mono/lib'))
    const there = { ...place.slipway, cwd: join(place.folder, 'packages/app') }
    for (const target of ['"./src/index.ts"', '{ "import": "./src/index.ts" }']) {
      place.write('packages/lib/package.json', `{ "name": "@mono/lib", "exports": { "./thing": ${target} } }`)
      const { reasons } = await place.up({}, there)
      assert.match(reasons, /\.\.\/lib\/src\/note\.ts defines it, but is outside the project/)
    }
  })

  test('is listed with what a folder may run once it is trusted', async (t) => {
    const { folder, slipway } = new Place(t)
    const { brings } = await trustFolder(slipway, folder)
    assert.deepEqual(brings, [{ what: 'resource my/note', place: 'lib/note.ts' }])
  })

  test('is known to TypeScript by its name, too', async (t) => {
    const place = new Place(t)
    place.write('site.ts', "s.resource('note', 'my/note', { path: 'a' })\n")
    const { named, diagnostics, text } = await projectTypes(place.slipway)
    assert.deepEqual([named, diagnostics], [['my/note'], []])
    assert.match(text, /"my\/note": \{\n {6}given: \{\n {8}readonly path: string\n {8}readonly text: string\n {6}\}/)
  })

  test('passes the test of every plugin', async (t) => {
    const place = new Place(t)
    const { ok, file, plugin } = await testPlugin(place.slipway, { path: 'lib/note.ts' })
    assert.deepEqual([ok, file, plugin?.id], [true, join(place.folder, 'lib/note.ts'), 'project/my'])
  })
})
