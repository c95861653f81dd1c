import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isSecret, isUnknown, secret, Unknown, type Value } from '@slipway/model'
import { Budget } from '../../language/budget.ts'
import { parsedExpression } from '../../testing/definitions.ts'
import { evaluate } from '../evaluate.ts'
import type { Scope } from '../scope.ts'
import { writeJson } from './write-json.ts'

const values: Readonly<Record<string, Value>> = {
  token: secret('{"a": 1'),
  later: new Unknown('resources.db.spec.id'),
  long: 'ab'.repeat(20_000),
  many: Array.from({ length: 3000 }, (_, index) => index),
}

const answers: Readonly<Record<string, string>> = {
  'motd.txt': 'Hello ${name}!${size > 1 ? " Many." : ""}\n${join(map(items, x => format("- %s", x)), "\n")}',
  'bad.txt': 'one\ntwo ${nme}',
  'broken.txt': 'one\n  ${name +',
  'curious.txt': '${variables.token}',
  'reading.txt': '${file("/etc/passwd")}',
}

const scope: Scope = {
  budget: new Budget(),
  variable: (name) => values[name] ?? null,
  value: (name) => values[name] ?? null,
  resource: () => new Unknown('resources.db'),
  dataSource: () => null,
  call: (name, [path]) => (name === 'templatefile' && typeof path === 'string' ? answers[path] : undefined),
}

function value(text: string): Value {
  return evaluate(parsedExpression(text), { ...scope, budget: new Budget() })
}

describe('a further function returns', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['range(0)', '[]'],
    ['range(3, 0)', '[3,2,1]'],
    ['range(0, 1, 0.5)', '[0,0.5]'],
    ['range(9007199254740993, 9007199254740996)', '[9007199254740993,9007199254740994,9007199254740995]'],
    ['len(range(pow(10, 400), pow(10, 400) - 5, -2))', '3'],
    ['merge({ a = { b = 1 } }, { a = { c = 2 } })', '{"a":{"c":2}}'],
    ['slice([1, 2, 3], 1)', '[2,3]'],
    ['distinct(["1", 1, 1.0, [1], [1], { a = 1, b = 2 }, { b = 2, a = 1 }])', '["1",1,[1],{"a":1,"b":2}]'],
    ['setproduct([], [1])', '[]'],
    ['element([1, 2, 3], -1)', '3'],
    ['indexof([[1], [2]], [2])', '1'],
    ['compact(["", "a", none])', '["a"]'],
    ['regex("(?<year>[0-9]{4})-(?P<month>[0-9]+)", "on 2026-11-29")', '{"year":"2026","month":"11"}'],
    ['regex("a(b)?", "ac")', '[null]'],
    ['regexall("(.)-(.)", "a-b c-d")', '[["a","b"],["c","d"]]'],
    ['regexreplace("2026-11", "([0-9]+)-([0-9]+)", "$2/$1 $$ $0")', '"11/2026 $ 2026-11"'],
    ['regexreplace("aaa", "b*", "-")', '"-a-a-a-"'],
    [
      'csvdecode("a,b\\n1,\\"x, \\"\\"y\\"\\"\\"\\n\\n2,z\\n")'.replaceAll('\\n', '\n'),
      '[{"a":"1","b":"x, \\"y\\""},{"a":"2","b":"z"}]',
    ],
    ['pow(2, 64)', '18446744073709551616'],
    ['pow(4, 0.5)', '2'],
    ['round(2.5) + round(-2.5)', '0'],
    ['sum([9007199254740993, 1])', '9007199254740994'],
    ['tonumber("12345678901234567890")', '12345678901234567890'],
    ['parseint("-101", 2)', '-5'],
    [
      'formatdate("EEE, DD MMM YYYY hh:mm:ss ZZZ\'Z\'", "2026-11-29T08:05:00+02:30")'.replace("ZZZ'Z'", 'ZZZZ'),
      '"Sun, 29 Nov 2026 08:05:00 +0230"',
    ],
    ['formatdate("H \'o\'\'clock\' AA", "2026-11-29T00:00:00Z")', '"12 o\'clock AM"'],
    ['formatdate("hh:mm ZZZ", "2026-11-29T08:05:00Z")', '"08:05 UTC"'],
    ['formatdate("hh:mm ZZZ", "2026-11-29T08:05:00-08:00")', '"08:05 -0800"'],
    ['map(["", "a", "/", "a/b/", "a/../b/c"], dirname)', '[".",".","/","a/b","b"]'],
    ['map(["", "/", "a/b/"], basename)', '[".","/","b"]'],
    ['alltrue([]) && !anytrue([])', 'true'],
    ['timeadd("2026-03-01T00:00:00Z", "-24h")', '"2026-02-28T00:00:00Z"'],
    ['cidrhost("fd00::/64", -1)', '"fd00::ffff:ffff:ffff:ffff"'],
    ['cidrcontains("10.0.0.0/8", "11.0.0.0/8")', 'false'],
    ['cidrcontains("10.0.0.0/8", "fd00::1")', 'false'],
    ['try(jsondecode("{").a, jsondecode("[]"), 3)', '[]'],
    ['try({ a = 1 }.b, "none")'.replace('{ a = 1 }.b', 'lookup({ a = 1 }, "b")'), '"none"'],
    ['can(1 / 0)', 'false'],
    ['can(1)', 'true'],
    ['templatefile("motd.txt", { name = "Ada", size = 2, items = ["x", "y"] })', '"Hello Ada! Many.\\n- x\\n- y"'],
  ]
  for (const [text, json] of cases) test(text, () => assert.equal(writeJson(value(text)), json))
})

