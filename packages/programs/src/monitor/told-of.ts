import { toldAsByPulumi } from '@slipway/protocol/pulumi'

/** A plugin that could not answer a function or a method, as Pulumi tells the program that has called it. */
export function toldOf(what: 'invocation' | 'call', token: string, error: unknown): Error {
  return new Error(`${what} of ${token} returned an error: ${toldAsByPulumi(error)}`, { cause: error })
}
