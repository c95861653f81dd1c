import { Failure } from '@slipway/model'
import type { SettingFlag } from '@slipway/operations/settings/load'
import type { BlueprintOptions } from './options.ts'

/** The settings that a command line gives, with the flag that gives them. */
export function settingFlags({ parallel, set }: Pick<BlueprintOptions, 'parallel' | 'set'>): readonly SettingFlag[] {
  const flags = set.map((text) => {
    const equals = text.indexOf('=')
    if (equals <= 0) throw new Failure('cli/bad-setting', `--set ${text} is not key=value`)
    return { flag: '--set', key: text.slice(0, equals), value: text.slice(equals + 1) }
  })
  return parallel === undefined ? flags : [...flags, { flag: '--parallel', key: 'parallelism', value: parallel }]
}
