import { toldAsByPulumi } from '@slipway/protocol/pulumi'

/** The error for a failed function or method call, in Pulumi's words for the calling program. */
export function toldOf(what: 'invocation' | 'call', token: string, error: unknown): Error {
  return new Error(`${what} of ${token} returned an error: ${toldAsByPulumi(error)}`, { cause: error })
}
