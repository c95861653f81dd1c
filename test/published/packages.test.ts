// test:rest: npm installs all packages, and fetches a compiler and a Node from the network
/**
 * The packages that `npm run pack` writes, installed with npm in an empty folder: the command, and the libraries from TypeScript and
 * from JavaScript, on the Nodes that they are for. Skipped where npm reaches no registry.
 */
import assert from 'node:assert/strict'
import { spawnSync, type SpawnSyncReturns } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { packedPackages } from './packed.ts'

const workspace = join(import.meta.dirname, '../..')
const base = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-published-')))
after(() => rmSync(base, { recursive: true, force: true }))

const app = join(base, 'app')
const modules = join(app, 'node_modules')

/** The app's own Node, which is older than the one that Slipway brings for its own use. */
const node22 = join(modules, `node-linux-${process.arch}/bin/node`)

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): SpawnSyncReturns<string> {
  return spawnSync(command, args, { cwd: app, encoding: 'utf8', env })
}

function succeeds(command: string, args: readonly string[], env?: NodeJS.ProcessEnv): string {
  const { status, stdout, stderr } = run(command, args, env)
  assert.equal(status, 0, `${command} ${args.join(' ')}: ${stdout}${stderr}`)
  return stdout
}

/** The version in the workspace's lock file, so that nothing else has to be fetched. */
function locked(name: string): string {
  const { version } = JSON.parse(readFileSync(join(workspace, 'node_modules', name, 'package.json'), 'utf8')) as {
    version: string
  }
  return `${name}@${version}`
}

const archives = await packedPackages()

/** Packages that `slipway` does not need. */
const isExtra = (archive: string): boolean => /\/(?:slipway-(?:node|editors|testing)|create-slipway)-/.test(archive)

/** The reason why nothing could be installed, if the network was at fault. */
function install(what: readonly string[]): string | undefined {
  const options = ['--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts', '--loglevel=error']
  const { status, stdout, stderr } = run('npm', ['install', '--save-dev', ...options, ...what])
  if (/\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|ETIMEDOUT)\b/.test(stderr)) return 'npm reaches no registry'
  assert.equal(status, 0, stdout + stderr)
  return undefined
}

let missing: string | undefined

/** Bytes of the blocks on the disk. */
function sizeOf(folder: string): number {
  const entries = globSync('**/*', { cwd: folder }).map((file) => lstatSync(join(folder, file)))
  return entries.reduce((sum, { blocks }) => sum + blocks * 512, 0)
}

/** A PATH with an older Node first: a real one from this machine's PATH, or else a script that claims to be one. */
function pathWithOldNode(): string {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).find((folder) => {
    const { stdout } = spawnSync(join(folder, 'node'), ['--version'], { encoding: 'utf8' })
    return /^v(?:18|20|22)\./.test(stdout ?? '')
  })
  if (onPath !== undefined) return [onPath, plain.PATH].join(delimiter)
  const version = 'v20.1.0'
  const folder = join(base, `node-${version}`)
  mkdirSync(folder)
  writeFileSync(join(folder, 'node'), `#!/bin/sh\necho ${version}\n`, { mode: 0o755 })
  return [folder, plain.PATH].join(delimiter)
}

before(() => {
  mkdirSync(app)
  writeFileSync(join(app, 'package.json'), '{ "private": true, "type": "module" }\n')
  missing = install(archives.filter((archive) => !isExtra(archive)))
})

/** A machine without Node and without this workspace, with a new user. */
const plain = { PATH: '/usr/bin:/bin', HOME: join(base, 'home'), NO_COLOR: '1' }

// The package `bun` would have to run a script, so this one is used.
const bunPackage = `@oven/bun-linux-${process.arch === 'arm64' ? 'aarch64' : 'x64'}@1.4.4`
const bun = join(modules, bunPackage.replace(/@[^@]+$/, ''), 'bin/bun')

