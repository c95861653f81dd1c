import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type Asking, lateAsks } from './late-asks.ts'

/** A program that has ended, in a run that would destroy something. Returns the number of waits. */
async function waitsOf(
  {
    turns = [],
    leftOpen,
    isGoing = () => true,
  }: { turns?: (() => void)[]; leftOpen?: () => string[]; isGoing?: () => boolean },
  asking: Partial<Asking> = {},
): Promise<number> {
  let waits = 0
  const sleep = async (): Promise<void> => turns[waits++]?.()
  const options = {
    instance: 'site',
    isPlan: false,
    clock: { sleep },
    warn: () => undefined,
    stop: new AbortController().signal,
    isAnythingGoing: isGoing,
    ...(leftOpen && { leftOpen: () => Promise.resolve(leftOpen()) }),
  }
  const asked = { usesKnown: false, aliases: new Set<string>(), count: () => 0, ended: () => Promise.resolve() }
  await lateAsks(options, { ...asked, ...asking })
  return waits
}

suite('a program that has ended', () => {
  test('is not waited for if it has left nothing open and has not used known()', async () => {
    assert.equal(await waitsOf({}), 0)
    assert.equal(await waitsOf({ leftOpen: () => [] }), 0)
  })

  test('is not waited for if nothing would be destroyed', async () => {
    assert.equal(await waitsOf({ isGoing: () => false, leftOpen: () => ['a timer'] }, { usesKnown: true }), 0)
  })

  test('is waited for once if it has used known(), and again as long as it asks for more', async () => {
    assert.equal(await waitsOf({}, { usesKnown: true }), 1)
    let count = 0
    const more = (): void => void count++
    assert.equal(await waitsOf({ turns: [more, more] }, { usesKnown: true, count: () => count }), 3)
  })

  test('is waited for until what it has left open is closed', async () => {
    const open = ['a timer']
    assert.equal(await waitsOf({ turns: [() => undefined, () => void open.pop()], leftOpen: () => open }), 2)
  })

  test('fails if something stays open, so that nothing is destroyed', async () => {
    await assert.rejects(waitsOf({ leftOpen: () => ['a timer', 'a connection'] }), {
      message:
        'the function has ended and has left a timer and a connection open, which may still ask for a resource that would go: is an await missing? Else close it, or unref() it, before the function returns',
    })
  })

  test('does not fail for what it has left open if it has asked for everything meanwhile', async () => {
    let isGoing = true
    const turns = [() => void (isGoing = false)]
    assert.equal(await waitsOf({ turns, isGoing: () => isGoing, leftOpen: () => ['a server'] }), 1)
  })
})
