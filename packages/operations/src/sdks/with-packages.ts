import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describedPackage, type DescribedPackage } from '@slipway/programs'
import { PackageGenerator } from '@slipway/protocol/pulumi'
import type { PluginPlaces } from '../plugins/find-plugins.ts'
import { otherLanguages } from '../plugins/other-languages.ts'
import { PluginsPart } from '../plugins/plugins-part.ts'
import { startPackage } from '../plugins/start-package.ts'
import { envForOthers } from '../store/shared-state.ts'

/** Installed plugins that can be asked about packages. */
export interface PackageDesk {
  /** Returns the schema of a package. */
  readonly describe: (wanted: DescribedPackage) => Promise<string>
  /** Returns a language plugin, besides Slipway's own, that may make SDKs for a runtime; `undefined` if there is none. */
  readonly generator: (runtime: string, signal?: AbortSignal) => Promise<PackageGenerator | undefined>
}

/** Maximum size of one message, in bytes. The schema of a large cloud provider has tens of megabytes. */
const mostOfMessage = 400 << 20

/** Does work that asks installed plugins about packages. Removes their processes and files afterwards. */
export async function withPackages<T>(places: PluginPlaces, work: (desk: PackageDesk) => Promise<T>): Promise<T> {
  const { slipway, settings, folders, trust } = places
  const folder = mkdtempSync(join(tmpdir(), 'slipway-packages-'))
  const plugins = new PluginsPart({
    slipway: { ...slipway, env: envForOthers(slipway.env, folders) },
    settings,
    folders: { ...folders, logs: join(folder, 'log'), runtime: join(folder, 'run') },
    trust,
    runId: 'packages',
    workingFolder: slipway.cwd,
  })
  const doors: { close(): Promise<void> }[] = []
  try {
    await plugins.init()
    return await work({
      describe: (wanted) => describedPackage((each) => startPackage(plugins, each), wanted),
      generator: async (runtime, signal) => {
        const [plugin] = otherLanguages(places, runtime)
        if (plugin === undefined) return undefined
        const door = await plugins.host.serve(plugins.packageServices, mostOfMessage)
        doors.push(door)
        const { channel } = await plugins.host.connect(plugin.id, 'making-sdks', { plugin })
        const deadlineMs = settings.number('plugins', 'callMs')
        return new PackageGenerator(channel, { pluginId: plugin.id, loader: door.address, deadlineMs, signal })
      },
    })
  } finally {
    try {
      await Promise.all(doors.map((door) => door.close()))
    } finally {
      await plugins.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
