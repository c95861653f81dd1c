import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { runWarm } from '../../warm/run.ts'
import type { Missing } from '../needs.ts'

const slipway = join(import.meta.dirname, '../../../node_modules/.bin/slipway')

/** The `skip` of suites that need the SDK. */
export const skip: Missing = existsSync(join(import.meta.dirname, 'node_modules/@pulumi/pulumi'))
  ? false
  : 'needs the SDK of Pulumi: npm ci --prefix test/interop/pulumi --ignore-scripts'

const venv = join(import.meta.dirname, '.venv')

/** An installation that was cut short leaves a folder without the SDK. */
function hasPythonSdk(): boolean {
  return globSync('lib*/python3*/site-packages/pulumi', { cwd: venv }).length > 0
}

/** The `skip` of suites that need the SDK for Python. */
export const skipPython: Missing = hasPythonSdk()
  ? false
  : 'needs the SDK for Python: python3 -m venv test/interop/pulumi/.venv && test/interop/pulumi/.venv/bin/pip install pulumi==3.272.0'

/** Node options for processes that start the SDK for Node.js. */
export const nodeOptions = `--require ${JSON.stringify(join(import.meta.dirname, 'late-modules.cjs'))}`

interface Entry {
  readonly account: string
  readonly note?: string
  readonly page: number
  readonly pin?: unknown
  readonly urn?: string
}

interface Run {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

const ledger = join(import.meta.dirname, 'ledger.cjs')

export interface MachineOptions {
  /** Puts the plugin into its folder. */
  readonly install?: (folder: string) => void
  /** The name of the plugin in that folder. */
  readonly plugin?: string
  /** Variables for the plugin, whose values may name files of the machine. */
  readonly variables?: (at: (name: string) => string) => Readonly<Record<string, string>>
}

function installBinary(folder: string): void {
  const script = `#!/bin/sh\nexec node '${ledger}' "$@"\n`
  writeFileSync(join(folder, 'pulumi-resource-ledger'), script, { mode: 0o755 })
}

/** Installs the plugin as sources, which need their language and the SDK. */
export function installSources(folder: string): void {
  writeFileSync(join(folder, 'PulumiPlugin.yaml'), 'runtime: nodejs\n')
  writeFileSync(join(folder, 'package.json'), '{"name": "ledger", "main": "index.js"}\n')
  writeFileSync(join(folder, 'index.js'), `require(${JSON.stringify(ledger)})\n`)
  symlinkSync(join(import.meta.dirname, 'node_modules'), join(folder, 'node_modules'))
}

/** Installs a Python plugin that keeps the same book, with the interpreter that has the SDK. */
export function installPython(folder: string): void {
  writeFileSync(join(folder, 'PulumiPlugin.yaml'), 'runtime: python\n')
  copyFileSync(join(import.meta.dirname, 'ledger.py'), join(folder, '__main__.py'))
  symlinkSync(venv, join(folder, '.venv'))
}

/** The first lines of the tests' programs. */
const sdkInJavaScript = `const pulumi = require('@pulumi/pulumi')
class Entry extends pulumi.CustomResource {
  constructor(name, inputs, options) {
    super('ledger:index/entry:Entry', name, { page: undefined, note: undefined, ...inputs }, options)
  }
}
`

/** A machine with the plugin where Pulumi installs it, a book, and a blueprint with one entry. */
export function machine(
  t: TestContext,
  {
    install = installBinary,
    plugin: directory = 'resource-ledger-v1.2.0',
    variables = () => ({}),
  }: MachineOptions = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-pulumi-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const at = (name: string): string => join(folder, name)
  const plugin = at(`home/.pulumi/plugins/${directory}`)
  mkdirSync(plugin, { recursive: true })
  install(plugin)
  const env = {
    ...process.env,
    HOME: at('home'),
    NODE_OPTIONS: nodeOptions,
    // The test itself has written the program that it runs.
    SLIPWAY_TRUST: '1',
    LEDGER: at('book.json'),
    LEDGER_HOLD: at('hold'),
    LEDGER_MORE: at('more'),
    ...variables(at),
  }
  const options = { cwd: folder, env: { ...env, XDG_CACHE_HOME: at('cache'), XDG_CONFIG_HOME: at('config') } }
  const entries = (): Readonly<Record<string, Entry>> =>
    existsSync(at('book.json')) ? JSON.parse(readFileSync(at('book.json'), 'utf8')) : {}
  return {
    at,
    entries,
    /** The options for running the command on that machine. */
    options: { ...options, slipway },
    /** The tested parts of the book's entries, by id. */
    book: () => Object.entries(entries()).map(([id, { account, note }]) => `${id}: ${account}, ${note}`),
    write: (spec: string, type = '"ledger:index/entry:Entry"'): void => {
      const exported = '  page: {type: integer, field: resources.rent.spec.page}\n'
      writeFileSync(
        at('books.blueprint.yaml'),
        `version: 2025-11-02\nresources:\n  rent:\n    type: ${type}\n    spec: {${spec}}\nexports:\n${exported}`,
      )
    },
    /** Makes the folder a project with this program. A program in JavaScript says so, so that nothing loads the compiler. */
    program: (text: string, file = 'index.js'): void => {
      const runtime = file.endsWith('.ts') ? 'nodejs' : '{name: nodejs, options: {typescript: false}}'
      writeFileSync(at('Pulumi.yaml'), `name: books\nruntime: ${runtime}\n`)
      writeFileSync(at('package.json'), JSON.stringify({ name: 'books', main: file }))
      writeFileSync(at(file), file.endsWith('.ts') ? text : `${sdkInJavaScript}${text}`)
      if (!existsSync(at('node_modules'))) symlinkSync(join(import.meta.dirname, 'node_modules'), at('node_modules'))
    },
    run: (...args: string[]): Run => {
      const warm = runWarm({ args, ...options })
      if (warm !== undefined) return warm
      const { status: code, stdout: out, stderr: err } = spawnSync(slipway, args, { ...options, encoding: 'utf8' })
      return { code, out, err }
    },
    /** Runs `up` until the plugin has done the held call, kills the engine, and waits until the plugin is gone, too. */
    upKilledAt: async (method: string, isDone: () => boolean): Promise<void> => {
      writeFileSync(at('hold'), method)
      const engine = spawn(slipway, ['up', '--yes'], { ...options, stdio: 'ignore' })
      const ended = once(engine, 'exit')
      while (!isDone()) {
        if (engine.exitCode !== null) throw new Error(`up ended with ${engine.exitCode} before ${method} was called`)
        await sleep(10)
      }
      engine.kill('SIGKILL')
      await ended
      rmSync(at('hold'))
    },
  }
}
