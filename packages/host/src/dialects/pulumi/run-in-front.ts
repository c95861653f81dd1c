import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { dirname } from 'node:path'
import { Failure, messageOf } from '@slipway/model'
import { route, RpcServer } from '@slipway/protocol'
import { Engine } from '@slipway/protocol/pulumi'
import type { InstalledPlugin } from '../dialect.ts'
import { readRuntime } from './plugin-yaml.ts'
import { type SourceStart, sourceStart } from './source-start.ts'

export interface InFrontOptions {
  readonly plugin: InstalledPlugin
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly cwd: string
  /** What the plugin asks its engine to say. */
  readonly say: (message: string) => void
  /** Has signals that come for us go on to the plugin, until what it returns is called. */
  readonly passOn: (pass: (signal: NodeJS.Signals) => void) => () => void
}

/**
 * Runs a plugin of Pulumi as a command: it has the terminal, and its exit code is the answer. It finds the address of its
 * engine in PULUMI_RPC_TARGET. Fails with `host/not-executable` when it cannot be started.
 */
export async function runInFront(options: InFrontOptions): Promise<number> {
  const engine = new RpcServer([
    route(Engine.Log, ({ message }) => {
      options.say(message)
      return {}
    }),
  ])
  const address = await engine.listen({ port: 0 })
  try {
    return await run(options, `127.0.0.1:${'port' in address ? address.port : 0}`)
  } finally {
    await engine.close()
  }
}

async function run(options: InFrontOptions, target: string): Promise<number> {
  const { plugin, environment, cwd, passOn } = options
  const { file, args = [], variables } = await startOf(options)
  const env = { ...environment, ...variables, PULUMI_RPC_TARGET: target }
  return await new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, env, stdio: 'inherit' })
    const end = passOn((signal) => child.kill(signal))
    child.once('error', (error) => {
      end()
      reject(notRun(plugin, error))
    })
    child.once('exit', (code, signal) => {
      end()
      resolve(code ?? 128 + constants.signals[signal ?? 'SIGKILL'])
    })
  })
}

/** Sources in a language that Slipway does not run itself cannot have the terminal. */
async function startOf({ plugin, args, cwd }: InFrontOptions): Promise<SourceStart> {
  if (plugin.isSource !== true) return { file: plugin.file, args, variables: {} }
  const runtime = readRuntime(plugin.file)
  const about = { args, kind: plugin.kind, pwd: cwd }
  const start = await sourceStart(dirname(plugin.file), runtime, about).catch((thrown: unknown) => {
    // It says what is missing: an SDK, an interpreter.
    throw thrown instanceof Failure ? thrown : notRun(plugin, thrown)
  })
  if (start !== undefined) return start
  throw new Failure(
    'host/not-executable',
    `${plugin.file} is source code for ${runtime.name}, which Slipway cannot run as a command`,
  )
}

function notRun({ file }: InstalledPlugin, cause: unknown): Failure {
  return new Failure('host/not-executable', `${file} cannot be run: ${messageOf(cause)}`, { cause })
}
