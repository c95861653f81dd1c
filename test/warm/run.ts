import { once } from 'node:events'
import { join } from 'node:path'
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads'

export interface Command {
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  /** Whether stderr is merged into `out`, in order, like `2>&1`. */
  readonly isTogether?: boolean
}

export interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** The worker's answer. */
export type Answer = { readonly ended: Ended } | { readonly gone: string }

/** Commands share processes only in `npm test` and `npm run test:rest`: in a file that is named, each has its own. */
const isWhole = (process.env['SLIPWAY_TEST_CASES'] ?? '') !== ''

/** Variables that end or change a process at some point: a shared process must not have them. */
const isAlone = /^(NODE_OPTIONS|SLIPWAY_FAILPOINT)$/

/** Options that load something first are for plugins; they leave the command as it is. */
const isForPlugins = /^--require /

/** Commands with one limit of memory share a process that has it: the command that needs more ends it, and the test fails. */
const isLimit = /^--max-old-space-size=\d+$/

/** Node reads this variable only when it starts: a command with another value needs a process of its own. */
const authorities = 'NODE_EXTRA_CA_CERTS'

/** Whether this command may share a process with others of its test file. */
function mayShare({ args, env }: Command): boolean {
  // The tool writes to the streams of the process that starts it.
  if (args[0] === 'plugin' && args[1] === 'run') return false
  if (env[authorities] !== undefined && env[authorities] !== process.env[authorities]) return false
  return (
    isWhole &&
    !Object.entries(env).some(
      ([name, text = '']) =>
        isAlone.test(name) && !isForPlugins.test(text) && !(name === 'NODE_OPTIONS' && isLimit.test(text)),
    )
  )
}

interface Warm {
  readonly port: MessagePort
  readonly answered: Int32Array
  isBusy: boolean
}

/** By their limit of memory, '' for none. */
const warm = new Map<string, Warm>()

/** The first command of a file has a process of its own, so that each file still shows that one process can do it. */
let isFirst = true

/**
 * Runs a command in the process that commands of this test file share, and waits for its end.
 *
 * @returns `undefined` for one that needs a process of its own
 */
export function runWarm(command: Command): Ended | undefined {
  const to = freeFor(command)
  if (to === undefined) return undefined
  Atomics.store(to.answered, 0, 0)
  to.port.postMessage(command, [])
  Atomics.wait(to.answered, 0, 0)
  return endedOf(receiveMessageOnPort(to.port)?.message as Answer | undefined)
}

/** Does the same while the test goes on. */
export async function runWarmLater(command: Command): Promise<Ended | undefined> {
  const to = freeFor(command)
  if (to === undefined) return undefined
  to.isBusy = true
  to.port.ref()
  const answer = once(to.port, 'message')
  to.port.postMessage(command, [])
  const [message]: readonly unknown[] = await answer
  to.port.unref()
  to.isBusy = false
  return endedOf(message as Answer | undefined)
}

function freeFor(command: Command): Warm | undefined {
  const hasOwn = isFirst
  isFirst = false
  if (hasOwn || !mayShare(command)) return undefined
  const { NODE_OPTIONS = '' } = command.env
  const limit = isLimit.test(NODE_OPTIONS) ? NODE_OPTIONS : ''
  const known = warm.get(limit)
  if (known !== undefined) return known.isBusy ? undefined : known
  const started = start(limit)
  warm.set(limit, started)
  return started
}

function endedOf(answer: Answer | undefined): Ended {
  if (answer !== undefined && 'ended' in answer) return answer.ended
  throw new Error(answer?.gone ?? 'the process of the commands has said nothing')
}

function start(limit: string): Warm {
  const { port1: port, port2 } = new MessageChannel()
  const answered = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(join(import.meta.dirname, 'worker.ts'), {
    workerData: { port: port2, answered, limit },
    transferList: [port2],
    // Drops the test's options: the CPU counter would count twice.
    execArgv: [],
  })
  worker.unref()
  port.unref()
  return { port, answered, isBusy: false }
}
