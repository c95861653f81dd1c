// test:rest: more cases of what gopher.test.ts shows
/** A plugin on the public Go SDK and one on our SDK call each other's functions through the engine. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { before } from 'node:test'

import { test } from '../../cases.ts'
import { machine, type Machine } from '../../plugins/machine.ts'
import { buildGopher, type Gopher, goSdks, skipWithoutGo } from './build.ts'
import { suite } from '../needs.ts'

async function valueOf(box: Machine, expression: string): Promise<string> {
  box.write(
    'app.blueprint.yaml',
    `version: 2025-11-02\nvalues: { v: { type: string, value: '\${${expression}}' } }\nexports: { v: { type: string, field: values.v } }\n`,
  )
  const up = await box.slipway('up --yes')
  if (up.code !== 0) return up.stderr
  return String((JSON.parse((await box.slipway('exports --json')).stdout) as Record<string, unknown>)['v'])
}

for (const sdk of goSdks)
  suite(`functions in Go, SDK ${sdk}, and in TypeScript`, { skip: skipWithoutGo, timeout: 300_000 }, () => {
    let gopher: Gopher
    before(async () => {
      gopher = await buildGopher(sdk)
    })

    test('call each other and the language’s, and a circle is reported with both', async (t) => {
      const box = machine(t)
      box.install(gopher.file, 'interop/gopher')
      const shapes = join(import.meta.dirname, '../../gateway/shapes.ts')
      box.installScript(`exec ${process.execPath} ${shapes}`, 'acme/shapes')
      assert.equal(await valueOf(box, 'dig_area(21)'), '42')
      assert.equal(await valueOf(box, 'dig_join(1)'), 'a-b')
      assert.equal(await valueOf(box, 'dig_back(3)'), 'hohoho')
      assert.match(
        await valueOf(box, 'dig_ring(1)'),
        /in a circle: gopher::dig_ring \(interop\/gopher\) -> shapes::ring_gopher \(acme\/shapes\) -> gopher::dig_ring/,
      )
      assert.deepEqual(await box.processesLeft(), [])
    })
  })
