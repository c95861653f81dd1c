import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as z from 'zod'
import { computed, defineProvider, defineResource, type EarlierState, type ResourceOptions } from '../index.ts'
import { failureOf, trial } from '../testing.ts'

const schema = z.object({ paper: z.string(), corners: z.array(z.int()).default([]), id: computed(z.string()) })
type Options = ResourceOptions<typeof schema, z.ZodObject<{}>>

function provider(more: Partial<Options>) {
  const note = defineResource({
    type: 'test/note',
    schema,
    settlement: 'ask',
    deploy: () => ({ id: '1' }),
    destroy() {},
    ...more,
  })
  return defineProvider({ id: 'a/test', version: '3.0.0', resources: [note], log() {} })
}

const upgrades = {
  1: ({ colour, ...rest }: EarlierState) => ({ ...rest, shade: colour }),
  2: async ({ shade, ...rest }: EarlierState) => ({ ...rest, paper: `${String(shade)} paper` }),
}
const third = provider({ schemaVersion: 3, upgrades })

const wrong = async (upgrade: (state: object) => unknown) => {
  const type = trial(provider({ schemaVersion: 2, upgrades: { 1: upgrade as () => object } }), 'test/note')
  const failure = await failureOf(type.upgrade({ colour: 'red' }, 1))
  assert.equal(failure.pluginErrorCode, 'UNEXPECTED')
  return [failure.message, ...failure.reasons].join('; ')
}

const refused = (more: Partial<Options>, message: RegExp) =>
  assert.throws(() => provider(more), { code: 'sdk/bad-schema-version', message })

describe('upgrades of earlier versions’ records', () => {
  test('follow one another, and keep empty and exact values', async () => {
    const note = trial(third, 'test/note')
    const corners = [7]
    assert.deepEqual(
      { ...(await note.upgrade({ colour: 'red', corners, id: '7' }, 1)) },
      { corners, id: '7', paper: 'red paper' },
    )
    assert.deepEqual(
      { ...(await note.upgrade({ shade: 'blue', corners: [] }, 2)) },
      { corners: [], paper: 'blue paper' },
    )
    assert.deepEqual({ ...(await note.upgrade({ paper: 'white' }, 3)) }, { paper: 'white' })
  })

  test('are announced with the version, which the first one omits', async () => {
    const asked = { resourceTypes: ['test/note'], dataSourceTypes: [], functions: [] }
    assert.equal((await third.define(asked)).resourceTypes['test/note']?.schemaVersion, 3)
    const first = (await provider({}).define(asked)).resourceTypes['test/note']
    assert.equal(first !== undefined && 'schemaVersion' in first, false)
  })

  test('from an unknown version are refused', async () => {
    const note = trial(third, 'test/note')
    const later = await failureOf(note.upgrade({}, 4))
    assert.equal(later.pluginErrorCode, 'BAD_INPUT')
    assert.match(later.message, /of version 4 was recorded by a newer plugin: this one knows version 3/)
    const short = trial(provider({ schemaVersion: 3, upgrades: { 2: (state) => state } }), 'test/note')
    assert.match((await failureOf(short.upgrade({}, 1))).message, /no longer upgrades a test\/note of version 1/)
  })

  test('that fail, or break the schema, are mistakes of the plugin', async () => {
    assert.match(
      await wrong((state) => state),
      /the result of the upgrade from version 1 is not a test\/note.*spec\.paper/,
    )
    assert.match(await wrong(() => ({ paper: 'x', colour: 'red' })), /spec.*colour/)
    assert.match(await wrong(() => undefined), /from version 1 returned nothing/)
    assert.match(
      await wrong(() => {
        throw new Error('I forgot how')
      }),
      /I forgot how/,
    )
  })

  test('that do not lead to the version are refused when the plugin starts', () => {
    refused({ schemaVersion: 2 }, /there is no upgrade$/)
    refused({ schemaVersion: 1.5 }, /which is none/)
    refused({ schemaVersion: 4, upgrades: { 1: upgrades[1], 3: upgrades[2] } }, /no upgrade from version 2/)
    refused({ upgrades: { 1: upgrades[1] } }, /there is an upgrade from version 1/)
  })
})
