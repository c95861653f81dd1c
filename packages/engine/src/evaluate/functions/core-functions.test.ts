import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isSecret, isUnknown, secret, Unknown, type Value } from '@slipway/model'
import fc from 'fast-check'
import { Budget } from '../../language/budget.ts'
import { evaluate } from '../evaluate.ts'
import type { Scope } from '../scope.ts'
import { parsedExpression } from '../../testing/definitions.ts'
import { text as textOf } from './argument.ts'
import { writeJson } from './write-json.ts'

const values: Readonly<Record<string, Value>> = {
  token: secret('s3cret'),
  later: new Unknown('resources.db.spec.id'),
  subnets: [
    { id: 's-1', zone: { name: 'b' } },
    { id: 's-2', zone: { name: 'a' } },
  ],
  pairs: [
    ['a', 1],
    ['b', 2],
  ],
}

function scopeWith(call?: Scope['call'], budget = new Budget()): Scope {
  return {
    budget,
    variable: (name) => values[name] ?? null,
    value: (name) => values[name] ?? null,
    resource: () => null,
    dataSource: () => null,
    ...(call && { call }),
  }
}

function value(text: string, scope = scopeWith()): Value {
  return evaluate(parsedExpression(text), scope)
}

describe('a function of the language returns', () => {
  const cases: readonly (readonly [call: string, given: string])[] = [
    ['substr("año😀x", 1, 4)', '"ño😀"'],
    ['substr("abc", 0, 3)', '"abc"'],
    ['substr("abc", 3)', '""'],
    ['index("😀:3000", ":3000")', '1'],
    ['index("abc", "x")', '-1'],
    ['last_index("a😀ba", "a")', '3'],
    ['trimprefix("http://a", "http://")', '"a"'],
    ['trimprefix("a", "http://")', '"a"'],
    ['trimsuffix("a:80", ":80")', '"a"'],
    ['trimsuffix("a", "")', '"a"'],
    ['contains("abc", "b")', 'true'],
    ['contains(list(1, 2), 2)', 'true'],
    ['contains(list(object(a = 1)), object(a = 1))', 'true'],
    ['keys(object(b = 1, a = 2))', '["b","a"]'],
    ['vals(object(b = 1, a = 2))', '[1,2]'],
    ['fromjson("{\\"a/b\\": [{\\"m~n\\": 1}]}", "/a~1b/0/m~0n")', '1'],
    ['fromjson("{\\"a\\": 1}", "#/a")', '1'],
    ['fromjson("{\\"a\\": 1}", "")', '{"a":1}'],
    ['map(list("{\\"h\\": 1}"), fromjson_g("/h"))', '[1]'],
    ['first("", list(), 0, 1)', '0'],
    ['first("", list())', '[]'],
    ['abs(-5)', '5'],
    ['abs(-12345678901234567890)', '12345678901234567890'],
    ['gt(2, 1.5)', 'true'],
    ['le(12345678901234567890, 12345678901234567891)', 'true'],
    ['add(1, 2, 3)', '6'],
    ['add(9007199254740991, 1)', '9007199254740992'],
    ['subtract(12345678901234567890, 12345678901234567889)', '1'],
    ['multiply(0.5, 4)', '2'],
    ['divide(7, 2)', '3.5'],
    ['divide(12345678901234567890, 10)', '1234567890123456789'],
    ['modulo(-7, 3)', '-1'],
    ['cidrsubnet("192.168.0.0/16", 8, 1)', '"192.168.1.0/24"'],
    ['cidrsubnet("10.0.0.0/8", 4, 2)', '"10.32.0.0/12"'],
    ['cidrsubnet("10.1.2.3/8", 0, 0)', '"10.0.0.0/8"'],
    ['cidrsubnet("fd00::/48", 16, 255)', '"fd00:0:0:ff::/64"'],
    ['cidrsubnet("::ffff:10.0.0.0/104", 24, 1)', '"::ffff:a00:1/128"'],
    ['cidrsubnet("2001:db8:1:2:3:4:5:6/128", 0, 0)', '"2001:db8:1:2:3:4:5:6/128"'],
    ['cidrsubnet("::/0", 1, 1)', '"8000::/1"'],
    ['md5("Hello World")', '"b10a8db164e0754105b7a99be72e3fe5"'],
    ['sha1("Hello World")', '"0a4d55a8d778e5022fab701977c5d840bbc486d0"'],
    ['sha256(base64decode("/w=="))', '"a8100ae6aa1940d0b663bb31cd466142ebbdbd5187131b92d93818987832eb89"'],
    ['base64encode(base64decode("/w=="))', '"/w=="'],
    ['jsondecode(utf8(base64decode("WzFd")))', '[1]'],
    ['base64encode(if(true, base64decode("/w=="), ""))', '"/w=="'],
    ['jsonencode(object(a = list(1, "x", true), b = object()))', '"{\\"a\\":[1,\\"x\\",true],\\"b\\":{}}"'],
    [
      'yamlencode(object(a = list(1, "x: y"), b = object(c = "on")))',
      '"a:\\n  - 1\\n  - \\"x: y\\"\\nb:\\n  c: \\"on\\"\\n"',
    ],
    ['yamldecode("a: [1, yes]")', '{"a":[1,"yes"]}'],
    [
      'format("%s-%03d %5.1f|%-3s|%+d %x %q %t %v 100%%", "a", 7, 2.25, "b", 3, 255, "c", true, list(1))',
      '"a-007   2.3|b  |+3 ff \\"c\\" true [1] 100%"',
    ],
    ['map(values.subnets, getattr("id"))', '["s-1","s-2"]'],
    ['map(values.subnets, compose(to_upper, getattr("id")))', '["S-1","S-2"]'],
    ['map(values.subnets, pipe(getattr("zone"), getattr("name"), to_upper))', '["B","A"]'],
    ['map(values.pairs, getelem(0))', '["a","b"]'],
    ['map(list("http://a", "b"), trimprefix_g("http://"))', '["a","b"]'],
    ['map(list("abc", "def"), substr_g(1))', '["bc","ef"]'],
    ['map(list("a-b"), replace_g("-", "+"))', '["a+b"]'],
    ['map(list("a", "b"), list)', '[["a"],["b"]]'],
    ['map(list(5, 6), add)', '[5,7]'],
    ['filter(list("a1", "b1", "a2"), has_prefix_g("a"))', '["a1","a2"]'],
    ['filter(list("1a", "b"), has_suffix_g("a"))', '["1a"]'],
    ['filter(list("1a", "b"), pipe(contains_g("a"), not))', '["b"]'],
    ['flatmap(list("a,b", "c"), split_g(","))', '["a","b","c"]'],
    ['reduce(list(1, 2, 3), add, 10)', '16'],
    ['reduce(list(1, 2, 3), subtract, 10)', '4'],
    ['sort(list(3, 1, 2, 1), subtract)', '[1,1,2,3]'],
    ['sort(list(), subtract)', '[]'],
    ['map(list("a"), if(false, getattr("x"), split_g("")))', '[["a"]]'],
  ]
  for (const [call, given] of cases) test(call, () => assert.equal(writeJson(value(call)), given))
})

