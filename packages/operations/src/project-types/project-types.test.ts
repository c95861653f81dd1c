import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { corePluginRoot, projectTypes, type ProjectTypes, type Slipway, watchTypes, writeTypes } from '../index.ts'
import { renewTypes } from './write-types.ts'

/** All tests share one home, so that each plugin is asked only once. */
const home = mkdtempSync(join(tmpdir(), 'slipway-types-home-'))
after(() => rmSync(home, { recursive: true, force: true }))

let count = 0

function project(files: Readonly<Record<string, string>>, env: NodeJS.ProcessEnv = {}) {
  const folder = join(home, `project-${++count}`)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const slipway: Slipway = {
    env: { HOME: home, PATH: process.env['PATH'], ...env },
    cwd: folder,
    ownPlugins: corePluginRoot(),
  }
  const file = join(folder, 'slipway-env.d.ts')
  return { slipway, folder, file, text: () => readFileSync(file, 'utf8') }
}

test('the names of all types are listed, and those that the sources name in full', async () => {
  const { slipway, text } = project({
    'lib/db.ts': "export const database = 'postgres/database'\n",
    'site.ts': "throw new Error('a source is not run')\ns.data('page', 'local/file')\n",
    'node_modules/x/index.js': "'postgres/role'",
    '.hidden/x.ts': "'postgres/grant'",
    'types.d.ts': "declare const x: 'postgres/table'",
  })
  const types = await writeTypes(slipway)
  assert.deepEqual([types.isCurrent, types.named, types.kept], [false, ['local/file', 'postgres/database'], []])
  assert.match(text(), /^ {4}"postgres":\n {6}\| "postgres\/database"\n {6}\| "postgres\/grant"/m)
  assert.match(
    text(),
    /interface DataSourceTypes \{\n {4}\/\*\* An existing file. \*\/\n {4}"local\/file": \{\n {6}filters: "path"\n/,
  )
  assert.equal((await writeTypes(slipway)).isCurrent, true)
})

test('an unknown name is reported with its place and the likely name', async () => {
  const { slipway, folder } = project({
    'site.ts':
      "s.resource('a', 'postgres/databse')\ns.resource('b', 'acme/site')\ns.resource('c', 'acme/site' as AnyType)\n",
  })
  const { diagnostics } = await projectTypes(slipway)
  assert.deepEqual(
    diagnostics.map(({ code, message, hint, file, range }) => [code, message, hint, file, range?.start.line]),
    [
      [
        'blueprint/unknown-type',
        'there is no type postgres/databse',
        'did you mean "postgres/database"?',
        join(folder, 'site.ts'),
        1,
      ],
      [
        'blueprint/no-provider',
        'no installed plugin has the type acme/site',
        'celerity/acme may have it: slipway plugin install celerity/acme; slipway plugin list shows the installed plugins',
        join(folder, 'site.ts'),
        2,
      ],
    ],
  )
})

test('a type with a missing plugin keeps its lines as long as it is named', async () => {
  const { slipway, text, file, folder } = project({ 'site.ts': "s.resource('b', 'acme/site', {})\n" })
  await writeTypes(slipway)
  const lines = '    /** A site */\n    "acme/site": {\n      given: {}\n      gets: {}\n    }\n'
  const names = '    "acme":\n      | "acme/site"\n'
  const others = '    "acme/other": {\n      given: {}\n      gets: {}\n    }\n'
  writeFileSync(
    file,
    text()
      .replace('interface TypeNames {\n', (line) => line + names)
      .replace('interface ResourceTypes {\n', (line) => line + lines + others),
  )
  const { kept, diagnostics } = await writeTypes(slipway)
  assert.deepEqual(
    [kept, diagnostics.map(({ message }) => message)],
    [['acme/site'], ['no installed plugin has the type acme/site: it keeps the lines that it had']],
  )
  assert.ok(text().includes(lines) && text().includes(names) && !text().includes('acme/other'))
  writeFileSync(join(folder, 'site.ts'), '')
  await writeTypes(slipway)
  assert.ok(!text().includes('acme'))
})

test('somebody else’s file is not overwritten', async () => {
  const { slipway, text } = project({ 'slipway-env.d.ts': 'declare const mine: string\n' })
  await assert.rejects(writeTypes(slipway), { code: 'cli/file-is-there' })
  assert.equal(text(), 'declare const mine: string\n')
})

test('a link is not written through, and nobody waits for a named pipe', async () => {
  const { slipway, file, folder } = project({ 'site.ts': '', empty: '' })
  symlinkSync('empty', file)
  await assert.rejects(writeTypes(slipway), {
    code: 'cli/file-is-there',
    message: /is a link, and Slipway does not write through links/,
  })
  assert.equal(readFileSync(join(folder, 'empty'), 'utf8'), '')
  rmSync(file)
  execFileSync('mkfifo', [file])
  await assert.rejects(writeTypes(slipway), { code: 'cli/file-is-there', message: /is not a file/ })
})

test('the file is renewed where it is there and stale, and not in CI or where it may not be written', async () => {
  const { slipway, text, file, folder } = project({ 'site.ts': '' })
  assert.equal(await renewTypes(slipway, {}), undefined)
  assert.ok(!existsSync(file))
  await writeTypes(slipway)
  assert.equal(await renewTypes(slipway, {}), undefined)
  writeFileSync(join(folder, 'site.ts'), "'local/file'")
  assert.equal(await renewTypes({ ...slipway, env: { ...slipway.env, CI: 'true' } }, {}), undefined)
  chmodSync(file, 0o444)
  assert.equal(await renewTypes(slipway, {}), undefined)
  assert.ok(!text().includes('"local/file": {'))
  chmodSync(file, 0o644)
  assert.deepEqual((await renewTypes(slipway, {}))?.named, ['local/file'])
  assert.ok(text().includes('"local/file": {'))
})

test('in watch mode, a change of a source is written', async () => {
  const { slipway, folder, text } = project({ 'site.ts': '' })
  const stop = new AbortController()
  const rounds: ProjectTypes[] = []
  await watchTypes(slipway, {
    signal: stop.signal,
    onFailure: (failure) => assert.fail(failure),
    onRound: (types) => {
      rounds.push(types)
      if (rounds.length === 1) writeFileSync(join(folder, 'site.ts'), "'local/file'")
      else stop.abort()
    },
  })
  assert.deepEqual(
    rounds.map(({ named }) => named),
    [[], ['local/file']],
  )
  assert.ok(text().includes('"local/file": {'))
})
