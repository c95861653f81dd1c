import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { isSecret, isUnknown } from '@slipway/model'
import { describe, test } from '../../../../test/cases.ts'
import {
  corePluginRoot,
  destroy,
  exportsOf,
  type InlineProgram,
  listState,
  type OperationEvent,
  Output,
  plan,
  refresh,
  showRecord,
  type Slipway,
  up,
} from '../index.ts'
import { compiled } from '../../../../test/compiled.ts'

const instance = 'site'

/** A user's folder with the real bundled plugins. */
class Place {
  readonly folder: string
  readonly slipway: Slipway
  readonly events: OperationEvent[] = []

  constructor(context: TestContext) {
    this.folder = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-inline-')))
    context.after(() => rmSync(this.folder, { recursive: true, force: true }))
    const env = { ...compiled, HOME: this.folder, PATH: process.env['PATH'] }
    this.slipway = { env, cwd: this.folder, ownPlugins: corePluginRoot() }
  }

  async up(program: InlineProgram) {
    const request = { instance, program, approve: true, throws: false } as const
    return await up(this.slipway, request, (event) => this.events.push(event))
  }

  /** The steps of the plan, such as `create page`, in the order of requests. */
  async plan(program: InlineProgram): Promise<readonly string[]> {
    const made = await plan(this.slipway, { instance, program })
    return made.plan.steps.map(({ action, name }) => `${action} ${name}`)
  }

  /** Returns the reasons of a failed run as text. */
  async failing(program: InlineProgram): Promise<string> {
    const result = await this.up(program)
    assert.equal(result.outcome, 'failed')
    assert.ok('run' in result)
    return [...result.run.reasons, ...result.run.failures.flatMap(({ name, reasons }) => `${name}: ${reasons.join()}`)]
      .join('\n')
      .replaceAll(import.meta.filename, 'PROGRAM')
  }

  text(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8')
  }

  async record(name: string) {
    const shown = await showRecord(this.slipway, name, { instance })
    assert.ok('resource' in shown)
    return shown.resource
  }

  async names(): Promise<readonly string[]> {
    const { resources } = await listState(this.slipway, { instance })
    return resources.map(({ name }) => name)
  }
}

/** A page with an id and a variable greeting. */
function greeting(word: string): InlineProgram {
  return (stack) => {
    const id = stack.resource('id', 'random/id', { byteLength: 4 })
    const page = stack.resource('page', 'local/file', {
      path: 'page.html',
      content: Output.text`<h1>${word}</h1>${id.output('result').map((text) => text.length)}`,
    })
    stack.export('path', page.output('path'))
    stack.export('both', { id: id.output('result'), list: [page.output('path')] })
  }
}

function file(path: string) {
  return { path, content: path }
}

const onlyRenamed: InlineProgram = (stack) => {
  stack.resource('new', 'random/id', { byteLength: 2 }, { aliases: ['old'] })
}

const misspelt: InlineProgram = (stack) => {
  // @ts-expect-error a file has no contents
  stack.resource('page', 'local/file', { path: 'x', contents: 'x' })
}

const misread: InlineProgram = (stack) => {
  const page = stack.resource('page', 'local/file', { path: 'x', content: 'x' })
  // @ts-expect-error a file has no pth
  stack.export('path', page.output('pth'))
}

const twice: InlineProgram = (stack) => {
  stack.resource('id', 'random/id', { byteLength: 2 })
  stack.resource('id', 'random/id', { byteLength: 2 })
}

const early: InlineProgram = (stack) => {
  stack.resource('page', 'random/id', { byteLength: 2 }, { dependsOn: ['idd'] })
}

