import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure, isMap, type Value, type ValueMap, valueMap } from '@slipway/model'
import type { CheckedBlueprint } from '../check/checked.ts'
import { checkBlueprint } from '../expand/check-blueprint.ts'
import { blueprintOf, testDefinitions } from '../testing/definitions.ts'
import { answerQuestions } from '../providers/questions/answer-questions.ts'
import { Answers, type Question } from '../providers/questions/answers.ts'
import type { ProviderCalls } from '../providers/calls/provider-calls.ts'
import { decidedOutside } from './decided-outside.ts'

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
  const answerCall = async (name: string, [given]: readonly Value[]): Promise<Value> => {
    const path = typeof given === 'string' ? given : ''
    asked.push(`${name} ${path}`)
    const found = files[path] ?? (/^f\d+$/.test(path) ? `f${Number(path.slice(1)) + 1}` : undefined)
    if (found === undefined) throw new Failure('cli/no-such-file', `there is no file ${path}`)
    return Buffer.from(found).toString('base64')
  }
  const result = await decidedOutside({ answerCall, answers: new Answers() }, (deciding) =>
    checkBlueprint(blueprintOf(text), testDefinitions, new Map(), { deciding }),
  )
  const said = result.diagnostics.map(({ code, message, range }) => `${range?.start.line} ${code} ${message}`)
  return { names: [...(result.checked?.resources.keys() ?? [])], asked, said }
}

test('a file may decide the number and names of resources, and nothing else is read', async () => {
  const found = await checked('${jsondecode(file("names.json"))}', '${file(elem)}')
  assert.deepEqual(found.names, ['page_first', 'page_second'])
  assert.deepEqual(found.asked, ['file names.json', 'file a.txt', 'file b.txt'])
})

test('a missing file is reported once, at the place where it is read', async () => {
  const { said, asked } = await checked('${jsondecode(file("nmes.json"))}')
  assert.deepEqual(said, ['2 blueprint/function-failed file: there is no file nmes.json'])
  assert.deepEqual(asked, ['file nmes.json'])
})

test('a function with changing results must not decide the resources', async () => {
  const { said, asked } = await checked('${split(uuid(), "-")}')
  assert.match(said.join(), /blueprint\/late-each .* needs uuid\(…\), which is known only later/)
  assert.deepEqual(asked, [])
})

test('a file may name further files to read, up to a limit', async () => {
  const inside = (depth: number): string => (depth === 0 ? '"f0"' : `file(${inside(depth - 1)})`)
  const { asked, names } = await checked(`\${split(${inside(10)}, ",")}`)
  assert.deepEqual([asked.length, asked.at(-1), names.length], [10, 'file f9', 1])
  const { said } = await checked(`\${split(${inside(30)}, ",")}`)
  assert.match(said.join(), /blueprint\/function-failed file: .* needs 16 others/)
})

test('too many files are refused', async () => {
  const { said, asked } = await checked(
    `\${split("${Array.from({ length: 2000 }, (_, at) => `n${at}`).join(' ')}", " ")}`,
    '${file(elem)}',
  )
  assert.match(said.join(), /blueprint\/function-failed/)
  assert.equal(asked.length, 1000)
})

/** Checks a text with a provider that answers. Returns the provider's questions and the result of the check. */
async function checkedOutside(text: string, answer: (asked: string) => Value) {
  const asked: string[] = []
  const said = (question: string): Value => {
    asked.push(question)
    return answer(question)
  }
  const calls: Pick<ProviderCalls, 'fetch' | 'validateDataSource' | 'pluginId' | 'callFunction'> = {
    pluginId: () => 'acme/test',
    validateDataSource: async () => [],
    callFunction: async (_namespace, name, args) => said(`${name} ${JSON.stringify(args)}`),
    fetch: async ({ dataSourceName, filters }) => {
      const values = said(`${dataSourceName} ${filters.map(({ search }) => JSON.stringify(search)).join()}`)
      assert.ok(isMap(values))
      return values
    },
  }
  const answers = new Answers()
  const ask = (questions: readonly Question[], blueprint: CheckedBlueprint) =>
    answerQuestions(questions, blueprint, calls as ProviderCalls, answers, 4)
  const result = await decidedOutside({ answerCall: () => assert.fail(), ask, answers }, (deciding) =>
    checkBlueprint(blueprintOf(text), testDefinitions, new Map(), { deciding }),
  )
  const told = result.diagnostics.map(({ code, message }) => `${code} ${message}`)
  return { asked, told, checked: result.checked, names: [...(result.checked?.resources.keys() ?? [])] }
}

function network(name: string, search: string): string {
  const exports = 'exports: { id: { type: string }, subnets: { type: array } }'
  return `${name}: { type: test/network, filter: { field: name, operator: "=", search: "${search}" }, ${exports} }`
}

const ids: Readonly<Record<string, readonly string[]>> = { 'outer ["x"]': ['in'], 'inner ["in"]': ['a', 'b'] }

function netAnswer(question: string): ValueMap {
  const subnets = ids[question] ?? []
  return valueMap([
    ['id', subnets[0] ?? ''],
    ['subnets', subnets],
  ])
}

