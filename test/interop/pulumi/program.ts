import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import { discoverPlugins, PluginHost, type ProgramEnd, pulumi, pulumiRoots, runProgram } from '@slipway/host'
import { type ValueMap, valueMap } from '@slipway/model'
import { nodeOptions } from './machine.ts'

const languages = join(import.meta.dirname, '../../../packages/operations/dist/languages')

export interface ProgramOptions {
  readonly language: 'nodejs' | 'python'
  readonly files: Readonly<Record<string, string>>
  readonly options?: ValueMap
  /** The file or folder to run, in the program's folder. */
  readonly entry?: string
  /** If true, the program does not find the SDK. */
  readonly withoutSdk?: boolean
}

interface Run {
  readonly end: ProgramEnd
  /** The program's messages to its engine. */
  readonly said: readonly Readonly<Record<string, unknown>>[]
  readonly printed: readonly string[]
}

/** Runs a program on a machine of its own, with a monitor that answers at once. */
export async function program(t: TestContext, given: ProgramOptions) {
  const { language, options = valueMap(), entry = '.' } = given
  const home = mkdtempSync(join(tmpdir(), 'slipway-program-'))
  const folder = join(home, 'program')
  mkdirSync(folder)
  const write = (files: ProgramOptions['files']): void => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
  }
  write(given.files)
  if (given.withoutSdk !== true) {
    const [sdk, from] = language === 'nodejs' ? ['node_modules', 'node_modules'] : ['.venv', '.venv']
    symlinkSync(join(import.meta.dirname, from), join(folder, sdk))
  }
  const monitor = await startMonitor()
  const printed: string[] = []
  const env = { ...process.env, HOME: home, NODE_OPTIONS: nodeOptions, XDG_CACHE_HOME: join(home, 'cache') }
  const roots = pulumiRoots({ env: {}, home, bundled: [languages] })
  const { plugins } = discoverPlugins({ dialects: [pulumi], roots })
  const host = new PluginHost({
    plugins,
    logDir: join(home, 'logs'),
    runtimeDir: join(home, 'run'),
    environment: env,
    cwd: folder,
    onPrinted: ({ line }) => printed.push(line),
  })
  t.after(async () => {
    await host.stop()
    monitor.end()
    rmSync(home, { recursive: true, force: true })
  })
  const run = async ({ dryRun = false, stop = new AbortController().signal } = {}): Promise<Run> => {
    monitor.said.length = 0
    printed.length = 0
    const { channel } = await host.connect(`pulumi/language-${language}`)
    const request = {
      project: 'shop',
      stack: 'dev',
      organization: 'organization',
      config: { 'shop:greeting': 'hello', 'shop:token': 'hush', 'other:list': '[1,2]' },
      configSecretKeys: ['shop:token'],
      dryRun,
      parallel: 8,
      monitorAddress: monitor.address,
      engineAddress: monitor.address,
      program: { root: folder, folder, entry, options },
    }
    const end = await runProgram(channel, request, stop)
    return { end, said: [...monitor.said], printed: [...printed] }
  }
  return { run, write, folder, home, host, printed, said: monitor.said }
}

async function startMonitor() {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'monitor.cjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const said: Readonly<Record<string, unknown>>[] = []
  const { promise, resolve } = Promise.withResolvers<string>()
  createInterface(child.stdout).on('line', (line) => {
    if (/^\d+$/.test(line)) resolve(`127.0.0.1:${line}`)
    else said.push(JSON.parse(line))
  })
  return { address: await promise, said, end: () => child.stdin.end() }
}
