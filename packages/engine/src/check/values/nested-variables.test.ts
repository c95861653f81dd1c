import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { containsSecret, isMap, isSecret, type Value } from '@slipway/model'
import { checked, complaints } from '../../testing/definitions.ts'
import { readBlueprint } from '../../language/parse/blueprint.ts'
import { readVariableFile } from '../../language/parse/variable-file.ts'
import { answerProblem } from './variables.ts'

const net = `variables:
  net:
    type: object
    properties:
      cidr: { type: string, description: The range of addresses }
      ports: { type: list, items: integer, default: [80] }
      mode: { type: string, allowedValues: [open, shut], default: open }
      note: { type: string, required: false }
      password: { type: string, secret: true, required: false }
`
const page = (content: string): string =>
  `resources:\n  page: { type: test/file, spec: { path: a, content: "${content}" } }\n`

const valueOf = (text: string, given: Readonly<Record<string, Value>>, name = 'net'): Value | undefined =>
  checked(text, given).variables.get(name)

function repeatedOver(elem: string): string {
  return `variables:\n  v: { type: list, items: { type: object, properties: { a: string } }, default: [{ a: x }] }\nresources:\n  page: { type: test/file, each: "\${variables.v}", spec: { path: "\${i}", content: "x \${elem.${elem}}" } }\n`
}

