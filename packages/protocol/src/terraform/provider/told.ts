import { messageOf, PluginFailure, type ComputedValues, type PluginDiagnostic } from '@slipway/model'
import { plainLines, plainWords } from '../../plain-words.ts'
import { RpcFailure } from '../../wire/rpc/channel.ts'
import { Status } from '../../wire/rpc/status.ts'
import type { Deferrable, Told } from '../client/client.ts'
import type { TerraformDiagnostic } from '../convert/message-parts.ts'
import { specPath } from './paths.ts'

/** A call of a provider, for messages. */
export interface Asked {
  readonly pluginId: string
  /** Name of the method: `provider.ReadResource`. */
  readonly method: string
}

/** The statuses of a call that the provider's own code has not answered. */
const unanswered: ReadonlySet<number> = new Set([
  Status.cancelled,
  Status.deadlineExceeded,
  Status.internal,
  Status.unavailable,
  Status.dataLoss,
])

/** How far a failed call may have had effects outside. */
export type Effect = 'none' | 'change' | 'create'

/** Makes the failure of a call that got no usable answer. A read changes nothing, however it ends. */
export function withoutAnswer(thrown: unknown, { pluginId, method }: Asked, effect: Effect): PluginFailure {
  if (thrown instanceof PluginFailure) return thrown
  const about = { pluginId, method, pluginErrorCode: 'UNEXPECTED', cause: thrown } as const
  if (!(thrown instanceof RpcFailure))
    return new PluginFailure('protocol/bad-message', `${method} was not sent: ${messageOf(thrown)}`, {
      ...about,
      refused: true,
      unsent: true,
    })
  const { code, message, delivered, ended, status, details, hint, over } = thrown
  const isUnknown = code === 'protocol/unimplemented'
  const isHeard = delivered && !isUnknown
  // The provider has answered with an error of its own instead of diagnostics.
  const isAnswer = ended && !unanswered.has(status)
  return new PluginFailure(ended && !isUnknown ? 'protocol/plugin-error' : code, plainWords(message), {
    ...about,
    reasons: plainLines([message]),
    inDoubt: effect !== 'none' && isHeard && !isAnswer,
    answered: effect === 'create' && isHeard && isAnswer,
    refused: effect === 'none' || !isHeard,
    unsent: !delivered,
    details,
    ...(over !== undefined && { over }),
    ...(hint !== undefined && { hint }),
  })
}

export function errorsIn({ diagnostics }: Told): readonly TerraformDiagnostic[] {
  return diagnostics.filter(({ severity }) => severity === 'error')
}

export interface RefusalOptions {
  readonly code?: string
  readonly hint?: string
  /** The values of a resource that exists in spite of the failure. */
  readonly made?: ComputedValues
  /** The possible effect; absent: the call has changed nothing. */
  readonly effect?: Effect
}

/** Makes the failure of a call that its provider has answered with errors. */
export function refusal(
  reasons: readonly string[],
  { pluginId, method }: Asked,
  { code = 'protocol/plugin-error', hint, made, effect = 'none' }: RefusalOptions = {},
): PluginFailure {
  const told = plainLines(reasons)
  // By the rules of the protocol, a create that is answered without a state has made nothing.
  const isDenied = effect === 'create' && made === undefined
  return new PluginFailure(code, told[0] ?? 'the provider gave no reason', {
    pluginId,
    method,
    pluginErrorCode: effect === 'none' ? 'BAD_INPUT' : 'UNEXPECTED',
    reasons: told,
    refused: effect === 'none' || isDenied,
    answered: isDenied,
    ...(made !== undefined && { made }),
    ...(hint !== undefined && { hint }),
  })
}

/** Words a complaint in one line: the place, the summary and the detail. */
export function wordsOf({ summary, detail, path }: TerraformDiagnostic): string {
  const what = detail === '' || detail === summary ? summary : summary === '' ? detail : `${summary}: ${detail}`
  return path.length === 0 ? what : `${specPath(path).replace(/^spec\.?/, '')}: ${what}`
}

/**
 * Converts the complaints for the user, who wrote the spec.
 *
 * @param method of the call that was answered with them
 */
export function asPluginDiagnostics({ diagnostics }: Told, method: string): readonly PluginDiagnostic[] {
  return diagnostics.map((each) => ({
    severity: each.severity,
    message: wordsOf({ ...each, path: [] }),
    ...(each.path.length > 0 && { path: specPath(each.path) }),
    method,
  }))
}

const deferrals: Readonly<Record<NonNullable<Deferrable['deferred']>, string>> = {
  unknown: 'it gives no reason',
  'resource-config-unknown': 'values of the resource are not known yet',
  'provider-config-unknown': 'settings of the provider are not known yet',
  'absent-prerequisite': 'something that the resource needs does not exist yet',
}

/** Returns the reason why a provider puts a call off; `undefined` if it does not. */
export function deferralIn({ deferred }: Deferrable): string | undefined {
  return deferred && `the provider puts it off: ${deferrals[deferred]}`
}
