import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { codeDirectory, useSafeDirectory } from './compiled-code.ts'

const module = join(import.meta.dirname, 'compiled-code.ts')

const around = (body: string): string => `(function(exports, require, module) {${body}})`

/** A bundle with a function that prints its greeting, and many functions that run only when `MORE` is set. */
function bundleText(greeting: string): string {
  const more = Array.from(
    { length: 400 },
    (_, index) => `function f${index}(a) { return [a, ${index}].join('+${index}') }`,
  )
  const calls = more.map((_, index) => `f${index}(1)`).join(';')
  return `(function(exports, require, module, __filename, __dirname) {
    exports.greet = (name) => ${JSON.stringify(greeting)} + name + require('node:path').basename(__filename)
    ${more.join('\n')}
    if (process.env.MORE) { ${calls} }
  })`
}

function sandbox(context: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-compiled-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  const bundle = join(folder, 'program.cjs')
  const kept = join(folder, 'kept')
  writeFileSync(bundle, bundleText('hello '))
  const run = (env: Readonly<Record<string, string>> = {}, exitCode = 0, switches: readonly string[] = []): string => {
    const program = `
      import { codeDirectory, runBundle } from ${JSON.stringify(module)}
      const { greet } = runBundle(${JSON.stringify(bundle)}, codeDirectory(process.env), 'greet')
      console.log(greet('you '))
      process.exitCode = ${exitCode}`
    const { stdout, stderr } = spawnSync(process.execPath, [...switches, '--input-type=module', '-e', program], {
      encoding: 'utf8',
      env: { NODE_COMPILE_CACHE: kept, ...env },
    })
    assert.equal(stderr, '')
    return stdout.trim()
  }
  const files = (): string[] => {
    const [own] = existsSync(kept) ? readdirSync(kept).filter((name) => name.startsWith('slipway-')) : []
    return own === undefined ? [] : readdirSync(join(kept, own)).map((name) => join(kept, own, name))
  }
  return { folder, bundle, run, files }
}

function age(file: string, hours: number): void {
  const then = Date.now() / 1000 - hours * 3600
  utimesSync(file, then, then)
}

function used(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  useSafeDirectory(env)
  return env
}

/** A text that changes when the file was written again. */
const identity = (file: string): string => `${statSync(file).ino} ${statSync(file).mtimeMs}`

