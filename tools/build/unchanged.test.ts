import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { builtBefore } from './unchanged.ts'

test('a build is the last one as long as neither a source, nor a package, nor a built file has changed', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'slipway-built-'))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  const write = (file: string, text = 'one'): void => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  const build = () => builtBefore(root, ['packages/a/dist'])
  const files = [
    'packages/a/src/deep/main.ts',
    'package.json',
    'docs/reference/errors/x.md',
    'packages/a/dist/main.cjs',
  ]
  for (const file of files) write(file)
  assert.equal(build().isSame(), false, 'nothing was built yet')
  const isSameAfter = (change: () => void): boolean => {
    build().keep()
    assert.equal(build().isSame(), true)
    change()
    return build().isSame()
  }
  for (const file of files)
    assert.equal(
      isSameAfter(() => write(file, 'two')),
      false,
      `${file} was written`,
    )
  assert.equal(
    isSameAfter(() => write('packages/a/src/new.ts')),
    false,
    'a file was added',
  )
  assert.equal(
    isSameAfter(() => rmSync(join(root, 'packages/a/dist/main.cjs'))),
    false,
    'a built file was removed',
  )
  assert.equal(
    isSameAfter(() => write('node_modules/.package-lock.json')),
    false,
    'npm has installed something',
  )
  assert.equal(
    isSameAfter(() => renameSync(join(root, 'packages/a/src/new.ts'), join(root, 'packages/a/src/newer.ts'))),
    false,
    'a file was renamed',
  )
  assert.equal(
    isSameAfter(() => write('packages/a/node_modules/x/index.js')),
    true,
    'npm keeps its own list',
  )

  const during = build()
  write('packages/a/src/new.ts', 'during the build')
  during.keep()
  assert.equal(build().isSame(), false, 'a source has changed during the build')
})
