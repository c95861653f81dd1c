import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseManifest, signedBytes } from './manifest.ts'
import { readManifest } from './read-manifest.ts'
import { isSignatureText, signatureIn } from './signature-text.ts'

const command = 'launchables: { main: { type: command, command: [run] } }'

function complaints(text: string): readonly string[] {
  const { manifest, diagnostics } = readManifest('web.yaml', text, '/pods')
  assert.equal(manifest, undefined)
  return diagnostics.map(({ code, message, range, path, hint }) => {
    const at = `${range?.start.line}:${range?.start.column}-${range?.end.line}:${range?.end.column}`
    return [at, code, message, ...(path ? [`(${path})`] : []), ...(hint ? [`| ${hint}`] : [])].join(' ')
  })
}

function hoisted(text: string, folder = '/pods') {
  const { manifest, diagnostics } = readManifest('web.yaml', text, folder)
  assert.deepEqual(diagnostics, [])
  const main = manifest?.body.launchables['main']
  assert.ok(manifest && main?.type === 'hoist')
  return { manifest, ...main }
}

const bytes = (text: string) => {
  const { manifest } = readManifest('web.yaml', text, '/')
  assert.ok(manifest)
  return signedBytes(manifest).toString()
}

const signedAt = (location: string) =>
  `id: web\nlaunchables: { main: { type: hoist, location: ${location} } }\nsignature: c2lnbmVk\n`

const hoisting = (location: string, signature = '') =>
  `id: web\nlaunchables: { main: { type: hoist, location: "${location}"${signature && `, signature: "${signature}"`} } }\n`

const placesOf = (location: string, signature?: string) => {
  const { location: found, signature: signed } = hoisted(hoisting(location, signature))
  return [found, signed]
}

describe('a manifest', () => {
  test('is hashed over its content, in any order and form', () => {
    const yaml = readManifest('web.yaml', `id: web\n${command}\n`, '/').manifest
    const json = readManifest(
      'web.json',
      '{"launchables":{"main":{"command":["run"],"type":"command"}},"id":"web"}',
      '/elsewhere',
    ).manifest
    assert.ok(yaml && json)
    assert.equal(yaml.hash, json.hash)
    assert.match(yaml.hash, /^sha256:[0-9a-f]{64}$/)
    assert.equal(yaml.text, '{"id":"web","launchables":{"main":{"command":["run"],"type":"command"}}}')
    assert.deepEqual([yaml.id, yaml.body.graceMs, yaml.body.restart.limit], ['web', 10_000, 10])
    assert.deepEqual(parseManifest(yaml.text), yaml)
    const other = readManifest('web.yaml', `id: web2\n${command}\n`, '/').manifest
    assert.notEqual(other?.hash, yaml.hash)
  })

  test('keeps large whole numbers as text where JSON cannot hold them', () => {
    const { manifest } = readManifest(
      'web.yaml',
      `id: web\n${command}\nconfig: { big: 12345678901234567890, list: [1, { a: true }] }\n`,
      '/',
    )
    assert.deepEqual(manifest?.body.config, { big: '12345678901234567890', list: [1, { a: true }] })
  })

  test('has its archives and their signatures beside it, as absolute paths', () => {
    assert.deepEqual(placesOf('web.tar.gz'), ['/pods/web.tar.gz', undefined])
    assert.deepEqual(placesOf('../web.tar.gz', './web.sig'), ['/web.tar.gz', '/pods/web.sig'])
    assert.deepEqual(placesOf('/a/web.tar.gz', 'c2lnbmVk'), ['/a/web.tar.gz', 'c2lnbmVk'])
    assert.deepEqual(placesOf('https://a/web.tar.gz', 'HTTPS://a/web.sig'), [
      'https://a/web.tar.gz',
      'HTTPS://a/web.sig',
    ])
    const [here, there] = ['/pods', '/other'].map((folder) => hoisted(hoisting('web.tar.gz'), folder).manifest.hash)
    assert.notEqual(here, there)
    const commands = readManifest('web.yaml', `id: web\n${command}`, '/pods').manifest
    assert.deepEqual(commands?.body.launchables['main'], { type: 'command', command: ['run'] })
  })

  test('that is signed must name places that are the same everywhere', () => {
    assert.deepEqual(complaints(signedAt('web.tar.gz')), [
      '2:47-2:57 node/bad-manifest the location of a signed manifest must be absolute | name a URL or an absolute path, and sign again',
    ])
    assert.equal(hoisted(signedAt('/web.tar.gz')).location, '/web.tar.gz')
  })

  test('is signed without its signature', () => {
    assert.equal(bytes(`id: web\n${command}\nsignature: c2ln\n`), bytes(`id: web\n${command}\n`))
    assert.equal(
      bytes(`id: web\n${command}\n`),
      '{"id":"web","launchables":{"main":{"command":["run"],"type":"command"}}}',
    )
  })
})

