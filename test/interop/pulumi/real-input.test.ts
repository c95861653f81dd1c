// test:rest: more cases of what program.test.ts shows
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import type { TestContext } from 'node:test'
import { test } from '../../cases.ts'
import { suite } from '../needs.ts'
import { bareMachine } from './bare-machine.ts'
import { skip } from './machine.ts'
import { project } from './project.ts'

const page = (name: string, inputs: string, options = '{}'): string =>
  `const ${name} = new pulumi.CustomResource('bare:index:Page', '${name}', { letters: undefined, ...${inputs} }, ${options})`

/** A machine with the provider without an SDK, which records its calls. */
function noted(t: TestContext) {
  const box = bareMachine(t, 'handshake,secrets')
  const { run, heard } = box
  return {
    ...box,
    up: (): string => {
      const { code, err, out } = run('up', '--yes')
      assert.equal(code, 0, err)
      return err + out
    },
    changes: (): string =>
      heard()
        .match(/\b(?:Create|Update|Delete)\b/g)
        ?.join(' ') ?? '',
  }
}

const entry = (name: string): string => `const ${name} = new Entry('${name}', { account: '${name}' })`

const numbered = (number: number, options: string): string => page('one', `{ text: 'x', number: '${number}' }`, options)

/** Serves one file from a process of its own, because this process blocks while it waits for commands. */
async function served(t: TestContext, file: string): Promise<string> {
  const text = `require('node:http').createServer((_, response) => {
  const { existsSync, readFileSync } = require('node:fs')
  const file = ${JSON.stringify(file)}
  if (existsSync(file)) response.end(readFileSync(file))
  else response.writeHead(404).end()
}).listen(0, '127.0.0.1', function () { console.log(this.address().port) })`
  const server = spawn(process.execPath, ['-e', text], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.after(() => server.kill())
  const [port] = await once(server.stdout, 'data')
  return `http://127.0.0.1:${String(port).trim()}/page.html`
}

suite('a real program', { skip }, () => {
  test('passes the content of an address to a provider, and changes are detected', async (t) => {
    const { program, at, up, run, changes } = noted(t)
    writeFileSync(at('page.html'), 'one')
    const address = await served(t, at('page.html'))
    program(page('remote', `{ text: new pulumi.asset.RemoteAsset('${address}') }`))
    up()
    assert.equal(changes(), 'Create')
    assert.match(up(), /Nothing to do/)
    writeFileSync(at('page.html'), 'two')
    up()
    assert.equal(changes(), 'Update')
    rmSync(at('page.html'))
    const { code, err } = run('up', '--yes')
    assert.equal(code, 1)
    assert.match(err, /an asset cannot be read: http:\S+ answers 404/)
  })

  test('passes files, texts and archives to a provider, and changes are detected', (t) => {
    const { program, at, up, changes, calls } = noted(t)
    mkdirSync(at('site'))
    writeFileSync(at('site/index.html'), '<h1>hi</h1>')
    writeFileSync(at('note.txt'), 'one')
    const text = `const { AssetArchive, FileArchive, FileAsset, StringAsset } = pulumi.asset
${page('file', "{ text: new FileAsset('note.txt') }")}
${page('words', "{ text: new StringAsset('said') }")}
${page('folder', "{ text: new FileArchive('site') }")}
${page('made', "{ text: new AssetArchive({ 'a.txt': new StringAsset('a'), site: new FileArchive('site') }) }")}`
    program(text)
    up()
    const sent = JSON.stringify(calls().filter(({ method }) => method === 'Create'))
    for (const part of [
      'note.txt',
      'said',
      'site',
      'a.txt',
      'c44067f5952c0a294b673a41bacd8c17',
      '0def7320c3a5731c473e5ecbe6d01bc7',
    ])
      assert.ok(sent.includes(part), part)
    assert.equal(changes(), 'Create Create Create Create')
    assert.match(up(), /Nothing to do/)
    writeFileSync(at('note.txt'), 'two')
    changes()
    up()
    assert.equal(changes(), 'Update')
    writeFileSync(at('site/index.html'), '<h1>hello</h1>')
    up()
    assert.equal(changes(), 'Update Update')
  })

  test('may replace a resource in either order', (t) => {
    const { program, up, changes, pages } = noted(t)
    program(numbered(1, '{}'))
    up()
    changes()
    program(numbered(2, '{}'))
    up()
    assert.equal(changes(), 'Create Delete')
    program(numbered(3, '{ deleteBeforeReplace: true }'))
    up()
    assert.equal(changes(), 'Delete Create')
    assert.equal(Object.keys(pages()).length, 1)
  })

  test('keeps a value secret through five hundred steps and a chain of resources', (t) => {
    const { program, run, up } = noted(t)
    program(`
let deep = pulumi.secret(1)
for (let at = 0; at < 500; at++) deep = deep.apply((value) => value + 1)
exports.deep = deep
let text = pulumi.output('a')
for (let at = 0; at < 25; at++)
  text = new pulumi.CustomResource('bare:index:Page', 'page' + at, { text, letters: undefined }).letters.apply((letters) => 'x'.repeat(letters + 1))
exports.last = text`)
    const planned = run('plan')
    assert.equal(planned.code, 0, planned.err)
    up()
    const { deep, last } = JSON.parse(run('exports', '--json', '--show-secrets').out)
    assert.deepEqual([deep, last], [501, 'x'.repeat(26)])
    assert.notEqual(JSON.parse(run('exports', '--json').out).deep, 501)
  })

  for (const [what, end, code] of [
    ['rejects what nobody waits for', "Promise.reject(new Error('too late'))", 1],
    ['ends itself with a code', 'process.exit(3)', 1],
    ['ends itself as if all were well', 'process.exit(0)', 1],
  ] as const)
    test(`that ${what} half way destroys nothing, and continues later`, (t) => {
      const { program, up, run, book } = project(t)
      program(`${entry('rent')}\n${entry('heat')}`)
      up()
      program(
        `${entry('rent')}\n${entry('light')}\nlight.id.apply(() => { ${end} })\nlight.id.apply(() => { ${entry('late')} })`,
      )
      const ended = run('up', '--yes')
      assert.equal(ended.code, code, ended.err)
      assert.match(book().join(), /rent.*heat.*light/)
      program(`${entry('rent')}\n${entry('light')}`)
      up()
      assert.deepEqual(
        book().map((line) => line.replace(/^.*: (.*),.*$/, '$1')),
        ['rent', 'light'],
      )
    })
})
