import assert from 'node:assert/strict'
import { mkdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { ValueMap } from '@slipway/sdk'
import { failureOf } from '@slipway/sdk/testing'
import { blueprintFolder, quietProvider } from '../testing.ts'

const folder = await blueprintFolder()

function fetch(type: string, field: string, search: string, names: readonly string[]): Promise<ValueMap> {
  return quietProvider.fetch({
    type,
    dataSourceName: 'it',
    filters: [{ field, operator: '=', search: [search] }],
    exports: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
    context: { config: {}, variables: { blueprintDir: folder } },
  })
}

async function messageFor(path: string): Promise<string> {
  return (await failureOf(fetch('local/file', 'path', path, ['content']))).message
}

describe('local/env', () => {
  test('reads a variable, and names one that is not set', async () => {
    process.env['SLIPWAY_TEST_WORD'] = 'hello'
    assert.deepEqual({ ...(await fetch('local/env', 'name', 'SLIPWAY_TEST_WORD', ['value'])) }, { value: 'hello' })
    const failure = await failureOf(fetch('local/env', 'name', 'SLIPWAY_TEST_NOTHING', ['value']))
    assert.equal(failure.message, 'the environment variable SLIPWAY_TEST_NOTHING is not set')
  })
})

describe('local/file, as a data source', () => {
  test('reads a file', async () => {
    const path = join(folder, 'a.txt')
    await writeFile(path, 'abc', { mode: 0o600 })
    const names = ['path', 'content', 'base64', 'sha256', 'size', 'mode']
    assert.deepEqual(
      { ...(await fetch('local/file', 'path', 'a.txt', names)) },
      {
        path,
        content: 'abc',
        base64: 'YWJj',
        sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
        size: 3,
        mode: '0600',
      },
    )
  })

  test('names an unreadable file', async () => {
    await mkdir(join(folder, 'directory'))
    await writeFile(join(folder, 'huge'), '')
    await truncate(join(folder, 'huge'), 5_000_000)
    assert.equal(await messageFor('nothing'), `there is no file ${join(folder, 'nothing')}`)
    assert.equal(await messageFor('directory'), `${join(folder, 'directory')} is not a file`)
    assert.match(await messageFor('huge'), /has 5000000 bytes; at most 2097152 can be read/)
  })
})
