import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readTaskPlugin } from '../../../packages/stages/src/index.ts'
import { renderDiagnostic } from '@slipway/source'
import { mutatedText } from '../mutate.ts'
import type { Target } from '../target.ts'

const example = join(import.meta.dirname, '../../../examples/tasks/plugin1')
const [metadata, tasksFile] = ['metadata.yaml', 'tasks.yaml'].map((name) => readFileSync(join(example, name), 'utf8'))

/** Separates the two files of a task plugin within one text. */
const border = '\n=====\n'
const both = `${metadata}${border}${tasksFile}`
const tokens = [
  ':',
  ': ',
  '\n',
  '\n  ',
  '- ',
  '[',
  ']',
  '{',
  '}',
  ',',
  '"',
  "'",
  '|',
  '\t',
  '\0',
  '*',
  'role: ',
  'stage: ',
  'type: ',
  'parameters:',
  'pre_deployment/',
  'post_deployment/',
  '/-1',
  '/99999999999999999999',
  'before: ',
  'after: ',
  'id: ',
  '__proto__',
  'types:',
  border,
]

function take(input: Buffer): void {
  const text = input.toString('utf8')
  const [first = '', ...rest] = text.split(border)
  const files = new Map([
    ['x/metadata.yaml', first],
    ['x/tasks.yaml', rest.join(border)],
  ])
  const [metadataText, tasksText] = files.entries().map(([file, each]) => ({ file, text: each }))
  if (metadataText === undefined || tasksText === undefined) return
  const { diagnostics } = readTaskPlugin({ directory: 'x', metadata: metadataText, tasks: tasksText })
  for (const diagnostic of diagnostics) {
    const of = files.get(diagnostic.file ?? '') ?? ''
    assert.match(renderDiagnostic(diagnostic, of), /^x\/(metadata|tasks)\.yaml:\d+:\d+: (error|warning): \S/)
    assert.ok((diagnostic.range?.end.offset ?? 0) <= of.length + 1)
  }
}

export const tasks: Target = { name: 'tasks', make: (random) => mutatedText(random, [both], tokens), take }
