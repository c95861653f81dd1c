import {
  Ephemerals,
  type ProtocolVersion,
  TerraformProvider,
  TerraformWireClient,
  wordsOf,
} from '@slipway/protocol/terraform'
import { answersAnything } from '../answers-anything.ts'
import type { Dialect } from '../dialect.ts'
import { binaryMark } from './binary-mark.ts'
import { isHealthy, TerraformGreeting, type TerraformIntroduction } from './greeting.ts'
import { scanRoot } from './scan-root.ts'
import { SchemaCache } from './schema-cache.ts'

/** The providers of Terraform and OpenTofu, unmodified: they print their address, and get their settings once. */
export const terraform: Dialect = {
  name: 'terraform',
  isTested: true,
  isNamedByProject: true,
  isConfiguredOnce: true,
  called: ({ id }) => ({ kind: 'provider', name: id }),
  scan: (root) => scanRoot(root, terraform),
  begin: (options) => new TerraformGreeting(options),
  isResponsive: (channel, _plugin, withinMs) => answersAnything(isHealthy(channel, withinMs)),
  provider: (running, { deadlines, configuredAs, settingsAt, schemaCache }) => {
    const { id: pluginId, channel, file } = running
    const version = (): ProtocolVersion => introductionOf(running.introduction)?.protocolVersion ?? 6
    const mark = (): string => introductionOf(running.introduction)?.mark ?? ''
    const store = schemaCache === undefined ? undefined : new SchemaCache(schemaCache, file, mark)
    const client = new TerraformWireClient(channel, version, {
      pluginId,
      store,
      warned: (warning, about) =>
        introductionOf(running.introduction)?.said({ level: 'warning', text: wordsOf(warning), about }),
    })
    return new TerraformProvider(client, {
      pluginId,
      pluginVersion: () => running.version,
      // The key that the project uses for it.
      namespace: configuredAs ?? running.namespace,
      settingsAt,
      launch: () => running.hostId,
      ephemerals: () => introductionOf(running.introduction)?.ephemerals ?? new Ephemerals(),
      binary: () => store?.binary ?? binaryMark(file),
      ...(deadlines !== undefined && { deadlines }),
    })
  },
}

/** The introduction that this dialect's greeting left; `undefined` where no process runs. */
function introductionOf(said: unknown): TerraformIntroduction | undefined {
  return said as TerraformIntroduction | undefined
}
