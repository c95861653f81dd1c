import assert from 'node:assert/strict'
import { spawnSync, type SpawnSyncReturns } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { withoutHash, type Lock } from '../supply-chain/lock.ts'
import { wrongNodes, type NodeHashes } from '../supply-chain/node-hashes.ts'
import { circlesIn } from './circles.ts'
import { documentedCodes, usedCodes } from './error-codes.ts'
import { optionalFields } from './optional-fields.ts'
import { publicMembers } from './public-members.ts'
import { sentencesIn } from './sentences.ts'
import { root, trackedFiles, typescriptSources } from './sources.ts'
import { namesOf } from './structure.ts'
import { allowed as walls, rooms } from './walls.ts'

const files = typescriptSources()
const engine = files.filter(
  ({ path }) => path.startsWith('packages/engine/src/') && !/\.test\.ts$|\/testing\//.test(path),
)

describe('the house is in order', () => {
  test('oxlint: walls between packages and rooms, sizes', () => {
    const { status, stdout, stderr } = oxlint(root)
    assert.equal(status, 0, stdout + stderr)
  })

  test('no imports go round in a circle, not even through import() and types', () => {
    assert.deepEqual(
      circlesIn(files).map((circle) => circle.join(' -> ')),
      [],
    )
  })

  test('every room has its place in the order', () => {
    const listed = Object.entries(rooms).flatMap(([folder, levels]) =>
      levels.flatMap(namesOf).map((name) => join(folder, name)),
    )
    const found = Object.keys(rooms).flatMap((folder) => foldersIn(folder).map((name) => join(folder, name)))
    assert.deepEqual(listed.sort(), found.sort(), 'tools/tidy/walls.ts lists the rooms of each package')
    const packages = trackedFiles('packages/*/package.json')
      .map((path) => path.replace('/package.json', '/src'))
      // One of the packages holds no code.
      .filter((folder) => existsSync(join(root, folder)))
    assert.deepEqual(
      packages.filter((folder) => !(folder in rooms)),
      [],
    )
  })

  test('ARCHITECTURE.md and the README of each package name what it may import', () => {
    const names = Object.keys(walls)
    const listed = (text: string): readonly string[] =>
      names.filter((name) => new RegExp(`(?<![\\w/])${name}(?!\\w)`).test(text)).sort()
    const map = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
    const wrong: string[] = []
    for (const [name, wanted] of Object.entries(walls)) {
      if (wanted.includes('*')) continue
      const isPlugin = name.startsWith('plugins/')
      const folder = isPlugin ? name : `packages/${name}`
      const right = String([...wanted].sort())
      const readme = readFileSync(join(root, folder, 'README.md'), 'utf8')
      const [said = ''] = /(May import|Imports)[^.:;]*/.exec(readme.replaceAll('\n', ' ')) ?? []
      if (String(listed(said)) !== right) wrong.push(`${folder}/README.md`)
      const row = new RegExp(`^\\| \`${folder}\` \\|.*\\|([^|]*)\\|$`, 'm').exec(map)?.[1]
      if (!isPlugin && (row === undefined || String(listed(row)) !== right)) wrong.push(folder)
    }
    assert.deepEqual(wrong, [])
    const packages = trackedFiles('packages/*/package.json', 'plugins/*/package.json').map((file) => dirname(file))
    const unread = packages.filter((folder) => !existsSync(join(root, folder, 'README.md')))
    assert.deepEqual(unread, [])
  })

  test('nothing below the command line asks the process, prints, or decides how it ends', () => {
    const asks = /\bprocess\.(cwd|chdir|env|exit|exitCode|on|once|stdin|stdout|stderr)\b|\bconsole\./
    const found = files.filter(
      ({ path, text }) =>
        /^packages\/(engine|graph|host|model|operations|preparer|source|stages|stores)\//.test(path) &&
        !/\.test\.ts$|\/testing/.test(path) &&
        asks.test(text),
    )
    assert.deepEqual(
      found.map(({ path }) => path),
      [],
    )
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

  test('npm takes nothing unseen: each package of the lock has a hash', () => {
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock
    assert.deepEqual(withoutHash(lock), [], 'node tools/complete-lock.ts adds them')
    assert.deepEqual(withoutHash({ packages: { 'node_modules/a': {}, 'node_modules/b': { link: true } } }), [
      'node_modules/a',
    ])
  })

  test('the Node that npm brings is the one whose hash is recorded', () => {
    const file = join(root, 'tools/supply-chain/node-hashes.json')
    const recorded = JSON.parse(readFileSync(file, 'utf8')) as NodeHashes
    assert.deepEqual(wrongNodes(root, recorded), [], 'node tools/record-node.ts compares and records it')
  })

  test('each package says in which repository its sources are', () => {
    const { repository: whole } = manifestOf('package.json')
    assert.match(whole?.url ?? '', /^git\+https:\/\//)
    const wrong = trackedFiles('packages/*/package.json', 'plugins/*/package.json').filter((file) => {
      const { repository } = manifestOf(file)
      return repository?.url !== whole?.url || repository?.directory !== dirname(file)
    })
    assert.deepEqual(wrong, [])
  })

  test('no test draws a seed: whether it passes must not hang on luck', () => {
    const luck = /\brandomInt\(|\bMath\.random\(\) [*<]|\bDate\.now\(\) %/
    const drawing = files
      .filter(({ path, text }) => path.endsWith('.test.ts') && luck.test(text))
      .map(({ path }) => path)
    assert.deepEqual(drawing, [])
  })

  test('no drawer: every file is named for its purpose', () => {
    const drawers = files
      .map((file) => file.path)
      .filter((path) => /(^|\/)(utils?|helpers?|common|types|misc)(\.ts|\/)/.test(path))
    assert.deepEqual(drawers, [])
  })

  test('no sentence of the core of the engine stands twice in the code', () => {
    const core = /^packages\/engine\/src\/(reality|plan|run)\//
    const twice = [...sentencesIn(engine)].filter(
      ([, places]) => places.length > 1 && places.some((place) => core.test(place)),
    )
    assert.deepEqual(Object.fromEntries(twice), {})
  })

  test('no type of the engine has more than 12 optional fields, those of optional groups included', () => {
    const many = [...optionalFields(engine)].filter(([, count]) => count > 12)
    assert.deepEqual(Object.fromEntries(many), {})
  })

  test('no class of the engine has more than 25 public members', () => {
    const many = [...publicMembers(engine)].filter(([, names]) => names.size > 25)
    assert.deepEqual(Object.fromEntries(many), {})
  })

  test('a folder has at most 20 files, not counting tests', () => {
    const sources = files
      .map(({ path }) => path)
      // A list: one file for each benchmark.
      .filter((path) => dirname(path) !== 'bench' && !path.endsWith('.test.ts'))
    const full = [...Map.groupBy(sources, dirname)].filter(([, inside]) => inside.length > 20).map(([folder]) => folder)
    assert.deepEqual(full, [], 'divide the folder into rooms, each named for what it is')
  })

  test('the planner and the run have at most 8 rooms each', () => {
    for (const folder of ['packages/engine/src/plan', 'packages/engine/src/run'])
      assert.ok(foldersIn(folder).length <= 8, folder)
  })

  test('nothing tracked names this machine or is left unfinished', () => {
    const marks = /\b(TODO|FIXME|XXX)\b|\/work\/(main|shared)|\.only\(/
    const marked = trackedFiles('*.ts', '*.md', '*.json', '*.sh', '.ci/run')
      .filter((path) => path !== 'tools/tidy/tidy.test.ts')
      .filter((path) => marks.test(readFileSync(join(root, path), 'utf8')))
    assert.deepEqual(marked, [])
  })
})

test('a sentence that stands twice is found, also as a part of a longer text', () => {
  const text =
    'export const a = `${name} still reads what it needs`\nexport const b = `no: ${other} still reads what it needs`'
  const found = sentencesIn([{ path: 'a.ts', text }])
  assert.deepEqual(Object.fromEntries(found), { '… still reads what it needs': ['a.ts:1', 'a.ts:2'] })
  assert.deepEqual(
    [
      ...sentencesIn([
        { path: 'b.ts', text: "if (a === 'the result of a create') f({ 'the result of a create': 1 })" },
      ]),
    ],
    [],
  )
})

test('a circle through import() is found, and a way that does not come back is none', () => {
  const found = circlesIn([
    { path: 'p/a.ts', text: "export const a = () => import('./b.ts')" },
    { path: 'p/b.ts', text: "export type B = typeof import('./q/c.ts')" },
    { path: 'p/q/c.ts', text: "import type { A } from '../a.ts'" },
    { path: 'p/d.ts', text: "import './a.ts'\nimport '@slipway/model'" },
    { path: 'p/e.ts', text: "export * from './d.ts'" },
  ])
  assert.deepEqual(found, [['p/a.ts', 'p/b.ts', 'p/q/c.ts']])
})

test('optional fields are counted with those that a type inherits, and those of its optional groups', () => {
  const base = { path: 'a/base.ts', text: 'export interface Base { readonly one?: string; readonly sure: string }' }
  const group = 'interface Group { readonly x?: string; readonly y?: string }'
  const own =
    'interface Own extends Base { readonly two?: Group; readonly three?: { readonly z?: 1 }; readonly not?: never }'
  const text = `import type { Base } from './base.ts'\n${group}\n${own}`
  const found = optionalFields([base, { path: 'a/own.ts', text }])
  assert.deepEqual(Object.fromEntries(found), { 'a/base.ts Base': 1, 'a/own.ts Group': 2, 'a/own.ts Own': 6 })
})

test('fields, methods and accessors of a class are its public members, private ones and its constructor are not', () => {
  const text =
    'class Own { readonly one = 1; #two = 2; private three = 3; constructor() {}; get four() { return 4 }; five(): void {} }'
  const found = [...(publicMembers([{ path: 'a.ts', text }]).get('a.ts Own') ?? [])]
  assert.deepEqual(found, ['one', 'four', 'five'])
})

test('a wall is a wall: what crosses one is found', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-walls-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const crossing = {
    'packages/engine/src/plan/a.ts': "import type { A } from '@slipway/host'",
    'packages/engine/src/check/b.ts': "export { b } from '../plan/a.ts'",
    'packages/engine/src/check/c/c.ts': "export const c = await import('../../plan/a.ts')",
    'packages/engine/src/check/links/k.ts': "import '../../plan/a.ts'",
    'packages/slipway/src/cli/output/plan/l.ts': "import '../../change/l.ts'",
    'packages/engine/src/d.ts': "import '@slipway/stores/sqlite'",
    'packages/host/src/e.ts': "import 'slipway'",
    'packages/host/src/launch/f.ts': "import '../../../model/src/value.ts'",
    'packages/host/src/launch/g.ts': "import '../dialects/pulumi/dialect.ts'",
    'packages/host/src/dialects/pulumi/h.ts': "import '../deploy-engine/dialect.ts'",
    'packages/host/src/dialects/pulumi/i.ts': "import '../../supervise/i.ts'",
    'plugins/local/src/j.ts': "import '@slipway/model'",
  }
  const allowed = {
    'packages/host/src/launch/peers.ts': "import '../peers/a.ts'",
    'packages/host/src/launch/layout.ts': "import '../layout.ts'",
    'packages/host/src/index.ts': "import './dialects/pulumi/dialect.ts'",
    'packages/slipway/src/a.ts': "import '@slipway/host'",
    'packages/engine/src/check/b.test.ts': "import '../plan/a.ts'",
  }
  for (const [file, text] of Object.entries({ ...crossing, ...allowed })) {
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    writeFileSync(join(folder, file), `${text}\n`)
  }
  const found = oxlint(folder).stdout.matchAll(/^([^:\n]+):\d+:\d+: /gm)
  assert.deepEqual([...new Set(Array.from(found, ([, file = '']) => file))].sort(), Object.keys(crossing).sort())
})

interface Manifest {
  readonly repository?: { readonly type: string; readonly url: string; readonly directory?: string }
}

function manifestOf(file: string): Manifest {
  return JSON.parse(readFileSync(join(root, file), 'utf8')) as Manifest
}

function oxlint(cwd: string): SpawnSyncReturns<string> {
  const config = join(import.meta.dirname, 'structure.ts')
  const args = ['-c', config, '--ignore-pattern', '**/gen/**', '--format', 'unix']
  // Calls the installed oxlint directly: the command of that name in .bin may be somebody's own.
  const program = join(root, 'node_modules/oxlint/bin/oxlint')
  return spawnSync(process.execPath, [program, ...args], { cwd, encoding: 'utf8' })
}

function foldersIn(folder: string): readonly string[] {
  const names = readdirSync(join(root, folder), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return names.map(({ name }) => name).filter((name) => name !== 'testing' && name !== 'gen')
}
