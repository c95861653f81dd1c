import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { commentsOf, formOf, readSource } from '@slipway/source'
import { canonicalOf, withoutBlockEnds } from './canonical.ts'
import { writeLanguage } from './language-text.ts'

function read(file: string, text: string) {
  const { source, tree, diagnostics } = readSource(file, text)
  assert.deepEqual(
    diagnostics.map(({ message }) => message),
    [],
  )
  assert.ok(tree)
  return { source, tree }
}

/** The blueprint in the blueprint language. It has the same meaning. */
function written(text: string): string {
  const { source, tree } = read('x.yaml', text)
  const bp = writeLanguage(source, withoutBlockEnds(source, tree), commentsOf(source, tree, formOf('x.yaml', text)))
  const again = read('x.bp', bp)
  assert.deepEqual(canonicalOf(again.source, again.tree), canonicalOf(source, tree), bp)
  return bp
}

const canonical = (text: string): unknown => {
  const { source, tree } = read('x.yaml', text)
  return canonicalOf(source, tree)
}

test('every element of a blueprint is written as a block with its comments', () => {
  const text = `# The whole.
version: 2025-11-02 # of the language
transform: [a, b]
variables:
  # How many.
  count:
    type: integer # whole
    default: 1.50
  odd key!: { type: string }
values:
  all:
    type: array
    value: \${list(1, "a")}
include:
  child:
    path: ./child.yaml
    variables: { size: 3 }
    metadata: { sourceType: file }
    description: none of it
datasources:
  net:
    type: test/net
    metadata: {}
    filter:
      # by name
      - { field: name, operator: "=", search: main }
      - { field: size, operator: in, search: [1, 2] }
    exports:
      # All ids.
      ids: { type: array, aliasFor: own.ids, description: theirs }
      plain: { type: string }
  one:
    type: test/net
    filter: { field: name, operator: "!=", search: x }
    exports: "*"
resources:
  web:
    type: test/file
    condition: \${and(eq(variables.count, 1), not(or(gt(variables.count, 2), le(variables.count, 3))))}
    each: \${values.all}
    dependsOn: [db, "odd name", resource]
    linkSelector:
      byLabel: { app: web, exclude: "yes", "two words": a }
      exclude: [web2]
    metadata:
      displayName: Web
      labels: {}
    spec:
      path: \${resources.db.spec["a b"].paths[0]}/\${elem}\${i}
      quoted: say "hi" and \${"\${"}
      long: |
        first
          second "quoted"
      nothing: null
      flags: [true, false]
      list:
        # one of them
        - a
        - b
      empty: {}
exports:
  url: { type: string, field: resources.web.spec.path }
  odd: { type: string, field: "resources.web.spec.a-b[0]" }
metadata:
  owner: us
`
  assert.equal(
    written(text),
    `# The whole.
version "2025-11-02" # of the language

transform ["a", "b"]

# whole
# How many.
variable count: integer {
    default = 1.50
}

variable "odd key!": string {
}

value all: array {
    value = list(1, "a")
}

include child "./child.yaml" {
    variables {
        size = 3
    }
    metadata {
        sourceType = "file"
    }
    description = "none of it"
}

data net: test/net {
    metadata {
    }
    # by name
    filter "name" == "main"
    filter "size" in [1, 2]
    # All ids.
    export "own.ids" as ids: array {
        description = "theirs"
    }
    export plain: string
}

data one: test/net {
    filter "name" != "x"
    export *
}

resource web: test/file {
    condition = variables.count == 1 && !(variables.count > 2 || variables.count <= 3)
    foreach values.all
    dependsOn = [db, "odd name", "resource"]
    select by label {
        app = "web"
        "exclude" = "yes"
        "two words" = "a"
        exclude = [web2]
    }
    metadata {
        displayName = "Web"
        labels = {}
    }
    spec {
        path = "\${resources.db.spec["a b"].paths[0]}/\${elem}\${i}"
        quoted = "say \\"hi\\" and \${"\${"}"
        long = """
            first
              second "quoted"

            """
        nothing = none
        flags = [true, false]
        list = [
            # one of them
            "a",
            "b",
        ]
        empty = {}
    }
}

export url: string {
    field = resources.web.spec.path
}

export odd: string {
    field = resources.web.spec.a-b[0]
}

metadata {
    owner = "us"
}
`,
  )
})