describe('mistakes in a manifest are reported with their places', () => {
  const cases: readonly (readonly [string, readonly RegExp[]])[] = [
    ['id: [', [/ /]],
    ['[]', [/^1:1-1:2 node\/bad-manifest the manifest: /]],
    [command, [/^1:1-1:2 node\/bad-manifest id is missing \(id\)$/]],
    [`id: .web\n${command}`, [/^1:5-1:9 node\/bad-manifest id: must be 1 to 63 letters.* \(id\)$/]],
    [`id: hooks\n${command}`, [/is the name of the folder of hooks/]],
    ['id: web\nlaunchables: {}', [/^2:14-2:15 node\/bad-manifest launchables: must name a launchable/]],
    [
      'id: web\nlaunchables: { main: { type: command } }',
      [/^2:22-2:23 .*launchables\.main\.command|command is missing/],
    ],
    [
      `id: web\n${command}\nlaunchabels: 1`,
      [/^3:1-3:12 node\/bad-manifest a manifest has no launchabels here \| did you mean "?launchables"?\?$/],
    ],
    [
      'id: web\nlaunchables: { main: { type: command, command: [a], colour: red } }',
      [/^2:\d+-2:\d+ node\/bad-manifest a manifest has no colour here \(launchables\.main\)$/],
    ],
    [
      `id: web\n${command}\nenv: { 1A: x }`,
      [/^3:8-3:10 node\/bad-manifest env\.1A: is not the name of a variable|^3:8-3:10 .*env/],
    ],
    [
      'id: web\nlaunchables: { main: { type: command, command: [a, 1] } }',
      [/^2:52-2:53 .*launchables\.main\.command\.1/],
    ],
    [`id: .a\n${command}\nnode: ""`, [/id: /, /node: /]],
  ]
  for (const [text, expected] of cases) {
    test(JSON.stringify(text), () => {
      const said = complaints(text)
      assert.equal(said.length, expected.length, said.join('\n'))
      for (const [index, each] of expected.entries()) assert.match(said[index] ?? '', each)
    })
  }
})

test('an invalid manifest in the store is refused', () => {
  assert.throws(() => parseManifest('{'), {
    code: 'node/bad-manifest',
    message: 'the manifest in the store is not JSON',
  })
  assert.throws(() => parseManifest('{"id":"web"}'), {
    code: 'node/bad-manifest',
    message: 'the manifest in the store is not valid',
    details: ['launchables: Invalid input: expected record, received undefined'],
    hint: 'schedule the manifest again with slipway node schedule',
  })
})

test('a signature is base64, or the place of a file with it', () => {
  assert.deepEqual(['c2ln+/=\n', 'web.sig', 'https://a/sig', ''].map(isSignatureText), [true, false, false, true])
  assert.equal(signatureIn(' c2ln\n'), 'c2ln')
  assert.equal(signatureIn('{"signature":" c2ln ","digest":"x"}'), 'c2ln')
  assert.equal(signatureIn('{"signature":1}'), '{"signature":1}')
})
