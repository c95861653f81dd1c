import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { DiagnosticsFailure } from '@slipway/model'
import { describe, test } from '../../../../test/cases.ts'
import { Stopped } from '../stopped.ts'
import { convertProgram } from './convert-program.ts'
import { machine } from './testing/machine.ts'

const request = { from: 'terraform', directory: 'infra', to: 'pcl', out: 'shop' }

describe('a program that a converter converts', () => {
  test('is PCL as it was given, with warnings and what was not converted', async (t) => {
    const { slipway, at, files, read, said } = machine(t)
    const converted = await convertProgram(slipway, { ...request, args: ['--all', 'x'] })
    assert.equal(converted.out, at('work/shop'))
    assert.deepEqual(converted.files, ['Pulumi.yaml', 'main.pp', 'net/main.pp'])
    assert.deepEqual(files(), ['infra/main.tf', 'shop/Pulumi.yaml', 'shop/main.pp', 'shop/net/main.pp'])
    assert.match(read('shop/main.pp'), /^resource logs/)
    const [warning] = converted.diagnostics
    assert.deepEqual(
      [warning?.severity, warning?.message, warning?.file, warning?.range?.start.line],
      ['warning', 'left out: a provisioner', at('work/infra/main.tf'), 2],
    )
    assert.deepEqual(converted.notConverted, [
      {
        file: 'main.pp',
        line: 2,
        column: 9,
        what: 'aws_acl.logs["x"] .id',
        why: 'the converter does not know it',
      },
    ])
    const [asked] = said('converter')
    const { schema, ...rest } = asked ?? {}
    assert.deepEqual(rest, { sourceDirectory: at('work/infra'), args: ['--all', 'x'], hasFolders: true, mapping: 0 })
    assert.match(String(schema), /no plugin for nowhere is installed/)
  })

  test('is written by a language plugin that writes projects', async (t) => {
    const { slipway, language, files, said } = machine(t)
    language('nodejs', 'project')
    const converted = await convertProgram(slipway, { ...request, to: 'typescript' })
    assert.deepEqual(files(), ['infra/main.tf', 'shop/index.ts'])
    assert.deepEqual(
      converted.notConverted.map(({ file, what }) => `${file}: ${what}`),
      ['index.ts: aws_acl.logs["x"] .id'],
    )
    assert.deepEqual(said('language'), [
      { project: { name: 'shop', description: 'a shop', runtime: 'nodejs' }, hasLoader: true, hasSource: true },
    ])
  })

  test('is written by a language plugin for programs only, and dropped parts are reported', async (t) => {
    const { slipway, language, files, said } = machine(t)
    language('go', 'program')
    const converted = await convertProgram(slipway, { ...request, to: 'go' })
    assert.deepEqual(files(), ['infra/main.tf', 'shop/lib/index.ts'])
    assert.deepEqual(
      converted.notConverted.map(({ file, line }) => `${file}:${line}`),
      ['main.pp:2'],
    )
    assert.deepEqual(Object.keys(said('language')[0]?.['source'] ?? {}), ['main.pp', 'net/main.pp'])
  })

  test('comes from a converter at a path', async (t) => {
    const { slipway, at, read } = machine(t)
    await convertProgram(slipway, { ...request, from: at('bin/pulumi-converter-terraform') })
    assert.match(read('shop/main.pp'), /^resource logs/)
    await assert.rejects(convertProgram(slipway, { ...request, from: './mine', out: 'other' }), {
      code: 'host/no-converter',
    })
  })
})