describe('a program that is a function', () => {
  test('is planned, deployed, changed, refreshed and destroyed like a blueprint', async (context) => {
    const place = new Place(context)
    assert.deepEqual(await place.plan(greeting('Hi')), ['create id', 'create page'])
    assert.equal(existsSync(join(place.folder, 'page.html')), false)
    assert.equal((await place.up(greeting('Hi'))).outcome, 'succeeded')
    assert.equal(place.text('page.html'), '<h1>Hi</h1>8')
    const { exports } = await exportsOf(place.slipway, { instance })
    assert.deepEqual(exports['both'], {
      __proto__: null,
      id: (exports['both'] as { id: string }).id,
      list: ['page.html'],
    })
    assert.equal((await place.up(greeting('Hi'))).outcome, 'unchanged')
    assert.deepEqual(await place.plan(greeting('Ho')), ['none id', 'update page'])
    await place.up(greeting('Ho'))
    assert.equal(place.text('page.html'), '<h1>Ho</h1>8')
    writeFileSync(join(place.folder, 'page.html'), 'by hand')
    assert.equal((await refresh(place.slipway, { instance })).outcome, 'succeeded')
    await place.up(greeting('Ho'))
    assert.equal(place.text('page.html'), '<h1>Ho</h1>8')
    assert.equal((await destroy(place.slipway, { instance, approve: true })).outcome, 'succeeded')
    assert.equal(existsSync(join(place.folder, 'page.html')), false)
  })

  test('waits for its dependencies, and has them recorded', async (context) => {
    const place = new Place(context)
    await place.up(async (stack) => {
      const id = stack.resource('id', 'random/id', { byteLength: 2 })
      const first = stack.resource('first', 'local/file', { path: 'first', content: id.output('result') })
      stack.resource('second', 'local/file', { path: 'second', content: 'x' }, { dependsOn: [first] })
      const known = await id.output('result').known()
      stack.resource('third', 'local/file', { path: 'third', content: `${known?.length}` })
    })
    assert.equal(place.text('third'), '4')
    assert.deepEqual((await place.record('first')).dependsOn, ['id'])
    assert.deepEqual((await place.record('second')).dependsOn, ['first'])
  })

  test('takes down resources that it no longer asks for, except retained, protected or renamed ones', async (context) => {
    const place = new Place(context)
    await place.up((stack) => {
      stack.resource('gone', 'local/file', file('gone'))
      stack.resource('kept', 'local/file', file('kept'), { removalPolicy: 'retain' })
      stack.resource('old', 'random/id', { byteLength: 2 })
      stack.resource('safe', 'local/file', file('safe'), { protect: true })
    })
    assert.match(await place.failing(onlyRenamed), /safe.*protected/)
    const before = await place.names()
    await place.up((stack) => {
      void onlyRenamed(stack)
      stack.resource('safe', 'local/file', file('safe'), { protect: false })
    })
    assert.deepEqual(await place.names(), before)
    assert.equal((await place.up(onlyRenamed)).outcome, 'succeeded')
    assert.deepEqual((await place.names()).toSorted(), ['new'])
    assert.deepEqual([existsSync(join(place.folder, 'gone')), existsSync(join(place.folder, 'kept'))], [false, true])
  })

  test('in a plan knows recorded values, and not future ones', async (context) => {
    const place = new Place(context)
    const seen: unknown[] = []
    let mapped = 0
    const program: InlineProgram = async (stack) => {
      const id = stack.resource('id', 'random/id', { byteLength: 4 })
      const size = id.output('result').map((text) => (mapped++, text.length))
      const page = stack.resource('page', 'local/file', { path: 'page', content: Output.text`${size}` })
      seen.push(stack.isPlan, await size.known(), await page.output('path').known())
      stack.export('size', size)
    }
    const { plan: first } = await plan(place.slipway, { instance, program })
    assert.deepEqual([seen.splice(0), mapped], [[true, undefined, 'page'], 0])
    assert.ok(isUnknown(first.steps[1]?.wish?.spec?.['content']) && isUnknown(first.exports['size']))
    await place.up(program)
    assert.deepEqual(seen.splice(0), [false, 8, 'page'])
    await plan(place.slipway, { instance, program })
    assert.deepEqual(seen, [true, 8, 'page'])
  })

  test('asks before it does anything, and shows the same plan', async (context) => {
    const place = new Place(context)
    const asked: string[] = []
    const result = await up(place.slipway, {
      instance,
      program: greeting('Hi'),
      approve: ({ steps }) => Promise.resolve(asked.push(...steps.map(({ name }) => name)) === 0),
    })
    assert.deepEqual([result.outcome, asked], ['declined', ['id', 'page']])
    assert.equal(existsSync(join(place.folder, 'page.html')), false)
  })

  test('keeps secrets secret, also in values made from them', async (context) => {
    const place = new Place(context)
    await place.up((stack) => {
      const token = Output.secret('s3cret')
      const page = stack.resource('page', 'local/file', {
        path: 'page',
        content: Output.all({ token, more: ['x'] }).map(({ token: text, more }) => `${text}${more.length}`),
      })
      stack.export(
        'token',
        page.output('content').map((text) => text.toUpperCase()),
      )
    })
    assert.equal(place.text('page'), 's3cret1')
    const { spec } = await place.record('page')
    assert.ok(isSecret(spec['content']))
    assert.ok(isSecret((await exportsOf(place.slipway, { instance })).exports['token']))
    assert.doesNotMatch(JSON.stringify(place.events), /s3cret|S3CRET/)
  })
})