describe('an expression is written', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['${or(and(variables.a, variables.b), variables.c)}', 'variables.a && variables.b || variables.c'],
    ['${and(or(variables.a, variables.b), variables.c)}', '(variables.a || variables.b) && variables.c'],
    ['${and(variables.a, and(variables.b, variables.c))}', 'variables.a && (variables.b && variables.c)'],
    ['${and(and(variables.a, variables.b), variables.c)}', 'variables.a && variables.b && variables.c'],
    ['${not(eq(variables.a, 1))}', 'variables.a != 1'],
    ['${not(variables.a)}', '!variables.a'],
    ['${not(and(variables.a, variables.b))}', '!(variables.a && variables.b)'],
    ['${and(not(eq(variables.a, 1)), true)}', 'variables.a != 1 && true'],
    ['${eq(lt(1, 2), ge(3, 4))}', '1 < 2 == 3 >= 4'],
    ['${lt(eq(1, 2), 3)}', '(1 == 2) < 3'],
    ['${gt(1, 2)}', '1 > 2'],
    ['${le(1, -2)}', '1 <= -2'],
    ['${list()}', 'list()'],
    ['${object(a=1, b=none)}', 'object(a = 1, b = none)'],
    ['${map(values.v, upper)}', 'map(values.v, upper)'],
    ['${datasources.d.x[2]["a b"].c}', 'datasources.d.x[2]["a b"].c'],
    ['${children.c.x}', 'children.c.x'],
    ['${resources["odd name"].spec.x}', 'resources["odd name"].spec.x'],
    ['a ${variables.a} b', '"a ${variables.a} b"'],
    ['a ${join(list("x"), "-")}', '"a ${join(list("x"), "-")}"'],
    ['C:\\', '"""\n        C:\\\n        """'],
    ['one\ntwo """ three', '"""\n        one\n        two ${"\\"\\"\\""} three\n        """'],
    ['plain', '"plain"'],
    ['say "hi"', '"say \\"hi\\""'],
  ]
  for (const [text, bp] of cases) {
    test(`${JSON.stringify(text)} as ${JSON.stringify(bp)}`, () => {
      const value = JSON.stringify(text)
      const blueprint = written(`version: 2025-11-02\nvalues: { v: { type: string, value: ${value} } }`)
      assert.equal(/value = ([^]*)\n\}\n$/.exec(blueprint)?.[1], bp)
    })
  }

  test('as a bare value if it is not text', () => {
    const text = written('metadata: { a: ~, b: -1.50, c: "true", d: true, e: 12345678901234567890, "f g": {} }')
    assert.equal(
      text,
      'metadata {\n    a = none\n    b = -1.50\n    c = "true"\n    d = true\n    e = 12345678901234567890\n    "f g" = {}\n}\n',
    )
  })
})

test('a line that is too wide is broken', () => {
  const item = 'x'.repeat(25)
  const text = written(
    `metadata:\n  two: [${item}, ${item}]\n  four: [${item}, ${item}, ${item}, ${item}]\n  map: { a: ${item}, b: ${item}, c: ${item} }\n`,
  )
  assert.match(text, /two = \["x+", "x+"\]\n/)
  assert.match(text, /four = \[\n {8}"x+",\n {8}"x+",\n {8}"x+",\n {8}"x+",\n {4}\]\n/)
  assert.match(text, /map = \{\n {8}a = "x+"\n {8}b = "x+"\n {8}c = "x+"\n {4}\}\n/)
})

describe('two blueprints mean the same or not:', () => {
  const same: readonly (readonly [string, string])[] = [
    ['a: 1\nb: 2', 'b: 2\na: 1'],
    ['a: "x${variables.v}y"', 'a: x${variables.v}y'],
    ['a: ${"x"}', 'a: x'],
    ['a: ${list(1)}', 'a: ${list( 1 )}'],
    ['datasources: { d: { filter: { field: x } } }', 'datasources: { d: { filter: [{ field: x }] } }'],
  ]
  for (const [one, other] of same) test(`${one} and ${other}`, () => assert.deepEqual(canonical(one), canonical(other)))

  const different: readonly (readonly [string, string])[] = [
    ['a: 1', 'a: 2'],
    ['a: 1', 'a: "1"'],
    ['a: 1', 'b: 1'],
    ['a: 1.0', 'a: 1.00'],
    ['a: [1, 2]', 'a: [2, 1]'],
    ['a: ${variables.x}', 'a: ${values.x}'],
    ['a: ${variables.x}', 'a: ${variables.y}'],
    ['a: ${variables.x.y}', 'a: ${variables.x.z}'],
    ['a: ${list(1)}', 'a: ${list(2)}'],
    ['a: ${object(x=1)}', 'a: ${object(y=1)}'],
    ['a: ${map(values.v, upper)}', 'a: ${map(values.v, lower)}'],
    ['a: x${variables.x}', 'a: ${variables.x}x'],
    ['resources: { d: { filter: { field: x } } }', 'resources: { d: { filter: [{ field: x }] } }'],
  ]
  for (const [one, other] of different)
    test(`${one} and ${other} do not`, () => assert.notDeepEqual(canonical(one), canonical(other)))
})

test('the end of a one-expression block is not part of it, but the end of a text is', () => {
  const { source, tree } = read(
    'x.yaml',
    'a: |\n  ${variables.x}\nb: |\n  ${variables.x} and\nc: |\n  text\nd: ["e"]\n',
  )
  const texts = withoutBlockEnds(source, tree)
  assert.ok(texts.kind === 'map')
  assert.deepEqual(
    texts.entries.map(({ value }) => (value.kind === 'scalar' ? value.text : value.kind)),
    ['${variables.x}', '${variables.x} and\n', 'text\n', 'list'],
  )
})
