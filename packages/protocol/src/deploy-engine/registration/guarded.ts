import { Status, StatusError } from '../../wire/rpc/status.ts'
import type { IncomingCall, Route } from '../../wire/rpc/route.ts'

/** Returns the reason to refuse a caller, as a sentence for the caller; `undefined` to admit it. */
export type Guard = (call: IncomingCall) => string | undefined | Promise<string | undefined>

/** Guards the routes: callers that the guard rejects get UNAUTHENTICATED, and the handler does not run. */
export function guarded(routes: readonly Route[], guard: Guard): Route[] {
  return routes.map((route) => ({
    path: route.path,
    handle(request, call) {
      const verdict = guard(call)
      // A verdict that is not a promise costs the call no time.
      return verdict === undefined
        ? route.handle(request, call)
        : onceJudged(verdict, () => route.handle(request, call))
    },
  }))
}

async function onceJudged<T>(verdict: string | Promise<string | undefined>, proceed: () => Promise<T>): Promise<T> {
  const refusal = await verdict
  if (refusal !== undefined) throw new StatusError(Status.unauthenticated, refusal)
  return proceed()
}

/** The header that carries the token of a launch. */
export const tokenHeader = 'slipway-token'

/** Compares the caller's token with ours, in the same time whether or not they are similar. */
export function saysToken(call: Pick<IncomingCall, 'header'>, token: string): boolean {
  const said = call.header(tokenHeader) ?? ''
  let difference = said.length ^ token.length
  for (let index = 0; index < token.length; index++) difference |= said.charCodeAt(index) ^ token.charCodeAt(index)
  return token !== '' && difference === 0
}
