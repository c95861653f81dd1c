/** Local servers with a plugin of each ecosystem, and the settings for them on a user's machine. */
import type { TestContext } from 'node:test'
import { platformOf } from '@slipway/installer'
import { FileServer, NpmRegistry, PluginRegistry, TerraformRegistry } from '@slipway/installer/testing'
import { command } from '../faulty/sandbox.ts'
import { tarGz } from './archive.ts'
import { ledgerEnv, putLedger } from './ledger.ts'
import type { InstallMachine } from './machine.ts'

const platform = platformOf()

export interface Servers {
  readonly terraform: TerraformRegistry
  /** How many requests they have had. */
  readonly requests: () => number
  /** Writes the settings with which a machine finds them. */
  readonly configure: (box: InstallMachine) => void
  /** The environment of commands on that machine. */
  readonly env: (box: InstallMachine) => NodeJS.ProcessEnv
  /** Names all four plugins, and has a resource of each plugin that a dialect can drive. */
  readonly blueprint: string
}

/** Serves `acme/signal`, `pulumi:ledger`, `npm:@acme/slipway-lamp` and `terraform:acme/time`. */
export async function threeEcosystems(t: TestContext): Promise<Servers> {
  const [ids, pulumi, npm, terraform] = await Promise.all([
    PluginRegistry.start(),
    FileServer.start(),
    NpmRegistry.start(),
    TerraformRegistry.start(),
  ])
  const all = [ids.server, pulumi, npm.server, terraform.server]
  t.after(() => Promise.all(all.map((server) => server.stop())))
  const signal = tarGz({ plugin: `#!/bin/sh\n${command('good', 'acme/signal')}\n` })
  for (const version of ['0.9.0', '1.0.0'])
    ids.publish({ id: 'acme/signal', version, archives: { [platform]: signal } })
  putLedger(pulumi)
  const about = {
    name: '@acme/slipway-lamp',
    version: '1.0.0',
    slipway: { kind: 'provider', id: 'acme/lamp', file: 'dist/plugin', protocol: '1.0' },
  }
  const lamp = {
    'package/package.json': JSON.stringify(about),
    'package/dist/plugin': `#!/bin/sh\n${command('good', 'acme/lamp')}\n`,
  }
  npm.publish({ ...about, body: tarGz(lamp) })
  const time = tarGz({ 'terraform-provider-time_v0.12.1': '#!/bin/sh\n' })
  terraform.publish({ name: 'acme/time', version: '0.12.1', archives: { [platform]: time } })
  return {
    terraform,
    requests: () => all.reduce((sum, { requests }) => sum + requests.length, 0),
    configure: (box) => box.settings(`plugins:\n  registries: { default: "${ids.server.url}" }\n`),
    env: (box) => ({ ...ledgerEnv(box), npm_config_registry: npm.url }),
    blueprint: `version: 2025-11-02
metadata:
  slipway:
    plugins:
      acme/signal: ^1.0
      lamp: npm:@acme/slipway-lamp@^1
      ledger: { source: "pulumi:ledger", version: 1.2.0, server: "${pulumi.url}" }
      time: terraform:${terraform.host}/acme/time@~>0.12
resources:
  light: { type: signal/thing }
  bulb: { type: lamp/thing }
  rent: { type: "ledger:index/entry:Entry", spec: { account: rent } }
`,
  }
}
