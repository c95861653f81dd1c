import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { canonicalOf } from '@slipway/engine'
import { Failure } from '@slipway/model'
import { formOf, readSource, readYaml, type Form } from '@slipway/source'
import fc from 'fast-check'
import { convertedText } from './convert.ts'

const root = join(import.meta.dirname, '../../../..')
const forms: readonly Form[] = ['yaml', 'json', 'bp']
const files = [
  ...globSync('packages/engine/src/expand/whole-language.*', { cwd: root }),
  ...globSync('packages/source/src/language/constructs.*', { cwd: root }),
  ...globSync('examples/*/*.blueprint*', { cwd: root }),
]

function converted(file: string, text: string, to: Form): string {
  return convertedText(readSource(file, text), formOf(file, text), to)
}

const canonical = (file: string, text: string): unknown => {
  const { source, tree } = readSource(file, text)
  assert.ok(tree)
  return canonicalOf(source, tree)
}

describe('a blueprint through all forms and back is unchanged, and writing it again changes nothing', () => {
  for (const file of files) {
    test(file, () => {
      const text = readFileSync(join(root, file), 'utf8')
      for (const first of forms) {
        const once = converted(file, text, first)
        assert.deepEqual(canonical(`a.${first}`, once), canonical(file, text))
        assert.equal(converted(`a.${first}`, once, first), once)
        for (const second of forms) {
          const twice = converted(`a.${first}`, once, second)
          assert.deepEqual(canonical(`a.${second}`, twice), canonical(file, text))
        }
      }
    })
  }
})

test('comments stay beside their lines', () => {
  const yaml = `# About the file.
version: 2025-11-02
# About resources,
# at length.
resources:
  # The page.
  page: # shown first
    type: local/file # a file
    spec:
      # Where it lies.
      path: "out # no comment" # below
      content: |
        # no comment either
        x
# The end.
`
  const language = converted('a.yaml', yaml, 'bp')
  assert.equal(
    language,
    `# About the file.
version "2025-11-02"

# About resources,
# at length.
# a file
# The page.
resource page: local/file { # shown first
    spec {
        # Where it lies.
        path = "out # no comment" # below
        content = """
            # no comment either
            x

            """
    }
}

# The end.
`,
  )
  assert.equal(
    converted('a.bp', language, 'json'),
    `{
  // About the file.
  "version": "2025-11-02",
  "resources": {
    // About resources,
    // at length.
    // a file
    // The page.
    "page": { // shown first
      "type": "local/file",
      "spec": {
        // Where it lies.
        "path": "out # no comment", // below
        "content": "# no comment either\\nx\\n"
      }
    }
  }
}
// The end.
`,
  )
})

/** Returns the line below each empty line. */
const gaps = (text: string): readonly string[] =>
  Array.from(text.matchAll(/\n\n\s*([^\n]*)/g), ([, line = '']) => line.replace(/^\/\/ /, '# '))

test('single empty lines stay where they are, in every form', () => {
  const yaml = `version: 2025-11-02

resources:
  # One.
  one:
    type: a/b

    # Where.
    spec:
      path: x


      # apart
      list:
        - a

        - b
      map: { a: 1, b: 2 }
  two:
    type: a/b
`
  const json = converted('a.yaml', yaml, 'json')
  assert.deepEqual(gaps(json), ['"resources": {', '# Where.', '# apart', '"b"'])
  const language = converted('a.yaml', yaml, 'bp')
  // In the language the type has no line of its own, so no comment is above the spec.
  assert.deepEqual(gaps(language), ['# One.', '# apart', '"b",', 'resource two: a/b {'])
  assert.deepEqual(gaps(converted('a.yaml', yaml, 'yaml')), ['resources:', '# Where.', '# apart', '- b'])
  assert.deepEqual(gaps(converted('a.json', json, 'yaml')), ['resources:', '# Where.', '# apart', '- b'])
  assert.deepEqual(gaps(converted('a.bp', language, 'yaml')), ['resources:', '# apart', '- b', 'two:'])
})

/** Pieces of text with everything that one of the forms writes in a way of its own. */
const piece = fc.constantFrom(
  'a',
  'B 1',
  ' ',
  '"',
  '"""',
  "'",
  '\\',
  '\n',
  '\n  ',
  '#',
  ' # ',
  ': ',
  '-',
  '{',
  '}',
  '$',
  '\t',
  '\u2028',
  'é',
  '~',
  '${variables.a}',
  '${"${x}"}',
  '${f("b\\"c", 1.50, none)[0].x["y z"]}',
  '${and(eq(a.b, "c"), not(or(d, e)))}',
  '${not(eq(1, 2))}',
)
const anyText = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''))
const leaf = fc.oneof(anyText, fc.integer(), fc.boolean(), fc.constant(null))
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(
      fc.oneof(fc.constantFrom('a', 'b-c', 'data', 'x y', 'q"q', '1'), fc.string({ maxLength: 3 })),
      tie('value'),
      { maxKeys: 3 },
    ),
  ),
}))

test('any content, from every form to every other: exactly the same, or refused', () => {
  let kept = 0
  const property = fc.property(value, fc.constantFrom(...forms), fc.constantFrom(...forms), (held, first, second) => {
    const json = JSON.stringify({
      version: '2025-11-02',
      resources: { data: { type: 'a/b-c', metadata: { custom: held }, spec: { held } } },
    })
    try {
      const once = converted('a.json', json, first)
      const twice = converted(`a.${first}`, once, second)
      assert.deepEqual(canonical(`a.${second}`, twice), canonical('a.json', json))
      kept++
    } catch (error) {
      assert.ok(error instanceof Failure, String(error))
    }
  })
  fc.assert(property, { numRuns: 1500 })
  assert.ok(kept > 1000, `${kept} of 1500`)
})

test('a text that another form cannot express is refused, not changed', () => {
  const { source, tree, diagnostics } = readYaml('a.yaml', 'version: 2025-11-02\nmetadata: { n: 0x1F }\n')
  assert.ok(tree)
  assert.throws(() => convertedText({ source, tree, diagnostics }, 'yaml', 'json'), { code: 'cli/not-convertible' })
})

const words = (text: string): readonly string[] => Array.from(text.matchAll(/c\d+/g), ([word]) => word).sort()

test('no comment is lost, at any place', () => {
  const language = `# c1
version "2025-11-02" # c2
metadata { # c3
    # c4
    a = [ # c5
        1, # c6
        # c7
        f( # c8
            2,
        ),
    ]
} # c9
data net: a/b { # c10
    # c11
    filter "x" == 1 # c12
    # c13
    export a: string # c14
    # c15
    export b as c: array { # c16
        description = "x" # c17
    }
}
# c18
resource web: a/b {
    # c19
    dependsOn = [ # c20
        other, # c21
    ]
    # c22
    select by label { # c23
        # c24
        a = "b" # c25
        # c26
        exclude = [x] # c27
    }
    # c28
    foreach values.x # c29
    spec { # c30
        a = """
            # no comment
            """ # c31
    }
    # c32
}
# c33
`
  for (const first of forms) {
    const once = converted('a.bp', language, first)
    assert.deepEqual(words(once), words(language))
    for (const second of forms) assert.deepEqual(words(converted(`a.${first}`, once, second)), words(language))
  }
})
