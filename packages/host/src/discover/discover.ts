import { realpathSync } from 'node:fs'
import { messageOf } from '@slipway/model'
import type { Dialect, InstalledPlugin, Scan } from '../dialects/dialect.ts'
import type { PluginRoot } from '../layout.ts'
import { ownOwner, type Owner } from '@slipway/processes/path-trust'
import { chooseCandidates, type VersionPins } from './choose.ts'
import type { DiscoveryProblem } from '../discovery-problem.ts'
import { SafetyCheck } from './safety.ts'

export interface DiscoveryOptions {
  /** The dialects; all their plugins are found, wherever they are. */
  readonly dialects: readonly Dialect[]
  /** In order of priority; see `pluginRoots`. */
  readonly roots: readonly PluginRoot[]
  readonly pins?: VersionPins
  /** Allows plugins that other users may have changed. */
  readonly allowUnsafe?: boolean
  readonly owner?: Owner
}

export interface Discovery {
  /** One plugin per id, sorted by id. */
  readonly plugins: readonly InstalledPlugin[]
  /** Other versions of these plugins; a caller that asks for one can launch it. */
  readonly others: readonly InstalledPlugin[]
  readonly problems: readonly DiscoveryProblem[]
}

/**
 * Finds the plugins of this machine; installs nothing, starts nothing. Costs a few directory listings per plugin. Never fails: a plugin
 * that is not usable is a problem that names it.
 */
export function discoverPlugins(options: DiscoveryOptions): Discovery {
  const { dialects, roots, pins = {}, allowUnsafe = false, owner } = options
  const scans = distinct(roots).flatMap((root) => scansOf(root, dialects))
  const check = new SafetyCheck(owner ?? ownOwner(), allowUnsafe)
  const problems = scans.flatMap((scan) => scan.problems)
  const plugins: InstalledPlugin[] = []
  const found = scans.flatMap((scan) => scan.plugins)
  for (let candidates = found; ;) {
    const choice = chooseCandidates(candidates, pins)
    const judged = choice.chosen.map((candidate) => ({ candidate, problem: guarded(check, candidate) }))
    // A plugin that cannot be launched hides none that can.
    const broken = judged.flatMap(({ candidate, problem }) => {
      const hides = problem?.code === 'host/not-executable' && hasOther(candidate, candidates, pins)
      return hides ? [{ candidate, problem }] : []
    })
    problems.push(...broken.map(({ problem }) => ({ ...problem, severity: 'warning' as const })))
    if (broken.length > 0) {
      candidates = candidates.filter((each) => !broken.some(({ candidate }) => candidate === each))
      continue
    }
    problems.push(...choice.problems)
    for (const { candidate, problem } of judged) {
      if (problem === undefined) plugins.push(candidate)
      else problems.push(problem)
    }
    const others = found.filter((each) => isAnother(each, plugins) && guarded(check, each) === undefined)
    return { plugins: plugins.sort((a, b) => (a.id < b.id ? -1 : 1)), others, problems }
  }
}

function isAnother(candidate: InstalledPlugin, chosen: readonly InstalledPlugin[]): boolean {
  const { id, kind, version } = candidate
  return version !== '' && chosen.some((each) => each.id === id && each.kind === kind && each !== candidate)
}

/** Whether another plugin of this id could be launched. A pinned version excludes all others. */
function hasOther(candidate: InstalledPlugin, candidates: readonly InstalledPlugin[], pins: VersionPins): boolean {
  return pins[candidate.id] === undefined && candidates.some((each) => each !== candidate && each.id === candidate.id)
}

function scansOf(root: PluginRoot, dialects: readonly Dialect[]): readonly Scan[] {
  return dialects.filter(({ name }) => (root.dialect ?? name) === name).map((dialect) => dialect.scan(root))
}

/** Keeps each directory once, at its first position, whatever its names are. */
function distinct(roots: readonly PluginRoot[]): readonly PluginRoot[] {
  const firsts = new Map<string, PluginRoot>()
  for (const root of roots) {
    // Directories of one dialect are distinct from those of all: a directory of the PATH may be both.
    const real = `${root.dialect ?? ''} ${root.origin === 'attached' ? root.path : realPath(root.path)}`
    if (!firsts.has(real)) firsts.set(real, root)
  }
  return [...firsts.values()]
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return path
  }
}

/** A file that goes away while we look at it is one more plugin that cannot be launched. */
function guarded(check: SafetyCheck, candidate: InstalledPlugin): DiscoveryProblem | undefined {
  try {
    return check.problem(candidate)
  } catch (error) {
    const message = `${candidate.file} cannot be examined: ${messageOf(error)}`
    return { code: 'host/not-executable', severity: 'error', message, file: candidate.file, pluginId: candidate.id }
  }
}
