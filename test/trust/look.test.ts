/** A command that only reads a cloned folder runs nothing in it, and connects to nothing. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from '../cases.ts'
import { suite } from '../interop/needs.ts'
import { inEditor } from './editor.ts'
import { fillWithTraps } from './stranger.ts'
import { lacksStrace, traced } from './traced.ts'
import { World } from './world.ts'

const looks = [
  ['validate', 'site.blueprint.yaml'],
  ['graph', 'site.blueprint.yaml'],
  ['schema'],
  ['plugin', 'list'],
  ['doctor', 'agent'],
  ['tasks', 'order'],
  ['config', 'show'],
] as const

describe('in an untrusted folder,', () => {
  for (const look of looks)
    test(`slipway ${look.join(' ')} runs nothing from it, and says in one line what it leaves out`, async (t) => {
      const world = new World(t)
      const { sprung, path } = fillWithTraps(world)
      const { stderr, code } = await world.run(look, { PATH: path })
      assert.deepEqual(sprung(), [])
      assert.equal(code, 0, stderr)
      const told = stderr.split('\n').filter((line) => line.includes('is not trusted'))
      const [line = ''] = told
      assert.equal(told.length, 1, stderr)
      assert.ok(line.startsWith(`${world.clone} is not trusted, so this leaves out its plugin path ./plugins`), line)
      assert.ok(line.endsWith(`slipway trust ${world.clone} trusts it`), line)
    })

  test('what needs no state leaves out its place, and what looks at the state demands trust', async (t) => {
    const world = new World(t)
    world.write(
      'a.blueprint.yaml',
      'version: 2025-11-02\nresources: { it: { type: null/resource, spec: { value: x } } }\n',
    )
    world.write('slipway.config.yaml', 'state: { place: "postgres://ada@127.0.0.1:1/shop" }\n')
    for (const command of ['validate', 'graph', 'schema', 'config show', 'plugin list']) {
      const { stderr, code } = await world.run(command.split(' '))
      assert.equal(code, 0, stderr)
      assert.match(stderr, /is not trusted, so this leaves out its state in another place, postgres:/, command)
    }
    const { stderr, code } = await world.run(['state', 'list'])
    assert.equal(code, 1)
    assert.match(stderr, /cli\/untrusted\]\n {2}state in another place, postgres:/)
  })

  test('slipway validate uses an installed plugin instead of the folder’s', async (t) => {
    const world = new World(t)
    const { path } = fillWithTraps(world)
    const { stderr } = await world.run(['validate', 'site.blueprint.yaml'], { PATH: path })
    assert.match(stderr, /no provider for "notes" is installed/)
    assert.match(stderr, /the source of the child "far" cannot be read here/)
    assert.match(stderr, /the number of resources of "page" is known once datasources\.list/)
    assert.match(stderr, /site\.blueprint\.yaml is valid, as far as it could be checked/)
  })

  test('slipway validate --json names what it leaves out, and --strict fails', async (t) => {
    const world = new World(t)
    world.write('a.blueprint.yaml', 'version: 2025-11-02\n')
    world.write('slipway.config.yaml', 'plugins: { path: [plugins] }\n')
    const { stdout, code } = await world.run(['validate', '--json'])
    const { notLookedAt, valid } = JSON.parse(stdout) as Record<string, unknown>
    assert.deepEqual([valid, code], [true, 0])
    assert.deepEqual(notLookedAt, [{ what: 'plugin path plugins (slipway.config.yaml:1)', why: 'untrusted' }])
    assert.equal((await world.run(['validate', '--strict'])).code, 1)
    assert.equal((await world.run(['validate', '--strict', '--trust'])).code, 0)
  })

  test('slipway config show omits the folder’s settings, and doctor names the folder', async (t) => {
    const world = new World(t)
    fillWithTraps(world)
    assert.doesNotMatch((await world.run(['config', 'show'])).stdout, /plugins\.path|\.\/pack|env:HOME/)
    assert.match((await world.run(['doctor'])).stdout, /trust: .*clone is not trusted/)
  })

  test('completion runs nothing and prints nothing', async (t) => {
    const world = new World(t)
    const { sprung, path } = fillWithTraps(world)
    const { stderr } = await world.run(['complete', 'bash', '--', 'up', '--target', ''], { PATH: path })
    assert.deepEqual([sprung(), stderr], [[], ''])
  })

  test('--trust lets a look use everything', async (t) => {
    const world = new World(t)
    const { sprung, path } = fillWithTraps(world)
    const { stderr } = await world.run(['validate', 'site.blueprint.yaml', '--trust'], { PATH: path })
    assert.doesNotMatch(stderr, /is not trusted/)
    assert.ok(sprung().some((mark) => mark.endsWith('ran-plugin')))
  })
})

suite('according to system calls,', { skip: lacksStrace }, () => {
  for (const look of [...looks.slice(0, 3), ['lsp']])
    test(`slipway ${look[0]} starts no program of the folder, and opens no network connection`, async (t) => {
      const world = new World(t)
      const { sprung, path } = fillWithTraps(world)
      const file = join(world.clone, 'site.blueprint.yaml')
      const editor = look[0] === 'lsp' ? { input: inEditor(file), until: 'not everything could be checked' } : {}
      const { programs, addresses, stdout } = await traced(world, look, { env: { PATH: path }, ...editor })
      assert.notDeepEqual(programs, [])
      assert.deepEqual(
        programs.filter((program) => program.startsWith(world.clone)),
        [],
      )
      assert.deepEqual(addresses, [])
      assert.deepEqual(sprung(), [])
      if (look[0] === 'lsp') assert.match(stdout, /not everything could be checked/)
    })

  test('slipway plan starts no program of the folder', async (t) => {
    const world = new World(t)
    const { path } = fillWithTraps(world)
    const { programs, status, stderr } = await traced(world, ['plan', 'site.blueprint.yaml'], { env: { PATH: path } })
    assert.equal(status, 1)
    assert.match(stderr, /\[cli\/untrusted\]/)
    assert.deepEqual(
      programs.filter((program) => program.startsWith(world.clone)),
      [],
    )
    assert.equal(existsSync(join(world.clone, '.slipway')), false)
  })
})