describe('a function of the language refuses', () => {
  const cases: readonly (readonly [call: string, message: string])[] = [
    ['substr("abc", 0, 4)', 'substr: the index 4 is past the end of the text, which has 3 characters'],
    ['substr("abc", -1)', 'substr: an index is negative: characters are counted from 0'],
    ['substr("abc", 2, 1)', 'substr: the start 2 is greater than the end 1'],
    ['contains("a", 1)', 'contains: only text can occur in text'],
    ['fromjson("{}", "/a")', 'fromjson: there is nothing at "/a"'],
    ['fromjson("{}", "a")', 'fromjson: the pointer "a" does not begin with "/"'],
    ['divide(1, 0)', 'divide: a number cannot be divided by 0'],
    ['modulo(1, 0.0)', 'modulo: a number cannot be divided by 0'],
    ['cidrsubnet("10.0.0.0/24", 9, 0)', 'cidrsubnet: /33 is longer than an address, which has 32 bits'],
    ['cidrsubnet("10.0.0.0/24", 2, 4)', 'cidrsubnet: there is no subnet 4: with 2 new bits, subnets go from 0 to 3'],
    ['cidrsubnet("10.0.0/24", 2, 4)', 'cidrsubnet: this is not an address block such as "10.0.0.0/16" or "fd00::/48"'],
    ['map(values.subnets, getattr("nmae"))', 'map: the map has no "nmae"; it has: id, zone'],
    ['map(values.pairs, getelem(2))', 'map: the list has no item [2]: it has 2, counted from 0'],
    ['map(list(list()), trim)', 'trim: its argument "text" is a string, but it was given a list'],
    ['filter(list("a"), trim)', 'filter: trim gives the string "a", but true or false is needed'],
    ['flatmap(list("a"), trim)', 'flatmap: trim gives the string "a", but a list is needed'],
    ['sort(list("a", "b"), contains)', 'sort: contains gives the boolean false, but a number is needed'],
    ['map(list("a"), cidrsubnet)', 'map: cidrsubnet needs 3 arguments, but is given 2 here'],
    ['format("%d", "a")', 'format: "%d" is for an integer, but it was given the string "a"'],
    ['format("%s %s", "a")', 'format: there is no value for "%s", the second of the text'],
    ['format("a", "b")', 'format: it has 1 values, but the text has places for 0'],
    ['format("%999d", 1)', 'format: "%999d" asks for more than 100 characters'],
    ['format("%z", 1)', 'format: "%z" is not known: there are %s, %d, %x, %f, %q, %t, %v and %%'],
  ]
  for (const [call, message] of cases) test(call, () => assert.throws(() => value(call), { message }))
})

