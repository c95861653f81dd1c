import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { valueMap } from '@slipway/model'
import type { ImportedResource } from '@slipway/protocol/pulumi'
import { deploymentOf } from './deployment-of.ts'

const options = { project: 'shop', stack: 'dev', now: 0, configOf: () => valueMap([['region', 'eu']]) }

function resource(name: string, more: Partial<ImportedResource> = {}): ImportedResource {
  return {
    type: 'aws:s3/bucket:Bucket',
    name,
    logicalName: name,
    id: `${name}-1`,
    version: '',
    server: '',
    isComponent: false,
    isRemote: false,
    parent: '',
    provider: '',
    properties: [],
    inputs: valueMap(),
    outputs: valueMap(),
    ...more,
  }
}

function written(...resources: readonly ImportedResource[]) {
  const { deployment } = deploymentOf(resources, options)
  return new Map((deployment.resources ?? []).map((each) => [each.urn.split('::').slice(2).join('::'), each]))
}

const stack = 'urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev'
const net = resource('net', { type: 'net:index:Net', isComponent: true, id: '' })

describe('the state of a converter as a state of Pulumi', () => {
  test('has parents in URNs, whatever their order, and one provider for each package and version', () => {
    const all = written(
      resource('logs', { parent: 'net', version: '6.1.0' }),
      net,
      resource('plain', { version: '6.1.0' }),
    )
    assert.deepEqual(
      [...all.keys()],
      [
        'pulumi:pulumi:Stack::shop-dev',
        'net:index:Net::net',
        'pulumi:providers:aws::default_6_1_0',
        'net:index:Net$aws:s3/bucket:Bucket::logs',
        'aws:s3/bucket:Bucket::plain',
      ],
    )
    const [logs, plain, aws] = [
      all.get('net:index:Net$aws:s3/bucket:Bucket::logs'),
      all.get('aws:s3/bucket:Bucket::plain'),
      all.get('pulumi:providers:aws::default_6_1_0'),
    ]
    assert.equal(logs?.parent, 'urn:pulumi:dev::shop::net:index:Net::net')
    assert.deepEqual([plain?.parent, plain?.id, plain?.custom], [stack, 'plain-1', true])
    assert.equal(logs?.provider, `${aws?.urn}::${aws?.id}`)
    assert.equal(plain?.provider, logs?.provider)
    assert.deepEqual({ ...aws?.inputs }, { region: 'eu', version: '6.1.0' })
    assert.deepEqual(
      [all.get('net:index:Net::net')?.custom, all.get('net:index:Net::net')?.provider],
      [false, undefined],
    )
  })

  test('has providers of its own, by their names', () => {
    const eu = resource('eu', { type: 'pulumi:providers:aws', id: '', inputs: valueMap([['region', 'eu-1']]) })
    const all = written(resource('logs', { provider: 'eu' }), eu)
    const provider = all.get('pulumi:providers:aws::eu')
    assert.match(provider?.id ?? '', /^[0-9a-f]{8}-/)
    assert.equal(all.get('aws:s3/bucket:Bucket::logs')?.provider, `${provider?.urn}::${provider?.id}`)
    assert.deepEqual({ ...provider?.inputs }, { region: 'eu-1' })
    assert.equal(all.size, 3)
  })

  test('says which plugin serves a package, with which parameters, from which server', () => {
    const parameterization = {
      plugin: 'terraform-provider',
      pluginVersion: '0.9.0',
      name: 'null',
      version: '3.2.4',
      value: Buffer.from('p'),
    }
    const all = written(
      resource('one', {
        type: 'null:index:Resource',
        version: '3.2.4',
        server: 'https://plugins.example',
        parameterization,
      }),
    )
    const provider = all.get('pulumi:providers:null::default_3_2_4_https_/plugins.example')
    const { region: _, ...inputs } = { ...provider?.inputs }
    assert.deepEqual(JSON.parse(JSON.stringify(inputs)), {
      version: '3.2.4',
      __internal: {
        name: 'terraform-provider',
        parameterization: Buffer.from('p').toString('base64'),
        version: '0.9.0',
        pluginDownloadURL: 'https://plugins.example',
      },
    })
  })

  test('has extensions beside the resources', () => {
    const extension = { name: 'more', version: '1.0.0', value: Buffer.from('e') }
    const { deployment } = deploymentOf([resource('one', { extension })], options)
    const one = deployment.resources?.find(({ urn }) => urn.endsWith('::one'))
    assert.deepEqual(deployment.extensions?.[one?.extensionRef ?? ''], {
      name: 'more',
      version: '1.0.0',
      value: Buffer.from('e').toString('base64'),
    })
  })

  for (const [why, resources] of [
    [/it has the name "a" twice/, [resource('a'), resource('a')]],
    [/the parent of "a", "b", is not in it/, [resource('a', { parent: 'b' })]],
    [/the provider of "a", "b", is not in it/, [resource('a', { provider: 'b' })]],
    [/the provider of "a", "b", is not a provider/, [resource('a', { provider: 'b' }), resource('b')]],
    [/the parents and providers of "a" are a circle/, [resource('a', { parent: 'b' }), resource('b', { parent: 'a' })]],
    [
      /"a" belongs to the extension aws, but the converter names no provider/,
      [resource('a', { extension: { name: 'aws', version: '', value: Buffer.from('') } })],
    ],
  ] as const)
    test(`is refused by name: ${why.source}`, () => {
      assert.throws(() => deploymentOf(resources, options), { code: 'convert/bad-result', message: why })
    })

  test('is refused if its parents are nested deeper than in any state', () => {
    const deep = Array.from({ length: 5000 }, (_, at) => resource(`r${at}`, { parent: at === 0 ? '' : `r${at - 1}` }))
    assert.throws(() => deploymentOf(deep.toReversed(), options), {
      code: 'convert/bad-result',
      message: /^the parents of "r\d+" are nested too deep$/,
    })
  })
})
