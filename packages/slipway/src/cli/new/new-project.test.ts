// test:rest: it compiles three projects, at once, against the sources of the workspace
/** `slipway new` and its files, without npm: the workspace's modules replace those of npm. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'

const workspace = join(import.meta.dirname, '../../../../..')
const bin = join(workspace, 'node_modules/.bin')
const base = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-new-')))
after(() => rmSync(base, { recursive: true, force: true }))

// Drops the variable with which a test runner knows that another one has started it.
const { NODE_TEST_CONTEXT: _, ...around } = process.env
const env = { ...around, PATH: [bin, dirname(process.execPath), around['PATH']].join(':'), NO_COLOR: '1' }

function run(cwd: string, command: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', env })
  return { status, said: stdout + stderr }
}

function succeeds(cwd: string, command: string, ...args: readonly string[]): string {
  const { status, said } = run(cwd, command, ...args)
  assert.equal(status, 0, `${command} ${args.join(' ')}: ${said}`)
  return said
}

function fails(...args: readonly string[]): string {
  const { status, said } = run(base, 'slipway', 'new', ...args)
  assert.equal(status, 1, said)
  return said
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

const kinds = ['stack', 'blueprint', 'app'] as const

for (const kind of kinds) {
  test(`a new ${kind} is valid, passes its tests, and deploys`, async () => {
    const said = succeeds(base, 'slipway', 'new', kind, `my ${kind}`, '--yes', '--no-install')
    assert.match(said, new RegExp(`Next:\\n  cd 'my ${kind}'\\n  npm install .*\\n  npx slipway up `))
    const folder = join(base, `my ${kind}`)
    assert.match(readFileSync(join(folder, 'package.json'), 'utf8'), new RegExp(`"name": "my-${kind}"`))
    symlinkSync(join(workspace, 'node_modules'), join(folder, 'node_modules'))
    succeeds(folder, 'slipway', 'validate')
    assert.match(succeeds(folder, 'slipway', 'test'), /^ℹ pass 1$/m)
    const up = kind === 'app' ? ['--var', `port=${await freePort()}`] : []
    succeeds(folder, 'slipway', 'up', '--yes', ...up)
    if (kind === 'app') assert.match(succeeds(folder, 'slipway', 'instances'), /^my-app\b/m)
    succeeds(folder, 'slipway', 'destroy', '--yes')
  })
}

test('the types of all new projects fit', () => {
  const configs = kinds.map((kind) => readFileSync(join(base, `my ${kind}/tsconfig.json`), 'utf8'))
  assert.equal(new Set(configs).size, 1)
  const include = kinds.map((kind) => `my ${kind}/*.ts`)
  writeFileSync(join(base, 'tsconfig.json'), JSON.stringify({ extends: './my stack/tsconfig.json', include }))
  symlinkSync(join(workspace, 'node_modules'), join(base, 'node_modules'))
  succeeds(base, 'tsc')
})

test('a template is copied and not trusted; nothing is overwritten, and nothing copied into itself', () => {
  const template = join(base, 'template')
  mkdirSync(template)
  writeFileSync(join(template, 'package.json'), '{ "name": "theirs", "scripts": { "install": "touch ran" } }\n')
  const { files } = JSON.parse(succeeds(base, 'slipway', 'new', './template', 'copy', '--json')) as { files: string[] }
  assert.deepEqual(files, ['package.json'])
  assert.deepEqual(readdirSync(join(base, 'copy')), ['package.json'])
  assert.match(fails('./template', 'copy', '--yes'), /is not empty, and Slipway overwrites nothing in it/)
  assert.match(fails('./template', 'template/inner', '--yes'), /so the copy would contain itself/)
  assert.equal(existsSync(join(template, 'inner')), false)
  assert.match(fails('./nothere', 'none', '--yes'), /nothere does not exist {2}\[install\/not-found\]/)
  assert.match(
    fails('./template/package.json', 'none', '--yes'),
    /package\.json is not a folder {2}\[install\/not-found\]/,
  )
  assert.equal(existsSync(join(base, 'none')), false)
  assert.match(
    fails('webshop', 'x', '--yes'),
    /\[cli\/no-such-template\]\n {2}hint: it is one of stack, blueprint, plugin, app/,
  )
  assert.deepEqual(
    readdirSync(base).filter((name) => name.startsWith('.slipway-new')),
    [],
  )
})

test('slipway test without tests says so', () => {
  const { status, said } = run(join(base, 'copy'), 'slipway', 'test')
  assert.equal(status, 1)
  assert.match(said, /there is no test in .*copy {2}\[cli\/no-tests\]/)
})
