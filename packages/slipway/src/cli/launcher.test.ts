import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
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
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { commands } from './commands.ts'
import { rootHelp } from './help.ts'

const workspace = join(import.meta.dirname, '../../../..')
const launcher = join(workspace, 'node_modules/.bin/slipway')
let base = ''

before(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'slipway launcher-')))
})
after(() => rmSync(base, { recursive: true, force: true }))

function run(file: string, args: readonly string[], path = process.env['PATH']) {
  return spawnSync(file, args, { cwd: base, encoding: 'utf8', env: { PATH: path, HOME: base } })
}

/** A folder with a `node` that claims this version, beside the tools that a shell script needs. */
function pathWithNode(version: string | undefined): string {
  const folder = join(base, `node-${version ?? 'none'}`)
  mkdirSync(folder, { recursive: true })
  for (const tool of ['sh', 'readlink', 'cat']) {
    const found = spawnSync('sh', ['-c', `command -v ${tool}`], { encoding: 'utf8' }).stdout.trim()
    if (!existsSync(join(folder, tool))) symlinkSync(found, join(folder, tool))
  }
  if (version !== undefined) {
    writeFileSync(join(folder, 'node'), `#!/bin/sh\n[ "$1" = --version ] && echo v${version} || echo "started $*"\n`)
    chmodSync(join(folder, 'node'), 0o755)
  }
  return folder
}

type Three = [string, string, string]

const realPlugin = join(workspace, 'plugins/null/src/main.ts')

/** Acts as a plugin when it is launched for the first time, and sleeps the second time. */
const sleepyPlugin = `#!/bin/sh
if [ -e "$FOLDER/launched" ]; then
  echo $$ > "$FOLDER/pid"
  exec sleep 600
fi
: > "$FOLDER/launched"
exec "$NODE" "$REAL"
`

function hasText(file: string): boolean {
  return existsSync(file) && readFileSync(file, 'utf8').endsWith('\n')
}

function isRunning(pid: number): boolean {
  return existsSync(`/proc/${pid}`)
}

/** The launcher of a package outside any workspace. */
function loneLauncher(name: string): string {
  const home = join(base, name, 'package')
  cpSync(join(workspace, 'packages/slipway/bin'), join(home, 'bin'), { recursive: true })
  return join(home, 'bin/slipway')
}

function builtLauncher(): string {
  const lone = loneLauncher('alone')
  mkdirSync(join(lone, '../../dist'), { recursive: true })
  writeFileSync(join(lone, '../../dist/main.cjs'), '')
  return lone
}

