import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { type ProviderDefinition, valueMap } from '@slipway/model'
import { SeenSettings } from './seen-settings.ts'

const type = { type: 'local/file', identity: { fields: ['path'] } } as const

function provider(liesInFolder: boolean): ProviderDefinition {
  const config = { fields: { region: { type: 'string' } }, allowAdditionalFields: false }
  const resourceTypes = { 'local/file': { ...type, liesInFolder } }
  return { config, resourceTypes } as unknown as ProviderDefinition
}

const file = { type: 'local/file', spec: valueMap([['path', 'a.txt']]) }

/** Makes ids from an earlier version, which recorded no folder, and from the present version. */
function upgraded(t: TestContext, hasStateBeside: boolean, region = 'eu') {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-seen-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const seen = (liesInFolder: boolean, where: string): SeenSettings => {
    const options = { folder, hasStateBeside, machine: 'm', configOf: () => ({ region: where }) }
    const settings = new SeenSettings(options)
    settings.define('local', provider(liesInFolder))
    return settings
  }
  const old = seen(false, 'eu')
  const before = old.id(file, undefined) ?? ''
  const settings = seen(true, region)
  settings.recall(old.recorded())
  return { folder, settings, before, now: settings.id({ ...file, seenWith: before }, undefined) ?? '' }
}

describe('the settings at a thing’s last reading', () => {
  test('are the same after an upgrade to a version that records folders', (t) => {
    const { settings, before, now } = upgraded(t, true)
    assert.notEqual(before, now)
    assert.equal(settings.areOther(before, now), false)
  })

  test('may be another folder’s where a shared state names none', (t) => {
    const { folder, settings, before, now } = upgraded(t, false)
    assert.equal(settings.areOther(before, now), true)
    assert.equal(
      settings.placesBetween(before, now),
      `last seen in a folder that was not recorded, but this is ${folder}`,
    )
  })

  test('may be another folder’s, too, where a link makes the state lie beside this one', (t) => {
    const { folder, settings, before, now } = upgraded(t, true)
    const shared = mkdtempSync(join(tmpdir(), 'slipway-shared-'))
    t.after(() => rmSync(shared, { recursive: true, force: true }))
    symlinkSync(shared, join(folder, '.slipway'))
    assert.equal(settings.areOther(before, now), true)
  })

  test('are others where more than the folder differs', (t) => {
    const { settings, before, now } = upgraded(t, true, 'us')
    assert.equal(settings.areOther(before, now), true)
    assert.equal(settings.placesBetween(before, now), undefined)
  })
})
