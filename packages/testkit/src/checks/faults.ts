import { setTimeout as sleep } from 'node:timers/promises'
import {
  connectChannel,
  type LocalAddress,
  ProviderMethods,
  type RpcChannel,
  TransformerMethods,
} from '@slipway/protocol'
import { type Fault, FaultyProxy } from '../faulty-proxy.ts'
import { within, type LaunchedPlugin } from '../launched-plugin.ts'
import { expect, type Check, type Introduction } from '../report.ts'

/** A plugin that has registered, with its address. */
export interface FaultSubject {
  readonly process: Pick<LaunchedPlugin, 'ended' | 'hostId'>
  readonly kind: Introduction['kind']
  readonly address: LocalAddress
  /** How long an answer may take, in milliseconds. */
  readonly answerMs: number
}

/** How many connections come and go in the middle of calls: enough to hit each kind of moment. */
const times = 20

/** A plugin must survive callers that misbehave. Makes nothing. */
export const faultChecks: readonly Check<FaultSubject>[] = [
  {
    name: 'reads requests that come byte by byte',
    async run(subject) {
      const proxy = await FaultyProxy.start(subject.address)
      proxy.inject('drip')
      try {
        return await nameOf(subject, proxy.address)
      } finally {
        await proxy.close()
      }
    },
  },
  survives('cut', 'survives connections that end in the middle of a request'),
  survives('leave', 'survives callers that do not wait for the answer'),
  survives('garbage', 'survives bytes that are not a request'),
]

function survives(fault: Fault, name: string): Check<FaultSubject> {
  return {
    name,
    async run(subject) {
      const proxy = await FaultyProxy.start(subject.address)
      proxy.inject(fault)
      try {
        for (let count = 0; count < times; count++) await nameOf(subject, proxy.address).catch(() => undefined)
      } finally {
        await proxy.close()
      }
      const end = await within(100, subject.process.ended)
      expect(end === undefined, `it ends: ${end}`)
      const answer = await nameOf(subject, subject.address).catch((thrown: unknown) => thrown)
      expect(typeof answer === 'string', `it does not answer the next caller: ${String(answer)}`)
      return `${times} times, and the next caller is answered`
    },
  }
}

/** A plugin learns the id of its host from the answer to its registration, and refuses every call until then. */
export async function knowsItsHost(subject: FaultSubject): Promise<void> {
  for (const end = performance.now() + subject.answerMs; performance.now() < end; await sleep(pauseMs)) {
    const answer = await nameOf(subject, subject.address).catch(() => undefined)
    if (answer !== undefined) return
  }
}

const pauseMs = 10

/** The plugin's description, asked over a connection of its own. */
async function nameOf(subject: FaultSubject, address: LocalAddress): Promise<string> {
  const channel = connectChannel(address)
  try {
    const { errorResponse, name } = await asked(channel, subject)
    expect(errorResponse === undefined, `it answers with an error: ${errorResponse?.message}`)
    return `it says ${name}`
  } finally {
    channel.close()
  }
}

async function asked(channel: RpcChannel, { process, kind, answerMs: deadlineMs }: FaultSubject) {
  const request = { hostId: process.hostId }
  if (kind === 'transformer') {
    const answer = await channel.call(TransformerMethods.GetTransformName, request, { deadlineMs })
    return { errorResponse: answer.errorResponse, name: answer.nameInfo?.transformName }
  }
  const answer = await channel.call(ProviderMethods.GetNamespace, request, { deadlineMs })
  return { errorResponse: answer.errorResponse, name: answer.namespace?.namespace }
}
