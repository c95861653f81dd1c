import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { check, checked, complaints } from '../../testing/definitions.ts'

const resources =
  'resources: { db: { type: test/server, spec: { port: 1 } }, web: { type: test/server, spec: { port: 2 } } }\n'
const said = (text: string): string => `metadata: { owner: me, slipway: { ${text} } }\n${resources}`

function requiring(condition: string, message = 'the port ${variables.port} is taken'): string {
  return `variables: { port: { type: integer, default: 80 } }\n${said(`requires: [{ condition: "${condition}", message: "${message}" }], checks: [{ condition: "\${eq(db.spec.port, 1)}", message: no }]`)}`
}

function demanding(options: string): string {
  return `resources:\n  web: { type: test/server, each: "\${list(1, 2)}", metadata: { custom: { slipway: { ${options} } } }, spec: { port: 1 } }\n  db: { type: test/server, spec: { port: 2 } }\n`
}

function both(first: string, second: string): string {
  return `resources:\n  db: { type: test/server, metadata: { custom: { slipway: { ${first} } } }, spec: { port: 1 } }\n  web: { type: test/server, metadata: { custom: { slipway: { ${second} } } }, spec: { port: 2 } }\n`
}

describe('metadata.slipway', () => {
  test('declares former names', () => {
    const text = said('moved: [{ from: old, to: older }, { from: older, to: db }, { from: "page[0]", to: web }]')
    assert.deepEqual(checked(text).moved, [
      { from: 'old', to: 'older' },
      { from: 'older', to: 'db' },
      { from: 'page_0', to: 'web' },
    ])
    assert.equal(checked(resources).moved, undefined)
  })

  test('protects an instance by true, false, or an expression', () => {
    for (const written of ['true', 'false', `'\${eq(variables.stage, "prod")}'`])
      assert.deepEqual(
        complaints(`variables: { stage: { type: string, default: dev } }\n${said(`protect: ${written}`)}`),
        [],
      )
    for (const [written, problem] of [
      ['"yes"', /protect must be a boolean/],
      ['"${variables.stge}"', /stge/],
      ['[]', /protect must be a boolean/],
    ] as const)
      assert.match(complaints(said(`protect: ${written}`)).join(), problem)
  })

  test('names existing resources to import, in addition to the option of a resource', () => {
    const text =
      'metadata: { slipway: { import: [{ to: db, id: i-1 }] } }\nvariables: { id: { type: string, default: i-2 } }\n'
    const option =
      'resources: { db: { type: test/server, spec: { port: 1 } }, web: { type: test/server, metadata: { custom: { slipway: { import: "${variables.id}" } } }, spec: { port: 2 } } }\n'
    assert.deepEqual(
      [...(checked(text + option).imports ?? [])],
      [
        ['web', 'i-2'],
        ['db', 'i-1'],
      ],
    )
    assert.equal(checked(resources).imports, undefined)
  })

  test('with contradictions is reported at their places', () => {
    const mistakes: readonly (readonly [string, RegExp])[] = [
      ['moved: [{ from: web, to: db }]', /web is still a resource of this blueprint/],
      ['moved: [{ from: a, to: db }, { from: a, to: web }]', /a cannot get two names: db and web/],
      ['moved: [{ from: a, to: b }, { from: b, to: a }]', /the names lead back from b to a/],
      ['moved: [{ from: "a b", to: db }]', /1:.*"a b" is not the name of a resource/],
      ['moved: [{ from: "${web}", to: db }]', /cannot hold/],
      ['moved: [{ form: a, to: db }]', /no key "form".*did you mean "from"/],
      ['moved: { from: a, to: db }', /must be a list of \{ from, to \}/],
      ['import: [{ to: bd, id: i-1 }]', /i-1 cannot be imported as bd: this blueprint has no such resource/],
      ['import: [{ to: db, id: i-1 }, { to: db, id: i-2 }]', /db cannot be both i-1 and i-2/],
      [
        'import: [{ to: db, id: i-1 }, { to: web, id: i-1 }]',
        /1:.*web and db \(test\/server\) cannot both be i-1.*leave one of them out/,
      ],
      ['import: [{ to: db }]', /needs "id"/],
      ['plugins: { acme/test: ^2.0 }', /for acme\/test \^2\.0, and 1\.0\.0 is used here.*plugins\.pin/],
      ['plugins: { acme/test: latest }', /"latest" is not a range of versions/],
      ['plugins: [acme/test]', /must be a map/],
    ]
    for (const [text, message] of mistakes) assert.match(complaints(said(text)).join('\n'), message, text)
  })

  test('refuses to import one thing twice, even if the resource imports it itself', () => {
    assert.match(complaints(both('import: i-1', 'import: i-1')).join('\n'), /^3:.*web and db .* cannot both be i-1/)
    const entry = 'metadata: { slipway: { import: [{ to: web, id: i-1 }] } }\n'
    assert.match(complaints(entry + both('import: i-1', 'protect: true')).join('\n'), /^1:.*cannot both be i-1/)
    assert.deepEqual(complaints(entry + both('import: i-2', 'import: i-1')), [])
  })

  test('with entries without effect causes a warning', () => {
    const warnings: readonly (readonly [string, RegExp])[] = [
      ['movd: []', /no key "movd".*did you mean "moved"/],
      ['moved: [{ from: a, to: gone }]', /a cannot become gone: this blueprint has no gone/],
      ['plugins: { acme/tset: ^1.0 }', /nothing here belongs to the plugin acme\/tset.*did you mean "acme\/test"/],
    ]
    for (const [text, message] of warnings) {
      const { diagnostics, checked: result } = check(said(text))
      assert.ok(result, text)
      assert.deepEqual(
        diagnostics.map(({ severity }) => severity),
        ['warning'],
      )
      assert.match(complaints(said(text)).join(), message)
    }
    assert.deepEqual(complaints(said('plugins: { acme/test: ^1.0, other/one: 3.x }')), [])
  })

  test('refuses a false requirement at its place, and accepts an unknown one', () => {
    assert.match(
      complaints(requiring('${gt(variables.port, 80)}')).join(),
      /2:.*the port 80 is taken.*blueprint\/not-met/,
    )
    const good = checked(requiring('${gt(variables.port, 79)}'))
    assert.deepEqual([good.requires?.length, good.checks?.length], [1, 1])
    assert.match(
      complaints(requiring('${gt(db.spec.port, 80)}')).join(),
      /needs resources\.db.*known too late.*below "checks"/,
    )
    assert.match(complaints(requiring('${variables.prot}')).join(), /did you mean "port"/)
    assert.match(complaints(requiring('yes')).join(), /requires\[0\]\.condition must be a boolean/)
    assert.match(complaints(requiring('true', '${list(1)}')).join(), /message must be a string/)
  })

  test('does not contain the requirements of a resource, which use self', () => {
    const after = 'postconditions: [{ condition: "${eq(self.spec.port, db.spec.port)}", message: "${i}" }]'
    const web = checked(demanding(after)).resources.get('web_1')
    assert.deepEqual(web?.dependsOn, ['db'])
    const [condition] = web.demands?.postconditions ?? []
    assert.equal(condition?.path, 'resources.web_1.metadata.custom.slipway.postconditions[0]')
    assert.match(JSON.stringify(condition.condition), /"name":"web_1"/)
    const mistakes: readonly (readonly [string, RegExp])[] = [
      ['postconditions: [{ condition: "${eq(self.spec.prot, 1)}", message: no }]', /did you mean "port"/],
      [
        'preconditions: [{ condition: "${self.spec.secure}", message: no }]',
        /"self" is the resource itself, below "postcond/,
      ],
      ['preconditions: [{ condition: "${eq(1, 1)}" }]', /needs "message"/],
      ['preconditions: { condition: true, message: no }', /must be a list of \{ condition, message \}/],
      ['preconditions: [{ condition: 3, message: no }]', /must be a boolean/],
      ['replaceTriggeredBy: ["${bd.spec.port}"]', /no resource "bd"/],
      ['precondition: []', /did you mean "preconditions"/],
    ]
    for (const [options, expected] of mistakes) assert.match(complaints(demanding(options)).join(), expected, options)
  })
})
