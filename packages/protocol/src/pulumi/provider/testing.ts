import assert from 'node:assert/strict'
import type { CurrentResource, DeployRequest, PropertySchema, ValueMap } from '@slipway/model'
import { decode, encode, type Init, type Method } from '../../wire/codec/message.ts'
import type { RpcChannel } from '../../wire/rpc/channel.ts'
import { DiffChanges } from '../gen/provider.ts'
import { PulumiProvider } from './client.ts'

/** The name of a type with every feature that matters here. */
export const type = 'zoo:index:Animal'
const schema = JSON.stringify({
  functions: {
    'zoo:index/findAnimal:findAnimal': {
      inputs: { properties: { kind: { type: 'string' } } },
      outputs: { properties: { kind: { type: 'string' }, cage: { type: 'integer' } } },
    },
  },
  resources: {
    [type]: {
      inputProperties: {
        kind: { type: 'string' },
        name: { type: 'string' },
        chip: { type: 'integer', replaceOnChanges: true },
      },
      requiredInputs: ['kind'],
      properties: { kind: { type: 'string' }, name: { type: 'string' }, cage: { type: 'integer' } },
    },
  },
})

export type Answers = Record<string, (request: never) => unknown>

/** A plugin with the given answers that records its requests. */
export function plugin(
  answers: Answers = {},
  knownSchema?: (type: string) => PropertySchema,
  closed = new Promise<void>(() => {}),
) {
  const asked: string[] = []
  let launch = 'first'
  const all: Answers = {
    GetSchema: () => ({ schema }),
    CheckConfig: ({ news }: { news: Init<never> }) => ({ inputs: news }),
    Configure: () => ({}),
    Check: ({ news }: { news: Init<never> }) => ({ inputs: news }),
    Diff: () => ({ changes: DiffChanges.SOME }),
    ...answers,
  }
  const channel: RpcChannel = {
    async call<Request, Response>(method: Method<Request, Response>, request: Init<Request>): Promise<Response> {
      asked.push(method.name)
      const answer = all[method.name]
      if (answer === undefined) throw new TypeError(`nobody expects ${method.name}`)
      const heard = decode(method.request, encode(method.request, request))
      const said = (await answer(heard as never)) as Init<Response>
      return decode(method.response, encode(method.response, said))
    },
    stream: () => assert.fail('nobody streams'),
    close() {},
    closed,
  }
  const options = {
    pluginId: 'pulumi/zoo',
    pluginVersion: () => '1.0.0',
    namespace: 'zoo:',
    launch: () => launch,
    ...(knownSchema !== undefined && { knownSchema }),
  }
  return { provider: new PulumiProvider(channel, options), asked, relaunch: () => void (launch = 'second') }
}

export const made: CurrentResource = { spec: {}, status: 'created', dependsOn: [], lastDeployed: 0 }
export const context = { config: { region: 'north' }, variables: {} }
export const identity = { type, resourceId: 'r-1', resourceName: 'ape', instanceId: 'i-1', instanceName: 'park' }
const changes = { mustRecreate: false, modified: [], added: [], removed: [], unchanged: [], computed: [] }

export function deployed(spec: ValueMap, current?: Partial<CurrentResource>): DeployRequest {
  const before = { spec: {}, status: 'created', dependsOn: [], lastDeployed: 0, ...current } as const
  return { ...identity, spec, changes, context, ...(current !== undefined && { current: before }) }
}
