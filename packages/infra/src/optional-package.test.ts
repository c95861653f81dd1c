import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { loadPackages, optionalPackages } from './optional-package.ts'

const lacking = (name: string) => async () => {
  throw Object.assign(new Error(`Cannot find package '${name}' imported from here`), { code: 'ERR_MODULE_NOT_FOUND' })
}

test('the packages that only one agent plugin needs are the optional peers of package.json', () => {
  const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
    readonly peerDependencies: Readonly<Record<string, string>>
    readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional: boolean }>>
  }
  const { zod: _everybodys, ...peers } = manifest.peerDependencies
  assert.deepEqual(Object.assign({}, ...Object.values(optionalPackages)), peers)
  assert.deepEqual(Object.keys(manifest.peerDependenciesMeta).sort(), Object.keys(peers).sort())
})

test('an agent plugin without its package says what to install', async () => {
  await assert.rejects(loadPackages('etcd', lacking('cockatiel')), {
    code: 'infra/package-missing',
    message: 'the agent plugin @slipway/infra/etcd needs the package cockatiel, which is not installed',
    hint: 'run npm install etcd3@^1.1.2 cockatiel@^3.2.1',
  })
  await assert.rejects(loadPackages('etcd', lacking('something-else')), { code: 'ERR_MODULE_NOT_FOUND' })
})
