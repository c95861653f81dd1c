import { describe, test, type TestContext } from 'node:test'
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConnectionTable } from './connection-table.ts'
import { writtenEnds, type Endpoint } from './socket-rows.ts'

const host: Endpoint = { address: '127.0.0.1', port: 4000 }
const peer = (port: number): Endpoint => ({ address: '127.0.0.2', port })

const rowOf = (port: number, inode: number): string =>
  `   ${port}: ${writtenEnds(peer(port), host, 'v4')} 01 00000000:00000000 00:00000000 00000000  1001        0 ${inode} 1\n`

function tableOf(t: TestContext): { readonly table: ConnectionTable; readonly write: (text: string) => void } {
  const dir = mkdtempSync(join(tmpdir(), 'slipway-table-'))
  t.after(() => rmSync(dir, { recursive: true, force: true }))
  const file = join(dir, 'tcp')
  return {
    table: new ConnectionTable(file, 'v4'),
    write: (text) => writeFileSync(file, `  sl  local_address\n${text}`),
  }
}

describe('the connections of this machine', () => {
  test('are found by their two ends, many at a time', async (t) => {
    const { table, write } = tableOf(t)
    const ports = Array.from({ length: 500 }, (_, index) => index + 1)
    write(ports.map((port) => rowOf(port, port * 10)).join(''))
    const rows = await Promise.all(ports.map((port) => table.find(peer(port), host)))
    assert.deepEqual(
      rows.map((row) => row?.inode),
      ports.map((port) => port * 10),
    )
    assert.equal(await table.find(host, peer(1)), undefined)
    assert.equal(await table.find(peer(501), host), undefined)
  })

  test('are those at the time of the question, even during another look', async (t) => {
    const { table, write } = tableOf(t)
    write('')
    const early = table.find(peer(1), host)
    assert.equal(await early, undefined)
    const first = table.find(peer(1), host)
    write(rowOf(1, 7))
    assert.equal((await first)?.inode, 7)
    const during = first.then(() => {
      write(rowOf(2, 8))
      return table.find(peer(2), host)
    })
    assert.equal((await during)?.inode, 8)
  })

  test('are found even after many questions by strangers', async (t) => {
    const { table, write } = tableOf(t)
    write(rowOf(1, 7))
    for (let times = 0; times < 3; times++) {
      assert.equal(await table.find(peer(9), host), undefined)
      table.rest()
    }
    assert.equal((await table.find(peer(1), host))?.inode, 7)
  })

  test('are unknown if the system does not show them', async () => {
    await assert.rejects(new ConnectionTable('/no/such/table', 'v4').find(peer(1), host), { code: 'ENOENT' })
  })
})
