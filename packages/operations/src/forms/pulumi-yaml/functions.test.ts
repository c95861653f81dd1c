import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { pulumiFunctions } from './functions.ts'
import { convert, plain } from './testing.ts'

/** Returns the line of the property `file` of a resource, in both results. */
function valueOf(written: string): readonly [blueprint: string, stack: string] {
  const program = `variables:
  zones: [a, b]
  index: 1
config:
  pin: { type: string, secret: true }
resources:
  other: { type: "acme:Thing" }
  thing:
    type: acme:Thing
    properties:
      file: ${written}
`
  const [, blueprint = ''] = / {6}file:([^]*)$/.exec(convert(program).blueprint) ?? []
  const [, stack = ''] = /'thing', 'acme:index\/thing:Thing', ([^]*?)\)\n/.exec(convert(program, 'stack').stack) ?? []
  return [plain(blueprint), plain(stack).replace(/^\{ file: ([^]*?),? \}$/, '$1')]
}

describe('a function of Pulumi YAML', () => {
  const cases: Readonly<
    Record<keyof typeof pulumiFunctions, readonly [written: string, blueprint: string, stack: string]>
  > = {
    'fn::invoke': [
      '{ fn::invoke: { function: "acme:find", arguments: { name: x }, return: id } }',
      '${acme_find({ name = "x" }).id}',
      "(s.call('acme_find', { name: 'x' }) as Output<any>).get('id')",
    ],
    'fn::join': [
      '{ fn::join: ["-", ["${other.id}", b]] }',
      '${join([resources.other.spec.id, "b"], "-")}',
      "s.call('join', [other.out.id, 'b'], '-')",
    ],
    'fn::split': ['{ fn::split: [",", "a,b"] }', '${split("a,b", ",")}', "s.call('split', 'a,b', ',')"],
    'fn::select': ['{ fn::select: [1, "${zones}"] }', '${values.zones[1]}', 'zones[1]'],
    'fn::toJSON': [
      '{ fn::toJSON: { b: "<a>", a: "${other.id}" } }',
      '${replace(replace(jsonencode({ a = resources.other.spec.id, b = "<a>" }), "<", "\\u003c"), ">", "\\u003e")}',
      "s.call('replace', s.call('replace', s.call('jsonencode', { a: other.out.id, b: '<a>' }), '<', '\\\\u003c'), '>', '\\\\u003e')",
    ],
    'fn::toBase64': ['{ fn::toBase64: x }', '${base64encode("x")}', "s.call('base64encode', 'x')"],
    'fn::fromBase64': [
      '{ fn::fromBase64: eA== }',
      '${utf8(base64decode("eA=="))}',
      "s.call('utf8', s.call('base64decode', 'eA=='))",
    ],
    'fn::secret': [
      '{ fn::secret: "a ${pin}" }',
      '${sensitive(join(["a ", variables.pin], ""))}',
      'Output.secret(Output.text`a ${v.pin}`)',
    ],
    'fn::unsecret': ['{ fn::unsecret: "${pin}" }', '${variables.pin}', 'v.pin'],
    'fn::stackReference': ['{ fn::stackReference: [org/net/prod, vpc] }', '${datasources.prod.vpc}', 'prod.out.vpc'],
    'fn::readFile': [
      '{ fn::readFile: a.txt }',
      '${utf8(file("a.txt"))}',
      "readFileSync(resolve(import.meta.dirname, 'a.txt'), 'utf8')",
    ],
    'fn::filebase64': [
      '{ fn::filebase64: a.txt }',
      '${base64encode(file("a.txt"))}',
      "readFileSync(resolve(import.meta.dirname, 'a.txt'), 'base64')",
    ],
    'fn::filebase64sha256': [
      '{ fn::filebase64sha256: a.txt }',
      '${base64sha256(file("a.txt"))}',
      "createHash('sha256').update(readFileSync(resolve(import.meta.dirname, 'a.txt'))).digest('base64')",
    ],
    'fn::sha1': ['{ fn::sha1: x }', '${sha1("x")}', "s.call('sha1', 'x')"],
    'fn::length': ['{ fn::length: "${zones}" }', '${len(values.zones)}', "s.call('len', zones)"],
    'fn::singleOrNone': ['{ fn::singleOrNone: "${zones}" }', '${one(values.zones)}', "s.call('one', zones)"],
    'fn::pulumiResourceName': ['{ fn::pulumiResourceName: "${other}" }', 'other', "'other'"],
    'fn::pulumiResourceType': [
      '{ fn::pulumiResourceType: "${other}" }',
      'acme:index/thing:Thing',
      "'acme:index/thing:Thing'",
    ],
    'fn::stringAsset': [
      '{ fn::stringAsset: "${other.id}" }',
      '"fn::stringAsset": ${resources.other.spec.id}',
      "{ 'fn::stringAsset': other.out.id }",
    ],
    'fn::fileAsset': ['{ fn::fileAsset: ./a.txt }', '"fn::fileAsset": "./a.txt"', "{ 'fn::fileAsset': './a.txt' }"],
    'fn::remoteAsset': [
      '{ fn::remoteAsset: http://x/a }',
      '"fn::remoteAsset": http://x/a',
      "{ 'fn::remoteAsset': 'http://x/a' }",
    ],
    'fn::fileArchive': [
      '{ fn::fileArchive: ./site }',
      '"fn::fileArchive": "./site"',
      "{ 'fn::fileArchive': './site' }",
    ],
    'fn::remoteArchive': [
      '{ fn::remoteArchive: http://x/a.zip }',
      '"fn::remoteArchive": http://x/a.zip',
      "{ 'fn::remoteArchive': 'http://x/a.zip' }",
    ],
    'fn::assetArchive': [
      '{ fn::assetArchive: { a.txt: { fn::stringAsset: x } } }',
      '"fn::assetArchive": a.txt: "fn::stringAsset": x',
      "{ 'fn::assetArchive': { 'a.txt': { 'fn::stringAsset': 'x' } } }",
    ],
  }
  for (const [name, [written, blueprint, stack]] of Object.entries(cases))
    test(`${name} has its counterpart in a blueprint and in a stack`, () => {
      assert.deepEqual(valueOf(written), [blueprint, stack])
    })

  test('may be written in any case, and as fn::PACKAGE:FUNCTION', () => {
    assert.deepEqual(valueOf('{ FN::JOIN: ["", [a]] }')[0], '${join(["a"], "")}')
    assert.deepEqual(valueOf('{ fn::acme:find: { name: x } }')[0], '${acme_find({ name = "x" })}')
  })

  test('whose text cannot stand in quotes inside ${…} gets a value for it', () => {
    const { blueprint } = convert('variables:\n  a: { fn::sha1: "x\\ny" }\n  b: { fn::sha1: "x\\ny" }\n')
    assert.match(blueprint, /value: \$\{sha1\(values\.text\)\}/)
    assert.equal(blueprint.match(/text:/g)?.length, 1)
  })

  test('with wrong arguments is an error at its line, and nothing is written', () => {
    const { said, files } = convert('variables:\n  a: { fn::join: [x] }\n')
    assert.deepEqual(said, ['convert/not-read 4: fn::join takes a list of two values'])
    assert.deepEqual(files, {})
  })
})
