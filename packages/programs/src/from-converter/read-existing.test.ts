import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ValueMap, valueMap } from '@slipway/model'
import type { RpcChannel } from '@slipway/protocol'
import { type ImportedResource, structFromWire, structToWire } from '@slipway/protocol/pulumi'
import type { WantedPackage } from '../providers/connections.ts'
import { ExistingResources } from './read-existing.ts'

const bucket: ImportedResource = {
  type: 'cloud:index:Bucket',
  name: 'logs',
  logicalName: 'logs',
  id: 'logs-1',
  version: '1.2.0',
  server: '',
  isComponent: false,
  isRemote: false,
  parent: '',
  provider: '',
  properties: [],
  inputs: undefined,
  outputs: undefined,
}

/** Resources of a provider that answers each read with these outputs and no inputs. */
function existing(outputs: ValueMap, failures: readonly { readonly property: string; readonly reason: string }[] = []) {
  const [wanted, asked]: [WantedPackage[], string[]] = [[], []]
  const answers: Readonly<Record<string, (request: never) => unknown>> = {
    CheckConfig: ({ news }: { news: unknown }) => ({ inputs: news, failures }),
    Configure: ({ args }: { args: never }) => {
      asked.push(`region ${JSON.stringify(structFromWire(args)['region'])}`)
      return { acceptSecrets: true, acceptResources: true, supportsPreview: true }
    },
    Parameterize: ({ value }: { value: { name: string } }) => {
      asked.push(`extension ${value.name}`)
      return { name: value.name, version: '1.0.0' }
    },
    Read: ({ id }: { id: string }) => ({ id, properties: structToWire(outputs), inputs: undefined }),
  }
  const channel = {
    call: (method: { readonly name: string }, request: never) => Promise.resolve(answers[method.name]?.(request)),
    closed: new Promise<void>(() => {}),
  } as unknown as RpcChannel
  const resources = new ExistingResources({
    start: (each) => {
      wanted.push(each)
      return Promise.resolve({
        pluginId: `pulumi/${each.pkg}`,
        channel,
        launch: () => '1',
        views: () => undefined,
        greeted: () => ({ secrets: true, resources: true, preview: true }),
      })
    },
    configOf: () => valueMap([['region', 'us']]),
    own: (name) =>
      name === 'eu' ? { ...bucket, type: 'pulumi:providers:cloud', inputs: valueMap([['region', 'eu']]) } : undefined,
  })
  return { resources, wanted, asked }
}

test('a resource is read once its provider is configured, and outputs stand for inputs that nobody reports', async () => {
  const { resources, wanted, asked } = existing(
    valueMap([
      ['id', 'logs-1'],
      ['title', 'logs'],
      ['size', 3],
    ]),
  )
  const all = await resources.read(bucket, 'urn')
  assert.deepEqual([{ ...all?.inputs }, all?.outputs?.['id']], [{ title: 'logs', size: 3 }, 'logs-1'])
  const some = await resources.read({ ...bucket, properties: ['title'] }, 'urn')
  assert.deepEqual({ ...some?.inputs }, { title: 'logs' })
  const kept = await resources.read({ ...bucket, inputs: valueMap([['title', 'mine']]) }, 'urn')
  assert.deepEqual({ ...kept?.inputs }, { title: 'mine' })
  assert.deepEqual(
    wanted.map(({ pkg, version }) => `${pkg} ${version}`),
    ['cloud 1.2.0'],
  )
  assert.deepEqual(asked, ['region "us"'])
})

test('a resource of its own provider, of a package made by parameters, or of an extension has a process of its own', async () => {
  const { resources, wanted, asked } = existing(valueMap())
  await resources.read({ ...bucket, provider: 'eu' }, 'urn')
  const value = Buffer.from('p')
  const parameterization = { plugin: 'maker', pluginVersion: '0.9.0', name: 'cloud', version: '1.2.0', value }
  await resources.read({ ...bucket, parameterization }, 'urn')
  await resources.read({ ...bucket, extension: { name: 'more', version: '1.0.0', value } }, 'urn')
  assert.deepEqual(
    wanted.map(({ pkg, version, parameter }) => [pkg, version, parameter?.name]),
    [
      ['cloud', '1.2.0', undefined],
      ['maker', '0.9.0', 'cloud'],
      ['cloud', '', undefined],
    ],
  )
  assert.deepEqual(asked, ['region "eu"', 'region "us"', 'region "us"', 'extension more'])
})

test('a provider that refuses its configuration is named, with the way to configure it', async () => {
  const { resources } = existing(valueMap(), [{ property: 'region', reason: 'is missing' }])
  await assert.rejects(resources.read(bucket, 'urn'), {
    code: 'convert/provider-refuses',
    message: 'pulumi/cloud refuses its configuration: region: is missing',
    hint: /slipway config set cloud:KEY VALUE/,
  })
})
