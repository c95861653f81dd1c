/** Speaks to the process with the commands while the test, which asks for one, waits. `run.ts` starts it. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { workerData } from 'node:worker_threads'
import type { MessagePort } from 'node:worker_threads'
import type { Command, Answer } from './run.ts'

const { port, answered } = workerData as { readonly port: MessagePort; readonly answered: Int32Array }

const server = spawn(process.execPath, [join(import.meta.dirname, 'server.ts')], { stdio: ['pipe', 'pipe', 'inherit'] })

function answer(message: Answer): void {
  port.postMessage(message)
  Atomics.store(answered, 0, 1)
  Atomics.notify(answered, 0)
}

createInterface(server.stdout).on('line', (line) => answer({ ended: JSON.parse(line) }))
const isGone = (): boolean => server.exitCode !== null || server.signalCode !== null
const answerGone = (): void =>
  answer({ gone: `the process with the commands ended with ${server.signalCode ?? server.exitCode}` })
server.on('exit', answerGone)
// Its end says it.
server.stdin.on('error', () => undefined)
port.on('message', (command: Command) => {
  if (isGone()) answerGone()
  else server.stdin.write(`${JSON.stringify(command)}\n`)
})
