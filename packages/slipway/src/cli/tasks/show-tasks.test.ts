import assert from 'node:assert/strict'
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { showProblems, showOrder } from './show-tasks.ts'
import { shellTask, testDirectory, writePlugin } from '@slipway/stages/testing'
import { RecordedConsole } from '../console/testing.ts'

const plugin1 = ['pre_deployment', 'pre_deployment/100', 'pre_deployment/-100', 'pre_deployment/-99.9']
const plugin2 = ['pre_deployment', 'pre_deployment/100.0', 'pre_deployment/-101', 'pre_deployment/0']
const tasksOf = (stages: readonly string[]): string => stages.map((stage) => shellTask(stage, `echo ${stage}`)).join('')

describe('slipway tasks order', () => {
  test('prints the order of the document, and nothing else, to stdout', async (context) => {
    const root = testDirectory(context)
    const directories = [writePlugin(root, 'plugin2', tasksOf(plugin2)), writePlugin(root, 'plugin1', tasksOf(plugin1))]
    const console = new RecordedConsole()
    await showOrder(directories, {}, console)
    assert.equal(
      console.outText,
      `stage: pre_deployment/-101 # plugin2
stage: pre_deployment/-100 # plugin1
stage: pre_deployment/-99.9 # plugin1

stage: pre_deployment # plugin1
stage: pre_deployment # plugin2
stage: pre_deployment/0 # plugin2

stage: pre_deployment/100 # plugin1
stage: pre_deployment/100.0 # plugin2
`,
    )
    assert.match(console.errText, /task 1 of plugin2 before task 4 of plugin2: order in the file/)
    assert.match(console.errText, /task 2 of plugin1 before task 2 of plugin2: name of the plugin/)
  })

  test('prints an array for machines, also from a directory that holds the plugins', async (context) => {
    const root = testDirectory(context)
    writePlugin(root, 'A', tasksOf(['post_deployment/100']))
    writePlugin(root, 'B', tasksOf(['post_deployment/50']))
    mkdirSync(join(root, 'neither'))
    const console = new RecordedConsole()
    await showOrder([root], { json: true }, console)
    const entries = JSON.parse(console.outText) as readonly Record<string, unknown>[]
    assert.deepEqual(
      entries.map(({ plugin, stage, cmd }) => ({ plugin, stage, cmd })),
      [
        { plugin: 'B', stage: 'post_deployment/50', cmd: 'echo post_deployment/50' },
        { plugin: 'A', stage: 'post_deployment/100', cmd: 'echo post_deployment/100' },
      ],
    )
  })

  test('fails with the problem, and prints no order', async (context) => {
    const directory = writePlugin(testDirectory(context), 'a', tasksOf(['post_deployment:: 50']))
    const console = new RecordedConsole()
    await assert.rejects(showOrder([directory], {}, console), { code: 'tasks/stage-separator' })
    assert.equal(console.outText, '')
  })

  test('names a directory that is no plugin', async (context) => {
    const root = testDirectory(context)
    await assert.rejects(showOrder([root], {}, new RecordedConsole()), {
      code: 'tasks/no-plugin',
      message: /contains none/,
    })
    await assert.rejects(showOrder([join(root, 'none')], {}, new RecordedConsole()), { code: 'tasks/no-plugin' })
  })
})

