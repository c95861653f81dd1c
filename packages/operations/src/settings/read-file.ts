import { basename, dirname } from 'node:path'
import { type Diagnostic, DiagnosticsFailure } from '@slipway/model'
import {
  DiagnosticList,
  didYouMean,
  readSource,
  treeToValue,
  type MapEntry,
  type SourceText,
  type TreeNode,
} from '@slipway/source'
import type { TextFiles } from '@slipway/source/files'
import {
  isIgnoredOfProject,
  isSettingGroup,
  knownSetting,
  knownSettings,
  type SettingTree,
  type SettingValue,
} from './known.ts'
import { checkSetting } from './read-value.ts'
import { type IgnoredSetting, type Setting, writtenKey } from './settings.ts'

/** The content of a settings file. */
export interface SettingsOfFile {
  readonly settings: readonly Setting[]
  /** Settings that the file may not give, because a project must not switch off checks. */
  readonly ignored: readonly IgnoredSetting[]
}

/**
 * Reads the settings in a file. Fails with all mistakes and their places.
 *
 * @param owner the owner of the file, the user or the project
 */
export function readSettingsFile(file: string, owner: 'user' | 'project', files: TextFiles): SettingsOfFile {
  const text = files.read(file, { what: 'settings file' })
  const { source, tree, diagnostics } = readSource(file, text)
  const walk = new SettingsWalk(file, source, owner)
  if (tree !== undefined && !(tree.kind === 'scalar' && tree.value === null)) walk.group(tree, [])
  const all: Diagnostic[] = [...diagnostics, ...walk.problems.sorted()]
  if (all.some((one) => one.severity === 'error')) throw new DiagnosticsFailure(all)
  return walk
}

class SettingsWalk implements SettingsOfFile {
  readonly settings: Setting[] = []
  readonly ignored: IgnoredSetting[] = []
  readonly problems: DiagnosticList
  readonly #file: string
  readonly #source: SourceText
  readonly #owner: 'user' | 'project'

  constructor(file: string, source: SourceText, owner: 'user' | 'project') {
    this.#file = file
    this.#owner = owner
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
    const origin = `${basename(this.#file)}:${line}`
    if (this.#owner === 'project' && isIgnoredOfProject(known, read.value))
      this.ignored.push({ key: writtenKey(path), origin })
    else this.settings.push({ path, value: read.value, origin, base: dirname(this.#file) })
  }

  #unknown(entry: MapEntry, path: readonly string[]): void {
    const names = Object.keys(knownSettings).map((key) => key.split('.')[path.length - 1] ?? '')
    const hint = didYouMean(entry.key, names) ?? 'slipway config show lists the settings'
    this.problems.error('cli/unknown-setting', entry.keyStart, entry.keyEnd, `there is no setting ${path.join('.')}`, {
      hint,
    })
  }
}

/** Converts a node to a plain value. Settings have no secrets and no integers beyond the safe range. */
function plain(node: TreeNode): SettingValue {
  return JSON.parse(
    JSON.stringify(treeToValue(node), (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  ) as SettingValue | SettingTree
}
