/** No message and no page recommends a command line that the parser refuses. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, test } from 'node:test'
import { Command, CommanderError } from 'commander'
import { commandNamed, commands } from './commands.ts'

const root = join(import.meta.dirname, '../../../..')

/** Matches texts in the sources. In templates, each `${…}` becomes `…`. */
const literal = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g
const mentioned = /(?<![\w/@.-])slipway ((?!is\b|has\b|was\b)[a-z…](?:(?!\bslipway )[^"`'()])*)/g

interface Mention {
  readonly file: string
  /** All following words, prose included. */
  readonly words: readonly string[]
}

/** Matches a word that belongs to a command line, such as an option or a placeholder, but no prose around it. */
const partOfLine =
  /^(--?[a-z][\w-]*(=\S+)?|[A-Z][A-Z_]*(=\S*)?|\S*…\S*|\S*[/=]\S*|\S+\.(ya?ml|json|bp|plan|blueprint)|\[[^\]]*\])$/

function mentionsIn(file: string, text: string): readonly Mention[] {
  return Array.from(text.matchAll(mentioned), ([, line = '']) => ({
    file: relative(root, file),
    words: line.split(/\s+/).filter((word) => word !== ''),
  }))
}

function withoutExpressions(template: string): string {
  let text = template
  for (let before = ''; before !== text;) {
    before = text
    text = text.replaceAll(/\$\{[^{}]*\}|\{[^{}]*\}(?=[^{}]*\})/g, '…')
  }
  return text
}

function inSources(): readonly Mention[] {
  const files = globSync('{packages,plugins}/*/src/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  return files.flatMap((name) => {
    const file = join(root, name)
    const code = readFileSync(file, 'utf8').replaceAll(/^\s*(\/\/|\/?\*).*$/gm, '')
    return Array.from(code.matchAll(literal)).flatMap(([text]) =>
      mentionsIn(file, withoutExpressions(text.slice(1, -1).replaceAll('\\`', '`'))),
    )
  })
}