describe('a conversion is refused', () => {
  test('if nobody has the converter, with the command that installs it', async (t) => {
    const { slipway } = machine(t)
    await assert.rejects(convertProgram(slipway, { ...request, from: 'bicep' }), {
      code: 'host/unknown-plugin',
      message: 'no converter called bicep is installed; there are: terraform',
      hint: 'slipway plugin install pulumi:converter/bicep installs it; with --install, this command does',
    })
    await assert.rejects(convertProgram(slipway, { ...request, from: 'terraform@9.9.9' }), {
      code: 'host/unknown-plugin',
    })
  })

  test('if no plugin here writes the language, before the converter is asked', async (t) => {
    const { slipway, language, said } = machine(t)
    const refused = {
      code: 'convert/no-writer',
      message:
        "no language plugin here writes programs in typescript: Slipway's own plugins run programs and do not write them",
    }
    await assert.rejects(convertProgram(slipway, { ...request, to: 'typescript' }), refused)
    assert.deepEqual(said('converter'), [])
    language('nodejs', 'runs')
    await assert.rejects(convertProgram(slipway, { ...request, to: 'typescript' }), refused)
  })

  for (const to of ['yaml', 'blueprint', 'stack'])
    test(`if the plugin that writes YAML is not there, with what installs it: ${to}`, async (t) => {
      const { slipway } = machine(t)
      await assert.rejects(convertProgram(slipway, { ...request, to }), {
        code: 'convert/no-writer',
        hint: /^--install installs pulumi-language-yaml;/,
      })
    })

  test('if the folder is not empty, unless it is forced; other files stay', async (t) => {
    const { slipway, at, files, read, write, said } = machine(t)
    mkdirSync(at('work/shop'))
    write('shop/main.pp', 'mine')
    write('shop/notes.txt', 'mine')
    await assert.rejects(convertProgram(slipway, request), { code: 'cli/folder-not-empty', hint: /--force/ })
    assert.deepEqual(said('converter'), [])
    await convertProgram(slipway, { ...request, force: true })
    assert.match(read('shop/main.pp'), /^resource logs/)
    assert.equal(read('shop/notes.txt'), 'mine')
    assert.deepEqual(
      files().filter((file) => file.includes('converting')),
      [],
    )
    write('other', 'a file')
    await assert.rejects(convertProgram(slipway, { ...request, out: 'other' }), { code: 'cli/folder-not-empty' })
  })

  test('if a folder is in the way of a file, and then nothing is written', async (t) => {
    const { slipway, at, files } = machine(t)
    mkdirSync(at('work/shop/net/main.pp'), { recursive: true })
    await assert.rejects(convertProgram(slipway, { ...request, force: true }), {
      code: 'cli/folder-not-empty',
      message: /net\/main\.pp is in the way: it is not a file/,
    })
    assert.deepEqual(files(), ['infra/main.tf'])
  })

  test('if there is no program', async (t) => {
    const { slipway } = machine(t)
    await assert.rejects(convertProgram(slipway, { ...request, directory: 'gone' }), { code: 'cli/no-such-file' })
    await assert.rejects(convertProgram(slipway, { ...request, directory: 'infra/main.tf' }), {
      code: 'cli/no-such-file',
    })
  })

  test('if the converter says that the program is wrong, with its places', async (t) => {
    const { slipway, at, files } = machine(t, 'wrong')
    await assert.rejects(convertProgram(slipway, request), (error: unknown) => {
      assert.ok(error instanceof DiagnosticsFailure)
      const [first, second] = error.diagnostics
      assert.deepEqual(
        [first?.code, first?.severity, first?.message, first?.file, first?.range?.start.line],
        ['convert/source', 'error', 'unknown block: a provisioner', at('work/infra/main.tf'), 2],
      )
      assert.equal(second?.severity, 'warning')
      return true
    })
    assert.deepEqual(files(), ['infra/main.tf'])
  })

  for (const [act, message] of [
    ['nothing', /pulumi\/converter-terraform wrote nothing for .*infra and gave no reason/],
    ['link', /Slipway refuses the result of pulumi\/converter-terraform: main\.pp is a link or a special file/],
    ['many', /Slipway refuses the result of pulumi\/converter-terraform: it has more than 5000 files/],
    ['huge', /Slipway refuses the result of pulumi\/converter-terraform: it has more than 512 MB/],
    ['deep', /Slipway refuses the result of pulumi\/converter-terraform: it has folders more than 64 levels deep/],
    ['dies', /pulumi\/converter-terraform was killed by SIGKILL/],
    ['slow', /^pulumi\/converter-terraform: ConvertProgram/],
    ['fails', /^pulumi\/converter-terraform: ConvertProgram failed with INTERNAL: no such module/],
  ] as const)
    test(`by the name of a converter that is hostile: ${act}`, async (t) => {
      const { slipway, files } = machine(t, act)
      const settings = [{ origin: 'test', key: 'plugins.callMs', value: act === 'slow' ? '700' : '60000' }]
      await assert.rejects(convertProgram(slipway, { ...request, settings }), { message })
      assert.deepEqual(files(), ['infra/main.tf'])
    })

  test('by the name of a language plugin that answers a file outside', async (t) => {
    const { slipway, language, files } = machine(t)
    language('go', 'outside')
    await assert.rejects(convertProgram(slipway, { ...request, to: 'go' }), {
      message: /^pulumi\/language-go: .*it names the file "\.\.\/index\.ts", which leads out of its folder/,
    })
    assert.deepEqual(files(), ['infra/main.tf'])
  })

  test('when the user stops it, and nothing is left', async (t) => {
    const { slipway, files, said } = machine(t, 'slow')
    const stop = new AbortController()
    const converting = convertProgram(slipway, { ...request, stop: stop.signal })
    const ended = assert.rejects(converting, (error: unknown) => error instanceof Stopped)
    for (let waited = 0; said('converter').length === 0 && waited < 1000; waited++) await sleep(20)
    stop.abort(new Error('stopped'))
    await ended
    assert.deepEqual(files(), ['infra/main.tf'])
  })
})
