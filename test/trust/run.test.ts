/** Commands that run a folder's code: Slipway asks once, on a terminal, and refuses elsewhere. */
import assert from 'node:assert/strict'
import { existsSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from '../cases.ts'
import { testWith } from '../interop/needs.ts'
import { fillWithTraps } from './stranger.ts'
import { lacksTerminal, onTerminal } from './terminal.ts'
import { World } from './world.ts'

const site = 'site.blueprint.yaml'

const runs = [
  ['plan', site],
  ['plan', '--destroy', site],
  ['up', '--yes', site],
  ['destroy', '--yes', site],
  ['refresh', site],
  ['import', 'id', '4711', site],
  ['import', '--list', 'random/id'],
  ['reconcile', 'id', '--accept', site],
  ['tasks', 'run', '--yes', site],
  ['plugin', 'run', 'resource', 'own'],
  ['debug', 'plan', site],
  ['state', 'export', '--format', 'pulumi', site],
] as const

/** A blueprint with a plugin path in its settings. The plugin leaves a mark when it is started. */
function withPlugin(world: World): () => boolean {
  const mark = join(world.base, 'ran')
  world.write('a.blueprint.yaml', 'version: 2025-11-02\nresources: { n: { type: notes/note, spec: {} } }\n')
  world.write('slipway.config.yaml', 'plugins: { path: [plugins] }\n')
  world.write('plugins/providers/evil/notes/1.0.0/plugin', `#!/bin/sh\ntouch '${mark}'\nexit 3\n`, 0o755)
  return () => {
    const isThere = existsSync(mark)
    rmSync(mark, { force: true })
    return isThere
  }
}

describe('in an untrusted folder,', () => {
  for (const line of runs)
    test(`slipway ${line.join(' ')} is refused with the command that helps`, async (t) => {
      const world = new World(t)
      const { sprung, path } = fillWithTraps(world)
      const { code, stderr, stdout } = await world.run(line, { PATH: path })
      assert.equal(code, 1, stderr)
      assert.match(stderr, /\[cli\/untrusted\]/)
      assert.match(stderr, new RegExp(`slipway trust ${world.clone}, or SLIPWAY_TRUST=1 in CI`))
      for (const part of [
        'plugin path ./plugins (slipway.config.yaml:2)',
        'policy pack ./pack (slipway.config.yaml:3)',
        'stage tasks ./more-tasks (slipway.config.yaml:4)',
        'providers.http.token, which points to file:/etc/hostname (slipway.config.yaml:6)',
        'program (Pulumi.yaml)',
        'stage tasks (tasks/)',
        `plugins (${world.clone}/node_modules/.bin)`,
        'plugin slipway-plugin-evil (package.json)',
      ])
        assert.ok(stderr.includes(part), `${part} is missing:\n${stderr}`)
      assert.equal(stdout, '')
      assert.deepEqual(sprung(), [])
      assert.equal(existsSync(join(world.clone, '.slipway')), false)
    })

  test('a link in place of its state is refused', async (t) => {
    const world = new World(t)
    symlinkSync(world.folder('other', '.slipway'), join(world.clone, '.slipway'))
    world.write('site.blueprint.yaml', 'version: 2025-11-02\nresources: {}\n')
    const { stderr, code } = await world.run(['up', '--yes', 'site.blueprint.yaml'])
    assert.equal(code, 1)
    assert.match(stderr, /cli\/untrusted\]\n  state in another place \(\.slipway\)\n/)
  })

  test('a multi-line setting takes one line of the question', async (t) => {
    const world = new World(t)
    world.write('slipway.config.yaml', 'plugins: { path: ["a\\n\\nIt brings nothing."] }\n')
    world.write('site.blueprint.yaml', 'version: 2025-11-02\nresources: {}\n')
    const { stderr } = await world.run(['plan'])
    assert.match(stderr, /\n  plugin path a\\n\\nIt brings nothing\. \(slipway\.config\.yaml:1\)\n/)
  })

  test('a program is refused', async (t) => {
    const world = new World(t)
    world.write('Pulumi.yaml', 'name: stranger\nruntime: nodejs\n')
    world.write('index.js', 'require("fs").writeFileSync("ran", "")\n')
    for (const line of ['plan', 'up --yes', 'destroy --yes', 'refresh']) {
      const { stderr, code } = await world.run(line.split(' '))
      assert.equal(code, 1)
      assert.match(
        stderr,
        /program \(Pulumi\.yaml\)[^]*\[cli\/untrusted\]|\[cli\/untrusted\][^]*program \(Pulumi\.yaml\)/,
      )
    }
    assert.equal(existsSync(join(world.clone, 'ran')), false)
  })
})

