/** Talks to the process with the commands while the test waits for an answer. `run.ts` starts it. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { workerData } from 'node:worker_threads'
import type { MessagePort } from 'node:worker_threads'
import type { Command, Answer } from './run.ts'

const { port, answered, limit } = workerData as {
  readonly port: MessagePort
  readonly answered: Int32Array
  readonly limit: string
}

const args = [...(limit === '' ? [] : [limit]), join(import.meta.dirname, 'server.ts')]
const server = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })

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
// The end of the process reports the error.
server.stdin.on('error', () => undefined)
port.on('message', (command: Command) => {
  if (isGone()) answerGone()
  else server.stdin.write(`${JSON.stringify(command)}\n`)
})
