import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readBlueprint } from '@slipway/engine'
import { readSource } from '@slipway/source'
import { testProvider } from '../testing.ts'
import { hoverAt } from './hover.ts'
import { Known } from './known.ts'
import { occurrenceAt, sameAs } from './occurrences.ts'

const forms: Readonly<Record<string, string>> = {
  'a.yaml': `version: 2025-11-02
variables:
  who: { type: string, description: Whom it is for. }
values:
  greeting: { type: string, value: "hi \${variables.who}" }
datasources:
  stock:
    type: shop/stock
    filter: { field: name, operator: "=", search: "\${values.greeting}" }
    exports: { count: { type: integer } }
resources:
  thing:
    type: shop/thing
    spec: { name: "\${price(variables.who)}", size: "\${datasources.stock.count}" }
  other:
    type: shop/thing
    dependsOn: [thing]
    spec: { name: "\${thing.spec.id}-\${resources.thing.spec.name}" }
exports:
  id: { type: string, field: 'resources["thing"].spec.id' }
`,
  'a.json': `{ "version": "2025-11-02",
  "variables": { "who": { "type": "string", "description": "Whom it is for." } },
  "values": { "greeting": { "type": "string", "value": "hi \${variables.who}" } },
  "datasources": { "stock": { "type": "shop/stock", "filter": { "field": "name", "operator": "=", "search": "\${values.greeting}" },
    "exports": { "count": { "type": "integer" } } } },
  "resources": {
    "thing": { "type": "shop/thing", "spec": { "name": "\${price(variables.who)}", "size": "\${datasources.stock.count}" } },
    "other": { "type": "shop/thing", "dependsOn": ["thing"], "spec": { "name": "\${thing.spec.id}-\${resources.thing.spec.name}" } } },
  "exports": { "id": { "type": "string", "field": "resources.thing.spec.id" } } }`,
  'a.bp': `version "2025-11-02"
variable who: string {
    description = "Whom it is for."
}
value greeting: string {
    value = "hi \${variables.who}"
}
data stock: shop/stock {
    filter "name" == values.greeting
    export count: integer
}
resource thing: shop/thing {
    spec {
        name = price(variables.who)
        size = datasources.stock.count
    }
}
resource other: shop/thing {
    dependsOn = [thing]
    spec {
        name = "\${thing.spec.id}-\${resources.thing.spec.name}"
    }
}
export id: string {
    field = resources.thing.spec.id
}
`,
}

const known = new Known([testProvider])

for (const [file, text] of Object.entries(forms)) {
  const { blueprint, diagnostics } = readBlueprint(file, text)
  const { tree } = readSource(file, text)
  const help = (part: string, from = 0): string => {
    assert.ok(blueprint && tree)
    return hoverAt(blueprint, tree, text.indexOf(part, from) + 1, { known, children: () => undefined })?.help ?? ''
  }
  const spans = (part: string): readonly string[] => {
    assert.ok(blueprint)
    const found = occurrenceAt(blueprint, text.indexOf(part) + part.length)
    return found === undefined ? [] : sameAs(blueprint, found).map(({ start, end }) => text.slice(start, end))
  }

  describe(file, () => {
    test('reads', () => assert.deepEqual(diagnostics, []))

    test('finds every mention of a name, and its one declaration', () => {
      assert.ok(blueprint)
      assert.deepEqual(spans('variables.wh'), ['who', 'who', 'who'])
      assert.deepEqual(spans('thing.spec.i'), ['thing', 'thing', 'thing', 'thing', 'thing'])
      assert.deepEqual(spans('datasources.sto'), ['stock', 'stock'])
      assert.deepEqual(spans('values.greet'), ['greeting', 'greeting'])
      const all = sameAs(blueprint, occurrenceAt(blueprint, text.indexOf('variables.who')) ?? assert.fail())
      const declared = all.filter(({ isDeclaration }) => isDeclaration).map(({ start }) => start)
      assert.deepEqual(declared, [text.indexOf('who')])
    })

    test('describes the thing at the cursor', () => {
      assert.equal(help('variables.who'), 'variable **who**: string\n\nWhom it is for.')
      assert.equal(help('thing.spec.id'), '**thing.spec.id**: string, computed\n\nDrawn by the shop.')
      assert.equal(help('datasources.stock.count'), '**stock.count**: integer\n\nHow many are left.')
      assert.equal(help('price('), '`price(of: string): integer`\n\nThe price of a thing.')
      assert.equal(help('shop/thing'), '**shop/thing**: Thing\n\nA thing on a shelf.')
      assert.match(help('size'), /^\*\*size\*\*: integer\n\nDefault: `3`$/)
      assert.match(help('dependsOn'), /^\*\*dependsOn\*\*\n\nResources that must exist first/)
    })
  })
}
