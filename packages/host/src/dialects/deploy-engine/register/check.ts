import { lstatSync } from 'node:fs'
import { dirname, isAbsolute } from 'node:path'
import { PluginType, type LocalAddress, type PluginMetadata, type PluginRegistrationRequest } from '@slipway/protocol'
import type { Refusal } from '../../../peers/refusal.ts'
import type { InstalledPlugin } from '../../dialect.ts'
import { ownOwner, PathTrust } from '@slipway/processes/path-trust'
import { processEntry } from '@slipway/processes'
import { agreeOnProtocol } from './protocol-version.ts'
import { quoted } from '../../../quoted.ts'

/** A plugin's registration, checked. */
export interface Registration {
  readonly address: LocalAddress
  readonly protocolVersion: string
  readonly metadata: PluginMetadata
}

/**
 * Checks that the caller is the launched plugin: a process of its group, with the id and kind of its path, a protocol that we speak, and an
 * address on this machine.
 */
export function checkRegistration(
  request: PluginRegistrationRequest,
  plugin: InstalledPlugin,
  group: number,
): Registration | Refusal {
  if (plugin.debug?.attachPort === undefined && !belongsTo(request.instanceId, group)) {
    const refusal = `process ${quoted(request.instanceId)} is not the one that was launched as ${plugin.id} (${group})`
    return { code: 'host/registration-refused', refusal, stranger: true }
  }
  if (request.pluginId !== plugin.id) {
    return refused(`it registers as ${quoted(request.pluginId)}, but is installed as ${plugin.id} (${plugin.file})`)
  }
  if (kindName(request.pluginType) !== `a ${plugin.kind}`) {
    return refused(
      `it registers as ${kindName(request.pluginType)}, but is installed among the ${plugin.kind}s (${plugin.file})`,
    )
  }
  const protocol = agreeOnProtocol(request.protocolVersions)
  if ('refusal' in protocol) return { ...refused(protocol.refusal), code: 'host/incompatible-protocol' }
  const address = localAddress(request)
  if ('refusal' in address) return refused(address.refusal)
  return { address, protocolVersion: protocol.version, metadata: request.metadata ?? noMetadata }
}

function kindNumbers() {
  return { provider: PluginType.PROVIDER, transformer: PluginType.TRANSFORMER }
}

const noMetadata: PluginMetadata = {
  pluginVersion: '',
  displayName: '',
  plainTextDescription: '',
  formattedDescription: '',
  repositoryUrl: '',
  author: '',
}

function kindName(number: number): string {
  const known = Object.entries(kindNumbers()).find(([, value]) => value === number)
  return known === undefined ? `type ${number}, which is neither provider nor transformer` : `a ${known[0]}`
}

function refused(refusal: string): Refusal {
  return { code: 'host/registration-refused', refusal, stranger: false }
}

/** The process number in an instance id; 0 if there is none. */
export function processNumber(instanceId: string): number {
  return /^\d{1,10}$/.test(instanceId) ? Number(instanceId) : 0
}

/** Whether the instance is the launched process itself, or a process below it: a plugin may be a script that starts the real one. */
function belongsTo(instanceId: string, group: number): boolean {
  const pid = processNumber(instanceId)
  return pid === group || (pid > 0 && processEntry(pid)?.group === group)
}

/** Plugins are reached only over loopback or a unix socket. */
function localAddress({ port, unixSocket }: PluginRegistrationRequest): LocalAddress | { refusal: string } {
  if (unixSocket !== '') return socketAddress(unixSocket)
  if (Number.isInteger(port) && port > 0 && port < 65_536) return { port }
  return { refusal: `it names neither a unix socket nor a port from 1 to 65535 (port ${port})` }
}

function socketAddress(path: string): LocalAddress | { refusal: string } {
  if (!isAbsolute(path)) return { refusal: `its unix socket ${quoted(path)} is not an absolute path` }
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats?.isSocket() !== true) return { refusal: `there is no unix socket at ${quoted(path)}` }
  const owner = ownOwner()
  if (stats.uid !== owner.uid)
    return { refusal: `its unix socket ${quoted(path)} belongs to the user with id ${stats.uid}` }
  const reason = new PathTrust(owner).problem(dirname(path))
  if (reason !== undefined) return { refusal: `others could replace its unix socket ${quoted(path)}: ${reason}` }
  return { socketPath: path }
}
