import { basename, dirname } from 'node:path'
import type { Diagnostic } from '@slipway/model'
import {
  DiagnosticList,
  didYouMean,
  readSource,
  treeToValue,
  type MapEntry,
  type SourceText,
  type TreeNode,
} from '@slipway/source'
import { DiagnosticsFailure } from '../reading/diagnostics-failure.ts'
import type { TextFiles } from '../trust/project-files.ts'
import { isSettingGroup, knownSetting, knownSettings, type SettingTree, type SettingValue } from './known.ts'
import { checkSetting } from './read-value.ts'
import type { Setting } from './settings.ts'

/** The settings of a file. Fails with all that is wrong in it, each with its place. */
export function readSettingsFile(file: string, files: TextFiles): readonly Setting[] {
  const text = files.read(file, { what: 'settings file' })
  const { source, tree, diagnostics } = readSource(file, text)
  const walk = new SettingsWalk(file, source)
  if (tree !== undefined && !(tree.kind === 'scalar' && tree.value === null)) walk.group(tree, [])
  const all: Diagnostic[] = [...diagnostics, ...walk.problems.sorted()]
  if (all.some((one) => one.severity === 'error')) throw new DiagnosticsFailure(all)
  return walk.settings
}

class SettingsWalk {
  readonly settings: Setting[] = []
  readonly problems: DiagnosticList
  readonly #file: string
  readonly #source: SourceText

  constructor(file: string, source: SourceText) {
    this.#file = file
    this.#source = source
    this.problems = new DiagnosticList(source)
  }

  group(node: TreeNode, path: readonly string[]): void {
    if (node.kind === 'map') {
      for (const entry of node.entries) this.#entry(entry, [...path, entry.key])
      return
    }
    const what = path.length === 0 ? 'the settings' : path.join('.')
    this.problems.error('cli/bad-setting', node.start, node.end, `${what} must be a map`)
  }

  #entry(entry: MapEntry, path: readonly string[]): void {
    const known = knownSetting(path)
    if (this.problems.isFull) return
    if (known === undefined) {
      if (isSettingGroup(path)) this.group(entry.value, path)
      else this.#unknown(entry, path)
      return
    }
    const read = checkSetting(known, plain(entry.value))
    if ('problem' in read) {
      const { start, end } = entry.value
      this.problems.error('cli/bad-setting', start, end, `${path.join('.')} ${read.problem}`)
      return
    }
    const { line } = this.#source.position(entry.keyStart)
    this.settings.push({
      path,
      value: read.value,
      origin: `${basename(this.#file)}:${line}`,
      base: dirname(this.#file),
    })
  }

  #unknown(entry: MapEntry, path: readonly string[]): void {
    const names = Object.keys(knownSettings).map((key) => key.split('.')[path.length - 1] ?? '')
    const hint = didYouMean(entry.key, names) ?? 'slipway config show lists the settings'
    this.problems.error('cli/unknown-setting', entry.keyStart, entry.keyEnd, `there is no setting ${path.join('.')}`, {
      hint,
    })
  }
}

/** Settings have no secrets and no integers beyond the safe range. */
function plain(node: TreeNode): SettingValue {
  return JSON.parse(
    JSON.stringify(treeToValue(node), (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  ) as SettingValue | SettingTree
}
