import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { secret, valueMap } from '@slipway/model'
import { KnownSettings } from './known-settings.ts'

const definition = {
  fields: {
    region: { type: 'string' },
    address: { type: 'string' },
    token: { type: 'string', secret: true },
    url: { type: 'string', secret: true },
  },
  allowAdditionalFields: true,
} as const

const inputs = (pin: string, version: string): ReturnType<typeof valueMap> =>
  valueMap([
    ['shelf', 'top'],
    ['pin', secret(pin)],
    ['version', version],
    ['__internal', '1'],
  ])

describe('settings of providers', () => {
  test('have an id for everything that decides where things are, which is the same in each run of an instance', () => {
    const known = new KnownSettings()
    const id = known.id({ region: 'eu', token: 'one', apiKey: 'two' }, definition)
    assert.equal(known.id({ apiKey: 'other', region: 'eu' }, definition), id)
    assert.notEqual(known.id({ region: 'us' }, definition), id)
    const later = new KnownSettings()
    assert.notEqual(later.id({ region: 'eu' }, definition), id)
    later.recall(known.recorded())
    assert.equal(later.id({ region: 'eu' }, definition), id)
  })

  test('differ by the target of an address, even a secret one, and not by the user in it', () => {
    const known = new KnownSettings()
    const id = known.id({ url: 'postgres://ada:one@db.example:5432/app?password=x' }, definition)
    assert.equal(known.id({ url: 'postgres://bob:two@db.example:5432/app' }, definition), id)
    assert.notEqual(known.id({ url: 'postgres://ada:one@db.example:5433/app' }, definition), id)
    assert.doesNotMatch(JSON.stringify(known.recorded()), /ada|one|db\.example/)
  })

  test('do not differ by mere behaviour of a provider, even if an earlier version has recorded that', () => {
    const before = {
      fields: { region: { type: 'string' }, limitMs: { type: 'integer' } },
      allowAdditionalFields: false,
    } as const
    const now = { ...before, fields: { ...before.fields, limitMs: { type: 'integer', isTuning: true } } } as const
    const known = new KnownSettings()
    const old = known.id({ region: 'eu', limitMs: 30 }, before)
    const later = new KnownSettings()
    later.recall(known.recorded())
    const id = later.id({ region: 'eu', limitMs: 60 }, now)
    assert.equal(later.id({ region: 'eu' }, now), id)
    assert.equal(later.areAlike(old, id), true)
    const elsewhere = later.id({ region: 'us', limitMs: 60 }, now)
    assert.equal(later.areAlike(old, elsewhere), false)
    assert.equal(later.between(old, elsewhere), ': region is "us", was "eu"')
    const place = { machine: 'm', folder: '/a', mark: '1:2' }
    assert.equal(later.areAlike(old, later.id({ region: 'eu' }, now, place)), false)
    assert.equal(later.areAlike('unknown', id), false)
  })

  test('name their differences, and of undeclared ones only the names', () => {
    const known = new KnownSettings()
    const before = known.id({ region: 'eu', folder: 'a', port: 2n ** 60n }, definition)
    const now = known.id({ region: 'us', folder: 'b', address: 'https://me:x@there/' }, definition)
    assert.equal(
      known.between(before, now),
      ': address is "https://there/", was not set; folder; port; region is "us", was "eu"',
    )
    assert.equal(known.between(before, 'unknown'), '')
  })

  test('know the place of things in a folder, which is no setting', () => {
    const known = new KnownSettings()
    const place = { machine: 'm', folder: '/a', mark: '1:2' }
    const [there, elsewhere] = [place, { ...place, folder: '/b' }].map((each) =>
      known.id({ region: 'eu' }, definition, each),
    )
    const [before, now] = [there ?? '', elsewhere ?? '']
    assert.notEqual(before, now)
    assert.equal(known.between(before, now), '')
    assert.equal(known.haveOtherPlace(before, now), true)
    assert.equal(known.haveOtherPlace(before, known.id({ region: 'us' }, definition, place)), false)
    const later = new KnownSettings()
    later.recall(known.recorded(new Set([before])))
    assert.deepEqual(later.placeOf(before), place)
    assert.equal(later.placeOf(later.id({ region: 'eu' }, definition)), undefined)
  })

  test('are recorded as long as records refer to them', () => {
    const known = new KnownSettings()
    const [first, second] = ['eu', 'us'].map((region) => known.id({ region }, definition))
    const later = new KnownSettings()
    later.recall(known.recorded())
    const third = later.id({ region: 'here' }, definition)
    later.recall(later.recorded(new Set([second ?? ''])))
    assert.equal(later.between(first ?? '', third), '')
    assert.match(later.between(second ?? '', third), /was "us"/)
  })

  test('of a program say themselves which of them are secret', () => {
    const known = new KnownSettings()
    assert.equal(known.idOfInputs(inputs('1', '3.1.4')), known.idOfInputs(inputs('2', '3.1.5')))
    assert.notEqual(known.idOfInputs(inputs('1', '3.1.4')), known.idOfInputs(valueMap([['shelf', 'low']])))
  })
})
