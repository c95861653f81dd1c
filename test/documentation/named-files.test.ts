/** The files that the map of the house and the READMEs of packages name exist. */
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../..')

/** Whether a file exists under a name that people use: `engine/run/program/goals.ts`, `spec/diff.ts`, `compose.ts`. */
function isThere(named: string, folders: readonly string[]): boolean {
  const [first = '', ...rest] = named.split('/')
  const places = [join(root, named), join(root, 'packages', named), join(root, 'packages', first, 'src', ...rest)]
  if (places.some((place) => existsSync(place))) return true
  return folders.some((folder) => globSync([`src/${named}`, `src/**/${named}`], { cwd: join(root, folder) }).length > 0)
}

test('every named file exists', () => {
  const packages = globSync('packages/*', { cwd: root })
  const pages = ['ARCHITECTURE.md', ...globSync('packages/*/README.md', { cwd: root })]
  const named = pages.flatMap((page) => {
    const text = readFileSync(join(root, page), 'utf8')
    return Array.from(text.matchAll(/`([\w/-]+\.ts)`/g), ([, file = '']) => ({ page, file }))
  })
  assert.ok(named.length > 20, String(named.length))
  const gone = named.filter(({ page, file }) => !isThere(file, page === 'ARCHITECTURE.md' ? packages : [dirname(page)]))
  assert.deepEqual(gone, [])
})
