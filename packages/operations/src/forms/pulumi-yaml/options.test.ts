import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { pulumiOptions } from './options.ts'
import { convert } from './testing.ts'

const programOf = (name: string, written: string): string => `config:
  isLive: { type: boolean, default: true }
resources:
  other: { type: "acme:Thing" }
  eu:
    type: pulumi:providers:acme
    properties: { region: eu }
  thing:
    type: acme:Thing
    options:
      ${name}: ${written}
`

describe('an option of a resource', () => {
  const cases: Readonly<Record<keyof typeof pulumiOptions, readonly [written: string, blueprint: string]>> = {
    additionalSecretOutputs: ['[name]', ''],
    aliases: [
      '[{ name: old }, "urn:pulumi:dev::shop::acme:index/thing:Thing::older", { parent: "${other}" }]',
      'options: aliases: - old - older',
    ],
    customTimeouts: ['{ create: 5m, delete: 10s }', 'options: timeouts: create: "5m" destroy: "10s"'],
    deleteBeforeReplace: ['true', 'options: replaceOrder: destroy-first'],
    deletedWith: ['${other}', 'options: deletedWith: other'],
    dependsOn: ['["${other}"]', 'dependsOn: - other'],
    envVarMappings: ['{ A: B }', ''],
    hideDiffs: ['[name]', ''],
    ignoreChanges: ['[name]', 'options: ignoreChanges: - name'],
    import: ['x-1', 'options: import: x-1'],
    parent: ['${other}', 'dependsOn: - other'],
    pluginDownloadURL: ['http://x', ''],
    protect: ['${isLive}', 'options: protect: ${variables.isLive}'],
    provider: ['${eu}', 'options: provider: resources.eu'],
    providers: ['["${eu}"]', ''],
    replaceOnChanges: ['[name]', 'options: replaceOnChanges: - name'],
    replaceWith: ['["${other}"]', 'options: replaceTriggeredBy: - ${resources.other.spec.id}'],
    replacementTrigger: ['${other.name}', 'options: replaceTriggeredBy: - ${resources.other.spec.name}'],
    retainOnDelete: ['true', 'removalPolicy: retain'],
    version: ['v1.2.3', 'options: version: "1.2.3"'],
  }
  for (const [name, [written, wanted]] of Object.entries(cases))
    test(`${name} becomes "${wanted}"${wanted === '' ? ', and is named' : ''}`, () => {
      const { blueprint, lost } = convert(programOf(name, written))
      const [, said = ''] = / {2}thing:\n {4}type: acme:index\/thing:Thing\n([^]*)$/.exec(blueprint) ?? []
      assert.equal(said.trim().replaceAll(/\s+/g, ' '), wanted)
      const isLost = wanted === '' || name === 'parent' || name === 'aliases'
      assert.equal(lost.length, isLost ? 1 : 0, lost.join('\n'))
      if (wanted === '') assert.match(lost[0] ?? '', new RegExp(`^Pulumi\\.yaml:13:7: the option ${name} \\(`))
    })

  test('that a stack does not have is named there', () => {
    for (const name of ['replaceWith', 'replacementTrigger'] as const)
      assert.match(convert(programOf(name, cases[name][0]), 'stack').lost.join(), /a stack has no replaceTriggeredBy/)
  })

  test('that names a provider with plain settings is a configuration of the settings in a stack', () => {
    const { stack, files } = convert(programOf('provider', '${eu}'), 'stack')
    assert.match(stack, /'acme:index\/thing:Thing', \{\}, \{ provider: 'eu' \}\)/)
    assert.doesNotMatch(stack, /pulumi:providers/)
    assert.equal(files['slipway.config.yaml'], 'configurations:\n  "acme:":\n    eu:\n      region: eu\n')
  })
})