describe('a folder is trusted,', () => {
  test('permanently by slipway trust, until its identity changes', async (t) => {
    const world = new World(t)
    const hasRun = withPlugin(world)
    await world.run(['plan'])
    assert.equal(hasRun(), false)
    await world.run(['trust'])
    await world.run(['plan'])
    assert.equal(hasRun(), true)
    world.write('.git/config', '[remote "origin"]\n\turl = https://example.com/stranger.git\n')
    const { stderr } = await world.run(['plan'])
    assert.match(stderr, /\[cli\/untrusted\]/)
    assert.equal(hasRun(), false)
  })

  test('by --trust, now and later', async (t) => {
    const world = new World(t)
    const hasRun = withPlugin(world)
    await world.run(['plan', '--trust'])
    assert.equal(hasRun(), true)
    await world.run(['plan'])
    assert.equal(hasRun(), true)
  })

  test('by SLIPWAY_TRUST=1 while it is set, and by no other value', async (t) => {
    const world = new World(t)
    const hasRun = withPlugin(world)
    for (const [value, expected] of [
      ['1', true],
      ['0', false],
      ['', false],
      ['no', false],
    ] as const) {
      await world.run(['plan'], { SLIPWAY_TRUST: value })
      assert.equal(hasRun(), expected, `SLIPWAY_TRUST=${value}`)
    }
    assert.equal((await world.run(['trust', '--list'])).stdout, '')
  })

  test('even if that cannot be recorded', async (t) => {
    const world = new World(t)
    const hasRun = withPlugin(world)
    world.write('../home/.config/slipway/trusted', 'no folder')
    await world.run(['plan', '--trust'])
    assert.equal(hasRun(), true)
  })

  testWith('by a yes on the terminal, which --yes is not', { skip: lacksTerminal }, async (t) => {
    const world = new World(t)
    const hasRun = withPlugin(world)
    const asked = await onTerminal(world, 'up --yes', [['Trust this folder from now on? [y/N] ', 'n']])
    assert.match(
      asked,
      /This command would run or read these parts of it:\n {2}plugin path plugins \(slipway\.config\.yaml:1\)\n/,
    )
    assert.match(asked, /\[cli\/untrusted\]/)
    assert.equal(hasRun(), false)
    await onTerminal(world, 'up --yes', [['Trust this folder from now on? [y/N] ', 'y']])
    assert.equal(hasRun(), true)
    assert.doesNotMatch(await onTerminal(world, 'plan', []), /Trust this folder/)
    assert.equal(hasRun(), true)
  })
})

describe('no trust is needed,', () => {
  test('for a blueprint with bundled plugins, or plugins that the user named', async (t) => {
    const world = new World(t)
    world.write(
      'a.blueprint.yaml',
      'version: 2025-11-02\nresources: { i: { type: random/id, spec: { byteLength: 4 } } }\n',
    )
    world.write(
      'slipway.config.yaml',
      'parallelism: 2\ncontext: { stage: test }\nproviders: { local: { a: "text:b" } }\n',
    )
    for (const line of ['plan', 'up --yes', 'refresh', 'destroy --yes']) {
      const { code, stderr } = await world.run(line.split(' '))
      assert.equal(code, 0, stderr)
      assert.doesNotMatch(stderr, /trust/)
    }
    const mark = join(world.base, 'mine')
    const file = world.write('../mine/providers/my/notes/1.0.0/plugin', `#!/bin/sh\ntouch ${mark}-ran\nexit 3\n`, 0o755)
    world.write('b.blueprint.yaml', 'version: 2025-11-02\nresources: { n: { type: notes/note, spec: {} } }\n')
    const env = { CELERITY_DEPLOY_ENGINE_PLUGIN_PATH: mark }
    const { stderr } = await world.run(['plan', 'b.blueprint.yaml'], env)
    assert.doesNotMatch(stderr, /cli\/untrusted/, file)
    assert.equal(existsSync(`${mark}-ran`), true)
  })
})
