import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Unknown, isSecret, isUnknown, revealed, secret, type Value } from '@slipway/model'
import { DiagnosticList, readYaml } from '@slipway/source'
import { expressionOf } from '../language/parse/expression-of.ts'
import { text as textOf } from './functions/argument.ts'
import { Budget } from '../language/budget.ts'
import { evaluate } from './evaluate.ts'
import { EvaluationFailure } from '../language/failure.ts'
import { CallMemo } from './call-memo.ts'
import type { Scope } from './scope.ts'

const variables: Readonly<Record<string, Value>> = {
  name: 'web',
  port: 8080,
  big: 12345678901234567890n,
  on: true,
  token: secret('s3cret'),
  password: secret('sesame-1'),
  later: new Unknown('resources.db.spec.id'),
  hidden: secret(new Unknown('resources.db.spec.id')),
}
const scope: Scope = {
  budget: new Budget(),
  variable: (name) => variables[name] ?? null,
  value: () => ({ list: ['a', 'b'], mixed: ['a', secret('b')], map: { x: { y: 1 } } }),
  resource: (name) =>
    name === 'db'
      ? { spec: { id: new Unknown('resources.db.spec.id'), port: 5432 } }
      : new Unknown(`resources.${name}`),
  dataSource: () => ({ subnets: ['s1'] }),
}

function expression(text: string) {
  const { source, tree } = readYaml('t.yaml', `k: ${text}`)
  assert.ok(tree?.kind === 'map' && tree.entries[0])
  const list = new DiagnosticList(source)
  const parsed = expressionOf(tree.entries[0].value, list)
  assert.deepEqual(list.sorted(), [])
  return parsed
}

function value(text: string): Value {
  return evaluate(expression(text), scope)
}

