import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import { processesFor } from './processes.ts'
import { chooseTests } from './selection.ts'

const cases = join(import.meta.dirname, '../../test/cases.ts')

const many = `import { describe, test } from '${cases}'
describe('suite one', () => {
  test('one', () => {})
  test('two', () => {})
})
describe('suite two', () => {
  test('three', () => {})
  test('four', () => {})
})
`
/** A file with one test of this name. */
const single = (name: string): string => `import { test } from '${cases}'\ntest('${name}', () => {})\n`

const pure = `import { test } from 'node:test'\n`

const files: Readonly<Record<string, string>> = {
  'test/attacks/many.test.ts': many,
  'test/plain.test.ts': pure,
  'test/soak.test.ts': `// test:rest: plays for minutes\n${pure}`,
  'packages/graph/src/a.test.ts': pure,
  'packages/graph/src/b.test.ts': pure,
  'packages/graph/src/c.test.ts': `${pure}process.env['HOME'] = '/'\n`,
}

function workspace(t: TestContext): string {
  const root = mkdtempSync(join(tmpdir(), 'slipway-tests-'))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  return root
}

/** The names of the tests that run with this part chosen, in files with these texts that share a process. */
function named(t: TestContext, part: string, ...texts: readonly string[]): readonly string[] {
  const folder = join(workspace(t), 'test/attacks')
  const names = texts.map((_, index) => `${index}.test.ts`)
  for (const [index, name] of names.entries()) writeFileSync(join(folder, name), texts[index] ?? '')
  const file = join(folder, 'attacks-1.mjs')
  writeFileSync(file, names.map((name) => `import './${name}'\n`).join(''))
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { stdout } = spawnSync(process.execPath, ['--test-reporter=tap', file], {
    env: { ...env, SLIPWAY_TEST_CASES: part },
    encoding: 'utf8',
  })
  return Array.from(stdout.matchAll(/^ *ok \d+ - (?!suite)(.*)$/gm), ([, name = '']) => name)
}

describe('of a file with many cases of one kind', () => {
  test('npm test runs the first test of each suite', (t) => assert.deepEqual(named(t, 'first', many), ['one', 'three']))
  test('test:rest runs the others', (t) => assert.deepEqual(named(t, 'others', many), ['two', 'four']))
  test('test:rest runs all, where the file is left to it whole', (t) => {
    assert.deepEqual(named(t, 'others', `// test:rest: a soak\n${many}`), ['one', 'two', 'three', 'four'])
  })
  test('each file counts its own tests where files share a process', (t) => {
    const left = `// test:rest: a soak\n${single('whole')}`
    const texts = [`${single('a')}test('b', () => {})\n`, single('c'), left]
    assert.deepEqual(named(t, 'first', ...texts.slice(0, 2)), ['a', 'c'])
    assert.deepEqual(named(t, 'others', ...texts), ['b', 'whole'])
  })
  test('a report says the file and the line of the test', (t) => {
    const file = join(workspace(t), 'test/attacks/many.test.ts')
    writeFileSync(file, many.replace("test('two', () => {})", "test('two', () => { throw new Error('no') })"))
    const { NODE_TEST_CONTEXT: _, SLIPWAY_TEST_CASES: __, ...env } = process.env
    const { stdout } = spawnSync(process.execPath, ['--test-reporter=spec', file], { env, encoding: 'utf8' })
    assert.match(stdout, /test at .*many\.test\.ts:4:/)
  })
  test('whoever names it runs all', (t) => assert.deepEqual(named(t, '', many), ['one', 'two', 'three', 'four']))
})

test('an interop test that begins after the deadline does not run, alone or with others, and any other test does', (t) => {
  const root = workspace(t)
  const late = join(import.meta.dirname, 'leave-late.ts')
  const tried = ['test/interop/a.test.ts', 'test/plain.test.ts']
  const run = (file: string): number | null => {
    const env = { ...process.env, SLIPWAY_TESTS_UNTIL: '1', NODE_TEST_CONTEXT: 'child-v8' }
    return spawnSync(process.execPath, ['--import', late, join(root, file)], { env }).status
  }
  const entries = tried.map((file, index) => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), 'process.exit(process.env.SLIPWAY_TESTS_UNTIL === undefined ? 7 : 8)\n')
    const entry = `${index}.mjs`
    writeFileSync(join(root, entry), `import '${pathToFileURL(join(root, file)).href}'\n`)
    return entry
  })
  assert.deepEqual(
    [tried, entries].map((some) => some.map(run)),
    [
      [0, 7],
      [0, 7],
    ],
  )
})

describe('the command line chooses', () => {
  test('all files that are not left to test:rest, with the first cases', (t) => {
    const { files: chosen, cases: which } = chooseTests([], workspace(t))
    const all = Object.keys(files).filter((file) => file !== 'test/soak.test.ts')
    assert.deepEqual([[...chosen].sort(), which], [all.sort(), 'first'])
  })

  test('for test:rest the files that are left to it, and those that have other cases', (t) => {
    const { files: chosen, cases: which } = chooseTests(['--rest'], workspace(t))
    assert.deepEqual([chosen, which], [['test/attacks/many.test.ts', 'test/soak.test.ts'], 'others'])
  })

  test('folders and files that are named, with all cases', (t) => {
    const { files: chosen, cases: which } = chooseTests(['test/attacks', 'test/soak.test.ts'], workspace(t))
    assert.deepEqual([chosen, which], [['test/attacks/many.test.ts', 'test/soak.test.ts'], ''])
  })
})

test('test files of one package or folder share a process, unless they change it', (t) => {
  const root = workspace(t)
  const all = { ...files, 'test/attacks/more.test.ts': `${pure}process.kill(1, process.env['HOME'])\n` }
  writeFileSync(join(root, 'test/attacks/more.test.ts'), all['test/attacks/more.test.ts'])
  assert.deepEqual(
    processesFor(Object.keys(all), root).map(({ files: some }) => some),
    [
      ['packages/graph/src/c.test.ts'],
      ['test/attacks/many.test.ts', 'test/attacks/more.test.ts'],
      ['test/plain.test.ts'],
      ['test/soak.test.ts'],
      ['packages/graph/src/a.test.ts', 'packages/graph/src/b.test.ts'],
    ],
  )
})
