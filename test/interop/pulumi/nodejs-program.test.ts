import assert from 'node:assert/strict'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { valueMap } from '@slipway/model'
import { connectChannel } from '@slipway/protocol'
import { LanguageRuntime } from '@slipway/protocol/pulumi'
import { test } from '../../cases.ts'
import { suite } from '../needs.ts'
import { skip } from './machine.ts'
import { program } from './program.ts'

/** Waits for the port that a plugin has printed: lines reach its log a moment after they were read. */
async function portIn(log: string): Promise<number> {
  for (let times = 0; times < 1200; times++) {
    const [, port] = /stdout (\d+)/.exec(readFileSync(log, 'utf8')) ?? []
    if (port !== undefined) return Number(port)
    await sleep(50)
  }
  throw new Error(`no port in ${log}`)
}

const tsconfig = JSON.stringify({
  compilerOptions: { strict: true, target: 'es2020', module: 'commonjs', moduleResolution: 'node' },
  files: ['index.ts'],
})

const index = `
import * as pulumi from '@pulumi/pulumi'
import { thing } from './thing'
const config = new pulumi.Config()
console.log('it is ' + pulumi.getProject() + ' ' + pulumi.getStack() + ' ' + pulumi.getOrganization())
console.error('dry: ' + pulumi.runtime.isDryRun())
const one = thing('one', config.require('greeting'))
export const urn = one.urn
export const greeting = config.require('greeting')
export const list: number[] = new pulumi.Config('other').requireObject('list')
`

const thing = `
import * as pulumi from '@pulumi/pulumi'
class Thing extends pulumi.CustomResource {}
export function thing(name: string, text: string): pulumi.CustomResource {
  return new Thing('test:index:Thing', name, { text })
}
`

const typeScript = {
  'index.ts': index,
  'thing.ts': thing,
  'package.json': '{"name": "shop"}',
  'tsconfig.json': tsconfig,
}