describe('a known, plain value', () => {
  const cases: readonly (readonly [string, Value])[] = [
    ['${variables.port}', 8080],
    ['port ${variables.port}, ${variables.big}, ${variables.on}, ${none}!', 'port 8080, 12345678901234567890, true, !'],
    ['${values.v.map.x.y}', 1],
    ['${values.v.list[1]}', 'b'],
    ['${values.v.nothing.below}', null],
    ['${datasources.d.subnets[]}', 's1'],
    ['${list(1, "a")}', [1, 'a']],
    ['${len("añ😀")}', 3],
    ['${len(list(1, 2))}', 2],
    ['${len(values.v.map)}', 1],
    ['${join(list("a", 1, true), "-")}', 'a-1-true'],
    ['${split("a,b,,c", ",")}', ['a', 'b', '', 'c']],
    ['${split("a,b", ",")[1]}', 'b'],
    ['${replace("a.b.c", ".", "$&")}', 'a$&b$&c'],
    ['${trim("  a ")}', 'a'],
    ['${to_upper("aß")}', 'ASS'],
    ['${to_lower("ÀB")}', 'àb'],
    ['${if(eq(variables.name, "web"), 1, 2)}', 1],
    ['${if(false, jsondecode("{"), 2)}', 2],
    ['${eq(1, "1")}', false],
    ['${eq(list(1), list(1))}', true],
    ['${and(true, true, false)}', false],
    ['${or(false, true)}', true],
    ['${and()}', true],
    ['${not(true)}', false],
    ['${coalesce(none, none, "x")}', 'x'],
    ['${coalesce(none)}', null],
    ['${jsondecode("[1, 9007199254740993]")[1]}', 9007199254740993n],
    ['${base64encode("ü")}', 'w7w='],
    ['${base64decode("w7w=")}', 'ü'],
    ['${sha256("")}', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['${min(3, 1.5, variables.big)}', 1.5],
    ['${max(list(3, variables.big))}', 12345678901234567890n],
  ]
  for (const [text, expected] of cases) test(text, () => assert.deepEqual(value(text), expected))

  test('of the function object keeps every key', () => {
    const object = value('${object(__proto__ = 1, constructor = 2)}')
    assert.deepEqual(Object.entries(object as object), [
      ['__proto__', 1],
      ['constructor', 2],
    ])
  })
})

describe('an unknown value', () => {
  const unknown = [
    '${variables.later}',
    'id ${resources.db.spec.id}',
    '${to_upper(variables.later)}',
    '${join(list("a", variables.later), ",")}',
    '${resources.web.spec.x.y}',
    '${if(variables.later, 1, 2)}',
    '${and(true, eq(variables.later, 1))}',
    '${coalesce(none, variables.later, 1)}',
    '${shout("a")}',
  ]
  for (const text of unknown) test(text, () => assert.ok(isUnknown(value(text))))

  test('names what it waits for', () => {
    const found = value('${resources.web.spec.a["b.c"]}')
    assert.ok(isUnknown(found))
    assert.equal(found.until, 'resources.web.spec.a["b.c"]')
  })

  test('does not matter to an expression that is decided without it', () => {
    assert.equal(value('${and(eq(variables.later, 1), false)}'), false)
    assert.equal(value('${or(eq(variables.later, 1), true)}'), true)
    assert.equal(value('${resources.db.spec.port}'), 5432)
  })

  test('may be an item of a known list', () => {
    const list = value('${list(1, variables.later)}')
    assert.ok(Array.isArray(list) && isUnknown(list[1]))
  })
})

describe('a secret value', () => {
  const secrets: readonly (readonly [string, Value])[] = [
    ['${variables.token}', 's3cret'],
    ['pw=${variables.token};', 'pw=s3cret;'],
    ['${to_upper(variables.token)}', 'S3CRET'],
    ['${sha256(variables.token)}', '1ec1c26b50d5d3c58d9583181af8076655fe00756bf7285940ba3670f99fcba0'],
    ['${join(values.v.mixed, "")}', 'ab'],
    ['${len(variables.token)}', 6],
    ['${if(eq(variables.token, "x"), 1, 2)}', 2],
    ['${if(true, variables.token, 2)}', 's3cret'],
    ['${coalesce(variables.token, 1)}', 's3cret'],
    ['${and(eq(variables.token, "x"), true)}', false],
    ['${jsondecode(base64decode(base64encode(join(list("[", "1]"), if(eq(variables.token, ""), "", "")))))}', [1]],
  ]
  for (const [text, expected] of secrets) {
    test(text, () => {
      const found = value(text)
      assert.ok(isSecret(found))
      assert.deepEqual(revealed(found), expected)
    })
  }

  test('keeps its secret parts marked through every operation', () => {
    const parts: readonly (readonly [string, readonly string[]])[] = [
      ['login ${to_upper(variables.password)}', ['SESAME-1']],
      ['<${variables.password}> ${trim(variables.password)}.', ['sesame-1']],
      ['<${values.v.mixed[1]}> ${len(variables.password)} ${eq(variables.password, "x")}', []],
      ['${join(list("login", to_upper(variables.password)), " ")}', ['SESAME-1']],
      ['${sha1(variables.password)}', []],
      ['a ${join(list("login", to_upper(variables.password)), " ")} b', ['SESAME-1']],
      ['a ${sha1(variables.password)} b', ['fe2621182c3569912ecbf113f3ef842827900dec']],
    ]
    for (const [text, expected] of parts) {
      const found = value(text)
      assert.deepEqual(isSecret(found) ? found.parts : undefined, expected)
    }
  })

  test('stays secret while it is unknown', () => {
    for (const text of [
      '${variables.hidden}',
      'a ${variables.hidden}',
      '${trim(variables.hidden)}',
      '${variables.token} ${variables.later}',
    ]) {
      const found = value(text)
      assert.ok(isSecret(found) && isUnknown(found.value), text)
    }
  })

  test('is not revealed by an error', () => {
    assert.throws(
      () => value('${jsondecode(variables.token)}'),
      (thrown: Error) => !thrown.message.includes('s3'),
    )
    assert.throws(
      () => value('${variables.token[0]}'),
      (thrown: Error) => !thrown.message.includes('s3'),
    )
  })
})

describe('a value of none', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['a ${values.v.list}', 'a list cannot be part of text'],
    ['${values.v.list[7]}', 'values.v has no item [7]: it is a list of 2, counted from 0'],
    ['${values.v.list.x}', 'values.v has no field "x": it is a list, not a map'],
    ['${variables.name[0]}', 'variables.name has no item [0]: it is the string "web", not a list'],
    [
      '${jsondecode("{")}',
      'jsondecode: this is not JSON: the text ends too early, a key in double quotes, or "}", is expected here (at character 1)',
    ],
    ['${jsondecode("")}', 'jsondecode: the text is empty'],
    ['${join("a", ",")}', 'join: its argument "list" is a list, but it was given the string "a"'],
    ['${join(list(list()), ",")}', 'join: an item of the list is a list or a map, not text'],
    ['${base64decode("a*")}', 'base64decode: the text is not base 64'],
    ['${base64decode("/w==")}', 'the bytes are not text in UTF-8; base64encode(…) turns any bytes into text'],
    ['${replace("a", "", "b")}', 'replace: the text to search for is empty'],
    ['${min()}', 'min: it needs at least one number'],
    ['${max("a", 1)}', 'max: it needs at least one number'],
    ['${if("yes", 1, 2)}', 'if: a condition is true or false; compare with eq(…) to get one'],
    ['${not(1)}', 'not: its argument "condition" is a boolean, but it was given the integer 1'],
    ['${len(1)}', 'len: only text, a list or a map has a length'],
    ['${getattr("id")}', 'getattr("id") is a function: only another function can take it'],
    ['a ${split_g(",")}', 'split_g(…) is a function: only another function can take it'],
    ['${list(getattr("id"))}', 'list: getattr("id") is a function: only another function can take it'],
    ['${trim(getattr("id"))}', 'trim: its argument "text" is a string, but it was given a function'],
    ['${map(list(1), 2)}', 'map: its argument "function" is a function, but it was given the integer 2'],
    ['${map(list(1), getattr("a"))}', 'map: getattr("a") needs a map, but was given the integer 1'],
  ]
  for (const [text, expected] of cases) {
    test(text, () =>
      assert.throws(
        () => value(text),
        (thrown) => thrown instanceof EvaluationFailure && thrown.message === expected,
      ),
    )
  }
})

