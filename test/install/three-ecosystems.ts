/** Servers of this machine with a plugin of each ecosystem, and what a user's machine says of them. */
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { platformOf } from '@slipway/installer'
import { FileServer, NpmRegistry, PluginRegistry, TerraformRegistry } from '@slipway/installer/testing'
import { command } from '../faulty/sandbox.ts'
import { nodeOptions } from '../interop/pulumi/machine.ts'
import { tarGz } from './archive.ts'
import type { InstallMachine } from './machine.ts'

const platform = platformOf()
const ledger = join(import.meta.dirname, '../interop/pulumi/ledger.cjs')

export interface Servers {
  readonly ids: PluginRegistry
  readonly pulumi: FileServer
  readonly npm: NpmRegistry
  readonly terraform: TerraformRegistry
  /** All that they were asked for. */
  requests(): number
  /** What a machine needs to know of them, and where its book is. */
  configure(box: InstallMachine): void
  /** For the commands on that machine. */
  env(box: InstallMachine): NodeJS.ProcessEnv
  /** Names all four plugins, and has a resource of each that is spoken to. */
  readonly blueprint: string
}

/** `acme/signal`, `pulumi:ledger`, `npm:@acme/slipway-lamp` and `terraform:acme/time`. */
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
  const script = `#!/bin/sh\nexec node '${ledger}' "$@"\n`
  pulumi.put(`/pulumi-resource-ledger-v1.2.0-${platform}.tar.gz`, { body: tarGz({ 'pulumi-resource-ledger': script }) })
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
    ids,
    pulumi,
    npm,
    terraform,
    requests: () => all.reduce((sum, { requests }) => sum + requests.length, 0),
    configure: (box) => box.settings(`plugins:\n  registries: { default: "${ids.server.url}" }\n`),
    env: (box) => ({
      npm_config_registry: npm.url,
      NODE_OPTIONS: nodeOptions,
      LEDGER: join(box.home, 'book.json'),
    }),
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
