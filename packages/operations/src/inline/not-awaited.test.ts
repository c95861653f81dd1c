import { describe, test } from '../../../../test/cases.ts'
import assert from 'node:assert/strict'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { corePluginRoot, type InlineProgram, listState, type ProgramStack, type Slipway, up } from '../index.ts'
import { compiled } from '../../../../test/compiled.ts'

const instance = 'site'

/** Runs programs in a user's folder. Returns the records afterwards and the reasons of a failure. */
function place(context: TestContext) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-not-awaited-')))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  const env = { ...compiled, HOME: folder, PATH: process.env['PATH'] }
  const slipway: Slipway = { env, cwd: folder, ownPlugins: corePluginRoot() }
  return async (program: InlineProgram, stop?: AbortSignal) => {
    const result = await up(slipway, {
      instance,
      program,
      approve: true,
      throws: false,
      ...(stop !== undefined && { stop }),
    })
    const { resources } = await listState(slipway, { instance })
    return {
      outcome: result.outcome,
      names: resources.map(({ name }) => name).toSorted(),
      reasons: 'run' in result ? result.run.reasons.join('\n').replaceAll(import.meta.filename, 'PROGRAM') : '',
    }
  }
}

function idOf(stack: ProgramStack) {
  return stack.resource('id', 'random/id', { byteLength: 2 }).output('result')
}

function page(stack: ProgramStack): void {
  stack.resource('page', 'local/file', { path: 'page.txt', content: 'precious' })
}

function failing(stack: ProgramStack): Promise<void> {
  return idOf(stack)
    .known()
    .then(() => {
      throw new Error('not this one')
    })
}

/** Asks for more a moment after an output is known, in a function that is not awaited. */
function askingLater(stack: ProgramStack): void {
  const asking = async (): Promise<void> => {
    await idOf(stack).known()
    await sleep(50)
    page(stack)
  }
  void asking()
}

const ways: Readonly<Record<string, InlineProgram>> = {
  'in what follows': (stack) => {
    void idOf(stack)
      .known()
      .then(() => page(stack))
  },
  'in what follows after a while': (stack) => {
    void idOf(stack)
      .known()
      .then(() => sleep(200))
      .then(() => page(stack))
  },
  'in a function of its own': (stack) => {
    const asking = async (): Promise<void> => {
      await idOf(stack).known()
      page(stack)
    }
    void asking()
  },
}

describe('a request that a program does not await', () => {
  for (const [way, program] of Object.entries(ways))
    test(`is made, and stays: ${way}`, async (context) => {
      const run = place(context)
      assert.deepEqual((await run(program)).names, ['id', 'page'])
      const again = await run(program)
      assert.deepEqual([again.outcome, again.names], ['unchanged', ['id', 'page']])
    })

  test('ends nothing else when it fails', async (context) => {
    const { outcome, names, reasons } = await place(context)((stack) => {
      const bad = stack.resource('bad', 'local/file', { path: 'no\0file', content: 'x' })
      void bad.output('path').known()
      void bad
        .output('path')
        .known()
        .then(() => page(stack))
      idOf(stack)
    })
    assert.deepEqual([outcome, names], ['failed', ['bad', 'id']])
    assert.match(reasons, /bad could not be made or read/)
  })

  test('fails the run by its own failure, unless the program handles that', async (context) => {
    const run = place(context)
    assert.match((await run((stack) => void failing(stack))).reasons, /the program failed: not this one/)
    assert.equal((await run((stack) => void failing(stack).catch(() => undefined))).outcome, 'unchanged')
  })

  test('is still heard when it comes a moment late, before its resource would be destroyed', async (context) => {
    const run = place(context)
    await run((stack) => {
      idOf(stack)
      page(stack)
    })
    const again = await run(askingLater)
    assert.deepEqual([again.outcome, again.names], ['unchanged', ['id', 'page']])
  })

  test('fails the run when it comes too late, also during removals', async (context) => {
    const run = place(context)
    await run((stack) => {
      idOf(stack)
      page(stack)
    })
    const { outcome, reasons } = await run((stack) => {
      idOf(stack)
      const asking = (): void => {
        try {
          stack.export('probe', 'x')
          setImmediate(asking)
        } catch {
          // The request came too late.
        }
      }
      asking()
    })
    assert.equal(outcome, 'failed')
    assert.match(reasons, /PROGRAM:\d+:\d+: the export probe comes too late/)
  })

  test('holds up nothing once the run is stopped', async (context) => {
    const stop = new AbortController()
    const { outcome, names } = await place(context)((stack) => {
      void idOf(stack)
        .known()
        .then(() => {
          setImmediate(() => stop.abort())
          return new Promise<never>(() => undefined)
        })
    }, stop.signal)
    assert.deepEqual([outcome, names], ['cancelled', ['id']])
  })

  test('is refused once the program has ended', async (context) => {
    const kept: ProgramStack[] = []
    await place(context)((stack) => void kept.push(stack))
    const [ended] = kept
    assert.ok(ended)
    assert.throws(() => page(ended), /page comes too late: the program has ended; await the function that asks for it/)
    assert.throws(() => ended.export('page', 'x'), /the export page comes too late/)
  })
})
