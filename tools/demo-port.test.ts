import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { freePort } from './demo-port.ts'

test('a port that somebody listens on is passed over for the next that is free', async () => {
  const taken = createServer()
  await once(taken.listen(0, '127.0.0.1'), 'listening')
  const address = taken.address()
  assert.ok(typeof address === 'object' && address !== null)
  const other = await freePort(address.port)
  assert.ok(other > address.port && other < address.port + 20)
  const free = createServer()
  await once(free.listen(other, '127.0.0.1'), 'listening')
  free.close()
  taken.close()
})

test('the last ports of all are followed by any that is free', async () => {
  const taken = createServer()
  await once(taken.listen(65_535, '127.0.0.1'), 'listening')
  const other = await freePort(65_535)
  assert.ok(other > 0 && other < 65_535)
  taken.close()
})
