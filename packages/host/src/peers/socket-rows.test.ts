import { describe, test, type TestContext } from 'node:test'
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { endianness, tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { linesOf, parseSocketRow, parseUnixListener, writtenEnds, writtenListener } from './socket-rows.ts'

function fileOf(t: TestContext, text: string): string {
  const dir = mkdtempSync(join(tmpdir(), 'slipway-rows-'))
  t.after(() => rmSync(dir, { recursive: true, force: true }))
  const file = join(dir, 'table')
  writeFileSync(file, text)
  return file
}

const little = { skip: endianness() !== 'LE' && 'these lines are of a little-endian machine' }

describe('a table of sockets', () => {
  test('gives complete lines, wherever reading stops', (t) => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[ -~]{0,3000}$/), { maxLength: 40 }), (lines) => {
        const file = fileOf(t, lines.map((line) => `${line}\n`).join(''))
        assert.deepEqual([...linesOf(file)], lines)
      }),
      { numRuns: 30 },
    )
  })

  test('is read as the system writes it', little, () => {
    const listening =
      '   0: 0100007F:A3B4 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1001        0 5544 1 0000000000000000 100 0 0 10 0'
    assert.deepEqual(parseSocketRow(listening), {
      ends: writtenListener({ address: '127.0.0.1', port: 0xa3b4 }, 'v4'),
      isListening: true,
      uid: 1001,
      inode: 5544,
    })
    const connected =
      '12345: 0200007F:D431 0100007F:A3B4 01 00000000:00000000 00:00000000 00000000     0        0 123456789 1 0000000000000000 20 4 30 10 -1'
    assert.deepEqual(parseSocketRow(connected), {
      ends: writtenEnds({ address: '127.0.0.2', port: 0xd431 }, { address: '127.0.0.1', port: 0xa3b4 }, 'v4'),
      isListening: false,
      uid: 0,
      inode: 123_456_789,
    })
    const mapped =
      '   1: 0000000000000000FFFF00000100007F:D431 0000000000000000FFFF00000100007F:A3B4 06 00000000:00000000 03:00000D6B 00000000     0        0 0 3 0000000000000000'
    const here = { address: '127.0.0.1', port: 0xd431 }
    assert.equal(parseSocketRow(mapped)?.ends, writtenEnds(here, { ...here, port: 0xa3b4 }, 'v6'))
    assert.equal(parseSocketRow(mapped)?.inode, 0)
  })

  test('has its header and malformed lines skipped', () => {
    assert.equal(
      parseSocketRow('  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid'),
      undefined,
    )
    fc.assert(fc.property(fc.string(), (line) => void parseSocketRow(line)))
    assert.equal(parseSocketRow('0: A B 01 c d e x 0 y'), undefined)
  })

  test('lists listening unix sockets by path, even with spaces', () => {
    const head = 'ffff9d4a0cb7a400: 00000002 00000000'
    assert.deepEqual(parseUnixListener(`${head} 00010000 0001 01 32717 /run/a b/host`), {
      inode: 32_717,
      path: '/run/a b/host',
    })
    assert.equal(parseUnixListener(`${head} 00000000 0001 03 32718 /run/a b/host`), undefined)
    assert.equal(parseUnixListener(`${head} 00010000 0001 01 32719`), undefined)
  })
})
