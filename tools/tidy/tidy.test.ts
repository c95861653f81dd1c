import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { importCycles } from './cycles.ts'
import { documentedCodes, usedCodes } from './error-codes.ts'
import { importsOf, root, trackedFiles, typescriptSources } from './sources.ts'
import { crossedWall } from './walls.ts'

const files = typescriptSources()

describe('the house is in order', () => {
  test('no import crosses a wall', () => {
    const crossed = files.flatMap((file) =>
      importsOf(file.text).flatMap(({ specifier }) => {
        const why = crossedWall(file.path, specifier)
        return why === undefined ? [] : [`${file.path}: '${specifier}': ${why}`]
      }),
    )
    assert.deepEqual(crossed, [])
  })

  test('nothing below the command line asks the process, prints, or decides how it ends', () => {
    const asks = /\bprocess\.(cwd|chdir|env|exit|exitCode|on|once|stdin|stdout|stderr)\b|\bconsole\./
    const found = files.filter(
      ({ path, text }) =>
        /^packages\/(engine|graph|host|model|operations|source|stages|stores)\//.test(path) &&
        !/\.test\.ts$|\/testing/.test(path) &&
        asks.test(text),
    )
    assert.deepEqual(
      found.map(({ path }) => path),
      [],
    )
  })

  test('no files import each other in a circle', () => {
    assert.deepEqual(
      importCycles(files).map((cycle) => cycle.join(' -> ')),
      [],
    )
  })

  test('files and functions keep to their limits', () => {
    const lint = spawnSync(
      join(root, 'node_modules/.bin/oxlint'),
      ['-c', 'tools/tidy/sizes.json', '--ignore-pattern', '**/gen/**'],
      {
        cwd: root,
        encoding: 'utf8',
      },
    )
    assert.equal(lint.status, 0, lint.stdout + lint.stderr)
  })

  test('every error code has an entry in docs/reference/errors', () => {
    const documented = documentedCodes()
    const missing = [...usedCodes(files)]
      .filter(([code]) => !documented.has(code))
      .map(([code, file]) => `${code} (${file})`)
    assert.deepEqual(missing, [])
  })

  test('every documented error code is in use', () => {
    const used = usedCodes(files)
    const stale = [...documentedCodes()].filter(([code]) => !used.has(code)).map(([code, page]) => `${code} (${page})`)
    assert.deepEqual(stale, [])
  })

  test('no drawer: every file is named for its purpose', () => {
    const drawers = files
      .map((file) => file.path)
      .filter((path) => /(^|\/)(utils?|helpers?|common|types|misc)(\.ts|\/)/.test(path))
    assert.deepEqual(drawers, [])
  })

  test('nothing tracked names this machine or is left unfinished', () => {
    const marks = /\b(TODO|FIXME|XXX)\b|\/work\/(main|shared)|\.only\(/
    const marked = trackedFiles('*.ts', '*.md', '*.json', '*.sh', '.ci/run')
      .filter((path) => path !== 'tools/tidy/tidy.test.ts')
      .filter((path) => marks.test(readFileSync(join(root, path), 'utf8')))
    assert.deepEqual(marked, [])
  })
})

describe('the checks themselves', () => {
  test('a wall is a wall', () => {
    assert.match(crossedWall('packages/engine/src/a.ts', '@slipway/host') ?? '', /engine may not import host/)
    assert.match(crossedWall('packages/host/src/a.ts', 'slipway') ?? '', /nothing imports slipway/)
    assert.match(crossedWall('packages/host/src/a.ts', '../../model/src/value.ts') ?? '', /leaves the package/)
    assert.match(crossedWall('packages/engine/src/a.ts', '@slipway/stores/sqlite') ?? '', /main entry/)
    assert.match(crossedWall('packages/protocol/src/wire/rpc/a.ts', '../../deploy-engine/b.ts') ?? '', /does not know/)
    assert.equal(crossedWall('packages/protocol/src/wire/rpc/a.test.ts', '../../deploy-engine/b.ts'), undefined)
    assert.match(crossedWall('plugins/local/src/a.ts', '@slipway/model') ?? '', /may not import model/)
    assert.match(crossedWall('plugins/null/src/a.ts', '@slipway/processes') ?? '', /may not import processes/)
    assert.equal(crossedWall('packages/host/src/launch/a.ts', '../layout.ts'), undefined)
    assert.equal(crossedWall('packages/slipway/src/a.ts', '@slipway/host'), undefined)
  })

  test('a cycle is found, through types alone it is none', () => {
    const a = { path: 'x/a.ts', text: "import { b } from './b.ts'\n" }
    const b = { path: 'x/b.ts', text: "import { a } from './a.ts'\n" }
    const c = { path: 'x/b.ts', text: "import type { a } from './a.ts'\n" }
    assert.deepEqual(importCycles([a, b]), [['x/a.ts', 'x/b.ts']])
    assert.deepEqual(importCycles([a, c]), [])
  })
})