const withNode22 = { ...plain, PATH: [dirname(node22), plain.PATH].join(delimiter) }

/** The features of Bun and Deno that README.md of slipway promises. */
const otherRuntime = `import { Agent, allPlugins } from '@slipway/agent'
import { defineProvider } from '@slipway/sdk'
const agent = new Agent(allPlugins({ name: 'app', init: () => console.log('started'), close() {} }))
await agent.start()
await agent.stop()
const { id, version } = defineProvider({ id: 'me/zoo', version: '1.0.0' })
console.log(id, version)
`

describe('the packages, installed together in an empty folder', () => {
  test('contain JavaScript and declarations, and TypeScript only in templates', (t) => {
    if (missing !== undefined) return t.skip(missing)
    const ours = ['slipway', '@slipway'].map((name) => join(modules, name))
    const files = ours.flatMap((folder) => globSync('**/*', { cwd: folder, exclude: ['**/node_modules/**'] }))
    assert.deepEqual(
      files.filter((file) => /\.[cm]?ts$/.test(file) && !/\.d\.[cm]?ts$|\/new(?:-plugin)?\//.test(file)),
      [],
    )
    assert.ok(files.includes('sdk/lib/index.js') && files.includes('sdk/lib/index.d.ts'))
  })

  test('are small', (t) => {
    if (missing !== undefined) return t.skip(missing)
    const archive = archives.find((file) => /\/slipway-\d/.test(file)) ?? ''
    assert.ok(statSync(archive).size < 3e6, `${archive} has ${statSync(archive).size} bytes`)
    const whole = sizeOf(modules)
    assert.ok(whole < 45 * 1024 ** 2, `node_modules takes ${whole} bytes`)
  })

  test('need Node 24, and name the package that brings it', (t) => {
    if (missing !== undefined) return t.skip(missing)
    const slipway = join(modules, '.bin/slipway')
    const { status, stderr } = run(slipway, ['version'], { ...plain, PATH: pathWithOldNode() })
    assert.equal(status, 1)
    assert.match(
      stderr,
      /^slipway: needs Node 24 or newer, and found v(?:18|20|22)\.\d+\.\d+\.\n {2}Run npm i -D @slipway\/node/,
    )
    const on24 = [dirname(process.execPath), plain.PATH].join(delimiter)
    assert.match(succeeds(slipway, ['version'], { ...plain, PATH: on24 }), /^slipway \d+\.\d+\.\d+ \(node v24\./)
    const others = [locked('typescript'), locked('@types/node'), `node-linux-${process.arch}@22.23.3`]
    missing = install([...archives.filter(isExtra), ...others, bunPackage, 'deno@2.9.6'])
  })

  test('give the slipway command, on the Node of @slipway/node', (t) => {
    if (missing !== undefined) return t.skip(missing)
    const slipway = join(modules, '.bin/slipway')
    const blueprint = join(app, 'pet.blueprint.yaml')
    writeFileSync(
      blueprint,
      `version: 2025-11-02
resources:
  pet: { type: random/pet }
  tag: { type: local/file, spec: { path: tag.txt, content: "\${resources.pet.spec.result}" } }
exports: { name: { type: string, field: resources.pet.spec.result } }
`,
    )
    assert.match(succeeds(slipway, ['version'], plain), /^slipway \d+\.\d+\.\d+ \(node v24\./)
    assert.match(succeeds(slipway, [], plain), /^Slipway deploys/)
    succeeds(slipway, ['up', blueprint, '--yes'], plain)
    const { name } = JSON.parse(succeeds(slipway, ['exports', blueprint, '--json'], plain)) as { name: string }
    assert.equal(readFileSync(join(app, 'tag.txt'), 'utf8'), name)
    succeeds(slipway, ['destroy', blueprint, '--yes'], plain)
    succeeds(slipway, ['setup'], plain)
    assert.match(succeeds(slipway, ['plugin', 'list'], plain), /slipway\/random/)
  })

  test('create a new plugin, which is installed, tested and built', (t) => {
    if (missing !== undefined) return t.skip(missing)
    const slipway = join(modules, '.bin/slipway')
    const env = { ...process.env, PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter) }
    succeeds(slipway, ['plugin', 'new', '../own', '--id', 'acme/own'], env)
    const said = succeeds('npm', ['test', '--prefix', '../own'], env)
    assert.match(said, /own\/note: is destroyed/)
    assert.doesNotMatch(said, /^(FAIL|weak)/m)
  })

  test('create a stack with create-slipway, which is checked, tested and deployed', (t) => {
    if (missing !== undefined) return t.skip(missing)
    const env = { ...process.env, PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter) }
    succeeds(join(modules, '.bin/create-slipway'), ['stack', '../site', '--yes'], env)
    const site = ['--prefix', '../site'] as const
    assert.match(succeeds('npm', ['test', ...site], env), /^ℹ pass 1$/m)
    succeeds('npm', ['run', 'up', ...site, '--', '--yes'], env)
    assert.match(readFileSync(join(base, 'site/public/index.html'), 'utf8'), /<h1>It floats<\/h1>/)
  })

  describe('work as libraries', () => {
    test('for TypeScript with their declarations', (t) => {
      if (missing !== undefined) return t.skip(missing)
      cpSync(join(import.meta.dirname, 'consumer'), join(app, 'src'), { recursive: true })
      const compilerOptions = {
        target: 'es2023',
        module: 'nodenext',
        types: ['node'],
        strict: true,
        exactOptionalPropertyTypes: true,
        rootDir: 'src',
        outDir: 'out',
      }
      writeFileSync(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }))
      succeeds(join(modules, '.bin/tsc'), [], {
        ...process.env,
        PATH: [dirname(process.execPath), plain.PATH].join(delimiter),
      })
      chmodSync(join(app, 'out/plugin.js'), 0o755)
    })

    for (const [name, node] of [
      ['22', node22],
      ['24', process.execPath],
    ] as const) {
      const env = { ...plain, PATH: [dirname(node), plain.PATH].join(delimiter) }

      test(`for JavaScript on Node ${name}: agent, sdk, testkit`, (t) => {
        if (missing !== undefined) return t.skip(missing)
        assert.match(succeeds(node, ['--version']), new RegExp(`^v${name}\\.`))
        assert.equal(
          succeeds(node, ['out/agent.js'], env),
          'the bell rings at 12\nthe bell is silent\nthe clock stops\n',
        )
        assert.equal(succeeds(node, ['out/check-plugin.js', 'out/plugin.js'], env), 'acme/notes 1.0.0 is fine\n')
      })
    }

    for (const [name, command, args] of [
      ['Bun', bun, []],
      ['Deno', join(modules, '.bin/deno'), ['run', '--allow-all']],
    ] as const) {
      test(`for ${name}: agent and sdk`, (t) => {
        if (missing !== undefined) return t.skip(missing)
        const script = join(app, 'other-runtime.mjs')
        writeFileSync(script, otherRuntime)
        assert.equal(succeeds(command, [...args, script], withNode22), 'started\nme/zoo 1.0.0\n')
      })
    }

    test('for Bun, which starts the command on Node 24', (t) => {
      if (missing !== undefined) return t.skip(missing)
      assert.match(succeeds(bun, ['run', 'slipway', 'version'], withNode22), /^slipway \S+ \(node v24\./)
    })

    test('for JavaScript on Node 24: operations', (t) => {
      if (missing !== undefined) return t.skip(missing)
      assert.equal(
        succeeds(process.execPath, ['out/operations.js', 'pet.blueprint.yaml'], plain),
        'succeeded: name\nsucceeded\nsucceeded: 2\nsucceeded\n',
      )
    })
  })
})
