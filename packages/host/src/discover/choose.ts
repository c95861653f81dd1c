import prerelease from 'semver/functions/prerelease.js'
import rcompare from 'semver/functions/rcompare.js'
import satisfies from 'semver/functions/satisfies.js'
import type { InstalledPlugin } from '../dialects/dialect.ts'
import type { DiscoveryProblem } from '../discovery-problem.ts'
import type { PluginRoot } from '../layout.ts'

/** Versions or ranges by plugin id: `{ "celerity/aws": "1.2.0" }`. */
export type VersionPins = Readonly<Record<string, string>>

export interface Choice {
  readonly chosen: readonly InstalledPlugin[]
  readonly problems: readonly DiscoveryProblem[]
}

/**
 * One candidate per id: the leftmost root that holds the id wins, versions compete only inside it, the highest release or the
 * pinned one wins. An id that is of two kinds at once is nobody's. Candidates come in the order of roots.
 */
export function chooseCandidates(candidates: readonly InstalledPlugin[], pins: VersionPins): Choice {
  const chosen: InstalledPlugin[] = []
  const problems: DiscoveryProblem[] = []
  for (const [id, ofId] of Map.groupBy(candidates, (candidate) => candidate.id)) {
    const clash = kindClash(id, ofId)
    if (clash !== undefined) {
      problems.push(clash)
      continue
    }
    const winner = pickVersion(ofId, pins[id])
    if ('code' in winner) {
      problems.push(winner)
      continue
    }
    chosen.push(winner)
    const others = ofId.filter(({ file }) => file !== winner.file)
    problems.push(...others.map((other) => shadowed(other, winner, pins[id])))
  }
  return { chosen, problems }
}

function kindClash(id: string, candidates: readonly InstalledPlugin[]): DiscoveryProblem | undefined {
  const [first, second] = new Map(candidates.map((candidate) => [candidate.kind, candidate])).values()
  if (first === undefined || second === undefined) return undefined
  return {
    code: 'host/ambiguous-plugin-kind',
    severity: 'error',
    message: `${id} is installed as a ${first.kind} (${first.file}) and as a ${second.kind} (${second.file})`,
    file: second.file,
    hint: 'an id belongs to one plugin, whatever its kind: remove one of the two',
    pluginId: id,
  }
}

function pickVersion(ofId: readonly InstalledPlugin[], pin: string | undefined): InstalledPlugin | DiscoveryProblem {
  // A plugin without a version cannot be the wanted one.
  const known = pin === undefined ? ofId : ofId.filter(({ version }) => version !== '')
  const root = (known[0] ?? ofId[0])?.root
  const competing = ofId
    .filter((candidate) => candidate.root === root || competesWithCopy(candidate, root))
    .toSorted((a, b) => highestFirst(a.version, b.version))
  const matching =
    pin === undefined ? competing : competing.filter(({ version }) => version === pin || satisfies(version, pin))
  const [winner] = matching
  if (winner !== undefined) return winner
  const [first] = ofId as readonly [InstalledPlugin, ...InstalledPlugin[]]
  return {
    code: 'host/pinned-version-missing',
    severity: 'error',
    message: `${first.id} is pinned to ${pin}, but ${first.root.path} contains ${competing.map((one) => one.version).join(', ')}`,
    file: first.file,
    hint: 'install the pinned version there, or change the pin',
    pluginId: first.id,
  }
}

/** Copies that an earlier Slipway has put into the default directory do not hide the plugins that have come with this one. */
function competesWithCopy(candidate: InstalledPlugin, root: PluginRoot | undefined): boolean {
  return isBundled(candidate) && root?.origin === 'default'
}

/** Plugins without a version come last, pre-releases before them: to prefer one to a release, pin it. */
function highestFirst(a: string, b: string): number {
  if (a === '' || b === '') return a === b ? 0 : a === '' ? 1 : -1
  return Number(isEarly(a)) - Number(isEarly(b)) || rcompare(a, b) || (a < b ? -1 : 1)
}

function isEarly(version: string): boolean {
  return prerelease(version) !== null
}

/** True if the user has named this plugin. */
function isNamed({ root: { origin, holds } }: InstalledPlugin): boolean {
  return origin === 'attached' || origin === 'project' || holds !== undefined
}

function isBundled({ root: { origin } }: InstalledPlugin): boolean {
  return origin === 'bundled'
}

/** News for the user only when it may surprise: an id in two directories that a user has filled. */
function shadowed(loser: InstalledPlugin, winner: InstalledPlugin, pin: string | undefined): DiscoveryProblem {
  const sameRoot = loser.root === winner.root
  const pinned = sameRoot && pin !== undefined
  const better = isEarly(loser.version) && !isEarly(winner.version) ? 'it is a release' : 'its version is higher'
  const isByVersion = sameRoot || (winner.root.origin === 'bundled' && loser.root.origin === 'default')
  const why = pinned ? `it is pinned to ${pin}` : isByVersion ? better : 'its directory comes first'
  return {
    code: 'host/plugin-shadowed',
    severity: sameRoot || [loser, winner].some(isBundled) || isNamed(winner) ? 'info' : 'warning',
    message: `${winner.id} is launched from ${winner.file} and not from ${loser.file}: ${why}`,
    file: loser.file,
    ...(!sameRoot && { hint: 'remove one of the two, or change the order of the directories on the plugin path' }),
    pluginId: winner.id,
  }
}