describe('a further function refuses', () => {
  const cases: readonly (readonly [string, RegExp])[] = [
    ['range(1, 2, 0)', /range: the step is 0/],
    ['range(100000000)', /more than \d+ characters/],
    ['range(pow(10, 400), 2 * pow(10, 400))', /more than \d+ characters/],
    ['range(pow(10, 400), pow(10, 400) + 3, 0.5)', /must be integers/],
    ['setproduct(variables.many, variables.many, variables.many)', /more than \d+ characters/],
    ['slice([1], 0, 2)', /0 to 2 is not a range of the list, which has 1 items/],
    ['zipmap(["a"], [])', /1 keys, but 0 values/],
    ['one([1, 2])', /has 2 items/],
    ['regex("(", "a")', /"\(": it is not an expression that Slipway can run/],
    ['regex("(?=a)", "a")', /not an expression that Slipway can run/],
    ['regex("b", "a")', /does not match/],
    ['regexreplace("a", "a", "$1")', /"\$1" is not a group/],
    // A slow machine gives up before it has counted all matches.
    [
      'regexreplace(join(map(range(50001), x => "a"), ""), "a", "b")',
      /matches in more than 50000 places|takes too long/,
    ],
    ['pow(10, 100000)', /more than 1000 digits/],
    ['tonumber("ten")', /holds no number/],
    ['timeadd("yesterday", "1h")', /is not a time such as/],
    ['timeadd("2026-02-30T00:00:00Z", "1h")', /is not a time such as/],
    ['alltrue(["true"])', /alltrue: each item must be true or false, but one is the string "true"/],
    ['anytrue([false, 1])', /anytrue: each item must be true or false, but one is the integer 1/],
    ['cidrsubnets("10.0.0.0/30", 1, 1, 1)', /no room for another \/31/],
    ['csvdecode("a,b\n1")', /line 2 has 1 fields, but the first line has 2/],
    ['sort([1, "a"])', /all items are numbers or all are strings/],
    ['templatefile("bad.txt", { name = "Ada" })', /line 2, column 5 of bad\.txt: "nme" is not a value/],
    ['templatefile("broken.txt", { name = 1 })', /line 2, column \d+ of broken\.txt: .*the text ends/],
    ['templatefile("curious.txt", {})', /"token" is not a value that the template receives/],
    ['templatefile("reading.txt", {})', /a template cannot call file/],
    ['map(["motd.txt"], templatefile)', /cannot be passed to another function/],
  ]
  for (const [text, words] of cases) test(text, () => assert.throws(() => value(text), words))
})

test('a regular expression with long lookahead ends', () => {
  for (const call of [
    'regexall("(?:a.*c)|a|b", variables.long)',
    'regexreplace(variables.long, "(?:a.*c)|a|b", "x")',
  ]) {
    try {
      assert.ok(value(call) !== null)
    } catch (thrown) {
      assert.match(String(thrown), /takes too long|too large/)
    }
  }
})

test('no regular expression is tried after several that took too long', () => {
  const budget = new Budget()
  const search = (): Value => evaluate(parsedExpression('regexall("a", "aa")'), { ...scope, budget })
  assert.equal(writeJson(search()), '["a","a"]')
  while (budget.hasTime) budget.takeSlowRun()
  assert.throws(search, /takes too long/)
})

test('a further function keeps unknown and secret marks', () => {
  assert.ok(isUnknown(value('try(variables.later, 1)')))
  assert.ok(isUnknown(value('can(variables.later)')))
  assert.ok(isUnknown(value('templatefile("motd.txt", { name = variables.later, size = 1, items = [] })')))
  assert.ok(isUnknown(value('templatefile("not-read-yet.txt", {})')))
  assert.ok(isSecret(value('sensitive("a")')))
  assert.ok(isSecret(value('templatefile("motd.txt", { name = variables.token, size = 1, items = [] })')))
  // The result reveals that the secret is not JSON.
  assert.ok(isSecret(value('try(jsondecode(variables.token), "no JSON")')))
  assert.ok(isSecret(value('can(jsondecode(variables.token))')))
  assert.equal(value('issensitive([variables.token])'), true)
})

test('an exhausted budget is not caught by try', () => {
  const few = { ...scope, budget: new Budget({ steps: 1000, bytes: 1_000_000 }) }
  assert.throws(() => evaluate(parsedExpression('try(map(variables.many, x => x + 1), 1)'), few), /too large/)
})
