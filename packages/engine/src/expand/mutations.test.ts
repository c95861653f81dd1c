import { readFileSync } from 'node:fs'
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from '../../../../test/cases.ts'
import { renderDiagnostic } from '@slipway/source'
import fc from 'fast-check'
import { resolveSpec } from '../check/resources/resolve-spec.ts'
import { testDefinitions } from '../testing/definitions.ts'
import { readBlueprint } from '../language/parse/blueprint.ts'
import { checkBlueprint } from './check-blueprint.ts'
import { scopeOf, unknownSources } from '../check/values/blueprint-scope.ts'

const seeds = ['whole-language.yaml', 'whole-language.blueprint'].map(
  (file) => [file, readFileSync(join(import.meta.dirname, file), 'utf8')] as const,
)
const yaml =
  '"|\'|:|: |\n|\n  |\n    |- |[|]|{|}|,|#|&a|*a|!t|<<: |>|\t|\0|\uD800|\u202E|0600|1e999|__proto__|constructor'
const substitutions = '${|}|${}|${a|${resources.|${f(|..|[0]|none|${"'
const pieces = fc.constantFrom('|', ...`${yaml}|${substitutions}`.split('|'))
const mutation = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  drop: fc.nat({ max: 30 }),
  put: fc.oneof(pieces, fc.string({ maxLength: 4 })),
})

for (const runs of [150, 1000])
  test(`${runs} broken blueprints are each reported with a place and a sentence, and nothing throws`, () => {
    const property = fc.property(
      fc.constantFrom(...seeds),
      fc.array(mutation, { minLength: 1, maxLength: 4 }),
      ([file, seed], mutations) => {
        let text = seed
        for (const { at, drop, put } of mutations) {
          const start = Math.floor(at * text.length)
          text = text.slice(0, start) + put + text.slice(start + drop)
        }
        const { blueprint, diagnostics: early } = readBlueprint(file, text)
        const { checked, diagnostics } =
          blueprint === undefined ? { diagnostics: early } : checkBlueprint(blueprint, testDefinitions, new Map())
        for (const diagnostic of diagnostics) {
          assert.match(renderDiagnostic(diagnostic, text), /^whole-language\.\w+:\d+:\d+: (error|warning): \S/)
          assert.ok((diagnostic.range?.end.offset ?? 0) <= text.length + 1)
        }
        if (checked === undefined) assert.ok(diagnostics.some(({ severity }) => severity === 'error'))
        else
          for (const resource of checked.resources.values()) resolveSpec(resource, scopeOf(checked, unknownSources()))
      },
    )
    fc.assert(property, { numRuns: runs })
  })

test('the unbroken blueprint has no mistake', () => {
  for (const [file, seed] of seeds) {
    const { blueprint } = readBlueprint(file, seed)
    assert.ok(blueprint)
    assert.deepEqual(checkBlueprint(blueprint, testDefinitions, new Map()).diagnostics, [])
  }
})
