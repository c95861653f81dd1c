// oxlint-disable unicorn/require-post-message-target-origin -- threads have no origins
/** Takes inputs one by one, in a thread that can be ended when an input is too much for it. */
import { parentPort } from 'node:worker_threads'
import { targets } from './targets/index.ts'

export interface Task {
  readonly target: string
  readonly input: Uint8Array
}

/** The fault; undefined: the input was accepted, or refused properly. */
export type Answer = string | undefined

parentPort?.on('message', ({ target, input }: Task) => void take(target, Buffer.from(input)))

async function take(name: string, input: Buffer): Promise<void> {
  const target = targets.find((each) => each.name === name)
  let answer: Answer
  try {
    if (target === undefined) throw new Error(`there is no target ${name}`)
    await target.take(input)
  } catch (error) {
    answer = error instanceof Error ? (error.stack ?? error.message) : String(error)
    if (answer === '') answer = 'an error without words'
  }
  parentPort?.postMessage(answer)
}

parentPort?.postMessage('ready')
