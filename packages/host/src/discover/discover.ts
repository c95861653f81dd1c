import { realpathSync } from 'node:fs'
import { messageOf } from '@slipway/model'
import type { PluginKind, PluginRoot } from '../layout.ts'
import { ownOwner, type Owner } from '../path-trust.ts'
import { chooseCandidates, type VersionPins } from './choose.ts'
import type { DiscoveryProblem } from './problem.ts'
import { SafetyCheck } from './safety.ts'
import { scanRoot, type Candidate } from '../dialects/deploy-engine/scan-root.ts'

/** A plugin that can be launched. */
export interface InstalledPlugin {
  readonly id: string
  readonly kind: PluginKind
  /** What the names of its types begin with: the last segment of the id, `aws` of `celerity/aws`. */
  readonly namespace: string
  readonly version: string
  /** The executable. */
  readonly file: string
  readonly root: PluginRoot
}

export interface DiscoveryOptions {
  /** In order of priority; see `pluginRoots`. */
  readonly roots: readonly PluginRoot[]
  readonly pins?: VersionPins
  /** Launch also what others may have changed. */
  readonly allowUnsafe?: boolean
  readonly owner?: Owner
}

export interface Discovery {
  /** One per id, sorted by id. */
  readonly plugins: readonly InstalledPlugin[]
  readonly problems: readonly DiscoveryProblem[]
}

/**
 * Finds the plugins of this machine; installs nothing, starts nothing. Costs a few directory listings per plugin.
 * Never fails: what is wrong with one plugin is a problem that names it.
 */
export function discoverPlugins({ roots, pins = {}, allowUnsafe = false, owner }: DiscoveryOptions): Discovery {
  const scans = distinct(roots).map(scanRoot)
  const choice = chooseCandidates(
    scans.flatMap((scan) => scan.candidates),
    pins,
  )
  const check = new SafetyCheck(owner ?? ownOwner(), allowUnsafe)
  const plugins: InstalledPlugin[] = []
  const problems = [...scans.flatMap((scan) => scan.problems), ...choice.problems]
  for (const candidate of choice.chosen) {
    const problem = guarded(check, candidate)
    if (problem === undefined) plugins.push(candidate)
    else problems.push(problem)
  }
  return { plugins: plugins.sort((a, b) => (a.id < b.id ? -1 : 1)), problems }
}

/** Under whatever names a directory is listed, it is searched once, where it comes first. */
function distinct(roots: readonly PluginRoot[]): readonly PluginRoot[] {
  const real = roots.map(({ path }) => realPath(path))
  return roots.filter((_, index) => real.indexOf(real[index] ?? '') === index)
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

/** A file that goes away while we look at it is one more plugin that cannot be launched. */
function guarded(check: SafetyCheck, candidate: Candidate): DiscoveryProblem | undefined {
  try {
    return check.problem(candidate)
  } catch (error) {
    const message = `${candidate.file} cannot be examined: ${messageOf(error)}`
    return { code: 'host/not-executable', severity: 'error', message, file: candidate.file, pluginId: candidate.id }
  }
}