describe('functions of providers', () => {
  const calls: (readonly Value[])[] = []
  const answering: Scope = {
    ...scope,
    call: (_, args) => {
      calls.push(args)
      return `${textOf(revealed(args[0] ?? null))}!`
    },
  }

  test('get their arguments unchanged, and return a secret for a secret argument', () => {
    const found = evaluate(expression('${shout(shout("a"))} ${shout(variables.token)}'), answering)
    assert.ok(isSecret(found) && found.value === 'a!! s3cret!')
    assert.deepEqual([calls.length, calls[2]?.map(isSecret)], [3, [true]])
  })

  test('are not called until their arguments are known', () => {
    calls.length = 0
    assert.ok(isUnknown(evaluate(expression('${shout(variables.later)}'), answering)))
    assert.equal(calls.length, 0)
  })

  describe('get arguments of the declared types', () => {
    const repeat = {
      name: 'repeat',
      parameters: [
        { name: 'word', type: 'string' },
        { name: 'times', type: 'integer', optional: true, allowNull: true },
      ],
      returns: 'string',
    } as const
    const defined: Scope = { ...answering, function: () => repeat }

    test('get the digits of a number as text, even of a secret one, and null if it is allowed', () => {
      calls.length = 0
      const found = evaluate(expression('${repeat(7, none)} ${repeat(variables.token, 2)}'), defined)
      assert.ok(isSecret(found))
      assert.deepEqual(
        calls.map((args) => args.map((given) => (isSecret(given) ? [given.value] : given))),
        [
          ['7', null],
          [['s3cret'], 2],
        ],
      )
    })

    test('are not called if an argument cannot be converted, which is reported at its place', () => {
      calls.length = 0
      assert.throws(() => evaluate(expression('${repeat("x", "often")}'), defined), {
        code: 'blueprint/function-failed',
        message: 'repeat: its argument "times" is an integer, but it was given the string "often"',
      })
      assert.throws(() => evaluate(expression('${repeat("x", variables.token)}'), defined), {
        message: 'repeat: it refused an argument that is secret',
      })
      assert.equal(calls.length, 0)
    })
  })

  test('are called once for the same arguments, including secret parts', () => {
    const memo = new CallMemo()
    memo.keep('f', [1n, 'a', secret([null])], 'answer')
    assert.equal(memo.answer('f', [1n, 'a', [null]]), 'answer')
    assert.deepEqual(
      [memo.answer('f', ['1', 'a', [null]]), memo.answer('g', [1n, 'a', [null]])],
      [undefined, undefined],
    )
  })
})