describe('a list or map variable', () => {
  test('accepts YAML, JSON or a value, and fills in the defaults of its parts', () => {
    const all = { cidr: '10.0.0.0/8', ports: [8080], mode: 'open' }
    for (const given of [
      '{cidr: 10.0.0.0/8, ports: [8080]}',
      '{"cidr":"10.0.0.0/8","ports":["8080"]}',
      all,
      'cidr: 10.0.0.0/8\nports:\n  - 8080\n',
    ])
      assert.deepEqual({ ...(valueOf(net, { net: given }) as object) }, all)
    assert.deepEqual(
      { ...(valueOf(net, { net: '{cidr: 1.10}' }) as object) },
      { cidr: '1.10', ports: [80], mode: 'open' },
    )
  })

  test('names the path and the source of each part that does not fit', () => {
    const lines: readonly (readonly [Value, readonly RegExp[]])[] = [
      [
        '{ports: [1, x]}',
        [
          /variables\.net\.ports\[1\] must be of the type integer, and .* gives the string "x"/,
          /variables\.net needs "cidr".*"cidr": The range of addresses/,
        ],
      ],
      ['{cidr: a, mode: opne}', [/variables\.net\.mode does not allow the string "opne".*did you mean "open"/]],
      ['{cidrs: a}', [/variables\.net has no property "cidrs".*did you mean "cidr"/]],
      ['[1]', [/variables\.net must be of the type object, and .* gives a list.*write a map/]],
      ['{cidr: a', [/must be of the type object, written as YAML or JSON; .* neither: line 1/]],
      ['just words', [/must be of the type object, and .* gives the string "just words"/]],
      ['{cidr: a, password: {x: hush}}', [/net\.password must be of the type string, and .* gives a secret map/]],
    ]
    for (const [given, patterns] of lines) {
      const found = complaints(net, { net: given })
      assert.equal(found.length, patterns.length, found.join('\n'))
      for (const [index, pattern] of patterns.entries()) assert.match(found[index] ?? '', pattern)
    }
  })

  test('does not reveal a secret part, even if only its type is wrong', () => {
    const value = valueOf(net, { net: '{cidr: a, password: hush}' })
    assert.ok(isMap(value) && isSecret(value['password']))
    assert.ok(!containsSecret(value['cidr'] ?? null))
    const text = net.replace('{ type: string, secret: true, required: false }', '{ type: integer, secret: true }')
    const [said = ''] = complaints(text, { net: '{cidr: a, password: hush}' })
    assert.match(said, /password must be of the type integer/)
    assert.doesNotMatch(said, /hush/)
    const whole = net.replace('    type: object', '    secret: true\n    type: object')
    assert.doesNotMatch(complaints(whole, { net: '[hush]' }).join(), /hush/)
    assert.ok(isSecret(valueOf(whole, { net: '{cidr: a, password: hush}' })))
  })

  test('is read by its parts, and a missing part is reported without a value', () => {
    const text = `${net}${page('${variables.net.cidr} ${variables.net.ports[0]}')}`
    assert.deepEqual(complaints(text, { net: { cidr: 'a' } }), [])
    assert.match(
      complaints(`${net}${page('${variables.net.cidrs}')}`, { net: { cidr: 'a' } }).join('\n'),
      /has no attribute "cidrs".*did you mean "cidr"/,
    )
    assert.match(
      complaints(`${net}${page('${variables.net.ports.first}')}`, { net: { cidr: 'a' } }).join('\n'),
      /a list is read by index/,
    )
    assert.deepEqual(complaints(`${net}${page('${variables.net.cidrs}')}`, { net: { cidr: 'a' } }).length, 1)
    assert.match(
      complaints(`${net}${page('${variables.net.ports.length}')}`, { net: { cidr: 'a' } }).join('\n'),
      /^[^\n]*has no field "length"[^\n]*its length is len\(…\)$/,
    )
    const each =
      'variables: { names: { type: array, items: { type: string }, default: [b, c] } }\nresources:\n  page: { type: test/file, each: "${variables.names}", spec: { path: "${elem}", content: x } }\n'
    assert.deepEqual([...checked(each).resources.keys()], ['page_0', 'page_1'])
    assert.deepEqual([...checked(each, { names: '[z]' }).resources.keys()], ['page_0'])
  })

  test('has its default checked at the default’s place', () => {
    const lines: readonly (readonly [string, RegExp])[] = [
      [
        '{ type: array, items: integer, default: [1, two] }',
        /^2:50.*variables\.v\[1\] must be of the type integer, and "default" gives the string "two"/,
      ],
      ['{ type: map, items: { type: boolean }, default: { a: 1 } }', /variables\.v\.a must be of the type boolean/],
      ['{ type: array, default: ["${variables.x}"] }', /variables\.v\.default\[0\] cannot hold \$\{/],
      [
        '{ type: array, items: { type: itneger } }',
        /variables\.v\.items\.type cannot be "itneger".*did you mean "integer"/,
      ],
      ['{ type: array, allowedValues: [a] }', /variables\.v has no "allowedValues".*write the allowed values below/],
      ['{ type: string, items: string }', /variables\.v has no "items", because its type is string/],
      ['{ type: array, properties: { a: string } }', /variables\.v has no "properties", because its type is array/],
      ['{ type: object, properties: { a: string }, items: string }', /has both "items" and "properties"/],
      [
        '{ type: object, properties: { a: { type: string, requird: false } } }',
        /properties\.a has no key "requird".*did you mean "required"/,
      ],
      [
        '{ type: object, properties: { a: { type: array, items: { type: string, allowedValues: [x], default: y } } } }',
        /does not allow the string "y", which "default" gives/,
      ],
      ['{ type: lst }', /did you mean "list"/],
    ]
    for (const [variable, pattern] of lines)
      assert.match(complaints(`variables:\n  v: ${variable}\n`).join('\n'), pattern, variable)
  })

  test('causes one error for an unknown type, and none for its readers', () => {
    const text = `variables:\n  v: { type: object, properties: { a: strng, b: { type: lsit } }, default: { a: x, b: { c: y } } }\n`
    const found = complaints(`${text}${page('${variables.v.a} ${variables.v.b.c}')}`)
    assert.equal(found.length, 2, found.join('\n'))
    for (const said of found) assert.match(said, /properties\.[ab]\.type cannot be/)
  })

  test('can be used in each, and items have the fields of their type', () => {
    assert.deepEqual(complaints(repeatedOver('a')), [])
    assert.match(complaints(repeatedOver('b')).join('\n'), /^[^\n]*elem has no attribute "b"[^\n]*there are: a$/)
  })

  test('explains a type of HCL or TypeScript in our words', () => {
    const lines: readonly (readonly [string, RegExp])[] = [
      ['list(string)', /write "type: list", and "items: string" beside it/],
      ['map(number)', /write "type: map", and "items: integer" beside it/],
      ['"string[]"', /write "type: list", and "items: string" beside it/],
      ['"list(object({a = string}))"', /write "type: list", and "items: object" beside it/],
    ]
    for (const [type, pattern] of lines) assert.match(complaints(`variables: { v: { type: ${type} } }`).join(), pattern)
    const found = complaints('values: { v: { type: list(string), value: "${list(1)}" } }')
    assert.equal(found.length, 1, found.join('\n'))
    assert.match(found.join(), /did you mean "array"/)
  })

  test('keeps numbers from a file as they were written', () => {
    const { variables, diagnostics } = readVariableFile(
      'a.yaml',
      'net: { cidr: 1.10, ports: [9007199254740993] }\nlone: 1.50\n',
    )
    assert.deepEqual(diagnostics, [])
    const given = variables.get('net')
    assert.equal(given?.text, '{ "cidr": 1.10, "ports": [9007199254740993] }')
    assert.equal(variables.get('lone')?.value, '1.50')
    const value = valueOf(net, { net: given?.text ?? '' })
    assert.deepEqual({ ...(value as object) }, { cidr: '1.10', ports: [9007199254740993n], mode: 'open' })
  })

  test('is asked for again until the answer fits', () => {
    const { blueprint } = readBlueprint('a.yaml', `version: 2025-11-02\n${net}`)
    const declared = blueprint?.variables.get('net')
    assert.ok(declared)
    assert.equal(answerProblem(declared, '{cidr: a}'), undefined)
    assert.match(
      answerProblem(declared, '{cidr: a, ports: 1}') ?? '',
      /variables\.net\.ports must be of the type array, and your answer gives the integer 1; write a list/,
    )
  })
})
