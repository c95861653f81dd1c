import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { closeWriting } from './make-pipes.ts'
import { PipeSupply } from './pipe-supply.ts'

describe('a supply of pipes', { skip: process.platform === 'win32' }, () => {
  test('gives each pipe only once, even more than it makes at once', async (context) => {
    const folder = join(mkdtempSync(join(tmpdir(), 'slipway-pipes-')), 'supply')
    context.after(() => rmSync(join(folder, '..'), { recursive: true, force: true }))
    const supply = new PipeSupply(folder)
    for (let index = 0; index < 100; index++) {
      const pipes = await supply.open(2)
      for (const [at, end] of pipes.writing.entries()) writeSync(Number(end), `${index} ${at}`)
      closeWriting(pipes)
      assert.deepEqual(await Promise.all(pipes.reading.map((stream) => text(stream))), [`${index} 0`, `${index} 1`])
    }
    assert.ok(readdirSync(folder).length > 0)
    await supply.close()
    assert.equal(existsSync(folder), false)
  })

  test('gives pipes also when its folder cannot hold any', async (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'slipway-pipes-'))
    context.after(() => rmSync(folder, { recursive: true, force: true }))
    writeFileSync(join(folder, 'file'), '')
    const supply = new PipeSupply(join(folder, 'file'))
    const pipes = await supply.open(1)
    writeSync(Number(pipes.writing[0]), 'all the same')
    closeWriting(pipes)
    const [reading] = pipes.reading
    assert.ok(reading !== undefined)
    assert.equal(await text(reading), 'all the same')
    await supply.close()
  })
})
