import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderDiagnostic } from '@slipway/source'
import { checkBlueprint } from '../../expand/check-blueprint.ts'
import { testDefinitions } from '../../testing/definitions.ts'
import { readBlueprint } from './blueprint.ts'

function said(text: string): string {
  const { blueprint, diagnostics } = readBlueprint('x.bp', text)
  const found =
    blueprint === undefined ? diagnostics : checkBlueprint(blueprint, testDefinitions, new Map()).diagnostics
  return found.map((diagnostic) => renderDiagnostic(diagnostic, text)).join('\n')
}

test('carets mark the mistake, even inside operators, lists and multi-line text', () => {
  const text = `version "2025-11-02"
variable on: boolean { default = true }
resource a: test/file {
    condition = variables.on && variabels.off == "x"
    spec {
        path = join(["a", nope.spec.path], "")
        content = """
            first
              \${b.spec.colour}
            """
        moed = "0600"
    }
}
resource b: test/file { spec { path = "b", content = "" } }
export b: string { field = resources.c.spec.path }
`
  assert.equal(
    said(text),
    `x.bp:4:33: error: there is no resource "variabels"  [blueprint/unknown-resource]
    4 |     condition = variables.on && variabels.off == "x"
      |                                 ^^^^^^^^^^^^^
  hint: did you mean variables.off?
x.bp:6:27: error: there is no resource "nope"  [blueprint/unknown-resource]
    6 |         path = join(["a", nope.spec.path], "")
      |                           ^^^^^^^^^^^^^^
  hint: there are: a, b
x.bp:9:17: error: test/file has no attribute "colour"  [blueprint/unknown-attribute]
    9 |               \${b.spec.colour}
      |                 ^^^^^^^^^^^^^
  hint: there are: path, content, mode, owner, size, sha256
x.bp:11:9: error: test/file has no attribute "moed"  [blueprint/unknown-attribute]
   11 |         moed = "0600"
      |         ^^^^
  hint: did you mean "mode"?
x.bp:15:28: error: there is no resource "c"  [blueprint/unknown-resource]
   15 | export b: string { field = resources.c.spec.path }
      |                            ^^^^^^^^^^^^^^^^^^^^^
  hint: there are: a, b`,
  )
})