/** The command lines in pages with instructions for users. */
function inPages(): readonly Mention[] {
  const files = globSync('{README.md,docs/guides/*.md,docs/reference/*.md,docs/reference/errors/*.md}', { cwd: root })
  return files.flatMap((name) => {
    const file = join(root, name)
    const text = readFileSync(file, 'utf8')
    const spans = Array.from(
      text.matchAll(/`(slipway [^`]+)`|^ {4}(slipway .+)$/gm),
      ([, span, line]) => span ?? line ?? '',
    )
    return spans.flatMap((span) => mentionsIn(file, span.replaceAll(/\s+/g, ' ').replace(/ {2,}.*$/, '')))
  })
}

/** The parser's complaint about a command line; `undefined` when it accepts the line, or when the text only names a command. */
async function refusal([name = '', ...rest]: readonly string[]): Promise<string | undefined> {
  // `slipway ${operation}`: one command stands for all that could be meant.
  const wanted = bare(name) === '…' ? 'up' : bare(name)
  if (prose.has(wanted)) return undefined
  const entry = commandNamed(wanted)
  if (entry === undefined) return `there is no command ${name}`
  const { define } = await entry.load()
  const command = new Command(entry.name)
  define(command, commands)
  harmless(command)
  const [inner, below] = commandAmong(command, rest)
  const isRoom = inner.commands.length > 0
  const end = name === bare(name) ? rest.findIndex((word, at) => at >= below && !partOfLine.test(bare(word))) : 0
  const line = rest.slice(0, end === -1 ? rest.length : end).map(bare)
  const [what = '', next = ''] = rest.slice(below)
  // `slipway state keeps …` is prose, `slipway state keep NAME` is not.
  const first = line[below]
  if (isRoom && first === undefined && partOfLine.test(bare(next))) return `${name} has no command ${what}`
  if (isRoom)
    return first === undefined || first === '…' || line.includes('--help')
      ? undefined
      : `${name} has no command ${first}`
  // The next word may be the value of an option, or an argument, though it looks like prose.
  for (let more = 0; more < 3; more++) {
    const given = [...line, ...rest.slice(line.length, line.length + more).map(bare)]
    const error = await parseError(
      command,
      given.filter((word) => !word.startsWith('[')),
    )
    if (error === undefined || error.code === 'commander.helpDisplayed') return undefined
    if (!isIncomplete.test(error.code)) return more === 0 ? error.message : undefined
  }
  return undefined
}

/** The command below that the words name, and the number of these words: `state key add`. */
function commandAmong(command: Command, words: readonly string[]): readonly [Command, number] {
  const child = command.commands.find((one) => one.name() === bare(words[0] ?? ''))
  if (child === undefined) return [command, 0]
  const [inner, more] = commandAmong(child, words.slice(1))
  return [inner, more + 1]
}

/** Words that follow the product's name in a sentence. */
const prose: ReadonlySet<string> = new Set(['process', 'works', 'local/command', 'trace', 'private'])

const isIncomplete = /missing|Missing/

function bare(word: string): string {
  return word.replace(/[,;:.!?]+$/, '')
}

async function parseError(command: Command, words: readonly string[]): Promise<CommanderError | undefined> {
  try {
    await command.parseAsync(words, { from: 'user' })
    return undefined
  } catch (error) {
    if (error instanceof CommanderError) return error
    throw error
  }
}

/** Makes a command parse and do nothing. */
function harmless(command: Command): void {
  command
    .exitOverride()
    .configureOutput({ writeErr: () => undefined, writeOut: () => undefined })
    .helpCommand(false)
  if (command.commands.length === 0) command.action(() => undefined)
  for (const child of command.commands) harmless(child)
}

function refusalsIn(text: string): Promise<readonly (string | undefined)[]> {
  return Promise.all(mentionsIn(root, text).map(({ words }) => refusal(words)))
}

test('a command line that the parser refuses would be noticed', async () => {
  assert.deepEqual(
    await refusalsIn('run "slipway state rm NAME" or slipway up --refresh first; slipway plan says why'),
    [undefined, undefined, undefined],
  )
  assert.deepEqual(await refusalsIn('slipway improt X, slipway up --retarget web'), [
    'there is no command improt',
    "error: unknown option '--retarget'\n(Did you mean --target?)",
  ])
  assert.deepEqual(await refusalsIn('slipway state give NAME; slipway instances a/b c/d'), [
    'state has no command give',
    'error: too many arguments. Expected 1 argument but got 2: a/b, c/d.',
  ])
})

/** Options that sentences in the sources name, with or without a command before them: `add --yes to go ahead`. */
function optionsInSentences(): ReadonlyMap<string, string> {
  const files = globSync('{packages,plugins}/*/src/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  const found = new Map<string, string>()
  for (const name of files) {
    const code = readFileSync(join(root, name), 'utf8').replaceAll(/^\s*(\/\/|\/?\*).*$/gm, '')
    for (const [text] of code.matchAll(literal)) {
      // A single word is an argument that is passed on.
      if (!/\w \w/.test(text)) continue
      for (const [option] of text.matchAll(/(?<![\w-])--[a-z][a-z-]+/g)) found.set(option, name)
    }
  }
  return found
}

/** Options of Puppet, npm, Node, GnuPG, sha256sum, PostgreSQL, and our own launcher of Python programs. */
const foreign: ReadonlySet<string> = new Set([
  '--detailed-exitcodes',
  '--modulepath',
  '--silent',
  '--status',
  '--max-old-space-size',
  '--dry-run',
  '--ignore-scripts',
  '--prefix',
  '--save-dev',
  '--show-keys',
  '--encoding',
  '--template',
  '--no-git-tag-version',
  '--armor',
  '--export-secret-keys',
])

test('every option in a message belongs to a command', async () => {
  const known = new Set<string>(['--help'])
  const collect = (command: Command): void => {
    for (const { long } of command.options) if (long) known.add(long)
    for (const below of command.commands) collect(below)
  }
  for (const { name, load } of commands) {
    const command = new Command(name)
    ;(await load()).define(command, commands)
    collect(command)
  }
  const named = optionsInSentences()
  assert.ok(named.size > 15, String(named.size))
  const unknown = [...named].filter(([option]) => !known.has(option) && !foreign.has(option))
  assert.deepEqual(
    unknown.map(([option, file]) => `${file}: ${option}`),
    [],
  )
})

for (const [what, mentions] of [
  ['messages', inSources()],
  ['pages', inPages()],
] as const) {
  describe(`the command lines that ${what} recommend`, () => {
    test('are found', () => assert.ok(mentions.length > 40, String(mentions.length)))

    test('are accepted by the parser', async () => {
      const bad: string[] = []
      for (const { file, words } of mentions) {
        const said = await refusal(words)
        if (said !== undefined) bad.push(`${file}: slipway ${words.slice(0, 6).join(' ')}: ${said}`)
      }
      assert.deepEqual([...new Set(bad)], [])
    })
  })
}
