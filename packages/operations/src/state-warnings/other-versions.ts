import type { Gathered } from '@slipway/engine'
import { type Diagnostic, namespaceOf } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { namesOf } from './other-settings.ts'

/**
 * Notes resources that another version of their plugin deployed. This is normal for upgrades, but an older version may not understand the
 * records.
 */
export function otherVersions({ state, providers }: Pick<Gathered, 'state' | 'providers'>): readonly Diagnostic[] {
  const others = new Map<string, ResourceRecord[]>()
  for (const record of state?.resources ?? []) {
    const now = providers.byNamespace.get(namespaceOf(record.type))
    if (now === undefined || now.pluginId !== record.pluginId || now.pluginVersion === record.pluginVersion) continue
    if (now.pluginVersion === '' || record.pluginVersion === '') continue
    const key = `${record.pluginId} ${now.pluginVersion} is used now, but ${record.pluginVersion}`
    others.set(key, [...(others.get(key) ?? []), record])
  }
  return Array.from(others, ([which, records]) => {
    return {
      code: 'cli/other-plugin-version',
      severity: 'warning',
      message: `${which} deployed ${namesOf(records)}`,
      hint: 'the next up records the new version; to keep the old one, set plugins.pin',
    }
  })
}
