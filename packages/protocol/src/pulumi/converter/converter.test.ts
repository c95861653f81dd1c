import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { equalValues, isSecret, PluginFailure, secret, type Value } from '@slipway/model'
import { RpcFailure } from '../../wire/rpc/channel.ts'
import { Status } from '../../wire/rpc/status.ts'
import { structToWire } from '../convert/struct.ts'
import type { ConvertProgramRequest, ConvertSnippetRequest, ConvertStateRequest } from '../gen/converter.ts'
import { DiagnosticSeverity } from '../gen/hcl.ts'
import { PulumiConverter } from './converter.ts'
import { answering } from './testing.ts'

const services = { mapper: '127.0.0.1:1', loader: '127.0.0.1:2', resolver: '127.0.0.1:3' }
const options = { pluginId: 'pulumi/converter-terraform', services, deadlineMs: 1000 }

function converter(answers: Parameters<typeof answering>[0]): PulumiConverter {
  return new PulumiConverter(answering(answers), options)
}

async function failureOf(call: Promise<unknown>): Promise<PluginFailure> {
  const failure: unknown = await call.then(
    () => 'it went well',
    (error: unknown) => error,
  )
  assert.ok(failure instanceof PluginFailure, String(failure))
  assert.equal(failure.pluginId, 'pulumi/converter-terraform')
  return failure
}

const bucket = { type: 'aws:s3/bucket:Bucket', name: 'logs', id: 'logs-1' }

