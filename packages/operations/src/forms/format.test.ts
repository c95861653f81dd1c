import assert from 'node:assert/strict'
import { chmodSync, chownSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { canonicalOf } from '@slipway/engine'
import { hasErrors } from '@slipway/model'
import { laidOut, readLanguage, readSource } from '@slipway/source'
import fc from 'fast-check'
import { format, formattedText } from './format.ts'

const root = join(import.meta.dirname, '../../../..')
const texts = globSync(
  '{packages/engine/src/expand/whole-language.blueprint,packages/source/src/language/constructs.bp}',
  {
    cwd: root,
  },
).map((file) => readFileSync(join(root, file), 'utf8'))

function said(text: string): unknown {
  const { source, tree, diagnostics } = readLanguage('a.bp', text)
  assert.ok(tree !== undefined && !hasErrors(diagnostics))
  return canonicalOf(source, tree)
}

const written = `version   "2025-11-02"


variable a:string{default="x"}
resource  web :a/b-c:D   {
# above
  condition=variables.a=="x"&&
  !( values.b||values.c )
      && true # beside

  spec{

    list=[1,-2 ,{a=1,b = [ ]}, f( x , y.z[0] ["k"] .p ) ]
    text = """
  one
      two

  """
    object = f({
    a = 1
    })
    empty={ }

  }
}
data net: x/y { filter "a"not in["b"]
export *  }
`

test('one layout', () => {
  const text = laidOut(written.replace('["k"] .p', '["k"].p').replace('[0] [', '[0]['))
  assert.equal(
    text,
    `version "2025-11-02"

variable a: string { default = "x" }
resource web: a/b-c:D {
    # above
    condition = variables.a == "x" &&
        !(values.b || values.c)
        && true # beside

    spec {
        list = [1, -2, { a = 1, b = [] }, f(x, y.z[0]["k"].p)]
        text = """
            one
                two

            """
        object = f({
            a = 1
        })
        empty = {}
    }
}

data net: x/y { filter "a" not in ["b"]
    export * }
`,
  )
  assert.equal(laidOut(text), text)
})

test('with any white space, the meaning stays the same, and a second time changes nothing', () => {
  const gap = fc.constantFrom(' ', '  ', '\t', '\n', '\n\n\n', ' \r\n', '', ' # c\n')
  const property = fc.property(
    fc.constantFrom(...texts),
    fc.array(fc.tuple(fc.nat(), gap), { maxLength: 8 }),
    (text, gaps) => {
      let broken = text
      for (const [place, put] of gaps) {
        const blanks = Array.from(broken.matchAll(/[ \n]/g), ({ index }) => index)
        const at = blanks[place % blanks.length] ?? 0
        broken = broken.slice(0, at) + put + broken.slice(at + 1)
      }
      if (hasErrors(readLanguage('a.bp', broken).diagnostics)) return
      const once = laidOut(broken)
      assert.deepEqual(said(once), said(broken))
      assert.equal(laidOut(once), once)
      assert.equal((once.match(/#/g) ?? []).length, (broken.match(/#/g) ?? []).length)
    },
  )
  fc.assert(property, { numRuns: 500 })
})

test('a file is formatted in place, or only checked; YAML and files with errors stay', (context) => {
  const cwd = mkdtempSync(join(tmpdir(), 'slipway-format-'))
  context.after(() => rmSync(cwd, { recursive: true, force: true }))
  const file = join(cwd, 'site.bp')
  writeFileSync(file, 'version   "2025-11-02"\n', { mode: 0o600 })
  assert.deepEqual(format({ cwd, env: {} }, { check: true }), { file, isChanged: true })
  assert.equal(readFileSync(file, 'utf8'), 'version   "2025-11-02"\n')
  assert.deepEqual(format({ cwd, env: {} }, {}), { file, isChanged: true })
  assert.equal(readFileSync(file, 'utf8'), 'version "2025-11-02"\n')
  assert.deepEqual(format({ cwd, env: {} }, {}), { file, isChanged: false })
  writeFileSync(file, 'version  2025\n')
  assert.throws(() => format({ cwd, env: {} }, {}), { code: 'source/language-syntax' })
})

/** Returns the meaning of a text, and its comments in text order. */
function meaningOf(file: string, text: string) {
  const { source, tree, diagnostics } = readSource(file, text)
  if (tree === undefined || hasErrors(diagnostics)) return undefined
  return { meaning: canonicalOf(source, tree), words: Array.from(text.matchAll(/~c\d+~/g), ([word]) => word) }
}

test('a formatted file keeps owner, group and mode, whatever the umask says', (context) => {
  const cwd = mkdtempSync(join(tmpdir(), 'slipway-format-'))
  const umask = process.umask(0o077)
  context.after(() => {
    process.umask(umask)
    rmSync(cwd, { recursive: true })
  })
  const file = join(cwd, 'a.blueprint.yaml')
  writeFileSync(file, 'version:   "2025-11-02"\nresources:  {}\n')
  chmodSync(file, 0o644)
  const isRoot = process.geteuid?.() === 0
  if (isRoot) chownSync(file, 0, 12345)
  assert.equal(format({ cwd, env: {} }, {}).isChanged, true)
  const { mode, gid } = statSync(file)
  assert.equal(mode & 0o777, 0o644)
  if (isRoot) assert.equal(gid, 12345)
})

test('YAML gets one layout, and keeps what a person has decided', () => {
  const yaml = `# About the file.


version:   2025-11-02
variables:
    name:   { type: string,default: "a" }   # in one line
    long: {
      type: string, # spread
      default: 'it''s'
      }

    # Its own lines.


    other:
        type: string
        # ends other

values:
  list: { type: array, value: [1,  1.50, { a: b }, [], {}, ~] }
  text:
      type: string
      value: >-
          folded
          text

             deeper # no comment
  plain: { type: string, value: 0x1F }
resources:
- a
-   b: 1
    c: |
       x
        y
-
  - d
  # ends the inner list
- e: "two
     lines"
# The end.
`
  const text = formattedText('a.yaml', yaml)
  assert.equal(
    text,
    `# About the file.
version: 2025-11-02
variables:
  name: { type: string, default: "a" } # in one line
  long:
    type: string # spread
    default: 'it''s'

  # Its own lines.
  other:
    type: string
  # ends other

values:
  list: { type: array, value: [1, 1.50, { a: b }, [], {}, ~] }
  text:
    type: string
    value: >-
      folded
      text

         deeper # no comment
  plain: { type: string, value: 0x1F }
resources:
  - a
  - b: 1
    c: |
      x
       y
  -
    - d
  # ends the inner list
  - e: "two
      lines"

# The end.
`,
  )
  assert.equal(formattedText('a.yaml', text), text)
})

test('JSON gets one layout, and keeps what a person has decided', () => {
  const json = `// About the file.
{ "version":"2025-11-02",
    "a": {"b":1.50,  "c": [1,{}]}, // beside


  /* Two
   * lines. */
  "d": [
     "x", "y" ],
}
`
  const text = formattedText('a.json', json)
  assert.equal(
    text,
    `// About the file.
{
  "version": "2025-11-02",
  "a": { "b": 1.50, "c": [1, {}] }, // beside

  // Two
  // lines.
  "d": [
    "x",
    "y"
  ]
}
`,
  )
  assert.equal(formattedText('a.json', text), text)
})

test('options move beside the spec with their comments, in all forms; the meaning stays', () => {
  const yaml = `version: 2025-11-02
resources:
  a:
    type: x/y
    # why metadata
    metadata:
      custom: # why custom
        # why protect
        slipway: { protect: true }
    spec: { a: 1 }
  b: { type: x/y, metadata: { labels: { l: m }, custom: { mine: 1, slipway: { protect: true } } } }
`
  const short = formattedText('a.yaml', yaml, true)
  assert.equal(
    short,
    `version: 2025-11-02
resources:
  a:
    type: x/y
    # why metadata
    # why protect
    options: { protect: true } # why custom
    spec: { a: 1 }
  b: { type: x/y, metadata: { labels: { l: m }, custom: { mine: 1 } }, options: { protect: true } }
`,
  )
  assert.equal(formattedText('a.yaml', short, true), short)
  const bp = `version "2025-11-02"
resource a: x/y {
    metadata { custom = { slipway = { protect = true } } }
    spec { a = 1 }
}
`
  assert.match(
    formattedText('a.bp', bp, true),
    /resource a: x\/y \{\n {4}options \{\n {8}protect = true\n {4}\}\n {4}spec/,
  )
  assert.equal(formattedText('a.bp', bp), laidOut(bp))
  const json =
    '{ "version": "2025-11-02", "resources": { "a": { "type": "x/y", "metadata": { "custom": { "slipway": { "protect": true } } } } } }'
  assert.match(formattedText('a.json', json, true), /"options": \{ "protect": true \}/)
})

const yamlTexts = globSync(
  '{packages/engine/src/expand/*.yaml,packages/source/src/language/*.yaml,examples/*/*.yaml}',
  {
    cwd: root,
  },
).map((file) => readFileSync(join(root, file), 'utf8'))
const jsonTexts = globSync('{packages/engine/src/expand/*.json,packages/source/src/language/*.json}', {
  cwd: root,
}).map((file) => readFileSync(join(root, file), 'utf8'))

/** Tries all layouts that the reader accepts, with comments in any place. */
function holds(file: string, from: readonly string[], gaps: readonly string[], comment: string): number {
  let tried = 0
  const gap = fc.oneof(
    fc.constantFrom(...gaps),
    fc.nat(9).map((n) => `${comment} ~c${n}~\n`),
  )
  const property = fc.property(
    fc.constantFrom(...from),
    fc.array(fc.tuple(fc.nat(), gap), { maxLength: 4 }),
    (text, put) => {
      let broken = text
      for (const [place, what] of put) {
        const blanks = Array.from(broken.matchAll(/[ \n]/g), ({ index }) => index)
        const at = blanks[place % blanks.length] ?? 0
        broken = broken.slice(0, at) + what + broken.slice(at + 1)
      }
      const before = meaningOf(file, broken)
      if (before === undefined) return
      const once = formattedText(file, broken)
      const after = meaningOf(file, once)
      assert.deepEqual(after?.meaning, before.meaning)
      assert.deepEqual(after?.words.toSorted(), before.words.toSorted())
      assert.equal(formattedText(file, once), once)
      tried++
    },
  )
  fc.assert(property, { numRuns: 400 })
  return tried
}

test('any layout of YAML and JSON means the same afterwards, with all comments, and is laid out once for all', () => {
  assert.ok(holds('a.yaml', yamlTexts, ['  ', '\n', '\n\n\n', ' \n', '\r\n'], ' #') > 100)
  assert.ok(holds('a.json', jsonTexts, ['  ', '\t', '\n', '\n\n\n', ''], ' //') > 100)
})
