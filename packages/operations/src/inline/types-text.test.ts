import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { ResourceTypeDefinition } from '@slipway/model'
import { corePluginRoot, installedDefinitions, resourceTypesText } from '../index.ts'
import { resourceTypeMembers } from './types-text.ts'
import { compiled } from '../../../../test/compiled.ts'

test('the types of the plugins that come with Slipway are known to programs (UPDATE_DOCS=1 writes them)', async (context) => {
  const home = mkdtempSync(join(tmpdir(), 'slipway-types-'))
  context.after(() => rmSync(home, { recursive: true, force: true }))
  const slipway = {
    env: { ...compiled, HOME: home, PATH: process.env['PATH'] },
    cwd: home,
    ownPlugins: corePluginRoot(),
  }
  const definitions = await installedDefinitions(slipway)
  const types = [...definitions.values()].flatMap(({ resourceTypes }) => Object.values(resourceTypes))
  const file = join(import.meta.dirname, 'gen/core-resource-types.ts')
  const text = `import type { Plain } from '../plain.ts'

/** The types of the plugins that come with Slipway. */
export interface CoreResourceTypes {
${resourceTypeMembers(types)}
}
`
  if (process.env['UPDATE_DOCS'] === '1') writeFileSync(file, text)
  assert.equal(readFileSync(file, 'utf8'), text)
})

test('a schema becomes a type: required, optional and computed fields', () => {
  const definition: ResourceTypeDefinition = {
    type: 'acme/site',
    label: 'A site',
    destroyBeforeCreate: false,
    settlement: 'ask',
    stabilisedDependencies: [],
    schema: {
      type: 'object',
      required: ['size'],
      attributes: {
        size: { type: 'integer' },
        mode: { type: 'string', allowedValues: ['fast', 'slow'], default: 'slow', description: 'how */ it goes' },
        'odd key': { type: 'array', items: { type: 'union', oneOf: [{ type: 'string' }, { type: 'float' }] } },
        tags: { type: 'map', mapValues: { type: 'string' }, nullable: true },
        any: { type: 'union' },
        id: { type: 'string', computed: true },
      },
    },
  }
  const text = resourceTypesText([{ resourceTypes: { [definition.type]: definition } }])
  assert.equal(
    text,
    `import type { Plain } from '@slipway/operations'

declare module '@slipway/operations' {
  interface ResourceTypes {
    /** A site */
    "acme/site": {
      given: {
        readonly size: number
        /** how * / it goes */
        readonly mode?: "fast" | "slow"
        readonly "odd key"?: readonly (string | number)[]
        readonly tags?: { readonly [key: string]: string } | null
        readonly any?: Plain
      }
      gets: {
        readonly size: number
        /** how * / it goes */
        readonly mode: "fast" | "slow"
        readonly "odd key"?: readonly (string | number)[]
        readonly tags?: { readonly [key: string]: string } | null
        readonly any?: Plain
        readonly id: string
      }
    }
  }
}
`,
  )
})
