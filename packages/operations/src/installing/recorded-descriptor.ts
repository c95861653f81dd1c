import {
  type Descriptor,
  descriptorOfKey,
  descriptorText,
  type LockEntry,
  type Outcome,
  rangeOf,
} from '@slipway/installer'
import { Failure } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'

type RecordedPlugin = Pick<ResourceRecord, 'pluginId' | 'pluginVersion' | 'pluginDescriptor'>

/**
 * Returns the descriptor of the plugin that made a recorded resource. Anyone may have written a state, so only the recorded id and version are used.
 * A server, URL, repository or path is used only if the lock file of the trusted folder also has it; otherwise the result is `undefined`.
 *
 * @param byId the descriptor derived from the plugin's id
 */
export function recordedDescriptor(
  { pluginVersion, pluginDescriptor }: RecordedPlugin,
  byId: Descriptor | undefined,
  locked: readonly LockEntry[],
): Descriptor | undefined {
  if (pluginDescriptor === undefined) return byId && withVersion(byId, pluginVersion)
  const known = readKey(pluginDescriptor)
  if (known === undefined) return undefined
  if (isFromRegistry(known)) return withVersion(known, pluginVersion)
  const entries = locked.filter(({ descriptor }) => descriptor === pluginDescriptor)
  const entry = entries.find(({ version }) => version === pluginVersion) ?? entries.at(-1)
  return entry && descriptorOfKey(entry.descriptor, entry)
}

function readKey(key: string): Descriptor | undefined {
  try {
    return descriptorOfKey(key)
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}

/** True for a descriptor by name alone, which leads only to its registry. */
export function isFromRegistry({ form, server }: Descriptor): boolean {
  return server === undefined && ['id', 'pulumi', 'terraform', 'npm'].includes(form.form)
}

function withVersion(descriptor: Descriptor, version: string): Descriptor {
  try {
    const { exact } = rangeOf(descriptor.form.form, version)
    return exact === undefined ? descriptor : { ...descriptor, version: exact }
  } catch (error) {
    if (error instanceof Failure) return descriptor
    throw error
  }
}

/** Codes for an unavailable version. */
const gone: ReadonlySet<string> = new Set(['install/no-version', 'install/not-found'])

/**
 * Installs a newer matching version of recorded plugins whose version is unavailable. Calls `install` a second time for these plugins and reports
 * them. Outcomes are in the order of `wanted`.
 */
export async function elseNewer(
  wanted: readonly Descriptor[],
  isRecorded: (descriptor: Descriptor) => boolean,
  install: (wanted: readonly Descriptor[]) => Promise<readonly Outcome[]>,
  say: (message: string) => void,
): Promise<readonly Outcome[]> {
  const outcomes = await install(wanted)
  const again = outcomes.flatMap(({ descriptor, failure }) => {
    const isGone = failure !== undefined && gone.has(failure.code) && isRecorded(descriptor)
    const newer = isGone ? newerThan(descriptor) : undefined
    return newer === undefined ? [] : [[descriptor, newer] as const]
  })
  if (again.length === 0) return outcomes
  for (const [before, newer] of again) {
    say(
      `${descriptorText(before)} made the recorded resources, but is no longer available: Slipway asks for ${descriptorText(newer)} instead`,
    )
  }
  const second = await install(again.map(([, newer]) => newer))
  const replaced = new Map(again.map(([before], index) => [before, second[index]]))
  return outcomes.map((outcome) => {
    const newer = replaced.get(outcome.descriptor)
    return newer?.action === 'failed' ? outcome : (newer ?? outcome)
  })
}

function newerThan(descriptor: Descriptor): Descriptor | undefined {
  const { form, version } = descriptor
  if (version === undefined || rangeOf(form.form, version).exact === undefined) return undefined
  const [major = '0', minor = '0'] = version.split('.')
  return { ...descriptor, version: form.form === 'terraform' ? `~> ${major}.${minor}` : `^${version}` }
}
