import {
  type AnalyzedResource,
  type CallControl,
  type ComputedValues,
  type DeployRequest,
  PluginFailure,
  type Provider,
} from '@slipway/model'
import { answeringFor } from '../answering-for.ts'
import type { Policies } from './policies.ts'

/**
 * Wraps a provider so that it refuses to make or change a resource against a mandatory policy, checked with all final values.
 *
 * @param seen gives a resource as policies see it. Default: with its spec
 */
export function analyzingProvider(
  inner: Provider,
  policies: Policies,
  seen: (resource: AnalyzedResource) => AnalyzedResource = (resource) => resource,
): Provider {
  const deploy = async (request: DeployRequest, control?: CallControl): Promise<ComputedValues> => {
    const { type, resourceName: name, instanceName: instance, spec: properties, context } = request
    const resource = seen({ type, name, instance, properties, dependsOn: [] })
    const violations = await policies.violationsBy(resource, context.config)
    const mandatory = violations.filter(({ enforcement }) => enforcement === 'mandatory')
    const [first] = mandatory
    if (first === undefined) return await inner.deploy(request, control)
    throw new PluginFailure('cli/policy-violation', `${first.message} (${first.pack}/${first.policy})`, {
      pluginId: first.pack,
      method: 'analyzer.Analyze',
      pluginErrorCode: 'BAD_INPUT',
      reasons: mandatory.map(({ message, pack, policy }) => `${message} (${pack}/${policy})`),
      refused: true,
      unsent: true,
    })
  }
  return answeringFor(inner, { deploy })
}