/** Three files, one of which needs another. */
function three(word: string): InlineProgram {
  return (stack) => {
    const a = stack.resource('a', 'local/file', { path: 'a', content: word })
    const b = stack.resource('b', 'local/file', { path: 'b', content: Output.text`${a.output('content')} b` })
    stack.resource('c', 'local/file', { path: 'c', content: word })
    stack.export('b', b.output('content'))
  }
}

describe('a part of a program', () => {
  test('is deployed alone; the rest stays as it is, and the program gets its old values', async (context) => {
    const place = new Place(context)
    const deploy = (request: { targets?: string[]; exclude?: string[]; replace?: string[] }, word: string) =>
      up(place.slipway, { instance, approve: true, program: three(word), ...request })
    await place.up(three('one'))
    assert.equal((await deploy({ targets: ['b'] }, 'two')).outcome, 'unchanged')
    assert.equal((await deploy({ targets: ['c'] }, 'two')).outcome, 'succeeded')
    assert.deepEqual([place.text('a'), place.text('b'), place.text('c')], ['one', 'one b', 'two'])
    await deploy({ exclude: ['b'] }, 'three')
    assert.deepEqual([place.text('a'), place.text('b'), place.text('c')], ['three', 'one b', 'three'])
    const only = await up(place.slipway, { instance, approve: true, targets: ['c'], program: () => undefined })
    assert.deepEqual([only.outcome, await place.names()], ['succeeded', ['a', 'b']])
  })

  test('is replaced on request', async (context) => {
    const place = new Place(context)
    await place.up(greeting('Hi'))
    const before = await place.record('id')
    const request = { instance, program: greeting('Hi'), replace: ['id'] }
    const { steps } = (await plan(place.slipway, request)).plan
    assert.deepEqual(
      steps.map(({ action, name }) => `${action} ${name}`),
      ['replace id', 'update page'],
    )
    assert.equal((await up(place.slipway, { ...request, approve: true })).outcome, 'succeeded')
    assert.notEqual((await place.record('id')).id, before.id)
  })

  test('that needs a missing resource, or does not exist, is reported', async (context) => {
    const place = new Place(context)
    const failing = async (targets: string[]): Promise<string> => {
      const request = { instance, approve: true, throws: false, program: three('one'), targets } as const
      const result = await up(place.slipway, request)
      assert.ok('run' in result)
      return result.run.reasons.join()
    }
    assert.match(await failing(['b']), /b needs a, which does not exist and which this run leaves out/)
    assert.match(await failing(['a', 'cc']), /there is no resource cc in the program or in the state/)
    assert.deepEqual(await place.names(), ['a'])
  })
})