suite('a program for Node.js', { skip }, () => {
  test('runs with its installed SDK and the engine’s facts', async (t) => {
    const { run } = await program(t, { language: 'nodejs', files: typeScript })
    const { end, said, printed } = await run({ dryRun: true })
    assert.deepEqual(end, { error: '', bail: false }, JSON.stringify(said))
    assert.deepEqual(printed.toSorted(), ['dry: true', 'it is shop dev organization'])
    assert.deepEqual(
      said.map(({ registered }) => registered),
      ['shop-dev', 'one', undefined],
    )
    assert.deepEqual(said[1]?.['inputs'], { text: 'hello' })
    assert.deepEqual(said[2]?.['outputs'], {
      urn: 'urn:pulumi:s::p::test:index:Thing::one',
      greeting: 'hello',
      list: [1, 2],
    })
  })

  test('is type-checked again only after a change', async (t) => {
    const { run, write, home } = await program(t, { language: 'nodejs', files: typeScript })
    assert.deepEqual((await run()).end, { error: '', bail: false })
    const compiled = (): readonly string[] => globSync(join(home, 'cache/slipway/programs/*/*/*/*.js'))
    const first = compiled().find((file) => readFileSync(file, 'utf8').includes('it is '))
    assert.ok(first !== undefined)
    writeFileSync(first, readFileSync(first, 'utf8').replace('it is ', 'it was kept: '))
    assert.match((await run()).printed.join('\n'), /it was kept: shop dev/)
    // thing.ts no longer accepts the value from index.ts: index.ts itself has not changed.
    write({ 'thing.ts': thing.replace('text: string', 'text: number') })
    const { end, said } = await run()
    assert.deepEqual(end, { error: '', bail: true })
    assert.match(JSON.stringify(said), /index\.ts.*Argument of type 'string' is not assignable/)
    write({ 'thing.ts': thing })
    assert.deepEqual((await run()).end, { error: '', bail: false })
    assert.equal(new Set(compiled().map((file) => file.split('/').at(-3))).size, 1, 'what is old is gone')
  })

  test('runs only for the engine that started its language plugin', async (t) => {
    const { host, home } = await program(t, { language: 'nodejs', files: {} })
    await host.connect('pulumi/language-nodejs')
    const stranger = connectChannel({ port: await portIn(join(home, 'logs/pulumi/language-nodejs/plugin.log')) })
    const asked = stranger.call(LanguageRuntime.GetPluginInfo, {})
    await assert.rejects(asked, { message: /UNAUTHENTICATED: this language plugin serves only the engine/ })
    const run = Array.fromAsync(stranger.stream(LanguageRuntime.RunPlugin, { kind: 'resource', name: 'x' }))
    await assert.rejects(run, { message: /UNAUTHENTICATED/ })
    stranger.close()
  })

  const ends: readonly [string, string, object, RegExp?][] = [
    ['throws', 'throw new Error("I give up")', { error: '', bail: true }, /I give up/],
    ['rejects', 'Promise.reject(new Error("too late"))', { error: '', bail: true }, /too late/],
    ['exits', 'process.exit(3)', { error: 'the program exited with non-zero exit code: 3', bail: false }],
    ['is killed', 'process.kill(process.pid, "SIGKILL")', { error: 'the program was killed by SIGKILL', bail: false }],
    ['cannot be parsed', 'const const', { error: '', bail: true }, /SyntaxError/],
    ['lacks a module', 'require("nowhere")', { error: '', bail: true }, /nowhere/],
  ]
  for (const [what, source] of [
    ['exits as if all were well', 'process.exit()'],
    ['exits so later', 'setTimeout(() => process.exit(0), 50)'],
    ['exits so where nobody listens', 'process.reallyExit(0)'],
  ] as const)
    test(`that ${what} is reported as unfinished`, async (t) => {
      const { run } = await program(t, { language: 'nodejs', files: { 'index.js': source, 'package.json': '{}' } })
      const { error, bail } = (await run()).end
      assert.equal(bail, false)
      assert.match(
        error,
        /it stopped before its end \(process\.exit\), so resources that it had not asked for were not destroyed/,
      )
    })

  test('ends regardless of the processes that it starts', async (t) => {
    const source = `const { fork } = require('node:child_process')
if (process.argv[2] !== 'child') {
  process.chdir(__dirname)
  fork(__filename, ['child']).on('exit', (code) => console.log('child ended with', code))
  process.on('exit', (code) => console.log('ends with', code))
}`
    const { run } = await program(t, { language: 'nodejs', files: { 'index.js': source, 'package.json': '{}' } })
    const { end, printed } = await run()
    assert.deepEqual(end, { error: '', bail: false })
    assert.deepEqual(printed, ['child ended with 0', 'ends with 0'])
  })

  for (const [what, source, expected, logged = /^\[[^]*\]$/] of ends)
    test(`that ${what} fails`, async (t) => {
      const { run } = await program(t, { language: 'nodejs', files: { 'index.js': source, 'package.json': '{}' } })
      const { end, said } = await run()
      assert.deepEqual(end, expected)
      assert.match(JSON.stringify(said), logged)
    })

  test('gets the arguments of its options, and may be a single file', async (t) => {
    const files = {
      'src/main.js': 'console.log(process.execArgv.slice(-2).join(" "), process.cwd())',
      'package.json': '{}',
    }
    const options = valueMap([['nodeargs', '--max-old-space-size=100 --no-warnings']])
    const { run, folder } = await program(t, { language: 'nodejs', files, options, entry: 'src/main.js' })
    assert.deepEqual((await run()).printed, [`--max-old-space-size=100 --no-warnings ${folder}`])
  })

  test('without its SDK gets a message about what is missing', async (t) => {
    const { run } = await program(t, { language: 'nodejs', files: { 'index.js': '' }, withoutSdk: true })
    const { error, bail } = (await run()).end
    assert.equal(bail, false)
    assert.match(error, /lacks its dependency @pulumi\/pulumi: run npm install there/)
  })

  test('is told to install with the package manager of its lock file', async (t) => {
    const files = { 'index.js': '', 'pnpm-lock.yaml': '' }
    const { run } = await program(t, { language: 'nodejs', files, withoutSdk: true })
    assert.match((await run()).end.error, /run pnpm install there/)
    const options = valueMap([['packagemanager', 'yarn']])
    const named = await program(t, { language: 'nodejs', files, options, withoutSdk: true })
    assert.match((await named.run()).end.error, /run yarn install there/)
  })

  test("is not told to install packages that Yarn's Plug'n'Play provides", async (t) => {
    const files = { 'index.js': '', 'yarn.lock': '', '.pnp.cjs': '' }
    const { run } = await program(t, { language: 'nodejs', files, withoutSdk: true })
    assert.match((await run()).end.error, /write "nodeLinker: node-modules" into \.yarnrc\.yml/)
  })

  for (const [what, source] of [
    ['ends when it is asked to', 'setInterval(() => {}, 1000)'],
    [
      'is killed when it does not want to end',
      'process.on("SIGINT", () => console.log("no")); setInterval(() => {}, 9)',
    ],
  ] as const)
    test(`${what}, and leaves nothing`, async (t) => {
      const files = { 'index.js': `console.log('pid', process.pid); ${source}`, 'package.json': '{}' }
      const { run, printed } = await program(t, { language: 'nodejs', files })
      const stop = new AbortController()
      const running = run({ stop: stop.signal })
      while (printed.length === 0) await sleep(10)
      const pid = Number(printed[0]?.split(' ')[1])
      stop.abort()
      assert.deepEqual((await running).end, { error: '', bail: true })
      assert.equal(commandOf(pid), '')
    })
})

/** The command line of a process; empty when it is gone, and for a zombie. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