describe('the launcher', () => {
  test('turns on the environment’s proxy and the system’s authorities, for its own Node alone', () => {
    const lone = builtLauncher()
    const path = pathWithNode('24.1.0')
    writeFileSync(
      join(path, 'node'),
      '#!/bin/sh\n[ "$1" = --version ] && echo v24.1.0 || echo "proxy $NODE_USE_ENV_PROXY ca $NODE_USE_SYSTEM_CA taken back $SLIPWAY_NODE_SWITCHES"\n',
    )
    const started = (env: Record<string, string>): string =>
      spawnSync(lone, ['version'], { encoding: 'utf8', env: { PATH: path, HOME: base, ...env } }).stdout.trim()
    const proxy = 'http://proxy.example:8080'
    assert.equal(started({}), 'proxy  ca 1 taken back  NODE_USE_SYSTEM_CA')
    assert.equal(started({ HTTPS_PROXY: proxy }), 'proxy 1 ca 1 taken back NODE_USE_ENV_PROXY NODE_USE_SYSTEM_CA')
    assert.equal(
      started({ http_proxy: proxy, NODE_USE_ENV_PROXY: '0', NODE_USE_SYSTEM_CA: '' }),
      'proxy 0 ca  taken back',
    )
  })

  test('answers from any folder, through a link to a link, past an old node on PATH', () => {
    symlinkSync(launcher, join(base, 'one'))
    symlinkSync('one', join(base, 'two'))
    const { stdout, status, stderr } = run('./two', ['version'], pathWithNode('20.1.0'))
    assert.equal(status, 0, stderr)
    assert.match(stdout, /\(node v2[4-9]/)
  })

  test('is found through linked folders and paths with .. in them, and writes nowhere else', () => {
    const [links, far] = [join(base, 'links'), join(base, 'links/far')]
    mkdirSync(far, { recursive: true })
    for (const [name, target] of [
      ['bin', 'node_modules/.bin'],
      ['package', 'packages/slipway'],
      ['own', 'packages/slipway/bin'],
      ['clone', '.'],
    ] as const) {
      symlinkSync(join(workspace, target), join(far, name))
    }
    const paths = [
      'bin/slipway',
      'package/bin/slipway',
      'own/slipway',
      'clone/node_modules/.bin/slipway',
      'package/../../node_modules/.bin/slipway',
      'own/../bin/slipway',
    ]
    for (const path of paths) {
      const { stdout, stderr } = spawnSync(`./${path}`, ['version'], { cwd: far, encoding: 'utf8' })
      assert.match(stdout, /^slipway \d/, `${path}: ${stderr}`)
    }
    const env = { PATH: process.env['PATH'], HOME: base, PWD: join(far, 'package') }
    const options = { cwd: join(far, 'package'), encoding: 'utf8', env } as const
    assert.match(spawnSync('../../node_modules/.bin/slipway', ['version'], options).stdout, /^slipway \d/)
    assert.deepEqual(
      [readdirSync(base), readdirSync(links)].map((names) => names.includes('node_modules')),
      [false, false],
    )
  })

  test('says so when the folder it is started in was removed', () => {
    const gone = join(base, 'gone')
    const inGone = (command: string) => {
      mkdirSync(gone)
      const script = `rmdir "$1"; exec "$2" ${command}`
      return spawnSync('sh', ['-c', script, 'sh', gone, launcher], { cwd: gone, encoding: 'utf8' })
    }
    const { status, stderr } = inGone('up')
    assert.equal(status, 1)
    assert.match(stderr, /error: the folder .* no longer exists {2}\[cli\/folder-gone\]\n {2}hint: /)
    assert.doesNotMatch(stderr, /\n +at /)
    assert.match(inGone('version').stdout, /^slipway \d/)
  })

  test('has the same help as the program', () => {
    for (const args of [[], ['--help'], ['-h'], ['help']]) assert.equal(run(launcher, args).stdout, rootHelp())
    const program = spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts')], { encoding: 'utf8' })
    assert.equal(program.stdout, rootHelp())
    for (const { name } of commands) assert.match(rootHelp(), new RegExp(`^  ${name} `, 'm'))
  })

  describe('alone, without the node of the workspace', () => {
    test('takes the one on PATH when it is new enough', () => {
      const { stdout, stderr } = run(builtLauncher(), ['up', 'a b'], pathWithNode('24.0.0'))
      assert.match(stdout, /^started .*alone\/package\/dist\/main\.cjs up a b$/m, stderr)
    })

    for (const [version, found] of [
      ['20.19.1', 'found v20.19.1'],
      [undefined, 'found none on PATH'],
    ] as const) {
      test(`names its needs when it ${found}`, () => {
        const { status, stderr } = run(builtLauncher(), ['version'], pathWithNode(version))
        assert.equal(status, 1)
        assert.match(stderr, new RegExp(`needs Node 24 or newer, and ${found}\\.\n  Run npm i -D @slipway/node`))
      })
    }
  })

  test('says on a Mac that the Mac brings its own Node', () => {
    const folder = pathWithNode('20.1.0')
    const uname = join(folder, 'uname')
    writeFileSync(uname, '#!/bin/sh\necho Darwin\n', { mode: 0o755 })
    const { status, stderr } = run(builtLauncher(), ['version'], folder)
    rmSync(uname)
    assert.equal(status, 1)
    assert.match(stderr, /found v20\.1\.0\.\n {2}A Mac brings its own Node: .*Install Node 24 from/)
  })

  test('says on Windows that it needs WSL', () => {
    const env = { PATH: process.env['PATH'], OS: 'Windows_NT' }
    const { status, stderr } = spawnSync(launcher, ['version'], { encoding: 'utf8', env })
    assert.equal(status, 1)
    assert.match(stderr, /on Windows in WSL/)
  })

  test('says how to build the missing part', () => {
    const { status, stderr } = run(loneLauncher('unbuilt'), ['version'])
    assert.equal(status, 1)
    assert.match(stderr, /not built yet: there is no .*unbuilt\/package\/dist\/main\.cjs[^]*npm run build/)
  })

  for (const [signal, exitCode] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    // `plugin test` launches the plugin twice: to learn its id, and under a host.
    for (const sleeping of ['first', 'second'] as const) {
      test(`${signal} in a command that does not watch signals is exit code ${exitCode}: ${sleeping} launch`, async () => {
        const folder = join(base, `${signal} ${sleeping}`)
        const [plugin, pidFile, temporary] = ['plugin', 'pid', 'tmp'].map((name) => join(folder, name)) as Three
        mkdirSync(temporary, { recursive: true })
        if (sleeping === 'first') writeFileSync(join(folder, 'launched'), '')
        writeFileSync(plugin, sleepyPlugin, { mode: 0o755 })
        const env = { ...process.env, TMPDIR: temporary, NODE: process.execPath, REAL: realPlugin, FOLDER: folder }
        const child = spawn(launcher, ['plugin', 'test', plugin], { cwd: base, stdio: ['ignore', 'pipe', 'pipe'], env })
        let said = ''
        for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += String(chunk)))
        const ended = new Promise((resolve) => {
          child.once('close', (code, by) => resolve({ code, by }))
        })
        const deadline = performance.now() + 120_000
        while (!hasText(pidFile) && performance.now() < deadline) await sleep(5)
        child.kill(signal)
        assert.deepEqual(await ended, { code: exitCode, by: null })
        // The command would wait 15 s for the plugin's registration, and then blame the plugin.
        assert.doesNotMatch(said, /no registration|did not register|before it registered/)
        const pid = Number(readFileSync(pidFile, 'utf8'))
        while (isRunning(pid) && performance.now() < deadline) await sleep(5)
        assert.ok(!isRunning(pid), 'the plugin that was tested is left')
        while (readdirSync(temporary).length > 0 && performance.now() < deadline) await sleep(5)
        assert.deepEqual(readdirSync(temporary), [])
      })
    }
  }
})
