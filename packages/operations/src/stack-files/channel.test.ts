import assert from 'node:assert/strict'
import { duplexPair } from 'node:stream'
import { test } from 'node:test'
import { Channel } from './channel.ts'

test('a channel sends many messages while their sender still has more to say, and few at the end of its turn', async () => {
  const [here, there] = duplexPair()
  const received: number[] = []
  const all = Promise.withResolvers<void>()
  const ours = new Channel(
    here,
    () => undefined,
    () => undefined,
  )
  const theirs = new Channel(
    there,
    (message) => {
      received.push((message as { readonly number: number }).number)
      if (received.length === 100) all.resolve()
    },
    () => undefined,
  )
  const written: string[] = []
  const write = here.write.bind(here)
  here.write = ((text: string) => {
    written.push(text)
    return write(text)
  }) as typeof here.write
  for (let number = 0; number < 100; number++) ours.send({ number })
  assert.equal(written.length, 1)
  await all.promise
  assert.equal(written.length, 2)
  assert.deepEqual(
    received,
    Array.from({ length: 100 }, (_, number) => number),
  )
  ours.close()
  theirs.close()
})
