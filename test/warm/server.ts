/**
 * Runs commands of tests one after the other in one process: a third of a small command's cost is that Node starts, loads the program, and
 * compiles it. Each incoming line is a command; the outgoing line reports its end. `run.ts` is the other side.
 */
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import '../../tools/tests/report-cpu.ts'
import { runBundle, useSafeDirectory } from '../../packages/slipway/src/startup/compiled-code.ts'
import type { Command, Ended } from './run.ts'

type Program = typeof import('../../packages/slipway/src/cli/run-command-line.ts')

const program = join(import.meta.dirname, '../../packages/slipway/dist/program.cjs')
const compiled = join(import.meta.dirname, '../../node_modules/.cache/slipway/compile')
const { runCommandLine } = runBundle(program, process.env['NODE_COMPILE_CACHE'], 'program') as Program

/** Writes to the test. The output of commands is captured, so this keeps the original function. */
const tell = process.stdout.write.bind(process.stdout)

/** Node keeps these between the commands of a process: a change by one must not affect the next. */
const signals = [
  'SIGINT',
  'SIGTERM',
  'SIGHUP',
  'exit',
  'beforeExit',
  'uncaughtException',
  'unhandledRejection',
] as const

async function run({ args, cwd, env, isTogether }: Command): Promise<Ended> {
  process.chdir(cwd)
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
  // Sets the variables that the launcher sets: plugins of the command find their compiled code there.
  Object.assign(process.env, { SLIPWAY_COMPILE_CACHE: compiled }, env)
  useSafeDirectory(process.env)
  const listeners = new Map(signals.map((signal) => [signal, process.rawListeners(signal)]))
  const out = printedTo(isTogether === true ? ['stdout', 'stderr'] : ['stdout'])
  const err = isTogether === true ? () => '' : printedTo(['stderr'])
  process.exitCode = undefined
  process.argv.splice(2, Infinity, ...args)
  await runCommandLine(args)
  const code = exitCode()
  process.exitCode = undefined
  for (const [signal, before] of listeners)
    for (const listener of process.rawListeners(signal))
      if (!before.includes(listener)) process.off(signal, listener as () => void)
  return { code, out: out(), err: err() }
}

function exitCode(): number {
  return Number(process.exitCode ?? 0)
}

/**
 * Captures the output from now on.
 * @returns the captured output
 */
function printedTo(names: readonly ('stdout' | 'stderr')[]): () => string {
  const chunks: Buffer[] = []
  const stream = new Writable({
    decodeStrings: true,
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk)
      done()
    },
  })
  for (const name of names) Object.defineProperty(process, name, { configurable: true, value: stream })
  return () => Buffer.concat(chunks).toString('utf8')
}

for await (const line of createInterface(process.stdin))
  tell(`${JSON.stringify(await run(JSON.parse(line) as Command))}\n`)
process.exit(0)