test('data sources in a chain may decide the resources, and each is read once', async () => {
  const text = `datasources:
  ${network('inner', '${datasources.outer.id}')}
  ${network('outer', 'x')}
values: { all: { type: array, value: "\${datasources.inner.subnets}" } }
resources:
  one: { type: test/file, each: "\${values.all}", spec: { path: "\${elem}", content: "\${datasources.inner.id}" } }
  two: { type: test/file, each: "\${datasources.inner.subnets}", metadata: { custom: { slipway: { eachKey: "\${shout(elem)}" } } }, spec: { path: "\${i}", content: x } }
  all: { type: test/file, spec: { path: all, content: "\${join(one.spec.path, two[1].spec.path)}" } }`
  const found = await checkedOutside(text, (question) =>
    question.startsWith('shout') ? question.replaceAll(/[^ab]/g, '') + 'X' : netAnswer(question),
  )
  assert.deepEqual(found.told, [])
  assert.deepEqual(found.asked, ['outer ["x"]', 'inner ["in"]', 'shout ["a"]', 'shout ["b"]'])
  assert.deepEqual(found.names, ['one_0', 'one_1', 'two_aX', 'two_bX', 'all'])
  const known = new Answers({}, false, false, found.checked?.decidedBy)
  const question = { field: 'name', operator: '=', search: ['x'] } as const
  const read = known.to({ kind: 'data', name: 'outer', filters: [question], metadata: {} })
  assert.equal(read?.['id'], 'in')
  assert.equal(known.functions.answer('shout', ['b']), 'bX')
})

test('a data source is not read for a blueprint with a mistake, or for a condition', async () => {
  const wrong = await checkedOutside(
    `datasources: { ${network('n', 'x')} }
resources:
  a: { type: test/file, each: "\${datasources.n.subnets}", spec: { path: "\${elem}", contnt: x } }`,
    netAnswer,
  )
  assert.deepEqual(wrong.asked, [])
  assert.match(wrong.told.join(), /contnt/)
  const late = await checkedOutside(
    `datasources: { ${network('n', 'x')} }
resources:
  a: { type: test/file, condition: '\${eq(shout("x"), datasources.n.id)}', spec: { path: a, content: x } }`,
    netAnswer,
  )
  assert.deepEqual([late.asked, late.told, late.names], [[], [], ['a']])
  assert.ok(late.checked?.resources.get('a')?.condition)
})

test('a decision that needs a resource or changes each time is refused without a read', async () => {
  for (const [each, needs] of [
    ['datasources.n.subnets', /needs resources\.db\.spec\.sha256 \(for datasources\.n\), which is known only later/],
    ['split(shout(resources.db.spec.sha256), ",")', /needs resources\.db\.spec\.sha256, which/],
    ['split(uuid(), "-")', /needs uuid\(…\), which/],
    ['split(shout(datetime("unix")), ",")', /needs datetime\(…\), which/],
  ] as const) {
    const { told, asked } = await checkedOutside(
      `datasources: { ${network('n', '${resources.db.spec.sha256}')} }
resources:
  db: { type: test/file, spec: { path: p, content: c } }
  a: { type: test/file, each: '\${${each}}', spec: { path: "\${elem}", content: x } }`,
      netAnswer,
    )
    assert.match(told.join('\n'), /^blueprint\/late-each/, each)
    assert.match(told.join('\n'), needs)
    assert.deepEqual(asked, [])
  }
})

test('the hash of a blueprint changes with the decided items, not with unused fields', async () => {
  const text = `datasources: { ${network('n', 'x')} }
resources: { a: { type: test/file, each: "\${datasources.n.subnets}", spec: { path: "\${elem}", content: x } } }`
  const hash = async (id: string, ...subnets: string[]) => {
    const values = valueMap([
      ['id', id],
      ['subnets', subnets],
    ])
    return (await checkedOutside(text, () => values)).checked?.hash()
  }
  const first = await hash('1', 'a', 'b')
  assert.ok(first)
  assert.equal(await hash('2', 'a', 'b'), first)
  assert.notEqual(await hash('1', 'b', 'a'), first)
  assert.notEqual(await hash('1', 'a'), first)
})

/** The notes of the check about a template without items. */
async function emptied(each: string, mayBe = '') {
  const option = mayBe === '' ? '' : `metadata: { custom: { slipway: { mayBeEmpty: ${mayBe} } } }, `
  const { checked: result, told } = await checkedOutside(
    `datasources: { ${network('n', 'x')} }
values: { none: { type: array, value: [] }, read: { type: array, value: "\${datasources.n.subnets}" } }
resources: { a: { type: test/file, each: "\${${each}}", ${option}spec: { path: "\${elem}", content: x } } }`,
    () => valueMap(),
  )
  assert.deepEqual(told, [])
  return result?.emptied?.map(({ name, needs }) => `${name} ${needs.join()}`)
}

test('a template emptied by a data source is reported, unless it may be empty', async () => {
  assert.deepEqual(await emptied('values.read'), ['a datasources.n'])
  assert.equal(await emptied('values.none'), undefined)
  assert.equal(await emptied('values.read', 'true'), undefined)
  assert.deepEqual(await emptied('values.read', 'false'), ['a datasources.n'])
})

test('an overlong chain of data sources is refused', async () => {
  const sources = Array.from({ length: 80 }, (_, at) =>
    network(`n${at}`, at === 0 ? 'x' : `\${datasources.n${at - 1}.id}`),
  )
  const { told, asked } = await checkedOutside(
    `datasources:\n  ${sources.join('\n  ')}\nresources: { a: { type: test/file, each: "\${datasources.n79.subnets}", spec: { path: "\${elem}", content: x } } }`,
    netAnswer,
  )
  assert.match(told.join(), /is still unknown after 64 rounds/)
  assert.equal(asked.length, 64)
})
