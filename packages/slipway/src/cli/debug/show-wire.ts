import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Failure } from '@slipway/model'
import { exitOf } from '@slipway/processes'
import type { Exchange } from '@slipway/host'
import { paint, type Console } from '../console/console.ts'
import { exitCodes } from '../console/exit-codes.ts'

export interface WireOptions {
  readonly plugin?: string
  readonly out?: string
}

/** `slipway debug wire -- COMMAND`. Returns the exit code of the command. */
export async function showWire(
  args: readonly string[],
  { plugin, out }: WireOptions,
  console: Console,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-wire-'))
  const file = out === undefined ? join(folder, 'exchanges') : resolve(console.cwd, out)
  try {
    const code = await run(args, file, console)
    if (!existsSync(file)) throw new Failure('cli/usage', `slipway ${args.join(' ')} did not call any plugin`)
    if (out !== undefined) console.err.write(`The calls are in ${file}\n`)
    else for (const exchange of exchangesIn(file, plugin)) console.out.write(exchangeText(exchange, console))
    return code
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const ignore = (): void => {}

/** Runs this program again, on the same terminal. */
async function run(args: readonly string[], file: string, { env }: Console): Promise<number> {
  const child = spawn(process.execPath, [process.argv[1] ?? '', ...args], {
    stdio: 'inherit',
    env: { ...env, SLIPWAY_PLUGINS_RECORD: file },
  })
  // Ctrl-C reaches the child as well, and the child handles it.
  process.on('SIGINT', ignore)
  const { code } = await exitOf(child)
  process.off('SIGINT', ignore)
  return code ?? exitCodes.failed
}

function exchangesIn(file: string, plugin: string | undefined): readonly Exchange[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  const all = lines.map((line) => JSON.parse(line) as Exchange)
  return plugin === undefined ? all : all.filter(({ pluginId }) => pluginId === plugin)
}

function exchangeText(
  { pluginId, method, at, durationMs, request, response, failure }: Exchange,
  { out }: Console,
): string {
  const colors = paint(out)
  const head = `${new Date(at).toISOString().slice(11, 23)} ${colors.bold(pluginId)} ${method} (${durationMs} ms)`
  const end = failure === undefined ? ['answer', response] : ['failed', failure]
  const parts = [['request', request], end].map(([name, content]) => {
    const text = JSON.stringify(content, undefined, 2)
    return `  ${String(name)}: ${text.replaceAll('\n', '\n  ')}\n`
  })
  return `${head}\n${parts.join('')}`
}
