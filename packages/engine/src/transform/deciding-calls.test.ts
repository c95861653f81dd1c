import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure, type Value } from '@slipway/model'
import { checkBlueprint } from '../expand/check-blueprint.ts'
import { blueprintOf, testDefinitions } from '../testing/definitions.ts'
import { withDecidingCalls } from './deciding-calls.ts'

const files: Readonly<Record<string, string>> = {
  'names.json': '["a.txt","b.txt"]',
  'a.txt': 'first',
  'b.txt': 'second',
}

async function checked(each: string, eachKey = '') {
  const asked: string[] = []
  const key = eachKey === '' ? '' : `metadata: { custom: { slipway: { eachKey: '${eachKey}' } } }, `
  const text = `values: { names: { type: array, value: '${each}' } }
resources:
  page: { type: test/file, each: '\${values.names}', ${key}spec: { path: "\${elem}", content: '\${file("a.txt")}' } }`
  const result = await withDecidingCalls(
    async (name, [given]): Promise<Value> => {
      const path = typeof given === 'string' ? given : ''
      asked.push(`${name} ${path}`)
      const found = files[path] ?? (/^f\d+$/.test(path) ? `f${Number(path.slice(1)) + 1}` : undefined)
      if (found === undefined) throw new Failure('cli/no-such-file', `there is no file ${path}`)
      return Buffer.from(found).toString('base64')
    },
    (call) => checkBlueprint(blueprintOf(text), testDefinitions, new Map(), { call }),
  )
  const said = result.diagnostics.map(({ code, message, range }) => `${range?.start.line} ${code} ${message}`)
  return { names: [...(result.checked?.resources.keys() ?? [])], asked, said }
}

test('a file decides how many resources there are, and how they are called; nothing else is read for that', async () => {
  const found = await checked('${jsondecode(file("names.json"))}', '${file(elem)}')
  assert.deepEqual(found.names, ['page_first', 'page_second'])
  assert.deepEqual(found.asked, ['file names.json', 'file a.txt', 'file b.txt'])
})

test('a file that is not there is a mistake where it is read, told once', async () => {
  const { said, asked } = await checked('${jsondecode(file("nmes.json"))}')
  assert.deepEqual(said, ['2 blueprint/function-failed file: there is no file nmes.json'])
  assert.deepEqual(asked, ['file nmes.json'])
})

test('what is another each time decides nothing', async () => {
  const { said, asked } = await checked('${split(uuid(), "-")}')
  assert.match(said.join(), /blueprint\/late-each .* needs uuid\(…\), which is known only later/)
  assert.deepEqual(asked, [])
})

test('files whose names stand in files are read, so many of them', async () => {
  const inside = (depth: number): string => (depth === 0 ? '"f0"' : `file(${inside(depth - 1)})`)
  const { asked, names } = await checked(`\${split(${inside(10)}, ",")}`)
  assert.deepEqual([asked.length, asked.at(-1), names.length], [10, 'file f9', 1])
  const { said } = await checked(`\${split(${inside(30)}, ",")}`)
  assert.match(said.join(), /blueprint\/function-failed file: .* needs 16 others/)
})

test('more files than anybody writes are refused', async () => {
  const { said, asked } = await checked(
    `\${split("${Array.from({ length: 2000 }, (_, at) => `n${at}`).join(' ')}", " ")}`,
    '${file(elem)}',
  )
  assert.match(said.join(), /blueprint\/function-failed/)
  assert.equal(asked.length, 1000)
})
