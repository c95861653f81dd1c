import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { InlineProgram } from '@slipway/operations'
import { testBlueprint, testStack } from './index.ts'

const source = `import { rmSync, writeFileSync } from 'node:fs'
import { computed, defineResource } from '@slipway/sdk'
import * as z from 'zod'

export const box = defineResource({
  type: 'te/box',
  schema: z.object({ path: z.string(), size: computed(z.number()) }),
  settlement: 'repeatable',
  deploy: ({ spec }) => {
    writeFileSync(spec.path, 'full')
    return { size: 4 }
  },
  destroy: ({ spec }) => rmSync(spec.path),
})
`

/** A project that defines a resource, which imports a package of the project. */
function project(t: TestContext): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-tested-project-')))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(join(import.meta.dirname, '../../../node_modules/zod'), join(folder, 'node_modules/zod'))
  writeFileSync(join(folder, 'box.ts'), source)
  return folder
}

const stack: InlineProgram = (s) => void s.resource('one', { type: 'te/box' }, { path: 'box.txt' })

test('a stack tested for real calls the resources that the sources of the project define', async (t) => {
  const folder = project(t)
  t.mock.method(process, 'cwd', () => folder)
  await testStack(stack, { real: true, files: ['box.ts'] }, async (deployed, place) => {
    assert.equal(deployed.resource('one')['size'], 4)
    assert.equal(readFileSync(join(place, 'box.txt'), 'utf8'), 'full')
    await deployed.change({ stack: () => {} })
    assert.deepEqual(deployed.resources, [])
  })
})

test('a blueprint tested for real calls the resources that the sources beside it define', async (t) => {
  const file = join(project(t), 'site.blueprint.yaml')
  writeFileSync(file, 'version: 2025-11-02\nresources: { one: { type: te/box, spec: { path: box.txt } } }\n')
  await testBlueprint(file, { real: true }, async (deployed, place) => {
    assert.equal(readFileSync(join(place, 'box.txt'), 'utf8'), 'full')
    assert.deepEqual(deployed.resources, ['one'])
  })
})