describe('a function as a value', () => {
  test('a secret argument gives a secret result, and no message reveals it', () => {
    for (const call of ['map(list(values.token), to_upper)', 'map(list("a"), replace_g("a", values.token))'])
      assert.ok(isSecret(value(call)), call)
    assert.ok(isSecret(value('base64encode(if(eq(values.token, "x"), base64decode("/w=="), "a"))')))
    for (const call of ['map(list(values.token), getattr("a"))', 'map(list(values.token), jsondecode)'])
      assert.throws(
        () => value(call),
        ({ message }: Error) => !/s3/.test(message),
      )
  })

  test('an unknown argument gives an unknown result', () => {
    assert.ok(isUnknown(value('map(list("a", values.later), to_upper)')))
    assert.ok(isUnknown(value('map(list("a"), trimprefix_g(values.later))')))
  })

  test('a provider’s function is called for all items at once, with the index if it takes one', () => {
    const asked: (readonly Value[])[] = []
    const definition = {
      name: 'label',
      parameters: [
        { name: 'item', type: 'string' },
        { name: 'index', type: 'integer' },
      ],
      returns: 'string',
    } as const
    const pending: Scope = {
      ...scopeWith((_, args) => void asked.push(args)),
      function: () => definition,
    }
    assert.ok(isUnknown(value('map(list("a", "b"), label)', pending)))
    assert.deepEqual(asked, [
      ['a', 0],
      ['b', 1],
    ])
  })

  test('a provider’s function sorts a list in few rounds of calls', () => {
    const answers = new Map<string, Value>()
    let rounds = 0
    const length = 40
    const items = Array.from({ length }, (_, index) => (index * 17) % length)
    for (let sorted: Value = new Unknown(''); isUnknown(sorted); rounds++) {
      const open: (readonly Value[])[] = []
      sorted = value(
        `sort(list(${items.join(', ')}), by_size)`,
        scopeWith((_, args) => {
          const answer = answers.get(writeJson(args))
          if (answer === undefined) open.push(args)
          return answer
        }),
      )
      for (const args of open) answers.set(writeJson(args), Number(args[0]) - Number(args[1]))
      if (!isUnknown(sorted))
        assert.deepEqual(
          sorted,
          items.toSorted((a, b) => a - b),
        )
    }
    assert.ok(rounds <= 3 * length, `${rounds} rounds`)
  })

  test('a call of a function cannot exceed the budget', () => {
    const budget = new Budget({ steps: 5000, bytes: 200_000 })
    const many = `list(${Array.from({ length: 900 }, (_, n) => n).join(', ')})`
    assert.throws(() => value(`sort(${many}, subtract)`, scopeWith(undefined, budget)), { code: 'blueprint/too-large' })
    const deep = Array.from({ length: 12 }, () => 'multiply(values.n, values.n)').join(', ')
    const huge: Scope = { ...scopeWith(), value: () => 10n ** 900n }
    assert.throws(() => value(`list(${deep})`, huge), { message: 'multiply: the result has more than 1000 digits' })
  })
})

