/** Tests the statements about stacks in docs/reference/stacks-and-blueprints.md, row by row. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { isSecret } from '@slipway/model'
import {
  corePluginRoot,
  exportsOf,
  type InlineProgram,
  listState,
  Output,
  plan,
  RunFailed,
  secret,
  stack,
  up,
} from '../index.ts'
import { describe, test } from '../../../../test/cases.ts'
import { compiled } from '../../../../test/compiled.ts'

const instance = 'site'

function place(context: TestContext) {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-parity-')))
  context.after(() => rmSync(cwd, { recursive: true, force: true }))
  const slipway = { env: { ...compiled, HOME: cwd, PATH: process.env['PATH'] }, cwd, ownPlugins: corePluginRoot() }
  return {
    slipway,
    text: (name: string) => readFileSync(join(cwd, name), 'utf8'),
    write: (name: string, content: string) => writeFileSync(join(cwd, name), content),
    has: (name: string) => existsSync(join(cwd, name)),
    up: (program: InlineProgram, more: object = {}) => up(slipway, { instance, program, approve: true, ...more }),
    names: async () => (await listState(slipway, { instance })).resources.map(({ name }) => name).toSorted(),
    exports: async () => ({ ...(await exportsOf(slipway, { instance })).exports }),
  }
}

const text = { '~standard': { version: 1, vendor: 'x', validate: check } } as const

function check(value: unknown) {
  return typeof value === 'string' ? { value } : { issues: [{ message: 'a text is needed' }] }
}

const stripped: InlineProgram = (s) => {
  const id = s.resource('id', 'random/id', { byteLength: 2 })
  return { upper: s.call('trimprefix', id.out.result, 'never') }
}

const page = (s: Parameters<InlineProgram>[0], content: string) => {
  const folder = s.resource('folder', 'local/directory', { path: `${content}.d` })
  return (
    s.resource('page', 'local/file', { path: `${content}.d/page`, content }, { dependsOn: ['folder'] }).out.path &&
    folder
  )
}

const file =
  (content: string, more = {}): InlineProgram =>
  (s) => {
    s.resource('a', 'local/file', { path: 'a', content })
    s.resource('b', 'local/file', { path: 'b', content }, more)
  }

const bad: InlineProgram = (s) => {
  s.resource('c', 'local/file', { path: 'b', content: 'three' })
  s.resource('bad', 'null/resource', { fail: 'no luck' })
}

const imports =
  (path: string, content = 'ours'): InlineProgram =>
  (s) =>
    void s.resource('note', 'local/file', { path: 'note', content }, { import: path })

const importsAndFails: InlineProgram = (s) => {
  void imports('note', 'theirs')(s)
  void bad(s)
}

const task = (stage: string, cmd: string): string =>
  `- {role: [master], stage: ${stage}, type: shell, parameters: {cmd: '${cmd}', timeout: 120}}\n`

describe('a stack can what a blueprint can', () => {
  test('data sources, functions and exports of other instances', async (context) => {
    const { slipway, up: deploy, exports } = place(context)
    await up(slipway, {
      instance: 'db',
      approve: true,
      program: () => ({ host: 'here', ports: { main: 5432 }, key: Output.secret('hush') }),
    })
    await deploy((s) => {
      const db = s.reference<{ host: string; ports: { main: number }; key: string }>('db')
      const id = s.resource('id', 'random/id', { byteLength: 2 })
      const read = s.data('core/exports', { instance: db.out.host.map(() => 'db') })
      return {
        host: db.out.host,
        port: db.out.ports.main,
        key: db.out.key,
        again: read.output('host'),
        short: s.call('trimprefix', 'v1.2', 'v'),
        upper: s.call('to_upper', id.out.result).map((it) => JSON.stringify(it).length),
      }
    })
    const { key, ...rest } = await exports()
    assert.deepEqual(rest, { host: 'here', port: 5432, again: 'here', short: '1.2', upper: 6 })
    assert.ok(isSecret(key))
    const wrong = async (why: RegExp, program: InlineProgram): Promise<void> =>
      await assert.rejects(deploy(program), { name: 'RunFailed', message: why })
    await wrong(
      /parity\.test\.ts:\d+:\d+: .*no instance network is recorded; there are: db, site; if it is not deployed yet, deploy it first: slipway up/,
      (s) => ({ a: s.reference('network').output('host') }),
    )
    await wrong(/parity\.test\.ts:\d+:\d+: .*exports no "hots"/, (s) => ({
      a: s.reference<{ hots: string }>('db').out.hots,
    }))
    await wrong(/no filter instanze/, (s) => ({ a: s.data('core/exports', { instanze: 'db' }).output('host') }))
    await wrong(/has the data source nope\/x/, (s) => ({ a: s.data('nope/x').output('host') }))
    await wrong(/parity\.test\.ts:\d+:\d+: .*has the function nope/, (s) => ({ a: s.call('nope') }))
  })

  test('a file is text, as in a blueprint, and a template has no names to see', async (context) => {
    const { write, up: deploy, exports } = place(context)
    write('motd.txt', 'Hello ${name}')
    await deploy((s) => {
      const motd = s.call('file', 'motd.txt')
      return { file: motd, encoded: s.call('base64encode', motd), isThere: s.call('fileexists', 'motd.txt') }
    })
    assert.deepEqual(await exports(), { file: 'Hello ${name}', encoded: btoa('Hello ${name}'), isThere: true })
    await assert.rejects(
      deploy((s) => ({ a: s.call('templatefile', 'motd.txt', { name: 'Ada' }) })),
      { name: 'RunFailed', message: /a stack cannot call templatefile/ },
    )
  })

  test('a question whose parts are not known yet is unknown in the plan, and answered in the run', async (context) => {
    const { slipway, up: deploy, exports } = place(context)
    const { plan: shown } = await plan(slipway, { instance, program: stripped })
    assert.match(JSON.stringify(shown.exports['upper']), /known after/)
    await deploy(stripped)
    assert.match(JSON.stringify(await exports()), /^\{"upper":"\S{4}"\}$/)
  })

  test('components: a function with a scope, whose names begin with its own', async (context) => {
    const { up: deploy, names, has } = place(context)
    await deploy((s) => {
      for (const name of ['one', 'two']) page(s.scope(name), name)
    })
    assert.deepEqual(await names(), ['one.folder', 'one.page', 'two.folder', 'two.page'])
    assert.ok(has('two.d/page'))
  })

  test('children: another stack under a name, which takes inputs that are not known yet, and gives back what it returns', async (context) => {
    const { up: deploy, names, text: read } = place(context)
    const net = stack({ variables: { name: text, key: secret(text) } }, (s, v) => {
      const made = s.resource('file', 'local/file', { path: 'net', content: Output.text`${v.name} ${v.key}` })
      return { path: made.out.path, deep: { name: v.name } }
    })
    await deploy((s) => {
      const id = s.resource('id', 'random/id', { byteLength: 2 })
      const made = s.child('net', net, { name: id.out.result, key: 'hush' })
      s.resource('seen', 'local/file', { path: 'seen', content: Output.text`${made.out.path}` })
    })
    assert.deepEqual(await names(), ['id', 'net/file', 'seen'])
    assert.match(read('net'), /^\S{4} hush$/)
    assert.equal(read('seen'), 'net')
    await assert.rejects(
      deploy((s) => void s.child('net', net, { name: 1, key: 'x' })),
      /the child does not accept its name: a text is needed/,
    )
    await assert.rejects(
      deploy((s) => void s.child('net', net, { nam: '1' })),
      /the child has no variable nam/,
    )
    await assert.rejects(
      deploy((s) => ({ path: s.child('net', net, { name: 'x', key: 'y' }).output('pth') })),
      /parity\.test\.ts:\d+:\d+: the child net exports no pth; did you mean "path"\?/,
    )
    await assert.rejects(
      deploy((s) => void s.child('net', () => 42)),
      /the child net must return its exports/,
    )
    await deploy((s) => void s.child('net', (inside) => inside.resource('id', 'random/id', { byteLength: 2 }) as never))
  })

  test('links: from a resource to those with all labels that it selects, made when the function has ended', async (context) => {
    const { slipway, up: deploy, write } = place(context)
    const press = fileURLToPath(new URL('../../../../test/scenarios/links/', import.meta.url))
    const env = { ...slipway.env, SLIPWAY_PLUGINS_PATH: join(press, 'plugins'), PRESS: join(press, 'press.ts') }
    const links = async () => {
      const { resources } = await listState({ ...slipway, env }, { instance })
      return resources.map(({ name }) => name).filter((name) => name.includes('::'))
    }
    const magazine = (select: string): void =>
      write(
        'site.stack.ts',
        `export default (s) => {
  s.resource('ann', 'press/author', { name: 'Ann' }, { ${select}annotations: { 'press.role': 'editor' } })
  for (const name of ['home', 'draft']) s.resource(name, 'press/page', { title: name }, { labels: { desk: 'news' } })
}`,
      )
    const wish = { instance, approve: true } as const
    magazine("linkSelector: { byLabel: { desk: 'news' }, exclude: ['draft'] }, ")
    const { plan: shown } = await plan({ ...slipway, env }, { instance })
    assert.deepEqual(
      shown.links?.map(({ action, name, changes }) => [action, name, changes.map(({ path }) => path)]),
      [['create', 'ann::home', ['by', 'role']]],
    )
    await up({ ...slipway, env }, wish)
    assert.deepEqual(await links(), ['ann::home'])
    assert.equal((await up({ ...slipway, env }, wish)).outcome, 'unchanged')
    magazine('')
    await up({ ...slipway, env }, wish)
    assert.deepEqual(await links(), [])
    magazine("linkSelector: { byLabel: { desk: 'sport' } }, ")
    const told: unknown[] = []
    await plan(
      { ...slipway, env },
      { instance },
      (event) => event.type === 'warnings' && told.push(...event.diagnostics),
    )
    assert.match(JSON.stringify(told), /links-to-nothing.*the linkSelector of \\"ann\\" links it to nothing.*"line":2/)
    await assert.rejects(
      deploy((s) => void s.resource('a', 'local/directory', { path: 'a' }, { linkSelector: { byLabel: {} } })),
      /the linkSelector of a has labels, and may have names/,
    )
  })

  test('checks: read after the steps, or by the plan when there is nothing to do, and only a warning', async (context) => {
    const { slipway, up: deploy, write, has } = place(context)
    write('slipway.config.yaml', 'checks: { deadlineMs: 120000 }\n')
    const at = (host: string, content = 'one'): InlineProgram => {
      return (s) => {
        const made = s.resource('page', 'local/file', { path: 'page', content })
        s.check(
          'short',
          made.out.content.map(({ length }) => length < 4),
          Output.text`${made.out.path} is long`,
        )
        s.scope('db').check(
          'here',
          async () => {
            assert.ok(has('page'), 'a check is called once all is done')
            return s.data('core/exports', { instance: 'db' }).out['host']?.map((found) => found === host) ?? false
          },
          `the database is not ${host}`,
        )
        s.check('truth', () => 'yes' as never)
      }
    }
    const told: string[] = []
    const observe = (event: Parameters<NonNullable<Parameters<typeof up>[2]>>[0]): void => {
      if (event.type !== 'warnings') return
      told.push(
        ...event.diagnostics.map(({ message, range, path }) => `${path} ${(range?.start.line ?? 0) > 0} ${message}`),
      )
    }
    await up(slipway, { instance: 'db', approve: true, program: () => ({ host: 'here' }) })
    const { plan: shown } = await plan(slipway, { instance, program: at('here') }, observe)
    assert.deepEqual(
      shown.checks?.map(({ path, outcome, until }) => [path, outcome, until]),
      [
        ['checks.short', 'met', undefined],
        ['checks.db.here', 'open', 'the end of the run'],
        ['checks.truth', 'open', 'the end of the run'],
      ],
    )
    assert.deepEqual(told, [])
    const done = await up(slipway, { instance, approve: true, program: at('there', 'three') }, observe)
    assert.ok('run' in done && done.outcome === 'succeeded')
    const unmet = [
      ['checks.short', 'unmet', 'page is long'],
      ['checks.db.here', 'unmet', 'the database is not there'],
      [
        'checks.truth',
        'unmet',
        'the check truth does not hold (its condition must be true or false: compare something with ===, < or >)',
      ],
    ]
    assert.deepEqual(
      done.run.checks?.map(({ path, outcome, message }) => [path, outcome, message]),
      unmet,
    )
    assert.deepEqual(
      told,
      unmet.map(([path, , message]) => `${path} true ${message}`),
    )
    const idle = await plan(slipway, { instance, program: at('there', 'three') })
    assert.deepEqual(
      idle.plan.checks?.map(({ path, outcome, message }) => [path, outcome, message]),
      unmet,
    )
    const again = await deploy(at('here', 'three'))
    assert.ok(again.outcome === 'unchanged' && again.plan.checks?.[1]?.outcome === 'met')
    await assert.rejects(
      deploy((s) => {
        s.check('one', true)
        s.check('one', true)
      }),
      /there is already a check one/,
    )
    await assert.rejects(
      deploy((s) => s.check('one', 1 as never) ?? s.check('', true)),
      /a check has a name/,
    )
  })

  test('import: what exists becomes the resource, under the id that its plugin knows', async (context) => {
    const { slipway, up: deploy, names, write, text: read, has } = place(context)
    write('note', 'theirs')
    const { plan: shown } = await plan(slipway, { instance, program: imports('note') })
    assert.deepEqual(
      shown.steps.map(({ action, wish }) => [action, wish?.importedAs]),
      [['update', 'note']],
    )
    await assert.rejects(plan(slipway, { instance, program: imports('nowhere') }), {
      code: 'engine/no-such-id',
      message: /^note: it cannot be imported: its provider finds no id "nowhere"/,
    })
    await assert.rejects(deploy(imports('nowhere')), { name: 'RunFailed', message: /it cannot be imported/ })
    const { outcome } = await deploy(imports('note', 'theirs'))
    assert.deepEqual([outcome, read('note'), await names()], ['succeeded', 'theirs', ['note']])
    const elsewhere = { instance: 'other', program: imports('note', 'theirs') }
    await assert.rejects(plan(slipway, elsewhere), { code: 'cli/recorded-elsewhere' })
    await deploy(imports('no longer asked for'))
    assert.equal(read('note'), 'ours')
    await deploy(() => undefined)
    assert.ok(!has('note'))
    await assert.rejects(
      deploy((s) => void s.resource('d', 'local/directory', { path: 'd' }, { import: 'd' })),
      { name: 'RunFailed', message: /a local\/directory has no id by which/ },
    )
  })

  test('a run that is taken back forgets what it has imported, and leaves it there', async (context) => {
    const { up: deploy, names, write, text: read } = place(context)
    await deploy(file('one'))
    write('note', 'theirs')
    await assert.rejects(deploy(importsAndFails, { rollback: true }), { name: 'RunFailed' })
    assert.deepEqual([await names(), read('note')], [['a', 'b'], 'theirs'])
  })

  test('stage tasks: those beside the stack run around what it asks for, each time', async (context) => {
    const { slipway, up: deploy, write, text: read, has } = place(context)
    mkdirSync(join(slipway.cwd, 'tasks/notes'), { recursive: true })
    write('tasks/notes/metadata.yaml', 'name: notes\nversion: 1.0.0\n')
    const [before, after] = ['echo before >> ../../log', 'cat ../../a >> ../../log']
    write('tasks/notes/tasks.yaml', task('pre_deployment/1', before) + task('post_deployment/1', after))
    const { tasks } = await plan(slipway, { instance, program: file('one') })
    assert.equal(tasks?.tasks.length, 2)
    assert.ok(!has('log'))
    await deploy(file('one\n'))
    assert.equal(read('log'), 'before\none\n')
    const { outcome } = await deploy(file('one\n'))
    assert.deepEqual([outcome, read('log')], ['succeeded', 'before\none\nbefore\none\n'])
    write('tasks/notes/tasks.yaml', task('pre_deployment/1', 'exit 3'))
    await assert.rejects(deploy(file('two\n')), { name: 'RunFailed' })
    assert.equal(read('a'), 'one\n')
  })

  test('moved, options, --target and --rollback', async (context) => {
    const { up: deploy, names, has, text: read } = place(context)
    await deploy(file('one', { protect: true }))
    await deploy(file('two'), { targets: ['a'] })
    assert.deepEqual([read('a'), read('b')], ['two', 'one'])
    await deploy((s) => void s.resource('c', 'local/file', { path: 'b', content: 'one' }, { aliases: ['b'] }))
    assert.deepEqual([await names(), has('a')], [['c'], false])
    await assert.rejects(
      deploy(bad, { rollback: true }),
      (error) => error instanceof RunFailed && error.result.rollback?.outcome === 'succeeded',
    )
    assert.equal(read('b'), 'one')
  })
})
