import assert from 'node:assert/strict'
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure, Secret } from '@slipway/model'
import { stackProgram } from '../core-plugins.ts'
import type { Resources } from '../inline/resources.ts'
import { SpareStack } from './spare-stack.ts'
import { StackProcess } from './stack-process.ts'
import { StartedStack } from './start-stack.ts'
import { treeOf, valueOf } from './value-tree.ts'
import { compiled } from '../../../../test/compiled.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-stack-process-')))
after(() => rmSync(root, { recursive: true, force: true }))
let count = 0

function project(files: Readonly<Record<string, string>>): string {
  const folder = join(root, String(++count))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

interface Ran {
  readonly exports?: Readonly<Record<string, unknown>>
  readonly failure?: unknown
  readonly asked: readonly string[]
  readonly lines: readonly string[]
  readonly notices: readonly string[]
}

/** Runs a stack in which every resource gets the outputs `{ made: NAME }`. */
async function run(
  files: Readonly<Record<string, string>>,
  given: Readonly<Record<string, string>> = {},
  entry = 'a.stack.ts',
): Promise<Ran> {
  const file = join(project(files), entry)
  return await runFile(file, given)
}

async function runFile(
  file: string,
  given: Readonly<Record<string, string>> = {},
  stop = new AbortController(),
): Promise<Ran> {
  const [asked, lines, notices]: [string[], string[], string[]] = [[], [], []]
  const env = {
    ...compiled,
    PATH: process.env['PATH'],
    HOME: root,
    SLIPWAY_STATE_KEY: 'canary',
    SLIPWAY_PASSPHRASE: 'canary',
  }
  const child = new StackProcess({ file, program: stackProgram(), env })
  child.load({ onLine: (line) => lines.push(line), onNotice: (sentence) => notices.push(sentence) })
  const names = new Set<string>()
  const resources: Resources = {
    names,
    missing: new Set(),
    has: (name) => names.has(name),
    ask: async ({ name, spec }) => {
      names.add(name)
      asked.push(`${name} ${JSON.stringify(spec.kind === 'output' ? 'follows' : spec)}`)
    },
    read: async (question) => JSON.stringify(question),
    field: async (name, path) => ({ value: `${name}.${path}`, needs: new Set([name]) }),
    end: () => undefined,
  }
  try {
    await child.loaded()
    await child.check(Object.fromEntries(Object.entries(given).map(([name, text]) => [name, { values: [text] }])))
    const about = { instance: 'a', isPlan: false, resources, stop: stop.signal, warn: () => undefined }
    const clock = { sleep: (ms: number) => sleep(ms) }
    const heard = child.listen({ ...about, clock, isAnythingGoing: () => false })
    await heard.run()
    const exports = Object.fromEntries(await heard.exports())
    heard.end()
    await child.close()
    return { exports, asked, lines, notices }
  } catch (failure) {
    await child.close()
    return { failure, asked, lines, notices }
  }
}

async function refusal(files: Readonly<Record<string, string>>): Promise<readonly [code: string, message: string]> {
  const { failure } = await run(files)
  assert.ok(failure instanceof Failure, String(failure))
  return [failure.code, failure.message.replaceAll(join(root, String(count)), '.')]
}

const inStack = (body: string): Readonly<Record<string, string>> => ({
  'a.stack.ts': `import { stack, secret, Output } from 'slipway'\nexport default stack(async (s) => {\n${body}\n})\n`,
})

/** Lets no time pass for the code under test, so that it neither reports nor kills a process that is slow. */
function stopTime({ mock }: TestContext): void {
  mock.method(performance, 'now', () => 0)
  mock.timers.enable({ apis: ['setTimeout'] })
}

/** True while there is a process with the file in its command line. */
function isRunning(file: string): boolean {
  return globSync('/proc/[0-9]*/cmdline').some((process) => {
    try {
      return readFileSync(process, 'latin1').includes(file)
    } catch {
      return false
    }
  })
}

describe('a stack in a process of its own', () => {
  test('asks for resources, gets their fields, and exports its result', async () => {
    const { exports, failure, asked, lines } = await run(
      inStack(`const a = s.resource('a', 'x/a', { n: 1n, list: [1, null] })
console.log('hello'); console.error('trouble')
s.resource('b', 'x/b', { from: a.output('made'), text: Output.text\`<\${a.output('made')}>\` })
const known: string = await a.output<string>('made').known() ?? ''
return { known, later: a.output('made'), hidden: Output.secret('hush') }`),
    )
    assert.equal(failure, undefined)
    assert.deepEqual(
      asked.map((one) => one.split(' ')[0]),
      ['a', 'b'],
    )
    assert.deepEqual(exports, { known: 'a.made', later: 'a.made', hidden: new Secret('hush') })
    assert.deepEqual(lines.toSorted(), ['hello', 'trouble'])
  })

  test('may be a plain function, and one that returns a resource or a child exports nothing', async () => {
    for (const returned of [`s.resource('a', 'x/a')`, `s.child('net', (child) => child.resource('a', 'x/a'))`])
      assert.deepEqual((await run({ 'a.stack.ts': `export default (s) => ${returned}` })).exports, {}, returned)
  })

  test('cannot end the command: process.exit, at the top and in the function', async () => {
    assert.deepEqual(await refusal({ 'a.stack.ts': 'process.exit(3)' }), [
      'stack-file/exited',
      './a.stack.ts:1:9: a.stack.ts has ended its own process, with exit code 3',
    ])
    assert.deepEqual(await refusal(inStack('process.exit(0)')), [
      'stack-file/exited',
      './a.stack.ts:3:9: a.stack.ts has ended its own process, with exit code 0',
    ])
  })

  test('that is killed, or throws uncaught, fails the run', async () => {
    const [code, message] = await refusal(inStack("process.kill(process.pid, 'SIGKILL'); await new Promise(() => {})"))
    assert.deepEqual([code, message.includes('SIGKILL')], ['stack-file/exited', true])
    const { failure } = await run(
      inStack("setTimeout(() => { throw new Error('late') }, 1); await new Promise((r) => setTimeout(r, 5000))"),
    )
    assert.match(String(failure), /a\.stack\.ts:3:26: late$/)
  })

  test('sees nothing that opens the secrets of the state', async () => {
    const { exports } = await run(inStack("return { a: Object.values(process.env).includes('canary') }"))
    assert.deepEqual(exports, { a: false })
  })

  test('that loops is killed when the run is stopped', async () => {
    const stop = new AbortController()
    const file = join(project(inStack('console.log("begun"); await 0; for (;;);')), 'a.stack.ts')
    const child = new StackProcess({ file, program: stackProgram(), env: { PATH: process.env['PATH'] } })
    child.load({ onLine: () => stop.abort(), onNotice: () => undefined })
    await child.loaded()
    const nothing = { names: new Set<string>(), missing: new Set<string>(), has: () => false, end: () => undefined }
    const resources: Resources = {
      ...nothing,
      ask: () => Promise.reject(),
      field: () => Promise.reject(),
      read: () => Promise.reject(),
    }
    const about = { instance: 'a', isPlan: false, resources, stop: stop.signal, warn: () => undefined }
    const heard = child.listen({ ...about, clock: { sleep: () => Promise.resolve() }, isAnythingGoing: () => false })
    const over = heard.run().catch((thrown: unknown) => thrown)
    await new Promise((resolve) => stop.signal.addEventListener('abort', resolve))
    await child.close()
    assert.equal(await Promise.race([over, Promise.resolve('still waiting')]), 'still waiting')
  })

  test('may start before it is needed, and then runs the text as it is', async () => {
    const file = join(project(inStack('')), 'a.stack.ts')
    const spare = new SpareStack()
    const place = { file, program: stackProgram(), env: { PATH: process.env['PATH'] } }
    const hearing = { onLine: () => undefined, onNotice: () => undefined }
    const names: (string | undefined)[] = []
    const used = new Set<StackProcess>()
    for (const name of ['one', 'two', 'three']) {
      writeFileSync(file, `import { stack } from 'slipway'\nexport default stack({ name: '${name}' }, () => {})`)
      // A process with another environment is of no use to the third.
      const child = spare.take(name === 'three' ? { ...place, env: { ...place.env, OTHER: '1' } } : place)
      child.load(hearing)
      names.push((await child.loaded()).name)
      await child.close()
      used.add(child)
      spare.renew()
      spare.renew()
    }
    spare.close()
    assert.deepEqual([names, used.size], [['one', 'two', 'three'], 3])
  })

  test('may be started before all else, for one place', async (context) => {
    stopTime(context)
    const file = join(project(inStack('')), 'a.stack.ts')
    const place = { file, program: stackProgram(), env: { PATH: process.env['PATH'] } }
    const started = new StartedStack(place)
    const child = started.take({ ...place, env: { ...place.env, SLIPWAY_PASSPHRASE: 'not for the stack' } })
    assert.ok(child !== undefined)
    assert.equal(started.take(place), undefined)
    const stack = new StackProcess(place, child)
    stack.load({ onLine: () => undefined, onNotice: () => undefined })
    await stack.loaded()
    // The second call waits for the end that the first one has begun.
    void stack.close()
    await stack.close()
    assert.equal(child.exitCode, 0)
  })

  test('that was started for another place ends', async () => {
    const file = join(project(inStack('')), 'a.stack.ts')
    const place = { file, program: stackProgram(), env: { PATH: process.env['PATH'] } }
    const started = new StartedStack(place)
    assert.ok(isRunning(file))
    assert.equal(started.take({ ...place, env: { ...place.env, OTHER: '1' } }), undefined)
    for (let look = 0; look < 6_000 && isRunning(file); look++) await sleep(20)
    assert.ok(!isRunning(file))
  })

  test('is told of its open promises', async (context) => {
    stopTime(context)
    const { exports, notices } = await run(inStack('setInterval(() => {}, 1000); return { a: 1 }'))
    assert.deepEqual(exports, { a: 1 })
    assert.deepEqual(notices, [
      'a.stack.ts has left a timer open, which was ended with it: is an await missing? Else close it, or unref() it, before the function returns',
    ])
  })

  test('that waits for ever is told so', async () => {
    const { failure } = await run(inStack('await new Promise(() => {})'))
    assert.match(String(failure), /waits for a promise that will never settle/)
    const [code, message] = await refusal({
      'a.stack.ts': "import './lib.ts'\nexport default () => ({})",
      'lib.ts': 'await new Promise(() => {})',
    })
    assert.equal(code, 'stack-file/not-loaded')
    assert.match(message, /that it imports, waits for a promise that will never settle/)
  })

  test('has no other way to send messages', async () => {
    const [code, message] = await refusal(
      inStack(
        `const { writeSync } = await import('node:fs'); writeSync(3, 'nonsense\\n'); await new Promise((r) => setTimeout(r, 5000))`,
      ),
    )
    assert.deepEqual(
      [code, message],
      ['stack-file/bad-message', './a.stack.ts sent a message that Slipway does not understand: a line is not JSON'],
    )
    const forged = await refusal(
      inStack(
        `const { writeSync } = await import('node:fs'); writeSync(3, '{"type":"spec","name":"b","spec":{"needs":[]}}\\n'); await new Promise((r) => setTimeout(r, 5000))`,
      ),
    )
    assert.match(forged[1], /b was not asked for/)
  })

  test('reports its own mistakes with their places', async () => {
    const { failure } = await run(inStack("throw new Error('no money left', { cause: 'rent' })"))
    assert.match(String(failure), /a\.stack\.ts:3:7: no money left: rent$/)
    assert.match(
      String((await run({ 'a.stack.ts': 'export default 3' })).failure),
      /has no stack as its default export/,
    )
    for (const value of ['[1]', '42', "'up'"])
      assert.match(
        String((await run({ 'a.stack.ts': `export default () => (${value})` })).failure),
        /a stack must return its exports/,
        value,
      )
    assert.match(
      String((await run({ 'a.stack.ts': "export default (s) => ({ url: s.resource('a', 'x/y').url })" })).failure),
      /the export url is undefined: look at the name of the field/,
    )
    assert.deepEqual((await run({ 'a.stack.ts': 'export default (s) => false' })).exports, {})
  })
})

const using = (specifier: string): string => `import { a } from '${specifier}'\nexport default () => ({ a })\n`

describe('the modules of a stack', () => {
  const lib = 'export const a: string = "lib"\n'

  test('in TypeScript are ES modules, whatever the package.json says, and need no ending', async () => {
    const files = { 'package.json': '{"type":"commonjs"}', 'lib.ts': lib, 'folder/index.ts': lib }
    for (const specifier of ['./lib', './lib.js', './lib.ts', './folder'])
      assert.deepEqual((await run({ ...files, 'a.stack.ts': using(specifier) })).exports, { a: 'lib' }, specifier)
  })

  test('in JavaScript follow Node’s rules, also in linked workspaces', async () => {
    const cjs = 'exports.a = typeof require\n'
    const files = {
      'package.json': '{"type":"module"}',
      'old.cjs': cjs,
      'other/package.json': '{"name":"other","main":"x.js"}',
      'other/x.js': cjs,
    }
    assert.deepEqual((await run({ ...files, 'a.stack.ts': using('./old.cjs') })).exports, { a: 'function' })
    const folder = project({
      ...files,
      'a.stack.ts': using('other'),
      'typed/package.json': '{"name":"typed","main":"x.ts"}',
      'typed/x.ts': lib,
      'b.stack.ts': using('typed'),
    })
    mkdirSync(join(folder, 'node_modules'))
    symlinkSync('../other', join(folder, 'node_modules/other'))
    symlinkSync('../typed', join(folder, 'node_modules/typed'))
    assert.deepEqual((await runFile(join(folder, 'a.stack.ts'))).exports, { a: 'function' })
    assert.deepEqual((await runFile(join(folder, 'b.stack.ts'))).exports, { a: 'lib' })
  })

  test('get a message of ours for code that Node does not run, and for exports that slipway does not have', async () => {
    const [, ofEnum] = await refusal({ 'a.stack.ts': 'const x = 1\nenum Size { S }\nexport default () => ({})' })
    assert.equal(
      ofEnum,
      "./a.stack.ts:2:1: Node runs TypeScript by removing the types, and an enum is more than a type: write an object with `as const` (const Size = { small: 's' } as const), or a union of strings",
    )
    const [, ofNamespace] = await refusal({
      'a.stack.ts': 'namespace N { export const a = 1 }\nexport default () => ({})',
    })
    assert.match(ofNamespace, /a namespace is more than a type: put it into its own file/)
    const alias = { 'tsconfig.json': '{ "compilerOptions": { /* ours */ "paths": { "@lib/*": ["./lib/*"], } } }' }
    const [, ofAlias] = await refusal({ ...alias, 'a.stack.ts': using('@lib/x') })
    assert.match(
      ofAlias,
      /imports @lib\/x, which is an alias under "paths" in \.\/tsconfig\.json\. Node does not read that file/,
    )
    const [, ofOutputs] = await refusal({
      'a.stack.ts': "import { Outputs } from 'slipway'\nexport default () => ({})",
    })
    assert.match(ofOutputs, /slipway exports no Outputs; did you mean "Output"\?/)
    const [, ofType] = await refusal({
      'a.stack.ts': "import { Size } from './size.ts'\nexport default () => ({})",
      'size.ts': "export type Size = 'small'",
    })
    assert.equal(
      ofType,
      "./a.stack.ts:1:10: ./size.ts exports no value Size; import a type as one: import { type Size } from './size.ts'",
    )
  })

  test('can import all of slipway, and call what says what is to be', async () => {
    const both = `import { Output, RunFailed, up } from 'slipway'
import { Output as same, plan } from '@slipway/operations'
`
    const one = `${both}export default () => ({ isSame: Output === same, isFailed: new Error('x') instanceof RunFailed })`
    assert.deepEqual({ ...(await run({ 'a.stack.ts': one })).exports }, { isSame: true, isFailed: false })
    const { failure } = await run({ 'a.stack.ts': `${both}export default async () => void (await (plan ? up() : 0))` })
    assert.match(String(failure), /a\.stack\.ts:3:\d+: a stack cannot call up, because it only describes resources/)
  })

  test('that are missing are told with the line that imports them, and a package with the command that installs it', async () => {
    assert.deepEqual(await refusal({ 'a.stack.ts': `// first\n${using('./nowhere')}` }), [
      'stack-file/not-loaded',
      "./a.stack.ts:2:19: Cannot find module './nowhere' imported from ./a.stack.ts",
    ])
    const [, ofPackage] = await refusal({ 'a.stack.ts': using('./lib'), 'lib.ts': "export { a } from '@no/such/deep'" })
    assert.equal(
      ofPackage,
      './lib.ts:1:19: the package @no/such is not installed in this folder or above it: npm install @no/such',
    )
    const optional = `let a = 'there'; try { await import('no-such') } catch ({ code }) { a = code }\nexport default () => ({ a })`
    assert.deepEqual((await run({ 'a.stack.ts': optional })).exports, { a: 'ERR_MODULE_NOT_FOUND' })
  })
})

test('values arrive unchanged', () => {
  for (const value of [-0, 2n ** 70n, Number.NaN, ['a', { $int: '1' }], new Secret({ a: 1 }), { $map: 1, b: 2 }])
    assert.deepEqual(valueOf(JSON.parse(JSON.stringify(treeOf(value as never)))), valueOf(treeOf(value as never)))
  assert.deepEqual(valueOf(treeOf({ $secret: 'x' })), Object.assign(Object.create(null), { $secret: 'x' }))
  for (const forged of [{ $secret: 'x' }, { $what: 1 }, { $int: 'x' }]) assert.throws(() => valueOf(forged), TypeError)
})
