import { resolve } from 'node:path'
import { converterAt, type InstalledPlugin, type RunningPlugin } from '@slipway/host'
import { Failure, shellWord } from '@slipway/model'
import { didYouMean } from '@slipway/source'
import type { PluginsPart } from '../plugins/plugins-part.ts'

/**
 * Starts the converter that the user names: `terraform`, `terraform@1.2.0`, or a path to a program or a folder. Installs a missing converter where
 * the user allows it.
 *
 * @throws Failure `host/unknown-plugin`
 */
export async function startConverter(plugins: PluginsPart, named: string, cwd: string): Promise<RunningPlugin> {
  const isPath = named.startsWith('.') || named.includes('/')
  const plugin = isPath ? converterAt(resolve(cwd, named)) : await installedConverter(plugins, named)
  return await plugins.host.connect(plugin.id, undefined, { plugin })
}

async function installedConverter(plugins: PluginsPart, named: string): Promise<InstalledPlugin> {
  const [, name = named, version = ''] = /^([^@]+)@v?(.+)$/.exec(named) ?? []
  const id = `pulumi/converter-${name}`
  if (/^[\w-]+$/.test(name)) await plugins.ensure([{ namespace: id, version }])
  const { plugins: chosen, others } = plugins.discovery
  const ofName = [...chosen, ...others].filter((each) => each.id === id)
  const plugin = version === '' ? ofName[0] : ofName.find((each) => each.version === version)
  if (plugin !== undefined) return plugin
  const known = chosen
    .filter(({ kind, dialect }) => kind === 'converter' && dialect.name === 'pulumi')
    .map((each) => each.dialect.called(each).name)
  const list = known.length === 0 ? 'none is installed' : `there are: ${known.join(', ')}`
  const descriptor = `pulumi:converter/${name}${version === '' ? '' : `@${version}`}`
  const install = `slipway plugin install ${shellWord(descriptor)} installs it; with --install, this command does`
  throw new Failure('host/unknown-plugin', `no converter called ${named} is installed; ${list}`, {
    hint: didYouMean(name, known) ?? install,
  })
}
