import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
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

/** The names of the tests that run with this part chosen. */
function named(t: TestContext, part: string, text = many): readonly string[] {
  const file = join(workspace(t), 'test/attacks/many.test.ts')
  writeFileSync(file, text)
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { stdout } = spawnSync(process.execPath, ['--test-reporter=tap', file], {
    env: { ...env, SLIPWAY_TEST_CASES: part },
    encoding: 'utf8',
  })
  return Array.from(stdout.matchAll(/^ +ok \d+ - (.*)$/gm), ([, name = '']) => name)
}

describe('of a file with many cases of one kind', () => {
  test('npm test runs the first test of each suite', (t) => assert.deepEqual(named(t, 'first'), ['one', 'three']))
  test('test:rest runs the others', (t) => assert.deepEqual(named(t, 'others'), ['two', 'four']))
  test('test:rest runs all, where the file is left to it whole', (t) => {
    assert.deepEqual(named(t, 'others', `// test:rest: a soak\n${many}`), ['one', 'two', 'three', 'four'])
  })
  test('a report says the file and the line of the test', (t) => {
    const file = join(workspace(t), 'test/attacks/many.test.ts')
    writeFileSync(file, many.replace("test('two', () => {})", "test('two', () => { throw new Error('no') })"))
    const { NODE_TEST_CONTEXT: _, SLIPWAY_TEST_CASES: __, ...env } = process.env
    const { stdout } = spawnSync(process.execPath, ['--test-reporter=spec', file], { env, encoding: 'utf8' })
    assert.match(stdout, /test at .*many\.test\.ts:4:/)
  })
  test('whoever names it runs all', (t) => assert.deepEqual(named(t, ''), ['one', 'two', 'three', 'four']))
})

test('an interop test that begins after the deadline does not run, and any other does', (t) => {
  const root = workspace(t)
  const late = join(import.meta.dirname, 'leave-late.ts')
  const run = (file: string): number | null => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), 'process.exit(process.env.SLIPWAY_TESTS_UNTIL === undefined ? 7 : 8)\n')
    const env = { ...process.env, SLIPWAY_TESTS_UNTIL: '1', NODE_TEST_CONTEXT: 'child-v8' }
    return spawnSync(process.execPath, ['--import', late, join(root, file)], { env }).status
  }
  assert.deepEqual(['test/interop/a.test.ts', 'test/plain.test.ts'].map(run), [0, 7])
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

test('unit tests of a package share a process, unless they change it; all others have their own', (t) => {
  const root = workspace(t)
  assert.deepEqual(
    processesFor(Object.keys(files), root).map(({ files: some }) => some),
    [
      ['test/attacks/many.test.ts'],
      ['test/plain.test.ts'],
      ['test/soak.test.ts'],
      ['packages/graph/src/c.test.ts'],
      ['packages/graph/src/a.test.ts', 'packages/graph/src/b.test.ts'],
    ],
  )
})
