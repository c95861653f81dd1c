import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { convertSnippet } from './convert-snippet.ts'
import { machine } from './testing/machine.ts'

const request = { from: 'terraform', file: 'infra/main.tf', type: 'aws:s3/bucket:Bucket', to: 'pcl' }

describe('a resource that a converter converts', () => {
  test('is passed with its type, package and neighbours, and comes back as text', async (t) => {
    const { slipway, files, said } = machine(t)
    const converted = await convertSnippet(slipway, {
      ...request,
      attributes: { acl: 'var.acl' },
      resources: { key: 'aws:kms/key:Key' },
    })
    assert.match(converted.texts['logs.pp'] ?? '', /^resource logs/)
    assert.deepEqual(converted.files, ['logs.pp'])
    assert.deepEqual({ ...converted.attributes }, { acl: 'acl' })
    assert.deepEqual({ ...converted.resourceNames }, { 'aws_s3_bucket.logs': 'logs' })
    assert.equal(converted.notConverted[0]?.line, 2)
    assert.deepEqual(files(), ['infra/main.tf'])
    const { schema, source, resources, ...asked } = said('converter')[0] ?? {}
    assert.deepEqual(asked, { filename: 'main.tf', token: request.type, pkg: 'aws', attributes: { acl: 'var.acl' } })
    assert.match(String(source), /aws_s3_bucket/)
    assert.match(JSON.stringify(resources), /"key":\{"token":"aws:kms\/key:Key","package":\{"package":"aws"/)
    assert.match(String(schema), /no plugin for nowhere is installed/)
  })

  test('is written in a language, into a folder', async (t) => {
    const { slipway, language, files } = machine(t)
    language('go', 'program')
    const { out, files: written } = await convertSnippet(slipway, { ...request, to: 'go', out: 'shop' })
    assert.equal(out, `${slipway.cwd}/shop`)
    assert.deepEqual(written, ['lib/index.ts'])
    assert.deepEqual(files(), ['infra/main.tf', 'shop/lib/index.ts'])
  })

  test('becomes a blueprint, with the whole names of types', async (t) => {
    const { slipway, language, provider } = machine(t)
    language('yaml', 'program')
    provider()
    const { texts } = await convertSnippet(slipway, { ...request, to: 'blueprint' })
    const [text = ''] = Object.values(texts)
    assert.match(text, /type: "?cloud:index:Bucket"?\n +spec:\n +title: logs/)
  })

  test('is refused if the answer names a file outside, or has nothing', async (t) => {
    const outside = machine(t, 'outside')
    await assert.rejects(convertSnippet(outside.slipway, request), {
      message:
        /^pulumi\/converter-terraform: .*it names the file "\.\.\/\.\.\/main\.pp", which leads out of its folder/,
    })
    const nothing = machine(t, 'nothing')
    await assert.rejects(convertSnippet(nothing.slipway, request), {
      code: 'convert/bad-result',
      message: 'pulumi/converter-terraform returned nothing for main.tf and gave no reason',
    })
  })

  test('is refused if no plugin writes the language', async (t) => {
    const { slipway, said } = machine(t)
    await assert.rejects(convertSnippet(slipway, { ...request, to: 'python' }), { code: 'convert/no-writer' })
    assert.deepEqual(said('converter'), [])
  })
})
