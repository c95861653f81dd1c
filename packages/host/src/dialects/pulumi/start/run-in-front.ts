import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { Failure, messageOf } from '@slipway/model'
import { route, type RpcChannel, RpcServer } from '@slipway/protocol'
import { Engine } from '@slipway/protocol/pulumi'
import type { InstalledPlugin } from '../../dialect.ts'
import { pulumiName } from '../described/kinds.ts'
import { runOf, type SourcesToRun } from './run-by-language.ts'
import { cancel } from './run-program.ts'
import { type LanguageRun, sourceRun, type SourceStart } from './source-start.ts'

export interface InFrontOptions {
  readonly plugin: InstalledPlugin
  /** See `frontRun`. */
  readonly start: SourceStart
  readonly environment: Readonly<Record<string, string>>
  readonly cwd: string
  /** Receives messages that the plugin sends to its engine for the user. */
  readonly say: (message: string) => void
  readonly passOn: PassOn
}

/** Passes signals for this process on to the plugin, until the returned function is called. */
export type PassOn = (pass: (signal: NodeJS.Signals) => void) => () => void

/**
 * Decides how to run a plugin as a command: by starting it, or by asking the plugin of its language. Fails with `host/not-executable` if something
 * is missing.
 */
export async function frontRun(
  plugin: InstalledPlugin,
  given: Parameters<typeof sourceRun>[1],
): Promise<SourceStart | LanguageRun> {
  if (plugin.isSource !== true) return { file: plugin.file, args: given.args, variables: {} }
  return await sourceRun(plugin, given).catch((thrown: unknown) => {
    throw notRun(plugin, thrown)
  })
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
  const { file, args = [], variables } = options.start
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

interface LanguageFront extends Pick<SourcesToRun, 'runtime' | 'cwd' | 'args' | 'environment'> {
  readonly plugin: InstalledPlugin
  readonly passOn: PassOn
  readonly print: (stream: 'stdout' | 'stderr', bytes: Uint8Array) => Promise<void>
}

/**
 * Has the plugin of its language run a plugin of Pulumi as a command, without standard input: language plugins do not pass it on. Resolves
 * to its exit code; a run that a signal ended has a code of 128 or more.
 * @param print receives the output, and resolves when there is room for more
 */
export async function runInFrontByLanguage(
  language: RpcChannel,
  { plugin, passOn, print, ...sources }: LanguageFront,
): Promise<number> {
  const givenUp = new AbortController()
  let signalled: NodeJS.Signals | undefined
  const end = passOn((signal) => {
    if (signalled !== undefined) return givenUp.abort()
    signalled = signal
    void cancel(language, givenUp)
  })
  let code = -1
  try {
    const asked = { ...sources, ...pulumiName(plugin), file: plugin.file, loaderAddress: '' }
    for await (const { stdout, stderr, exitcode } of runOf(language, asked, givenUp.signal)) {
      if (stdout !== undefined) await print('stdout', stdout)
      if (stderr !== undefined) await print('stderr', stderr)
      if (exitcode !== undefined) code = exitcode
    }
  } catch (error) {
    if (signalled === undefined) throw notRun(plugin, error)
  } finally {
    end()
  }
  if (code >= 0) return code
  if (signalled !== undefined) return 128 + constants.signals[signalled]
  throw notRun(plugin, new Error('its language plugin does not say how it ended'))
}

function notRun({ file }: InstalledPlugin, cause: unknown): Failure {
  const hint = cause instanceof Failure ? cause.hint : undefined
  return new Failure('host/not-executable', `${file} cannot be run: ${messageOf(cause)}`, {
    cause,
    ...(hint && { hint }),
  })
}
