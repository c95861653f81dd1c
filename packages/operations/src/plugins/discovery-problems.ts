import type { DiscoveryProblem } from '@slipway/host'
import { Failure, parsePluginId } from '@slipway/model'

/** Fails with what keeps a plugin that lies in a plugin directory from being launched: all that is installed is required. */
export function assertAllUsable(problems: readonly DiscoveryProblem[]): void {
  const [first, ...others] = problems.filter(({ severity }) => severity === 'error')
  if (first !== undefined) throw failureOf(first, others)
}

/**
 * Why there is no provider for a namespace though one lies in a plugin directory. `undefined`: none does.
 *
 * @param problems of a discovery that found no usable provider for it.
 */
export function refusalOf(namespace: string, problems: readonly DiscoveryProblem[]): Failure | undefined {
  const [first, ...others] = problems
    .filter(({ pluginId = '' }) => isOf(namespace, pluginId))
    .toSorted((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'))
  return first === undefined ? undefined : failureOf(first, others)
}

/**
 * Why plugins of a kind may not be launched. `undefined`: there is none that lies in a plugin directory and may not.
 *
 * @param why it matters
 */
export function refusalOfKind(kind: string, problems: readonly DiscoveryProblem[], why: string): Failure | undefined {
  const [first, ...others] = problems.filter((one) => one.kind === kind && one.severity === 'error')
  return first === undefined ? undefined : failureOf(first, others, [why])
}

/** A namespace with a colon is one of Pulumi, whose plugins have no other owner. */
function isOf(namespace: string, pluginId: string): boolean {
  const isForeign = namespace.endsWith(':')
  const name = isForeign ? namespace.slice(0, -1) : namespace
  return parsePluginId(pluginId)?.plugin === name && pluginId.startsWith('pulumi/') === isForeign
}

function failureOf(
  { code, message, hint }: DiscoveryProblem,
  others: readonly DiscoveryProblem[],
  details: readonly string[] = [],
): Failure {
  return new Failure(code, message, {
    ...(hint !== undefined && { hint }),
    details: [...details, ...others.map((other) => other.message)],
  })
}
