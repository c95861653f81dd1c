/** Random mutants of a package: the broken lines and the ways to break them, drawn from a seed. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomOf, type Random } from '../soak/random.ts'
import { mutationsOf } from './operators.ts'
import type { Change } from './working-copy.ts'

/** The packages for random mutants, unless the command names others. */
export const mutatedPackages = ['engine', 'stores', 'graph', 'host', 'preparer'] as const

export interface Mutant {
  readonly packageName: string
  readonly change: Change
  /** `packages/graph/src/sort.ts:12 && -> ||` */
  readonly name: string
}

/** The same seed draws the same mutants as long as the sources are the same. */
export function drawMutants(root: string, packageName: string, count: number, seed: number): readonly Mutant[] {
  const random = randomOf(seed)
  const files = sourceFiles(root, packageName)
  return Array.from({ length: count }, () => drawMutant(root, packageName, files, random))
}

function drawMutant(root: string, packageName: string, files: readonly string[], random: Random): Mutant {
  for (;;) {
    // Picks a file by its length, so that each line is equally likely.
    const file = random.pick(files)
    const before = readFileSync(join(root, file), 'utf8')
    const mutations = mutationsOf(file, before)
    if (mutations.length === 0) continue
    const { start, end, text, name } = random.pick(mutations)
    const line = before.slice(0, start).split('\n').length
    const change = { file, before, after: before.slice(0, start) + text + before.slice(end) }
    return { packageName, change, name: `${file}:${line} ${name}` }
  }
}

/** Tests, helpers of tests, and generated files. */
const notMutated = /\.test\.ts$|\/(testing|gen|fixtures)\/|\/(testing|conformance|arbitrary)[^/]*$/

/** Lists a file once for each of its mutations, so that a long file is drawn more often than a short one. */
function sourceFiles(root: string, packageName: string): readonly string[] {
  return globSync(`packages/${packageName}/src/**/*.ts`, { cwd: root })
    .filter((file) => !notMutated.test(file))
    .sort()
    .flatMap((file) => mutationsOf(file, readFileSync(join(root, file), 'utf8')).map(() => file))
}
