import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { convertPulumiYaml } from './convert-pulumi-yaml.ts'
import { convert } from './testing.ts'

const words = (found: string): readonly string[] => Array.from(found.matchAll(/\bc\d+\b/g), ([word]) => word).sort()

describe('a program in Pulumi YAML', () => {
  test('keeps its comments, each beside its part or above the part around it', () => {
    const program = `# c1
config: # c2
  # c3
  size: { type: integer } # c4
variables:
  # c5
  joined:
    fn::join: # c6
      - "-"
      # c7
      - [a] # c8
resources:
  # c9
  thing: # c10
    type: acme:Thing # c11
    # c12
    properties: # c13
      # c14
      name: x # c15
      tags:
        # c16
        a: b # c17
    options: # c18
      # c19
      protect: true # c20
outputs: # c21
  # c22
  name: "\${thing.name}!" # c23
# c24
`
    for (const to of ['blueprint', 'stack'] as const) {
      const { blueprint, stack } = convert(program, to)
      assert.deepEqual(words(blueprint + stack), words(program), blueprint + stack)
    }
    const { blueprint } = convert(program)
    assert.match(blueprint, /# c5\n {2}# c6\n {2}# c7\n {2}# c8\n {2}joined:/)
    assert.match(blueprint, /# c14\n {6}name: x # c15/)
  })

  test('is named where a part has no counterpart, and the result fails there', () => {
    const program = `pulumi: { requiredVersion: ">=3" }
resources:
  zone: { type: "acme:Thing", get: { id: z-1 } }
  thing:
    type: acme:Thing
    properties: { name: "\${zone.name}", file: "\${thing.urn}x" }
    colour: red
`
    const { lost } = convert(program.replace('${thing.urn}x', '${pulumi.rootDirectories}'))
    assert.deepEqual(lost, [
      'Pulumi.yaml:3:1: pulumi (Slipway does not use a version of Pulumi)',
      'Pulumi.yaml:5:3: the resource zone with "get" (Slipway has no resource that is only read: use a function of its package, or import it)',
      'Pulumi.yaml:8:25: zone (a resource that is only read ("get") has no counterpart)',
      'Pulumi.yaml:8:47: pulumi.rootDirectories (Pulumi YAML has no such setting)',
      'Pulumi.yaml:9:5: colour of the resource thing (Pulumi YAML has no such part)',
    ])
    const { stack } = convert(program.replace('${thing.urn}x', 'x'), 'stack')
    assert.match(stack, /name: notImplemented\('zone: Pulumi\.yaml:8'\)/)
    assert.match(stack, /function notImplemented\(what: string\): never/)
  })

  test('with an unknown name, a circle or a broken part is an error with its line', () => {
    assert.deepEqual(convert('outputs:\n  a: ${nothing}\n').said, [
      'convert/unknown-name 4: there is no resource, variable or config value "nothing"',
    ])
    assert.deepEqual(convert('variables:\n  a: ${b}\n  b: "x${a}"\n').said, [
      'convert/circular 4: a needs itself: a -> b -> a',
    ])
    assert.deepEqual(convert('variables:\n  a: ${b}\n  b: ${a}\noutputs: { c: "${a.x}" }\n').said, [
      'convert/circular 4: a needs itself: a -> b -> a',
    ])
    assert.deepEqual(convert('resources: [a]\n').said, ['convert/not-read 3: resources must be a map'])
    assert.deepEqual(convert('outputs:\n  a: ${b\n').said, ['convert/not-read 4: a ${…} is not closed'])
    assert.deepEqual(convert({}).said, ['convert/no-program 0: there is no Pulumi.yaml in this folder'])
    assert.deepEqual(convert({ 'Pulumi.yaml': 'name: &a shop' }).said.length, 1)
  })

  test('takes values, settings and sealed secrets from the files of its stacks', () => {
    const { files, lost } = convert({
      'Pulumi.yaml': `name: shop
runtime: yaml
packages: { acme: acme@1.2.0, maps: { source: binder, version: 3.0.0, parameters: [a, b] } }
config:
  acme:region: eu
  size: { type: integer, default: 1 }
  word: { type: string }
outputs: { all: "\${size} \${word} \${shop:more} \${pulumi.stack}" }
`,
      'Pulumi.prod.yaml': `encryptionsalt: v1:x
config:
  shop:size: 3
  word: env:HOME
  more: [1]
  token: { secure: v1:abc }
  acme:keys: { main: { secure: v1:abc } }
  acme:region: us
  acme:tags: { a: b }
`,
    })
    assert.equal(files['shop.prod.vars.yaml'], 'stack: prod\nsize: 3\nword: text:env:HOME\n\nmore:\n  - 1\n')
    assert.equal(
      files['slipway.prod.config.yaml'],
      'providers:\n  "acme:":\n    keys: "{}"\n    region: us\n    tags: "{\\"a\\":\\"b\\"}"\n',
    )
    assert.equal(
      files['slipway.config.yaml'],
      `plugins:
  pin:
    "pulumi/acme": "1.2.0"
    "pulumi/binder": "3.0.0"
  packages:
    maps:
      plugin: pulumi/binder
      parameters:
        - a
        - b

providers:
  "acme:":
    region: eu
`,
    )
    assert.match(files['shop.blueprint.yaml'] ?? '', /more:\n {4}type: array/)
    assert.deepEqual(lost.length, 2)
    assert.match(lost[1] ?? '', /pulumi config get --stack prod --path acme:keys\.main shows it/)
    assert.match(
      lost[0] ?? '',
      /^Pulumi\.prod\.yaml:6:10: token \(the value is encrypted: pulumi config get --stack prod token shows it/,
    )
  })

  test('of a plugin becomes one blueprint for each component', () => {
    const { files } = convert({
      'PulumiPlugin.yaml': `name: nets
runtime: yaml
components:
  pair:
    inputs: { size: { type: integer, default: 2 } }
    resources:
      one: { type: "acme:Thing", properties: { size: "\${size}" } }
    outputs: { name: "\${one.name}" }
  single:
    resources: { one: { type: "acme:Thing" } }
`,
    })
    assert.deepEqual(Object.keys(files), ['pair.blueprint.yaml', 'single.blueprint.yaml'])
    assert.match(files['pair.blueprint.yaml'] ?? '', /size: \$\{variables\.size\}/)
  })

  test('uses a data source for a function with a provider of its own', () => {
    const program = `resources:
  eu: { type: "pulumi:providers:acme" }
variables:
  found:
    fn::invoke:
      function: acme:find
      arguments: { name: x }
      options: { provider: "\${eu}" }
outputs: { id: "\${found.id}" }
`
    const { blueprint } = convert(program)
    assert.match(blueprint, /datasources:\n {2}found:\n {4}type: acme:index\/find:find\n/)
    assert.match(blueprint, /options:\n {6}provider: resources\.eu\n/)
    assert.match(blueprint, /id:\n {4}type: string\n {4}field: datasources\.found\.id/)
    assert.match(convert(program, 'stack').lost.join(), /in a stack all functions use the provider of the settings/)
  })

  test('has values for config that is a map, and keys of all kinds in a stack', () => {
    const { stack } = convert(
      'config: { limits: { cpu: 1 } }\noutputs: { all: { "__proto__": 1, "a b": 2, "${limits.cpu}x": 3, c: 4 } }\n',
      'stack',
    )
    assert.match(stack, /limits: z\.record\(z\.string\(\), z\.any\(\)\)\.default\(\{ cpu: 1 \}\)/)
    assert.match(
      stack,
      /merge', \{ \['__proto__'\]: 1, 'a b': 2, c: 4 \}, s\.call\('zipmap', \[`\$\{v\.limits\.cpu\}x`\], \[3\]\)\)/,
    )
  })

  test('never breaks the conversion, whatever is in its text', () => {
    const piece = fc.constantFrom(
      '${b}',
      'name: x\n',
      'resources:\n',
      '  a:\n',
      '    type: acme:Thing\n',
      '    properties: ',
      '${a',
      '${a.b}',
      '${["x"][0]}',
      '{ fn::join: [',
      ']',
      ' }',
      'fn::invoke: ',
      '\n',
      '  - ',
      '"',
      "'",
      '&a ',
      '*a',
      '!!x ',
      '${pulumi.stack}',
      'variables:\n  b: ',
      'outputs:\n  c: ',
      'config:\n  d: ',
      '\t',
      '$$',
      '\\',
      '\u2028',
      'options: { provider: "${a}" }\n',
      'fn::toJSON: ',
    )
    const written = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(written, fc.constantFrom('blueprint' as const, 'stack' as const), (program, to) => {
        convertPulumiYaml({ files: new Map([['Pulumi.yaml', `name: shop\n${program}`]]), to })
      }),
      { numRuns: 1500 },
    )
    const deep = `${'['.repeat(150)}${']'.repeat(150)}`
    assert.equal(convert(`variables:\n  a: ${deep}\n`).files['shop.blueprint.yaml'], undefined)
  })
})
