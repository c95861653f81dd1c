import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { descriptorWord, writtenDescriptor } from './write.ts'
import { parsed, refused } from '../testing/read-descriptors.ts'

describe('the long form', () => {
  test('holds everything that the short one does, and more', () => {
    assert.deepEqual(
      parsed({
        source: 'pulumi:terraform-provider',
        version: 'v1.2.3',
        parameters: ['hashicorp/time', '0.12.0'],
        checksums: { 'linux-amd64': `sha256:${'A'.repeat(64)}` },
        server: 'https://host/path/${NAME}/',
      }),
      {
        form: { form: 'pulumi', kind: 'resource', name: 'terraform-provider' },
        version: '1.2.3',
        parameters: ['hashicorp/time', '0.12.0'],
        checksums: { 'linux-amd64': 'a'.repeat(64) },
        server: 'https://host/path/${NAME}',
      },
    )
  })

  test('names the kind of a program of the deploy engine, as --as does', () => {
    const written = { source: 'https://host/sqlite', as: 'provider:acme/sqlite@1.0.0' }
    const said = parsed('https://host/sqlite', 'provider:acme/sqlite@1.0.0')
    assert.deepEqual(parsed(written), said)
    assert.deepEqual(parsed({ source: 'https://host/sqlite' }, written.as), said)
    assert.deepEqual(writtenDescriptor(said), written)
    assert.match(refused(written, written.as).message, /both "as" and --as describe it/)
  })

  test('is JSON on a command line, and the message says so', () => {
    const descriptor = parsed('{"source": "pulumi:random@4.19.0", "server": "https://host/path"}')
    assert.deepEqual(descriptor, parsed({ source: 'pulumi:random', version: '4.19.0', server: 'https://host/path' }))
    assert.equal(descriptorWord(descriptor), `'{"source":"pulumi:random@4.19.0","server":"https://host/path"}'`)
    assert.equal(descriptorWord(parsed('pulumi:random@4')), 'pulumi:random@4')
  })

  test('a version beside a repository is its tag', () => {
    assert.deepEqual(parsed({ source: 'github:owner/repo', version: 'v1' }), parsed('github:owner/repo@v1'))
    assert.deepEqual(
      parsed({ source: 'git+https://host/repo#sub', version: 'v1' }),
      parsed('git+https://host/repo@v1#sub'),
    )
    assert.deepEqual(parsed({ source: 'oci:host/repo', version: 'v1' }), parsed('oci:host/repo:v1'))
  })

  const table: readonly (readonly [written: unknown, why: RegExp, hint?: RegExp])[] = [
    [{ source: 'pulumi:random', verison: '1.0.0' }, /it has the key "verison"/, /did you mean "version"\?/],
    [{ source: 'pulumi:random', surprise: 1 }, /it has the key "surprise"/, /its keys are source, version/],
    [{ version: '1.0.0' }, /"source" is missing/],
    [{ source: 'pulumi:random@1.0.0', version: '1.0.0' }, /both "source" and "version" have a version/],
    [{ source: 'pulumi:random', version: 4 }, /"version" is not text/, /put it into quotes: version: "4"/],
    [{ source: './plugin', version: '1.0.0' }, /only one version at a URL or a path/],
    [{ source: 'github:owner/repo', server: 'https://host/' }, /a "server" would contradict it/],
    [{ source: 'celerity/aws', parameters: ['x'] }, /only plugins of Pulumi take parameters/],
    [{ source: 'pulumi:x', parameters: Array.from({ length: 65 }, () => 'x') }, /more than 64 words/],
    [{ source: 'pulumi:x', parameters: ['x'.repeat(5000)] }, /longer than 4096 characters/],
    [{ source: 'pulumi:x', checksums: { plan9: 'a'.repeat(64) } }, /is not for a platform/],
    [{ source: 'pulumi:x', checksums: { 'linux-amd64': 'abc' } }, /not a SHA-256/],
    [{ source: 'pulumi:x', server: 'ftp://host/' }, /ftp: is not a scheme/],
    [{ source: 'pulumi:x', as: 'provider:acme/x@1.0.0' }, /already says what the plugin is/],
    [
      { source: 'https://host/x', as: 'provider:acme/x' },
      /needs kind, id and version/,
      /provider:acme\/sqlite@1\.0\.0/,
    ],
    ['{ source: pulumi:x }', /it begins like a map, but is not JSON/, /"source": "pulumi:random"/],
    ['{"source": 7}', /"source" is missing, or is not text/],
    [['pulumi:x'], /neither text nor a map/],
    [null, /neither text nor a map/],
    [7, /neither text nor a map/],
  ]
  for (const [written, why, hint = /./] of table) {
    test(JSON.stringify(written).slice(0, 60), () => {
      const { message, hint: told } = refused(written)
      assert.match(message, why)
      assert.match(told, hint)
    })
  }
})
