import assert from 'node:assert/strict'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { canonicalOf } from '@slipway/engine'
import { hasErrors } from '@slipway/model'
import { laidOut, readLanguage } from '@slipway/source'
import fc from 'fast-check'
import { format } from './format.ts'

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
  fc.assert(property, { numRuns: 1500 })
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
  writeFileSync(join(cwd, 'a.yaml'), 'version: 2025-11-02\n')
  assert.throws(() => format({ cwd, env: {} }, { file: 'a.yaml' }), { code: 'cli/no-layout' })
})