describe('ConvertState', () => {
  test('hears the arguments and three services, and answers every field of a resource', async () => {
    let heard: ConvertStateRequest | undefined
    const told = {
      ...bucket,
      version: 'v6.1.0',
      pluginDownloadURL: 'https://plugins.example',
      logicalName: 'aws_s3_bucket.logs',
      isRemote: true,
      parent: 'module.net',
      provider: 'eu',
      properties: ['bucket', 'tags'],
      parameterization: { pluginName: 'terraform-provider', pluginVersion: 'v0.9.0', value: Buffer.from('p') },
      extension: { name: 'more', version: '1.0.0', value: Buffer.from('e') },
      inputs: structToWire({ bucket: 'logs-1', key: secret('k') }, { secrets: true }),
      outputs: structToWire({ bucket: 'logs-1', arn: 'arn:1' }),
    }
    const { resources, diagnostics } = await converter({
      ConvertState: (request: ConvertStateRequest) => {
        heard = request
        return {
          resources: [told, { type: 'net:index:Net', name: 'module.net', isComponent: true }],
          diagnostics: [{ severity: DiagnosticSeverity.WARNING, summary: 'one is left out' }],
        }
      },
    }).state(['/s/terraform.tfstate', '--flag'])
    assert.deepEqual(heard, {
      mapperTarget: services.mapper,
      loaderTarget: services.loader,
      resolverTarget: services.resolver,
      args: ['/s/terraform.tfstate', '--flag'],
    })
    const [one, component] = resources
    const { inputs, outputs, parameterization, extension, ...plain } = one ?? assert.fail()
    assert.deepEqual(plain, {
      type: bucket.type,
      name: 'logs',
      logicalName: 'aws_s3_bucket.logs',
      id: 'logs-1',
      version: '6.1.0',
      server: 'https://plugins.example',
      isComponent: false,
      isRemote: true,
      parent: 'module.net',
      provider: 'eu',
      properties: ['bucket', 'tags'],
    })
    assert.deepEqual(parameterization, {
      plugin: 'terraform-provider',
      pluginVersion: '0.9.0',
      name: 'aws',
      version: '6.1.0',
      value: new Uint8Array(Buffer.from('p')),
    })
    assert.deepEqual(extension, { name: 'more', version: '1.0.0', value: new Uint8Array(Buffer.from('e')) })
    assert.ok(isSecret(inputs?.['key'] ?? null))
    assert.ok(equalValues(outputs as Value, { bucket: 'logs-1', arn: 'arn:1' }))
    assert.deepEqual(
      [component?.isComponent, component?.logicalName, component?.id, component?.inputs],
      [true, 'module.net', '', undefined],
    )
    assert.deepEqual(diagnostics, [{ code: 'convert/source', severity: 'warning', message: 'one is left out' }])
  })

  test('is refused, by the name of the plugin and of the resource, for what nobody can import', async () => {
    assert.match(await refused({ ...bucket, name: '' }), /a resource has no name: "aws:s3/)
    assert.match(await refused({ ...bucket, id: '' }), /the resource "logs" has no id/)
    assert.match(await refused({ ...bucket, type: 'bucket' }), /"logs" has the type "bucket", which is not one/)
    assert.match(await refused({ ...bucket, parent: 'x'.repeat(5000) }), /"logs" has a text of 5000 characters/)
    const big = structToWire({ all: 'x'.repeat(33 * 2 ** 20) })
    assert.match(await refused({ ...bucket, inputs: big }), /"logs" has 33 MB of properties; at most 32 MB/)
  })

  test('is refused if it has more resources than any state', async () => {
    const resources = Array.from({ length: 50_001 }, () => bucket)
    const { message } = await failureOf(converter({ ConvertState: () => ({ resources }) }).state([]))
    assert.match(message, /it has 50001 resources, but the limit is 50000/)
  })
})

describe('ConvertProgram', () => {
  test('hears the folders, the services and the arguments, and answers diagnostics with places', async () => {
    let heard: ConvertProgramRequest | undefined
    const start = { line: 3, column: 7, byte: 40 }
    const said = await converter({
      ConvertProgram: (request: ConvertProgramRequest) => {
        heard = request
        return {
          diagnostics: [
            {
              severity: DiagnosticSeverity.ERROR,
              summary: 'unknown block',
              detail: 'moved blocks\u001b[2J are not supported',
              subject: { filename: 'main.tf', start, end: { line: 2, column: 1, byte: 3 } },
            },
            { severity: DiagnosticSeverity.INVALID, subject: { filename: 'a.tf' } },
          ],
        }
      },
    }).program({ source: '/s', target: '/t', generated: '/g' }, ['--all'])
    assert.deepEqual(heard, {
      sourceDirectory: '/s',
      targetDirectory: '/t',
      generatedProjectDirectory: '/g',
      mapperTarget: services.mapper,
      loaderTarget: services.loader,
      args: ['--all'],
    })
    const at = { line: 3, column: 7, offset: 40 }
    assert.deepEqual(said, [
      {
        code: 'convert/source',
        severity: 'error',
        message: 'unknown block: moved blocks[2J are not supported',
        file: 'main.tf',
        range: { start: at, end: at },
      },
      { code: 'convert/source', severity: 'error', message: 'a problem without a description', file: 'a.tf' },
    ])
  })

  test('fails by name when the converter does', async () => {
    const failure = new RpcFailure('protocol/refused', 'ConvertProgram failed: no such module', {
      status: Status.unknown,
      delivered: true,
      ended: true,
    })
    const failed = await failureOf(
      converter({ ConvertProgram: () => Promise.reject(failure) }).program(
        { source: '/s', target: '/t', generated: '/g' },
        [],
      ),
    )
    assert.deepEqual([failed.method, failed.message], ['converter.ConvertProgram', failure.message])
  })

  test('has a bounded number of diagnostics, and an error among the rest counts', async () => {
    const warning = { severity: DiagnosticSeverity.WARNING, summary: 'w' }
    const diagnostics = [...Array.from({ length: 1500 }, () => warning), { severity: DiagnosticSeverity.ERROR }]
    const said = await converter({ ConvertProgram: () => ({ diagnostics }) }).program(
      { source: '/s', target: '/t', generated: '/g' },
      [],
    )
    assert.equal(said.length, 1001)
    assert.deepEqual([said.at(-1)?.severity, said.at(-1)?.message], ['error', '… and 501 diagnostics more'])
  })
})

describe('ConvertSnippet', () => {
  const snippet = {
    filename: 'one.tf',
    source: Buffer.from('resource'),
    token: bucket.type,
    package: { name: 'aws', version: '6.1.0' },
    attributes: { bucket: 'var.name' },
    resources: {
      key: { token: 'aws:kms/key:Key', package: { name: 'aws', version: '' } },
      other: { token: 'x', package: undefined },
    },
  }

  test('hears one resource and those that it refers to, and answers its source and names', async () => {
    let heard: ConvertSnippetRequest | undefined
    const answered = await converter({
      ConvertSnippet: (request: ConvertSnippetRequest) => {
        heard = request
        return {
          filename: 'one.pp',
          source: Buffer.from('pcl'),
          attributes: { bucket: 'name' },
          resourceNames: { 'aws_s3_bucket.logs': 'logs' },
          diagnostics: [{ severity: DiagnosticSeverity.WARNING, summary: 'w' }],
        }
      },
    }).snippet(snippet)
    assert.deepEqual(
      {
        ...heard,
        source: String(Buffer.from(heard?.source ?? [])),
        attributes: { ...heard?.attributes },
        resources: { ...heard?.resources },
      },
      {
        filename: 'one.tf',
        source: 'resource',
        token: bucket.type,
        targetLoader: services.loader,
        package: schema('6.1.0'),
        attributes: { bucket: 'var.name' },
        resources: {
          key: { token: 'aws:kms/key:Key', package: schema('') },
          other: { token: 'x', package: undefined },
        },
      },
    )
    assert.deepEqual(
      [
        answered.filename,
        String(Buffer.from(answered.source)),
        answered.attributes['bucket'],
        answered.resourceNames['aws_s3_bucket.logs'],
        answered.diagnostics.length,
      ],
      ['one.pp', 'pcl', 'name', 'logs', 1],
    )
  })

  for (const [filename, why] of [
    ['../one.pp', 'leads out of its folder'],
    ['/etc/passwd', 'is not relative'],
    ['C:\\one.pp', 'is not relative'],
    ['a//b', 'is not written as a plain path'],
    ['a\nb', 'has control characters'],
  ] as const)
    test(`is refused if the answer names ${JSON.stringify(filename)}`, async () => {
      const { message } = await failureOf(converter({ ConvertSnippet: () => ({ filename }) }).snippet(snippet))
      assert.ok(message.includes(why), message)
    })
})

/** Returns the message of the refusal of a state with one resource. */
async function refused(resource: object): Promise<string> {
  return (await failureOf(converter({ ConvertState: () => ({ resources: [resource] }) }).state([]))).message
}

function schema(version: string) {
  return { package: 'aws', version, downloadUrl: '', parameterization: undefined }
}
