/** Plans that are saved, and carried out after the state has changed. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, test } from '../cases.ts'
import { machine, type Machine } from './machine.ts'

const resources = ['one', 'two', 'three']

/** Three resources. Each takes a while and waits for the one before it. */
function slowMachine(t: TestContext): Machine & { readonly text: string } {
  const box = machine(t)
  const slow = (name: string, index: number): string => {
    const after = index === 0 ? '' : `, dependsOn: [${resources[index - 1]}]`
    return `  ${name}: { type: null/resource, spec: { value: a, delayMs: 700 }${after} }\n`
  }
  const text = `version: 2025-11-02\nresources:\n${resources.map(slow).join('')}`
  box.write('app.blueprint.yaml', text)
  return { ...box, text }
}

async function ids(box: Machine): Promise<readonly string[]> {
  const { stdout } = await box.slipway('state export')
  return [...stdout.matchAll(/"id": ?"([^"]+)"/g)].map(([, id = '']) => id)
}

async function refused(box: Machine, plan: string): Promise<void> {
  const before = await ids(box)
  const { code, stderr } = await box.slipway(`up --plan ${plan}`)
  assert.equal(code, 1, stderr)
  assert.match(stderr, /engine\/stale-plan/)
  assert.deepEqual(await ids(box), before)
  const { stdout } = await box.slipway('plan')
  assert.match(stdout, /Nothing to do/)
}

describe('a saved plan is refused,', { timeout: 240_000, concurrency: 2 }, () => {
  test('if it was made while somebody else was at work', async (t) => {
    const box = machine(t)
    const create = `until [ -e '${join(box.folder, 'go')}' ]; do sleep 0.05; done`
    const more = `  two: { type: local/command, spec: { create: "${create}" }, dependsOn: [one] }\n`
    box.write('app.blueprint.yaml', `version: 2025-11-02\nresources:\n  one: { type: null/resource }\n${more}`)
    const up = box.slipway('up --yes')
    while (!/one/.test((await box.slipway('state list')).stdout)) await sleep(50)
    assert.equal((await box.slipway('plan --out up.plan')).code, 0)
    assert.equal((await box.slipway('plan --destroy --out down.plan')).code, 0)
    box.write('go', '')
    assert.equal((await up).code, 0)
    await refused(box, 'up.plan')
    await refused(box, 'down.plan')
  })

  test('if a backup was restored since, and something was deployed', async (t) => {
    const box = slowMachine(t)
    assert.equal((await box.slipway('up --yes')).code, 0)
    assert.equal((await box.slipway('state backup before.db')).code, 0)
    assert.equal((await box.slipway('state protect one')).code, 0)
    const more = '  four: { type: null/resource, spec: { value: b } }\n'
    box.write('app.blueprint.yaml', `${box.text}${more}`)
    assert.equal((await box.slipway('plan --out up.plan')).code, 0)
    assert.equal((await box.slipway('state restore before.db --yes')).code, 0)
    assert.equal((await box.slipway('up --yes --after-restore')).code, 0)
    await refused(box, 'up.plan')
  })
})
