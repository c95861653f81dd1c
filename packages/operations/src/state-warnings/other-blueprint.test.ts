import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Gathered, Plan } from '@slipway/engine'
import { otherBlueprint } from './other-blueprint.ts'

const planned = (operation: string, action: string) =>
  ({ operation, instance: 'shop', steps: [{ action, current: { name: 'db', replaced: false } }] }) as unknown as Plan

test('another blueprint’s resource is not destroyed without naming its owner', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const [first, second] = [join(folder, 'shop.yaml'), join(folder, 'other/shop.yaml')]
  writeFileSync(first, '')
  const gathered = { state: { instance: { blueprintFile: first } } } as unknown as Gathered
  const said = (plan: Plan, file: string): string =>
    otherBlueprint(plan, gathered, file)
      .map(({ message }) => message)
      .join()
  assert.equal(
    said(planned('up', 'delete'), second),
    `shop was last deployed from ${first}, which is still there; this blueprint would destroy resources that it does not contain: db`,
  )
  assert.equal(said(planned('up', 'update'), second), '')
  assert.equal(said(planned('destroy', 'delete'), second), '')
  assert.equal(said(planned('up', 'delete'), first), '')
  rmSync(first)
  assert.equal(said(planned('up', 'delete'), second), '', 'a blueprint that has moved')
})
