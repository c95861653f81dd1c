/**
 * A plugin for tests: a provider whose package depends on its parameters, or a language plugin that makes SDKs. `ACT` selects the behaviour; in the
 * file `SAID` the plugin notes the requests that it gets.
 */
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { route, type Route, RpcServer } from '@slipway/protocol'
import { DiagnosticSeverity, LanguageRuntime, PulumiProviderMethods as Provider } from '@slipway/protocol/pulumi'

const { ACT: act = '', SAID: said = '', KIND: kind = '' } = process.env

function note(what: object): void {
  if (said !== '') appendFileSync(said, `${JSON.stringify(what)}\n`)
}

const text = { type: 'string' }
let served = { name: 'sheets', version: '2.0.0', ink: '' }

function schema(): object {
  const { name, version, ink } = served
  const baseProvider = { name: 'sheets', version: '2.0.0' }
  const how = { baseProvider, parameter: Buffer.from(ink).toString('base64') }
  const key = act === 'extends' ? 'extensionParameterization' : 'parameterization'
  const sheet = { inputProperties: { text }, requiredInputs: ['text'], properties: { text } }
  return { name, version, ...(ink !== '' && { [key]: how }), resources: { [`${name}:index:Sheet`]: sheet } }
}

const answers: Readonly<Record<string, () => string>> = {
  empty: () => '',
  list: () => '[]',
  path: () => JSON.stringify({ name: '../../outside' }),
  shadow: () => JSON.stringify({ name: 'sheets', language: { nodejs: { packageName: '@pulumi/pulumi' } } }),
}

const provider: readonly Route[] = [
  route(Provider.GetPluginInfo, () => ({ version: '2.0.0' })),
  route(Provider.Parameterize, ({ args }) => {
    const [name = '', ink = ''] = args?.args ?? []
    if (name === 'refused') throw new Error('there is no such package\u001b[2J')
    served = { name, version: '1.0.0', ink }
    return { name, version: '1.0.0' }
  }),
  route(Provider.GetSchema, ({ subpackageName }) => {
    note({ asked: subpackageName })
    return { schema: answers[act]?.() ?? JSON.stringify(schema()) }
  }),
]

const language: readonly Route[] =
  act === 'runs'
    ? []
    : [
        route(LanguageRuntime.GeneratePackage, ({ directory, schema: given, loaderTarget, local }) => {
          note({ generate: JSON.parse(given).name, hasLoader: loaderTarget !== '', local })
          if (act === 'wrong')
            return { diagnostics: [{ severity: DiagnosticSeverity.ERROR, summary: 'no such type', detail: 'x' }] }
          writeFileSync(join(directory, 'sheets.py'), 'pass\n')
          return { diagnostics: [{ severity: DiagnosticSeverity.WARNING, summary: 'one is left out' }] }
        }),
        route(LanguageRuntime.Link, ({ info, packages }) => {
          note({
            link: packages.map(({ package: pkg, path }) => [pkg?.name, pkg?.version, path]),
            root: info?.rootDirectory,
          })
          return { importInstructions: 'import pulumi_sheets' }
        }),
      ]

const server = new RpcServer(kind === 'language' ? language : provider)
const address = await server.listen({ port: 0 })
console.log('port' in address ? address.port : 0)
