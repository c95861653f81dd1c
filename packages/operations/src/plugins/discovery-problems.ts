import type { DiscoveryProblem, InstalledPlugin } from '@slipway/host'
import { Failure, parsePluginId } from '@slipway/model'

/** Fails if any plugin in a plugin directory may not be launched, for callers that need all installed plugins. */
export function assertAllUsable(problems: readonly DiscoveryProblem[]): void {
  const [first, ...others] = problems.filter(({ severity }) => severity === 'error')
  if (first !== undefined) throw failureOf(first, others)
}

/**
 * The reason why a provider in a plugin directory is unusable for a namespace; `undefined` if there is no such provider.
 *
 * @param problems from a discovery that found no usable provider for the namespace
 * @param source the id of the plugin for which the namespace stands in this project, if it stands for one
 */
export function refusalOf(
  namespace: string,
  problems: readonly DiscoveryProblem[],
  source: string | undefined,
): Failure | undefined {
  const isNamed = ({ pluginId, concernsNamed }: DiscoveryProblem): boolean =>
    source !== undefined && (concernsNamed === true || pluginId === source)
  const [first, ...others] = problems
    .filter((problem) => isOf(namespace, problem.pluginId ?? '') || isNamed(problem))
    .toSorted((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'))
  return first === undefined ? undefined : failureOf(first, others)
}

/** The problems of discovery that matter to users of this plugin. */
export function problemsOf(
  { id, dialect }: Pick<InstalledPlugin, 'id' | 'dialect'>,
  problems: readonly DiscoveryProblem[],
): readonly DiscoveryProblem[] {
  return problems.filter(
    ({ pluginId, concernsNamed }) => pluginId === id || (concernsNamed === true && dialect.isNamedByProject === true),
  )
}

/**
 * Returns the reason why plugins of a kind in a plugin directory may not be launched; `undefined` if there are none.
 *
 * @param why the reason why the problem matters
 */
export function refusalOfKind(kind: string, problems: readonly DiscoveryProblem[], why: string): Failure | undefined {
  const [first, ...others] = problems.filter((one) => one.kind === kind && one.severity === 'error')
  return first === undefined ? undefined : failureOf(first, others, [why])
}

/** True if a plugin has this namespace. A colon marks a Pulumi namespace, whose plugins all have the owner `pulumi`. */
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
