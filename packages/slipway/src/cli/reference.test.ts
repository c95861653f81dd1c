/** docs/reference/cli.md has every command and every option that the help shows, and no other. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { CommandsSaid } from '@slipway/operations/instance/commands-said'
import { Command } from 'commander'
import { commands } from './commands.ts'

const page = readFileSync(join(import.meta.dirname, '../../../../docs/reference/cli.md'), 'utf8')
const spans = Array.from(page.matchAll(/`([^`\n]+)`/g), ([, span = '']) => span)

/** Keyed by the typed words: `up`, `node hooks log`. */
const all = new Map<string, Command>()

before(async () => {
  for (const { name, load } of commands) {
    const command = new Command(name)
    const { define } = await load()
    define(command, commands)
    collect(command, name)
  }
})

function collect(command: Command, path: string): void {
  all.set(path, command)
  for (const below of command.commands) collect(below, `${path} ${below.name()}`)
}

/** `state list\|show\|rm` also covers `state rm`. */
function isTold(path: string): boolean {
  const [first = '', ...below] = path.split(' ')
  return spans.some((span) => {
    const words = span.split(/[^a-z-]+/)
    return words[0] === first && below.every((word) => words.includes(word))
  })
}

test('the page has every command', () => {
  const untold = [...all].filter(([path, { commands: below }]) => below.length === 0 && !isTold(path))
  assert.deepEqual(
    untold.map(([path]) => path),
    [],
  )
})

test('the page has every option in the help of a command', () => {
  const told = new Set(spans.flatMap((span) => span.match(/--[a-z][a-z-]*/g) ?? []))
  const untold = [...all].flatMap(([path, { options }]) =>
    options.filter(({ hidden, long }) => !hidden && !told.has(long ?? '')).map(({ long }) => `${path} ${long}`),
  )
  // An editor may add anything: it changes nothing.
  assert.deepEqual(untold, ['lsp --stdio'])
})

test('a hint names the instance in each command that takes one, and in no other', () => {
  const said = new CommandsSaid('--instance staging')
  const wrong = [...all].filter(([path, { commands: below, options }]) => {
    if (below.length > 0) return false
    const takes = options.some(({ long, hidden }) => long === '--instance' && !hidden)
    return takes !== said.text(`slipway ${path}`).endsWith('--instance staging')
  })
  assert.deepEqual(
    wrong.map(([path]) => path),
    [],
  )
})

test('every command that names an instance also takes the stack of a program', () => {
  const silent = [...all].filter(([, { options }]) => {
    const shown = new Set(options.flatMap(({ hidden, long }) => (hidden ? [] : [long])))
    return shown.has('--instance') && !shown.has('--stack')
  })
  assert.deepEqual(
    silent.map(([path]) => path),
    // Commands only for blueprints and stack files.
    ['dev', 'graph', 'eval', 'tasks run'],
  )
})

test('every option on the page exists', () => {
  const known = new Set([...all.values()].flatMap(({ options }) => options.map(({ long }) => long)))
  const told = spans.flatMap((span) => span.match(/--[a-z][a-z-]*/g) ?? [])
  assert.deepEqual(
    told.filter((option) => option !== '--help' && !known.has(option)),
    [],
  )
})

test('every argument and every option has a description', () => {
  const silent = [...all].flatMap(([path, { registeredArguments, options }]) =>
    [
      ...registeredArguments.map((one) => ({ name: one.name(), text: one.description })),
      ...options.map((one) => ({ name: one.long, text: one.description })),
    ]
      .filter(({ text }) => text === '')
      .map(({ name }) => `${path} ${name}`),
  )
  assert.deepEqual(silent, [])
})

test('a summary that lists commands lists all of them, or says that there are more', () => {
  const short = commands.flatMap(({ name, summary }) => {
    const below = (all.get(name)?.commands ?? []).map((command) => command.name())
    const isWhole = summary.includes('…') || below.every((word) => summary.includes(word))
    return isWhole ? [] : [`${name}: ${summary}`]
  })
  assert.deepEqual(short, [])
})