describe('a program with a mistake', () => {
  test('gets the right type suggested, with the line of the mistake', async (context) => {
    const place = new Place(context)
    const said = await place.failing((stack) => {
      stack.resource('page', 'local/fil', { path: 'x' })
    })
    assert.match(said, /PROGRAM:\d+:\d+: slipway\/local has no resource type local\/fil.*did you mean "local\/file"\?/)
    const other = await place.failing((stack) => {
      stack.resource('page', 'locla/file', { path: 'x' })
    })
    assert.match(other, /no provider for "locla" is installed.*did you mean "local"\?/)
  })

  test('gets its type’s objections, before its plugin is asked', async (context) => {
    const place = new Place(context)
    assert.match(
      await place.failing(misspelt),
      /PROGRAM:\d+:\d+: local\/file has no .*contents.*did you mean "content"\?/,
    )
    await assert.rejects(plan(place.slipway, { instance, program: misspelt }), { code: 'blueprint/unknown-attribute' })
    assert.match(
      await place.failing(misread),
      /PROGRAM:\d+:\d+: local\/file has no attribute "pth".*did you mean "path"\?/,
    )
  })

  test('is told at once about a value that no resource can have', async (context) => {
    const place = new Place(context)
    const given = async (value: unknown): Promise<string> =>
      await place.failing((stack) => {
        stack.resource('page', 'acme/any', { list: [{ of: value as string }] })
      })
    assert.match(await given(new Date(0)), /list\[0\]\.of of the spec of page is a Date: .*toISOString/)
    assert.match(await given(Promise.resolve()), /is a Promise: .*"await" it first/)
    assert.match(await given(Number.NaN), /is NaN, which is not a number/)
    assert.match(await given(() => 1), /is a function/)
    const circle: { self?: unknown } = {}
    circle.self = circle
    assert.match(await given(circle), /more than 200 levels deep/)
    assert.match(await place.failing(twice), /id was already asked for/)
    assert.match(await place.failing(early), /page names idd, which was not asked for before/)
    assert.match(
      await place.failing((stack) => void stack.resource('a/b', 'random/id', { byteLength: 2 })),
      /"a\/b" cannot be a name/,
    )
  })

  test('that fails takes nothing down, and resources that it has begun are recorded', async (context) => {
    const place = new Place(context)
    await place.up(greeting('Hi'))
    const said = await place.failing(async (stack) => {
      const id = stack.resource('other', 'random/id', { byteLength: 2 })
      await id.output('result').known()
      throw new Error('I do not feel like it')
    })
    assert.match(said, /the program failed: I do not feel like it/)
    assert.deepEqual((await place.names()).toSorted(), ['id', 'other', 'page'])
    const { exports } = await exportsOf(place.slipway, { instance })
    assert.equal(exports['path'], 'page.html')
  })

  test('hears of an output that fails although nobody uses it', async (context) => {
    const said = await new Place(context).failing((stack) => {
      stack
        .resource('id', 'random/id', { byteLength: 2 })
        .output('result')
        .map(() => {
          throw new Error('not this one')
        })
    })
    assert.match(said, /the program failed: not this one/)
  })

  test('goes on with everything that does not need the failed value', async (context) => {
    const place = new Place(context)
    const said = await place.failing((stack) => {
      const bad = stack.resource('bad', 'local/file', { path: 'no\0file', content: 'x' })
      stack.resource('after', 'local/file', { path: 'after', content: bad.output('path') })
      stack.resource('beside', 'local/file', { path: 'beside', content: 'x' })
    })
    assert.match(said, /the program failed: bad, after could not be made or read/)
    assert.deepEqual(await place.names(), ['bad', 'beside'])
  })

  test('can be rolled back to the earlier state', async (context) => {
    const place = new Place(context)
    await place.up(greeting('Hi'))
    const program: InlineProgram = async (stack) => {
      await greeting('Ho')(stack)
      stack.resource('new', 'local/file', { path: 'new', content: 'x' })
      stack.resource('bad', 'local/file', { path: 'no\0file', content: 'x' })
    }
    const result = await up(place.slipway, { instance, approve: true, throws: false, rollback: true, program })
    assert.equal(result.outcome, 'failed')
    assert.equal('rollback' in result ? result.rollback?.outcome : undefined, 'succeeded')
    assert.deepEqual([place.text('page.html'), await place.names()], ['<h1>Hi</h1>8', ['id', 'page']])
  })

  test('is not waited for once the run is stopped', async (context) => {
    const place = new Place(context)
    const stop = new AbortController()
    const result = await up(place.slipway, {
      instance,
      approve: true,
      stop: stop.signal,
      program: async (stack) => {
        await stack.resource('id', 'random/id', { byteLength: 2 }).output('result').known()
        stop.abort()
        await new Promise(() => undefined)
      },
    })
    assert.equal(result.outcome, 'cancelled')
    assert.deepEqual(await place.names(), ['id'])
  })
})
