/* Like killed.test.ts, for processes: a plugin that dies while it starts a process must not leave two, or an unknown one. */
import { describe, test } from '../../../../test/cases.ts'
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ValueMap } from '@slipway/sdk'
import type { Trial } from '@slipway/sdk/testing'
import { blueprintFolder, resourceIn } from '../testing.ts'
import type { Ordered } from './call.ts'
import { killedIn } from './killed-in.ts'

const started: (() => Promise<void>)[] = []
// runs before the folder is removed, together with the records of the processes
after(() => Promise.all(started.map((end) => end())))
const folder = await blueprintFolder()

const type = 'local/process'
let specs = 0

/** Makes a spec that sleeps for a time that no other process sleeps. */
const uniqueSpec = () => ({ command: 'sleep', args: [`600.${process.pid}${String(specs++).padStart(4, '0')}`] })

/** How many processes with this spec run. */
function running({ args }: { readonly args: readonly string[] }): number {
  const commands = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      } catch {
        return ''
      }
    })
  return commands.filter((command) => command === `sleep\0${args.join('\0')}\0`).length
}

/** Long enough for a start that was cut short to arrive after all. */
const lateMs = 300

interface Killed {
  readonly it: Trial
  readonly spec: ReturnType<typeof uniqueSpec>
}

async function killed(at: Pick<Ordered, 'step' | 'afterMs'>): Promise<Killed & { readonly isWhole: boolean }> {
  const it = resourceIn(folder, type)
  const spec = uniqueSpec()
  started.push(() => it.destroy({ ...spec }))
  const { resourceId } = it.identity
  const isWhole = await killedIn({ type, resourceId, folder, method: 'create', spec, state: {}, ...at })
  return { it, spec, isWhole }
}

async function runsOnce(spec: Killed['spec']): Promise<void> {
  // the process has recorded its identity, and is about to become the program
  while (running(spec) === 0) await sleep(5)
  await sleep(lateMs)
  assert.equal(running(spec), 1)
}

async function isMadeOnce({ it, spec }: Killed): Promise<void> {
  const state: ValueMap = await it.create(spec)
  await runsOnce(spec)
  assert.equal((await it.read(spec))?.['pid'], state['pid'])
  assert.equal(await resourceIn(folder, type).read(spec), undefined)
  await it.destroy(state)
  assert.equal(running(spec), 0)
}

async function isGone({ it, spec }: Killed): Promise<void> {
  await it.destroy({ ...spec })
  await sleep(lateMs)
  assert.equal(running(spec), 0)
  assert.equal(await it.read(spec), undefined)
  assert.equal(existsSync(join(folder, '.slipway/processes', it.identity.resourceId)), false)
}

test('a local/process requested twice at once is made once', async () => {
  for (let round = 0; round < 5; round++) {
    const it = resourceIn(folder, type)
    const spec = uniqueSpec()
    const states = await Promise.all([it.create(spec), it.create(spec), it.create(spec)])
    started.push(() => it.destroy({ ...spec }))
    await runsOnce(spec)
    assert.equal(new Set(states.map((state) => state['pid'])).size, 1)
    await Promise.all(states.map((state) => it.destroy(state)))
    assert.equal(running(spec), 0)
  }
})

describe('a local/process whose plugin was killed while it was made', () => {
  for (const [what, check] of [
    ['made again it is there once', isMadeOnce],
    ['destroyed it is gone, also when it would have come late', isGone],
  ] as const) {
    test(`before each step: ${what}`, async () => {
      for (let step = 1; ; step++) {
        const { isWhole, ...it } = await killed({ step })
        await check(it)
        if (isWhole) return
      }
    })

    test(`at any moment: ${what}`, async () => {
      for (let round = 0; round < 8; round++) {
        // Kills before, during and after the call, however fast the machine is.
        const afterMs = (round * 7) % 20
        try {
          await check(await killed({ step: 0, afterMs }))
        } catch (thrown) {
          throw new Error(`killed after ${afterMs} ms`, { cause: thrown })
        }
      }
    })
  }
})
