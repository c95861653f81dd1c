import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { changedFiles } from './changed-files.ts'
import { testsReachedBy } from './reach.ts'

const files: Readonly<Record<string, string>> = {
  'package.json': '{}',
  'packages/a/package.json': '{"name": "@slipway/a", "exports": {".": "./src/index.ts", "./*": "./src/*.ts"}}',
  'packages/a/src/index.ts': `export * from './sum.ts'\nexport type { Shape } from './shape.ts'\n`,
  'packages/a/src/sum.ts': 'export const sum = 1\n',
  'packages/a/src/shape.ts': 'export interface Shape { readonly x: number }\n',
  'packages/a/src/deep.ts': 'export const deep = 1\n',
  'packages/a/src/sum.test.ts': `import { sum } from './sum.ts'\n`,
  'packages/b/src/use.ts': `import { sum } from '@slipway/a'\n`,
  'packages/b/src/use.test.ts': `import { use } from './use.ts'\n`,
  'packages/c/src/deep.test.ts': `import { deep } from '@slipway/a/deep'\n`,
  'plugins/p/src/main.ts': `import { deep } from '@slipway/a/deep'\n`,
  'test/product/command.ts': `export const slipway = join(root, 'node_modules/.bin/slipway')\n`,
  'test/product/one.test.ts': `import { slipway } from './command.ts'\n`,
  'test/scenarios/run.test.ts': `const plugin = join(import.meta.dirname, 'links/press.cjs')\n`,
  'test/scenarios/links/press.cjs': 'exports.x = 1\n',
  'test/scenarios/links/transcript.txt': '$ slipway plan\n',
  'test/examples.test.ts': `const examples = join(import.meta.dirname, '../examples/site')\n`,
  'examples/site/site.yaml': 'version: 1\n',
}
const tests = Object.keys(files).filter((file) => file.endsWith('.test.ts'))

function repository(t: TestContext): { readonly root: string; readonly git: (...args: string[]) => void } {
  const root = mkdtempSync(join(tmpdir(), 'slipway-reach-'))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  const git = (...args: string[]): void => {
    const author = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false']
    execFileSync('git', [...author, ...args], { cwd: root, stdio: 'pipe' })
  }
  git('init', '--quiet', '--initial-branch=main')
  git('add', '.')
  git('commit', '--quiet', '--message=first')
  return { root, git }
}

describe('a change is seen by the tests', () => {
  const cases: Readonly<Record<string, readonly [changed: string, seenBy: readonly string[]]>> = {
    'that import the file, by its path or through a package': [
      'packages/a/src/sum.ts',
      ['packages/a/src/sum.test.ts', 'packages/b/src/use.test.ts'],
    ],
    'but not by those that import only a type of it': ['packages/a/src/shape.ts', []],
    'that run what is built of the file': [
      'packages/a/src/deep.ts',
      ['packages/c/src/deep.test.ts', 'test/product/one.test.ts'],
    ],
    'that name the file': ['test/scenarios/links/press.cjs', ['test/scenarios/run.test.ts']],
    'that name its folder': ['examples/site/site.yaml', ['test/examples.test.ts']],
    'of the nearest folder above, where it is data': [
      'test/scenarios/links/transcript.txt',
      ['test/scenarios/run.test.ts'],
    ],
    'that are the changed file': ['packages/b/src/use.test.ts', ['packages/b/src/use.test.ts']],
    'all of them, where it is what all depend on': ['package.json', tests],
    'even where it is gone': ['test/product/gone.yaml', ['test/product/one.test.ts']],
  }
  for (const [what, [changed, seenBy]] of Object.entries(cases))
    test(what, (t) => assert.deepEqual(testsReachedBy([changed], tests, repository(t).root), seenBy))
})

test('what has changed is told since the branch left main: committed, not committed, new and removed', (t) => {
  const { root, git } = repository(t)
  assert.deepEqual(changedFiles(root, '').names, [])
  git('checkout', '--quiet', '-b', 'work')
  writeFileSync(join(root, 'packages/a/src/sum.ts'), 'export const sum = 2\n')
  git('commit', '--quiet', '--all', '--message=second')
  writeFileSync(join(root, 'packages/a/src/deep.ts'), 'export const deep = 2\n')
  writeFileSync(join(root, 'new file.md'), 'new\n')
  rmSync(join(root, 'packages/b/src/use.ts'))
  const all = ['new file.md', 'packages/a/src/deep.ts', 'packages/a/src/sum.ts', 'packages/b/src/use.ts']
  assert.deepEqual(changedFiles(root, '').names, all)
  assert.deepEqual(
    changedFiles(root, 'HEAD').names,
    all.filter((name) => !name.endsWith('sum.ts')),
  )
  assert.throws(() => changedFiles(root, 'nowhere'), /git knows no commit nowhere/)
})
