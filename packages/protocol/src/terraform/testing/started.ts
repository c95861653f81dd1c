import assert from 'node:assert/strict'
import {
  type ComputedValues,
  type CurrentResource,
  type DeployRequest,
  PluginFailure,
  type ResourceStatus,
  type Value,
  valueMap,
} from '@slipway/model'
import { Ephemerals } from '../provider/ephemerals.ts'
import { TerraformProvider } from '../provider/provider.ts'
import { FakeTerraform } from './fake-terraform.ts'

export const context = { config: {}, variables: {} }
/** The resource that the calls of these tests are about. */
export const about = {
  type: 'fake/fake_thing',
  resourceId: 'r1',
  resourceName: 'web',
  instanceId: 'i1',
  instanceName: 'test',
}

export function start(binary = 'sha') {
  const client = new FakeTerraform()
  const ephemerals = new Ephemerals()
  const provider = new TerraformProvider(client, {
    pluginId: 'registry.opentofu.org/acme/fake',
    pluginVersion: () => '1.0.0',
    namespace: 'fake',
    launch: () => 'launch',
    ephemerals: () => ephemerals,
    binary: () => binary,
  })
  return { client, provider, ephemerals }
}

export function request(spec: Record<string, Value>, current?: CurrentResource): DeployRequest {
  const changes = { mustRecreate: false, modified: [], added: [], removed: [], unchanged: [], computed: [] }
  return { ...about, spec: valueMap(Object.entries(spec)), changes, context, ...(current !== undefined && { current }) }
}

/** Returns the record that an engine makes of a spec and the computed values of its top level. */
export function record(
  spec: Record<string, Value>,
  computed: ComputedValues,
  status: ResourceStatus = 'created',
): CurrentResource {
  const named = Object.entries(computed).flatMap(([path, value]): [string, Value][] =>
    /^spec\.\w+$/.test(path) && value !== undefined && value !== null ? [[path.slice(5), value]] : [],
  )
  return { spec: valueMap([...Object.entries(spec), ...named]), status, dependsOn: [], lastDeployed: 1 }
}

export function plain(computed: ComputedValues): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(computed).flatMap(([path, value]) =>
      path === 'spec.__terraform' || value === undefined ? [] : [[path, value] as const],
    ),
  )
}

export async function made(spec: Record<string, Value>, own = start()) {
  const current = record(spec, await own.provider.deploy(request(spec)))
  return { ...own, current }
}

export async function failureOf(answer: Promise<unknown>): Promise<PluginFailure> {
  try {
    await answer
  } catch (thrown) {
    assert(thrown instanceof PluginFailure)
    return thrown
  }
  assert.fail('it did not fail')
}
