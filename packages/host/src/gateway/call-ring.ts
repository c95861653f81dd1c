import type { CallUnderWay } from '@slipway/model'
import { RpcFailure, Status } from '@slipway/protocol'
import { OpenCall } from './open-call.ts'

/** The most nested calls. This is far more than anybody needs: such a depth means a ring in which no two calls look alike. */
const mostCallsWithin = 64

/** @throws RpcFailure when the call is the same as one in which it is made, or is too deep in others */
export function refuseRing(call: OpenCall): void {
  if (call.within === undefined) return
  const chain = chainOf(call)
  const again = chain.slice(0, -1).findIndex((outer) => isSame(outer, call))
  const words = chain.slice(Math.max(0, again)).map(({ title, pluginId }) => `${title} (${pluginId})`)
  if (again >= 0) {
    throw refusal(
      'host/call-ring',
      `plugins call each other in a circle: ${words.join(' -> ')}`,
      'one of them must not call the next',
    )
  }
  if (chain.length > mostCallsWithin) {
    const shown = [...words.slice(0, 4), '…', ...words.slice(-4)].join(' -> ')
    const message = `plugins call each other more than ${mostCallsWithin} calls deep: ${shown}`
    throw refusal('host/calls-too-deep', message, 'a function that calls itself must end sooner')
  }
}

/** From the outermost to the call itself. */
export function chainOf(call: CallUnderWay): readonly CallUnderWay[] {
  const chain: CallUnderWay[] = []
  for (let each: CallUnderWay | undefined = call; each !== undefined; each = each.within) chain.unshift(each)
  return chain
}

function isSame(outer: CallUnderWay, call: OpenCall): boolean {
  return outer instanceof OpenCall && outer.pluginId === call.pluginId && call.subject.sameAs(outer.subject)
}

function refusal(code: 'host/call-ring' | 'host/calls-too-deep', message: string, hint: string): RpcFailure {
  return new RpcFailure(code, message, { status: Status.failedPrecondition, delivered: false, hint })
}