describe('slipway tasks check', () => {
  test('a directory that is no plugin is one of the diagnostics', async (context) => {
    const root = testDirectory(context)
    const wrong = writePlugin(root, 'a', tasksOf(['post_deployment::50']))
    const console = new RecordedConsole()
    assert.equal(await showProblems([join(root, 'none'), wrong], { json: true }, console), 1)
    const found = JSON.parse(console.outText) as readonly Record<string, unknown>[]
    assert.deepEqual(
      found.map(({ code, file, line, column }) => [code, file, line, column]),
      [
        ['tasks/no-plugin', join(root, 'none'), 1, 1],
        ['tasks/stage-separator', join(wrong, 'tasks.yaml'), 2, 10],
      ],
    )
  })

  test('unreadable text is named with its file and line', async (context) => {
    const root = testDirectory(context)
    const latin = writePlugin(root, 'latin', tasksOf(['post_deployment']))
    appendFileSync(join(latin, 'tasks.yaml'), Buffer.from('# caf\xe9\n', 'latin1'))
    const folder = writePlugin(root, 'folder', '')
    rmSync(join(folder, 'tasks.yaml'))
    mkdirSync(join(folder, 'tasks.yaml'))
    const console = new RecordedConsole()
    assert.equal(await showProblems([latin, folder], { json: true }, console), 1)
    const found = JSON.parse(console.outText) as readonly Record<string, unknown>[]
    const lastLine = tasksOf(['post_deployment']).split('\n').length
    assert.deepEqual(
      found.map(({ code, file, line, hint }) => [code, file, line, hint]),
      [
        ['cli/not-utf8', join(latin, 'tasks.yaml'), lastLine, 'save the file as UTF-8'],
        ['tasks/no-plugin', join(folder, 'tasks.yaml'), 1, undefined],
      ],
    )
  })

  test('a plugin that is named twice is read once', async (context) => {
    const root = testDirectory(context)
    const directory = writePlugin(root, 'a', tasksOf(plugin1))
    const console = new RecordedConsole()
    assert.equal(await showProblems([root, directory, `${directory}/`], {}, console), 0)
    assert.equal(console.errText, '4 tasks, no errors\n')
  })

  test('says that everything is fine', async (context) => {
    const console = new RecordedConsole()
    assert.equal(await showProblems([writePlugin(testDirectory(context), 'a', tasksOf(plugin1))], {}, console), 0)
    assert.deepEqual([console.outText, console.errText], ['', '4 tasks, no errors\n'])
  })

  test('prints all diagnostics with their places as an array, and exits with 1', async (context) => {
    const directory = writePlugin(testDirectory(context), 'a', tasksOf(['post_deployment: :50', 'post_deployment/1e3']))
    const console = new RecordedConsole()
    assert.equal(await showProblems([directory], { json: true }, console), 1)
    const found = JSON.parse(console.outText) as readonly Record<string, unknown>[]
    assert.deepEqual(
      found.map(({ code, line, column, path }) => [code, line, column, path]),
      [
        ['tasks/stage-separator', 2, 10, '[0].stage'],
        ['tasks/bad-postfix', 8, 10, '[1].stage'],
      ],
    )
    for (const { file, message } of found) {
      assert.equal(file, join(directory, 'tasks.yaml'))
      assert.ok(message)
    }
  })

  test('shows the line in question to people', async (context) => {
    const directory = writePlugin(testDirectory(context), 'a', tasksOf(['post_deployment::50']))
    const console = new RecordedConsole()
    assert.equal(await showProblems([directory], {}, console), 1)
    assert.match(
      console.errText,
      /tasks\.yaml:2:10: error: "::" is between[^]*stage: post_deployment::50\n[^]*\^{19}\n[^]*hint: write it as: stage: post_deployment\/50/,
    )
  })

  test('warns, and exits with 0, about a reserved range', async (context) => {
    const console = new RecordedConsole()
    assert.equal(
      await showProblems(
        [writePlugin(testDirectory(context), 'a', tasksOf(['post_deployment/1500']))],
        { json: true },
        console,
      ),
      0,
    )
    assert.match(console.outText, /"tasks\/reserved-range"/)
  })

  test('names a file that is missing', async (context) => {
    const directory = join(testDirectory(context), 'a')
    mkdirSync(directory)
    writeFileSync(join(directory, 'tasks.yaml'), tasksOf(['post_deployment']))
    const console = new RecordedConsole()
    assert.equal(await showProblems([directory], { json: true }, console), 1)
    const [found] = JSON.parse(console.outText) as readonly Record<string, unknown>[]
    assert.deepEqual([found?.['code'], found?.['line'], found?.['column']], ['tasks/missing-file', 1, 1])
  })
})
