/** Fault rows 43 to 46 through the command line: no text of a blueprint crashes it, fills the memory, or escapes its names. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from '../cases.ts'
import { run, type Ended } from '../ledger/command.ts'
import { makeWorld, type World } from '../ledger/world.ts'
import { five } from './blueprints.ts'
import { assertHeals } from './expect.ts'

async function inWorld(work: (world: World) => Promise<void>): Promise<void> {
  const world = makeWorld()
  try {
    await work(world)
  } finally {
    world.remove()
  }
}

function assertRefused(end: Ended, context: string): void {
  assert.equal(end.code, 1, `${context}: ${end.stdout}${end.stderr}`)
  assert.match(end.stderr, /ledger\.blueprint\.yaml:\d+:\d+: error: /, context)
  assert.doesNotMatch(end.stderr, /bug in Slipway|\n\s+at .*\.(ts|mjs):/, context)
  assert.ok(end.stderr.length < 100_000, `${context}: ${end.stderr.length} characters`)
}

const resource = (name: string, label: string): string =>
  `  ${name}:\n    type: ledger/entry\n    spec:\n      label: ${label}\n`
const blueprint = (...resources: readonly string[]): string => `version: 2025-11-02\nresources:\n${resources.join('')}`

describe('a broken blueprint is refused at its place, and nothing is deployed:', () => {
  const breaks: readonly [string, (text: string) => string][] = [
    ['cut in the middle of a value', (text) => text.slice(0, text.indexOf('second after') + 3)],
    ['indented with tabs', (text) => text.replaceAll('    ', '\t')],
    ['of zero bytes', (text) => text.replace('first', '\0\0\0')],
    ['with half a reference', (text) => text.replace('.spec.id}', '.spec.')],
    ['with a list where a map belongs', () => 'version: 2025-11-02\nresources: [1, 2]\n'],
    ['with no type', (text) => text.replaceAll('type: ledger/entry', 'typ: ledger/entry')],
    ['with a number for a name', (text) => text.replace('  first:', '  ? [1, 2]\n  :')],
  ]
  for (const [what, breakIt] of breaks)
    test(what, () =>
      inWorld(async (world) => {
        world.writeBlueprint(breakIt(five))
        assertRefused(await run(world, ['up', '--yes']), what)
        assert.deepEqual(world.entries(), [])
      }),
    )
})

describe('a blueprint bomb is refused at its place:', () => {
  const aliases = Array.from({ length: 20 }, (_, level) => {
    const below = level === 0 ? '"x"' : `*a${level - 1}`
    return `  v${level}: {type: string, value: &a${level} [${Array.from({ length: 10 }, () => below).join(', ')}]}`
  })
  const bombs: readonly [string, string][] = [
    ['aliases of aliases', `version: 2025-11-02\nvalues:\n${aliases.join('\n')}\nresources: {}\n`],
    ['merge keys', `version: 2025-11-02\nresources:\n  a: &a {type: ledger/entry}\n  b: {<<: [*a, *a, *a]}\n`],
    ['a hundred thousand brackets', `version: 2025-11-02\nresources: ${'['.repeat(100_000)}\n`],
    ['a hundred thousand substitutions', blueprint(resource('a', `"${'${'.repeat(100_000)}"`))],
    ['a call a hundred thousand deep', blueprint(resource('a', `"\${${'trim('.repeat(100_000)}"`))],
    ['keys that come twice', blueprint(resource('a', 'x'), resource('a', 'y'))],
    ['keys that objects inherit', 'version: 2025-11-02\n__proto__: {resources: {}}\nresources: {}\n'],
  ]
  for (const [what, text] of bombs)
    test(what, () =>
      inWorld(async (world) => {
        world.writeBlueprint(text)
        assertRefused(await run(world, ['validate']), what)
      }),
    )
})

const next = (name: string): string => `"\${resources.${name}.spec.id}"`

test('a circle of resources is reported in order, and nothing is deployed', () =>
  inWorld(async (world) => {
    world.writeBlueprint(
      blueprint(resource('one', next('two')), resource('two', next('three')), resource('three', next('one'))),
    )
    const refused = await run(world, ['up', '--yes'])
    assertRefused(refused, 'a circle')
    assert.match(
      refused.stderr,
      /(one -> \S*two -> \S*three -> \S*one|two -> \S*three -> \S*one -> \S*two|three -> \S*one -> \S*two -> \S*three)\b/,
    )
    assert.deepEqual(world.entries(), [])
  }))

describe('a name', () => {
  test('that objects inherit, or that differs only in case, is an ordinary name', () =>
    inWorld(async (world) => {
      const names = ['Case', '__proto__', 'case', 'constructor', 'hasOwnProperty', 'toString', 'x'.repeat(200)].sort()
      world.writeBlueprint(blueprint(...names.map((name) => resource(name, name))))
      await assertHeals(world, ['up', '--yes'], names)
      await assertHeals(world, ['destroy', '--yes'], [])
    }))

  for (const name of ['"../../etc/passwd"', '".."', '"a\\u202eb"', '"\\u0000"', '"🚀"', '"a b"', '""'])
    test(`such as ${name} is refused at its place, or never used as a path`, () =>
      inWorld(async (world) => {
        world.writeBlueprint(blueprint(resource(name, 'x')))
        const end = await run(world, ['up', '--yes'])
        if (end.code !== 0) assertRefused(end, name)
        else assert.equal(world.entries().length, 1)
        // oxlint-disable-next-line no-control-regex
        assert.doesNotMatch(end.stderr, /[\u0000-\u0008\u202a-\u202e]/, 'it must not steer a terminal')
      }))

  test('of an instance never leads outside the state', () =>
    inWorld(async (world) => {
      world.writeBlueprint(five)
      const instance = '../../../outside'
      const end = await run(world, ['up', '--yes', '--instance', instance])
      const listed = await run(world, ['state', 'list', '--json', '--instance', instance])
      if (end.code === 0) assert.equal((JSON.parse(listed.stdout) as unknown[]).length, 5)
      else assert.match(end.stderr, /instance/)
    }))
})

test('a variables file that is a bomb is refused like a blueprint', () =>
  inWorld(async (world) => {
    world.writeBlueprint(five)
    writeFileSync(join(world.folder, 'values.yaml'), `region: ${'['.repeat(100_000)}\n`)
    const end = await run(world, ['validate', '--var-file', 'values.yaml'])
    assert.equal(end.code, 1, end.stdout)
    assert.match(end.stderr, /values\.yaml/)
    assert.doesNotMatch(end.stderr, /bug in Slipway/)
  }))
