/**
 * The JSON Schemas in docs/reference/schemas are those of the shapes here (UPDATE_DOCS=1 writes them), and the output of the command line
 * fits them: in the transcripts of all scenarios, and in runs of the rest.
 */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { test as testCase } from '../cases.ts'
import { trusting } from '../trusting.ts'
import { runLine } from '../warm/shell-line.ts'
import { outputs, publishedSchema, strictSchema } from './write.ts'

const root = join(import.meta.dirname, '../..')
const published = join(root, 'docs/reference/schemas')
const scenarios = join(root, 'test/scenarios')

describe('the published schemas', () => {
  test('are printed from the code (UPDATE_DOCS=1 writes them)', () => {
    const wanted = Object.keys(outputs).map((name) => [`${name}.json`, textOf(publishedSchema(name))] as const)
    if (process.env['UPDATE_DOCS'] === '1') {
      rmSync(published, { recursive: true, force: true })
      mkdirSync(published, { recursive: true })
      for (const [file, text] of wanted) writeFileSync(join(published, file), text)
    }
    assert.deepEqual(readdirSync(published).toSorted(), wanted.map(([file]) => file).toSorted())
    for (const [file, text] of wanted) assert.equal(readFileSync(join(published, file), 'utf8'), text)
  })

  test('contain only events and fields that the page names', () => {
    const page = readFileSync(join(root, 'docs/reference/json-output.md'), 'utf8')
    const [, ofLines = ''] = page.split('## JSON lines')
    const named = new Set(
      Array.from(ofLines.matchAll(/`([^`\n]+)`/g), ([, span = '']) => span.match(/[\w-]+/g) ?? []).flat(),
    )
    // The page describes the fields that all lines have before its section on lines.
    const untold = namesIn(publishedSchema('lines')).filter(
      (name) => !named.has(name) && !['format', 'type'].includes(name),
    )
    assert.deepEqual(untold, [])
  })

  test('are mentioned where the outputs are described', () => {
    const page = readFileSync(join(root, 'docs/reference/json-output.md'), 'utf8')
    const untold = Object.keys(outputs).filter((name) => !page.includes(`(schemas/${name}.json)`))
    assert.deepEqual(untold, [])
  })
})

describe('the JSON output of the scenarios', () => {
  for (const name of readdirSync(scenarios).filter((one) => !one.includes('.'))) {
    const said = jsonOf(readFileSync(join(scenarios, name, 'transcript.txt'), 'utf8'))
    if (said.length === 0) continue
    test(`fits its schemas: ${name}`, () => {
      for (const { command, output } of said) assertFits(command, output)
    })
  }
})

const blueprint = `version: 2025-11-02
variables: {}
resources:
  note: {type: local/file, spec: {path: note.txt, content: hello}}
  broken: {type: local/command, metadata: {dependsOn: [note]}, spec: {create: exit 3}}
exports:
  path: {type: string, field: resources.note.spec.path}
`
const mended = blueprint.replace('exit 3', 'echo done')
const plugin = `- {role: '*', stage: pre_deployment, type: shell, parameters: {cmd: echo hi, timeout: 120}}
- {role: [nobody], stage: post_deployment, type: shell, parameters: {cmd: echo hi, timeout: 120}}
- {role: '*', stage: post_deployment, type: shell, parameters: {cmd: test -e ../../ready, timeout: 120}}
`

testCase('what every command prints as JSON fits its schema', (context) => {
  const { directory, run, fits, refuses } = sandbox(context)
  mkdirSync(join(directory, 'tasks/a'), { recursive: true })
  writeFileSync(join(directory, 'tasks/a/metadata.yaml'), 'name: a\nversion: 1.0.0\n')
  writeFileSync(join(directory, 'tasks/a/tasks.yaml'), plugin)
  writeFileSync(join(directory, 'site.blueprint.yaml'), blueprint)
  fits('up --yes', 'state show broken', 'state show note', 'history')
  writeFileSync(join(directory, 'site.blueprint.yaml'), mended)
  writeFileSync(join(directory, 'broken.yaml'), 'version: 1\n')
  fits('up --yes', 'tasks run --yes')
  writeFileSync(join(directory, 'ready'), '')
  fits('plan --out p.plan', 'show p.plan', 'up --plan p.plan', 'up --yes', 'tasks run --yes', 'plan', 'history')
  fits('refresh', 'state list', 'state show note', 'exports', 'instances', 'graph', 'validate', 'logs')
  fits(
    'eval 1',
    'functions',
    'explain cli/no-such-file',
    'version',
    'config show',
    'plugin list',
    'doctor',
    'doctor agent',
  )
  run(`state key add ada ${run('key show').trim()}`)
  fits('key show', 'state key list')
  fits('tasks order', 'tasks check', 'setup', 'node status --root node')
  fits(`plugin test ${join(root, 'packages/slipway/dist/plugins/providers/slipway/random/0.1.0/plugin')}`)
  mkdirSync(join(directory, 'program'))
  writeFileSync(join(directory, 'program/Pulumi.yaml'), 'name: shop\nruntime: nodejs\n')
  writeFileSync(join(directory, 'program/Pulumi.dev.yaml'), 'config:\n  shop:a: b\n  shop:list: [1, {c: d}]\n')
  run('trust')
  fits('trust --list', 'stack ls program', 'config ls program', 'config get a program', 'config get list program')
  refuses('config get nothing program')
  refuses('state show nothing', 'up --what', 'plan nowhere', 'graph broken.yaml')
  fits('destroy --yes')
  assert.equal(run('state list --json'), '[]\n')
})

testCase('so does what they print of options, of a way back, and of nodes', (context) => {
  const { directory, run, fits } = sandbox(context)
  const write = (...lines: readonly string[]) =>
    writeFileSync(join(directory, 'site.blueprint.yaml'), `version: 2025-11-02\n${lines.join('\n')}\n`)
  const options = '{protect: true, timeouts: {create: 1m}, replaceTriggeredBy: ["${resources.id.spec.result}"]}'
  const note = `  note: {type: local/file, metadata: {custom: {slipway: ${options}}}, spec: {path: note.txt, content: hello}}`
  const id = '  id: {type: random/id}'
  write('resources:', id, note)
  fits('up --yes', 'state show note')
  write('resources:', id, note.replace('protect: true, timeouts: {create: 1m}, ', ''))
  fits('plan')
  write('resources:', id, note, '  bad: {type: local/command, spec: {create: exit 3}}')
  const lines = run('up --yes --rollback --json')
  assert.match(lines, /"type":"rolled-back"/)
  assertFits('up --yes --rollback', lines)
  const [back, failed] = JSON.parse(run('history --json')) as { attempts?: object[] }[]
  assert.deepEqual([back?.attempts, failed?.attempts?.length], [undefined, 1])
  const main = '{main: {type: command, command: [sleep, "60"]}}'
  const hook = `  hook: {type: slipway/hook, spec: {root: node, id: hook, hook: {}, launchables: ${main.replace('sleep, "60"', '/bin/echo, "{}"')}}}`
  const pod = `  pod: {type: slipway/pod, dependsOn: hook, spec: {root: node, id: pod, launchables: ${main}}}`
  write('resources:', hook, pod)
  fits('up --yes --instance pods')
  fits('node status --root node', 'node hooks log --root node', 'node logs pod --root node')
  assert.match(run('node hooks log --root node --json'), /after_launch/)
  fits('destroy --yes --instance pods')
})

/** The names of all properties, and the texts that identify the kind of line. */
function namesIn(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const below = Object.values(schema).flatMap(namesIn)
  const properties = 'properties' in schema ? Object.keys(schema.properties ?? {}) : []
  const type = 'const' in schema && typeof schema.const === 'string' ? [schema.const] : []
  return [...new Set([...properties, ...type, ...below])]
}

interface Said {
  readonly command: string
  readonly output: string
}

/** Commands that print JSON, with their output. */
function jsonOf(transcript: string): readonly Said[] {
  return transcript.split(/^\$ /m).flatMap((part) => {
    const end = part.indexOf('\n')
    const command = part.slice(0, end)
    // The outputs of several commands in a row cannot be separated.
    const isOne = /^slipway [^|;&]*--json[^|;&]*$/.test(command)
    return isOne ? [{ command: command.slice('slipway '.length), output: part.slice(end + 1) }] : []
  })
}

/** Fails for output that a script cannot read. Text between the lines is not for scripts. */
function assertFits(command: string, output: string): void {
  const name = schemaOf(command, output)
  const found = name === 'lines' ? output.split('\n').filter((line) => line.startsWith('{"')) : [documentIn(output)]
  assert.ok(found.length > 0, `${command} prints no JSON: ${output}`)
  for (const text of found) {
    const validate = validators(name)
    assert.ok(validate(JSON.parse(text)), `${command}: ${text.slice(0, 400)}\n${JSON.stringify(validate.errors)}`)
  }
}

const refusal = /^\{"format":1,"type":"(error|diagnostics)"/m

const streams = new Set(['up', 'destroy', 'refresh', 'plan', 'show', 'validate'])

/** For every command, errors are lines. */
function schemaOf(command: string, output: string): string {
  const [first = '', second = '', third = ''] = command.split(' ')
  if (streams.has(first) || command.startsWith('tasks run') || refusal.test(output)) return 'lines'
  const names = [`${first}-${second}-${third}`, `${first}-${second}`, first]
  return names.find((name) => Object.hasOwn(outputs, name)) ?? command
}

/** Only the document, without the text from stderr around it. */
function documentIn(output: string): string {
  const text = output.replace(/\n\[exit \d+\]\n*$/, '')
  const start = /^[[{"\d]/m.exec(text)?.index ?? 0
  const end = /^([\]}].*|\S.*)$/gm
  const ends = Array.from(text.slice(start).matchAll(end), (match) => match.index + match[0].length)
  const parses = (to: number): boolean => {
    try {
      return JSON.parse(text.slice(start, start + to)) !== undefined
    } catch {
      return false
    }
  }
  const last = ends.findLast(parses)
  return last === undefined ? text : text.slice(start, start + last)
}

const compiled = new Map<string, ReturnType<Ajv2020['compile']>>()

function validators(name: string): ReturnType<Ajv2020['compile']> {
  const known = compiled.get(name) ?? new Ajv2020({ strict: false }).compile(strictSchema(name))
  compiled.set(name, known)
  return known
}

function textOf(schema: object): string {
  return `${JSON.stringify(schema, undefined, 2)}\n`
}

function sandbox(context: TestContext) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-schemas-')))
  context.after(() => rmSync(base, { recursive: true, force: true }))
  const directory = join(base, 'project')
  mkdirSync(directory)
  const env = {
    ...trusting,
    PATH: [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
    HOME: base,
    CI: '1',
    NO_COLOR: '1',
  }
  const run = (line: string): string => runLine(`slipway ${line}`, { cwd: directory, env }).stdout
  const fits = (...commands: readonly string[]): void => {
    for (const command of commands) {
      const output = run(`${command} --json`)
      assert.doesNotMatch(output, refusal, command)
      assertFits(command, output)
    }
  }
  const refuses = (...commands: readonly string[]): void => {
    for (const command of commands) {
      const output = run(`${command} --json`)
      assert.match(output, refusal, command)
      assertFits(command, output)
    }
  }
  return { directory, run, fits, refuses }
}