describe('a bundle', () => {
  test('runs as a module of its own, and its compiled code is kept', (context) => {
    const { run, files } = sandbox(context)
    assert.equal(run(), 'hello you program.cjs')
    const [file = '', ...others] = files()
    assert.match(file, /greet(-[0-9a-z]+){4}$/)
    assert.deepEqual(others, [])
    const before = identity(file)
    assert.equal(run(), 'hello you program.cjs')
    assert.equal(identity(file), before)
  })

  test('keeps code for each set of switches of V8', (context) => {
    const { run, files } = sandbox(context)
    run()
    const [file = ''] = files()
    const before = identity(file)
    for (const size of [4, 8]) run({}, 0, [`--min-semi-space-size=${size}`])
    assert.equal(files().length, 3)
    assert.equal(identity(file), before)
  })

  test('is recompiled after an hour with the functions called since; unused code goes after a month', (context) => {
    const { run, files } = sandbox(context)
    run()
    const [file = ''] = files()
    const size = statSync(file).size
    run({ MORE: '1' })
    assert.equal(statSync(file).size, size)
    const forgotten = `${file}-of-another`
    writeFileSync(forgotten, '')
    age(forgotten, 31 * 24)
    age(file, 2)
    run({ MORE: '1' })
    assert.ok(statSync(file).size > size + 32 * 1024)
    assert.deepEqual(files(), [file])
    const before = identity(file)
    run()
    assert.equal(identity(file), before)
  })

  test('keeps nothing after a failure, or when told not to', (context) => {
    const { run, files } = sandbox(context)
    run({}, 1)
    assert.equal(run({ NODE_DISABLE_COMPILE_CACHE: '1' }), 'hello you program.cjs')
    assert.equal(run({ NODE_COMPILE_CACHE: '' }), 'hello you program.cjs')
    assert.deepEqual(files(), [])
  })

  test('runs also where nothing can be kept', (context) => {
    const { folder, run } = sandbox(context)
    const file = join(folder, 'file')
    writeFileSync(file, '')
    assert.equal(run({ NODE_COMPILE_CACHE: file }), 'hello you program.cjs')
    assert.equal(run({ NODE_COMPILE_CACHE: '/dev/null/none' }), 'hello you program.cjs')
  })

  test('with code that is cut short, or of another V8, does not run that code, and replaces it', (context) => {
    const { run, files } = sandbox(context)
    run()
    const [file = ''] = files()
    const whole = readFileSync(file)
    const foreign = Buffer.from(whole).fill(0, 4, 8)
    for (const bytes of [foreign, whole.subarray(0, 5000), Buffer.alloc(0)]) {
      writeFileSync(file, bytes)
      assert.equal(run(), 'hello you program.cjs')
      assert.notDeepEqual(readFileSync(file), bytes)
    }
  })

  test('with another text is another bundle, in any encoding', (context) => {
    const { bundle, run, files } = sandbox(context)
    run()
    writeFileSync(bundle, bundleText('hallå '))
    assert.equal(run(), 'hallå you program.cjs')
    assert.equal(run(), 'hallå you program.cjs')
    assert.equal(files().length, 2)
  })

  test('of the same length in the same file, with the earlier time, is another one, too', (context) => {
    const { bundle, run } = sandbox(context)
    run()
    const { atime, mtime } = statSync(bundle)
    utimesSync(bundle, atime, mtime)
    assert.equal(run(), 'hello you program.cjs')
    writeFileSync(bundle, bundleText('hallo '))
    utimesSync(bundle, atime, mtime)
    assert.equal(run(), 'hallo you program.cjs')
  })

  test('beside it runs in the same way when it is required, and is kept apart', (context) => {
    const { folder, bundle, run, files } = sandbox(context)
    writeFileSync(join(folder, 'words.cjs'), around("module.exports = { hello: 'good day ' }"))
    writeFileSync(bundle, around("exports.greet = (name) => require('./words.cjs').hello + name"))
    assert.equal(run(), 'good day you')
    assert.equal(run(), 'good day you')
    assert.equal(files().length, 2)
  })

  test('ignores code that somebody else may have put there, and keeps none there', (context) => {
    const { folder, bundle, run, files } = sandbox(context)
    // The code was compiled from another text of the same length; V8 does not notice the difference.
    writeFileSync(bundle, bundleText('hallo '))
    run()
    const [planted = ''] = files()
    writeFileSync(bundle, bundleText('hello '))
    run()
    const own = files().find((file) => file !== planted) ?? ''
    writeFileSync(own, readFileSync(planted))
    assert.equal(run(), 'hallo you program.cjs')
    chmodSync(folder, 0o777)
    const before = identity(own)
    assert.equal(run(), 'hello you program.cjs')
    assert.equal(identity(own), before)
  })

  test('of a plugin is kept in the launcher’s folder, unless others could put something there', (context) => {
    const { folder } = sandbox(context)
    const directory = join(folder, 'cache/compile')
    const launched = { SLIPWAY_COMPILE_CACHE: directory }
    assert.deepEqual(used({ ...launched }), { NODE_COMPILE_CACHE: directory })
    assert.deepEqual(used({ ...launched, NODE_COMPILE_CACHE: '/mine' }), { NODE_COMPILE_CACHE: '/mine' })
    assert.deepEqual(used({ SLIPWAY_COMPILE_CACHE: '/dev/null/none' }), {})
    chmodSync(join(folder, 'cache'), 0o777)
    assert.deepEqual(used({ ...launched }), {})
  })

  test('is kept in the user’s cache where the project belongs to others, and nothing is made there', (context) => {
    const { folder } = sandbox(context)
    const project = join(folder, 'project')
    mkdirSync(project)
    chmodSync(project, 0o777)
    const launched = { SLIPWAY_COMPILE_CACHE: join(project, 'compile') }
    const [ofCache, ofHome] = [{ XDG_CACHE_HOME: join(folder, 'xdg') }, { HOME: join(folder, 'home') }]
    assert.equal(used({ ...launched, ...ofCache })['NODE_COMPILE_CACHE'], join(folder, 'xdg/slipway/compile'))
    assert.equal(used({ ...launched, ...ofHome })['NODE_COMPILE_CACHE'], join(folder, 'home/.cache/slipway/compile'))
    assert.deepEqual(used({ ...launched, HOME: project }), { HOME: project })
    assert.deepEqual(readdirSync(project), [])
  })

  test('is kept where Node keeps its own code', () => {
    assert.equal(codeDirectory({ NODE_COMPILE_CACHE: '/cache' }), '/cache')
    assert.equal(codeDirectory({}), undefined)
  })
})