describe('a parsing function reverses its writing function', () => {
  const scalar = fc.oneof(
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.bigInt({ min: 2n ** 60n, max: 2n ** 90n }),
    // Numbers without a fraction must be safe integers here. Larger ones are bigints.
    fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .filter((number) => number !== 0 && (!Number.isInteger(number) || Number.isSafeInteger(number))),
    fc.string(),
    fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed()),
    fc.constantFrom(
      'yes',
      'null',
      'on',
      '1',
      '1e3',
      '-',
      '- a',
      'a: b',
      'a #b',
      ' a',
      'a ',
      '',
      '~',
      '0x1F',
      '2025-11-02',
      '\n',
      'a\nb\n',
      '\uFEFF',
      '\u2028',
      '|',
      '=',
      '.inf',
    ),
  )
  const { tree } = fc.letrec<{ tree: Value }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      scalar,
      fc.array(tie('tree'), { maxLength: 5 }),
      fc.dictionary(
        fc.oneof(fc.string(), fc.constantFrom('a', 'yes', '1', '__proto__', '<<', 'a: b', '')),
        tie('tree'),
        { maxKeys: 5 },
      ),
    ),
  }))

  for (const [write, read] of [
    ['jsonencode', 'jsondecode'],
    ['yamlencode', 'yamldecode'],
  ])
    test(`${read}(${write}(…))`, () => {
      const call = parsedExpression(`eq(${read}(${write}(list(values.v))), list(values.v))`)
      fc.assert(
        fc.property(tree, (given) => {
          const budget = new Budget()
          assert.equal(evaluate(call, { ...scopeWith(), budget, value: () => given ?? 'none' }), true)
        }),
        { numRuns: 500 },
      )
    })

  test('utf8(base64decode(base64encode(…))) and join(split(…))', () => {
    const calls = ['utf8(base64decode(base64encode(values.v)))', 'join(split(values.v, ","), ",")'].map(
      parsedExpression,
    )
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (given) => {
        for (const call of calls) assert.equal(evaluate(call, { ...scopeWith(), value: () => given }), given)
      }),
    )
  })

  test('a JSON pointer to a part returns that part', () => {
    const call = parsedExpression('fromjson(jsonencode(values.v), values.pointer)')
    fc.assert(
      fc.property(fc.string(), fc.nat(5), (key, at) => {
        const whole: Value = { [key]: Array.from({ length: at + 1 }, (_, index) => index) }
        const pointer = `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}/${at}`
        assert.equal(evaluate(call, { ...scopeWith(), value: (name) => (name === 'v' ? whole : pointer) }), at)
      }),
    )
  })

  test('subnets of an address block follow each other without a gap', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.nat(12), fc.nat(), (length, bits, seed) => {
        const at = seed % 2 ** bits
        const part = value(`cidrsubnet("10.0.0.0/${length}", ${bits}, ${at})`)
        const [address = ''] = textOf(part).split('/')
        const found = address.split('.').reduce((sum, each) => sum * 256 + Number(each), 0)
        const start = Math.floor((10 * 2 ** 24) / 2 ** (32 - length)) * 2 ** (32 - length)
        assert.equal(found, start + at * 2 ** (32 - length - bits))
      }),
    )
  })
})
