// test:rest: more cases of what components.test.ts shows
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '../../cases.ts'
import { accountIn } from './account.ts'
import { skip } from './machine.ts'
import { suite } from '../needs.ts'

/** Installs the plugin behind one that records its calls. */
function installRecorder(folder: string): void {
  const [recorder, ledger] = ['recorder.cjs', 'ledger.cjs'].map((file) => join(import.meta.dirname, file))
  const script = `#!/bin/sh\nexec node '${recorder}' '${ledger}' "$@"\n`
  writeFileSync(join(folder, 'pulumi-resource-ledger'), script, { mode: 0o755 })
}

interface Call {
  readonly method: string
  readonly request: Readonly<Record<string, unknown>>
}

const own = (name: string, type = 'ledger:index/entry:Entry'): string => `urn:pulumi:books::slipway::${type}::${name}`

suite('an option of a component in a blueprint', { skip }, () => {
  test('reaches its plugin as the protocol demands', (t) => {
    const { at, up } = accountIn(t, {
      install: installRecorder,
      variables: (place) => ({ RECORD: place('calls') }),
    })
    writeFileSync(
      at('books.blueprint.yaml'),
      `version: 2025-11-02
resources:
  first: { type: "ledger:index/entry:Entry", spec: { account: one } }
  shelf: { type: "ledger:index/entry:Entry", spec: { account: shelf } }
  mine:
    type: "ledger:index:Account"
    spec: { account: "of \${resources.first.spec.page}", notes: [opened] }
    metadata:
      custom:
        slipway:
          protect: true
          ignoreChanges: [pin]
          replaceOnChanges: [notes]
          replaceOrder: destroy-first
          aliases: [ours]
          deletedWith: shelf
          timeouts: { create: 90s, destroy: 2m }
`,
    )
    up()
    const calls: readonly Call[] = readFileSync(at('calls'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const { request }: Pick<Call, 'request'> = calls.findLast(({ method }) => method === 'Construct') ?? { request: {} }
    const told = Object.fromEntries(
      [
        'name',
        'protect',
        'ignorechangesList',
        'replaceonchangesList',
        'deletebeforereplace',
        'deletedwith',
        'dependenciesList',
        'inputdependenciesMap',
      ].map((name) => [name, request[name]]),
    )
    assert.deepEqual(told, {
      name: 'mine',
      protect: true,
      ignorechangesList: ['pin'],
      replaceonchangesList: ['notes'],
      deletebeforereplace: true,
      deletedwith: own('shelf'),
      dependenciesList: [own('first')],
      inputdependenciesMap: [['account', { urnsList: [own('first')] }]],
    })
    assert.match(JSON.stringify(request['aliasesList']), /"name":"ours"/)
    assert.match(JSON.stringify(request['customtimeouts']), /"create":"1m30s".*"pb_delete":"2m0s"/)
  })

  test('applies to its parts: protected ones stay, and deletedWith removes without a call', (t) => {
    const { account, run, up, failing, at, book } = accountIn(t)
    account('account: house', ', metadata: { custom: { slipway: { protect: true } } }')
    up()
    assert.match(
      failing('up', '--yes', '--replace', 'mine:mine-opened'),
      /mine:mine-opened: it is protected, and would be replaced/,
    )
    assert.match(failing('destroy', '--yes'), /protected/)
    account('account: house', ', metadata: { custom: { slipway: { protect: false } } }')
    up()
    assert.equal(run('destroy', '--yes').code, 0)
    writeFileSync(
      at('books.blueprint.yaml'),
      `version: 2025-11-02
resources:
  shelf: { type: "ledger:index/entry:Entry", spec: { account: shelf } }
  mine:
    type: "ledger:index:Account"
    spec: { account: house }
    metadata: { custom: { slipway: { deletedWith: shelf } } }
`,
    )
    up()
    const gone = run('destroy', '--yes')
    assert.equal(gone.code, 0, gone.err)
    // The entries are still in the book: destroying the shelf removes them without a call.
    assert.deepEqual(
      book().map((line) => line.split(', ')[1]),
      ['opened', 'closed'],
    )
  })

  test('may rename it with its parts without a replacement', (t) => {
    const { account, at, run, up, book, recorded } = accountIn(t)
    account('account: house')
    up()
    const before = book()
    const renamed = readFileSync(at('books.blueprint.yaml'), 'utf8').replaceAll('mine', 'ours')
    writeFileSync(
      at('books.blueprint.yaml'),
      renamed.replace('house }', 'house }, metadata: { custom: { slipway: { aliases: [mine] } } }'),
    )
    const planned = run('plan')
    assert.match(planned.out, /mine.* will get its new name|ours:ours-opened/)
    assert.doesNotMatch(planned.out, /will be (created|destroyed|replaced)/)
    up()
    assert.deepEqual(book(), before)
    assert.deepEqual(Object.keys(recorded()).toSorted(), [
      'after',
      'ours',
      'ours:default',
      'ours:ours-closed',
      'ours:ours-opened',
    ])
    assert.match(up(), /Nothing to do/)
    assert.equal(run('state', 'mv', 'ours', 'theirs').code, 0)
    assert.ok('theirs:ours-opened' in recorded())
    writeFileSync(at('books.blueprint.yaml'), renamed.replaceAll('ours', 'theirs'))
    up()
    assert.deepEqual(book(), before)
    assert.ok('theirs:theirs-opened' in recorded(), JSON.stringify(recorded()))
    assert.match(up(), /Nothing to do/)
  })

  test('may move it into a child without a replacement', (t) => {
    const { account, at, run, up, book, recorded } = accountIn(t)
    account('account: house')
    up()
    const before = book().slice(0, 2)
    const parent = (child: string, from: string): void =>
      writeFileSync(
        at('books.blueprint.yaml'),
        `version: 2025-11-02
metadata: { slipway: { moved: [{ from: ${from}, to: ${child}${from === 'mine' ? '/mine' : ''} }] } }
resources: { after: { type: local/file, spec: { path: after.txt, content: x } } }
include: { ${child}: { path: kids/kid.blueprint.yaml } }
`,
      )
    mkdirSync(at('kids'))
    writeFileSync(
      at('kids/kid.blueprint.yaml'),
      'version: 2025-11-02\nresources: { mine: { type: "ledger:index:Account", spec: { account: house } } }\n',
    )
    for (const [child, from] of [
      ['kid', 'mine'],
      ['net', 'kid'],
    ] as const) {
      parent(child, from)
      assert.doesNotMatch(run('plan').out, /Entry\) will be (created|destroyed)/)
      up()
      assert.deepEqual(book(), before)
      assert.ok(`${child}/mine:mine-opened` in recorded(), JSON.stringify(recorded()))
      assert.match(up(), /Nothing to do/)
    }
  })

  test('lets parts be forgotten and imported again', (t) => {
    const { account, run, up, book, failing } = accountIn(t)
    account('account: house')
    assert.match(failing('import', 'mine:mine-closed', 'house-2'), /mine, the component of this part, is not recorded/)
    up()
    const before = book()
    assert.equal(run('state', 'rm', 'mine:mine-closed', '--yes').code, 0)
    const taken = run('import', 'mine:mine-closed', 'house-2')
    assert.equal(taken.code, 0, taken.err)
    up()
    assert.deepEqual(book(), before)
    assert.match(up(), /Nothing to do/)
  })

  test('lets it be forgotten with all its parts', (t) => {
    const { account, run, up, book, recorded, at } = accountIn(t)
    account('account: house')
    up()
    const before = book()
    const forgotten = run('state', 'rm', 'mine', '--yes')
    assert.match(forgotten.err, /mine and what was made for it \(mine:default and 2 more\) are forgotten/)
    assert.deepEqual(Object.keys(recorded()), ['after'])
    rmSync(at('books.blueprint.yaml'))
    assert.ok(!existsSync(at('books.blueprint.yaml')))
    assert.equal(run('destroy', '--yes').code, 0)
    assert.deepEqual(
      book(),
      before.filter((line) => !line.includes('after')),
    )
  })
})
