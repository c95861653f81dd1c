import assert from 'node:assert/strict'
import { test } from 'node:test'
import { descriptorText } from '@slipway/installer'
import type { Value } from '@slipway/model'
import { packagesIn } from './package-list.ts'

const sum = '0'.repeat(64)

test('a package list is read in Pulumi’s form and with any descriptor', () => {
  const table: readonly (readonly [written: Value, text: string])[] = [
    ['random@4.19.0', 'pulumi:random@4.19.0'],
    ['pulumi/random@v4.19.0', 'pulumi:random@4.19.0'],
    ['./near', '/shop/near'],
    ['github.com/acme/far@v1.0.0', 'git+https://github.com/acme/far@v1.0.0'],
    ['https://github.com/acme/far/sub@v1.0.0', 'git+https://github.com/acme/far@v1.0.0#sub'],
    ['git+https://host.example/repo@v1.0.0#sub', 'git+https://host.example/repo@v1.0.0#sub'],
    ['github:acme/far@v1', 'github:acme/far@v1'],
    ['oci:host.example/repo:1', 'oci:host.example/repo:1'],
    ['pulumi:random@^4', 'pulumi:random@^4'],
    [{ source: 'random', version: '4.19.0' }, 'pulumi:random@4.19.0'],
    [{ source: 'pulumi:random', version: '^4' }, 'pulumi:random@^4'],
  ]
  for (const [written, text] of table) {
    const [read] = packagesIn({ it: written }, '/shop')
    assert.equal(read && descriptorText(read.descriptor), text)
  }
})

test('a package map keeps its server, parameters and checksums', () => {
  for (const source of ['terraform-provider', 'pulumi:terraform-provider']) {
    const more = { server: 'https://host.example/p', parameters: ['hashicorp/time'], checksums: { 'linux-amd64': sum } }
    const [read] = packagesIn({ time: { source, ...more } }, '/shop')
    const { form, ...rest } = read?.descriptor ?? {}
    assert.deepEqual([form, rest], [{ form: 'pulumi', kind: 'resource', name: 'terraform-provider' }, more])
  }
})

test('an unreadable entry is named with the reason', () => {
  for (const [written, message] of [
    ['a/b/c', /the package "it" says "a\/b\/c", which is not a package/],
    ['npm:@acme', /the package "it": "npm:@acme" is not a descriptor/],
    [7, /the package "it" is neither a source nor a map/],
  ] as const)
    assert.throws(() => packagesIn({ it: written }, '/shop'), { code: 'install/bad-package', message })
})
