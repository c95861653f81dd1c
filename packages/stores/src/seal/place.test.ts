import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import fc from 'fast-check'
import type { Sealer } from '../port.ts'
import { keyFileSealer, passphraseSealer, processSealer } from './index.ts'
import { labelOf, placeText, type Place } from './place.ts'

const directory = mkdtempSync(join(tmpdir(), 'slipway-place-'))
after(() => rmSync(directory, { recursive: true }))

const sealers: Readonly<Record<string, Sealer>> = {
  'of a process': processSealer(),
  'of a key file': keyFileSealer(directory),
  'of a passphrase': passphraseSealer('correct horse'),
}

/** Few words, so that two places often differ in only one part; and characters that a careless label would confuse with its own. */
const word = fc.constantFrom('', 'a', 'b', 'a,b', '"', '","', '\\', ']', '0')
const places: fc.Arbitrary<Place> = fc.record({
  purpose: fc.constantFrom('state', 'mark', 'plan', 'configuration'),
  state: word,
  instance: word,
  record: word,
  path: fc.array(fc.oneof(word, fc.constantFrom(0, 1)), { maxLength: 3 }),
})

const here: Place = { purpose: 'state', state: 's', instance: 'site', record: 'resource 1', path: ['spec', 'token'] }

describe('a text sealed for one place', () => {
  for (const [name, sealer] of Object.entries(sealers)) {
    test(`opens only there: with the key ${name}`, () => {
      fc.assert(
        fc.property(places, places, fc.string(), (place, other, plain) => {
          const sealed = sealer.seal(plain, place)
          assert.equal(sealer.unseal(sealed, { ...place, path: [...place.path] }), plain)
          assert.throws(() => sealer.unsealUnbound(sealed), { code: 'state/damaged-record' })
          if (JSON.stringify(other) === JSON.stringify(place)) return
          assert.throws(() => sealer.unseal(sealed, other), { code: 'state/damaged-record' })
        }),
        { numRuns: 300 },
      )
    })
  }

  for (const [part, elsewhere] of Object.entries({
    purpose: { purpose: 'plan' },
    state: { state: 't' },
    instance: { instance: 'shop' },
    record: { record: 'resource 2' },
    path: { path: ['spec', 'pin'] },
    'position in a list': { path: ['spec', 'token', 0] },
  } satisfies Record<string, Partial<Place>>)) {
    test(`does not open where only the ${part} differs, and the message names the place`, () => {
      const sealer = sealers['of a passphrase'] as Sealer
      assert.throws(() => sealer.unseal(sealer.seal('canary', here), { ...here, ...elsewhere }), {
        code: 'state/damaged-record',
        message: new RegExp(`the secret at ${placeText({ ...here, ...elsewhere })}, .*sealed for another place`),
      })
    })
  }
})

test('has a place named by the known facts', () => {
  assert.equal(placeText(here), 'spec.token of resource 1 in site')
  assert.equal(placeText({ ...here, instance: '' }), 'spec.token of resource 1')
})

test('has the same label only for the same place', () => {
  assert.notEqual(labelOf({ ...here, path: ['0'] }), labelOf({ ...here, path: [0] }))
  assert.notEqual(labelOf({ ...here, path: ['a', 'b'] }), labelOf({ ...here, path: ['a.b'] }))
})
