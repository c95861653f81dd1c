/**
 * `npm run mutants`: breaks a line of the code, runs tests, and tells whether one of them noticed.
 *
 *     npm run mutants -- promises                     the lines that keep the promises of docs/guides/security.md
 *     npm run mutants -- random --seed 1 --count 16   so many random lines of each of five packages, against their own tests
 *     npm run mutants -- random --package host        of one package
 *
 * Works in copies of the workspace, two side by side. Exits 1 when a promise has a line that no test holds. A random mutant that
 * lives is printed: it is a missing test, or a line that does the same either way.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type KeptPromises, promises } from './promises.ts'
import { drawMutants, mutatedPackages } from './random-mutants.ts'
import { Imports } from './reach.ts'
import { WorkingCopy, type Change } from './working-copy.ts'

interface Trial {
  readonly name: string
  readonly change: Change
  /** The tests in order; the first failure ends the run. */
  readonly tests: readonly string[]
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '16' },
    package: { type: 'string' },
    only: { type: 'string', default: '' },
  },
})

const copies = [new WorkingCopy(), new WorkingCopy()] as const
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const copy of copies) copy.remove()
    process.exit(1)
  })
}

function trials(root: string): readonly Trial[] {
  if (positionals[0] === 'promises') return promises.flatMap((kept) => promiseTrials(root, kept))
  if (positionals[0] !== 'random') throw new Error('npm run mutants -- promises, or npm run mutants -- random')
  const packages = values.package === undefined ? mutatedPackages : [values.package]
  return packages.flatMap((name) => {
    const imports = new Imports(root, name)
    return drawMutants(root, name, Number(values.count), Number(values.seed)).map(({ name: mutant, change }) => {
      return { name: mutant, change, tests: imports.reaching(change.file) }
    })
  })
}

function promiseTrials(root: string, { file, tests, lines }: KeptPromises): readonly Trial[] {
  const before = readFileSync(join(root, file), 'utf8')
  return lines.map(([promise, line, broken]) => {
    if (before.split(line).length !== 2) throw new Error(`${file} must have this text exactly once: ${line}`)
    return { name: `${promise}: ${file}`, change: { file, before, after: before.replace(line, () => broken) }, tests }
  })
}

async function judge(copy: WorkingCopy, trial: Trial): Promise<boolean> {
  return copy.changed(trial.change, async () => {
    const failing = await copy.firstFailing(trial.tests)
    console.log(
      `${failing === undefined ? 'LIVES ' : 'killed'} ${trial.name}${failing === undefined ? '' : ` (${failing})`}`,
    )
    return failing !== undefined
  })
}

async function judgeAll(all: readonly Trial[]): Promise<readonly Trial[]> {
  const left = [...all]
  const alive: Trial[] = []
  const work = async (copy: WorkingCopy): Promise<void> => {
    for (let trial = left.shift(); trial !== undefined; trial = left.shift()) {
      if (!(await judge(copy, trial))) alive.push(trial)
    }
  }
  await Promise.all(copies.map(work))
  return alive
}

try {
  const all = trials(copies[0].path).filter(({ name }) => name.includes(values.only))
  const alive = await judgeAll(all)
  console.log(`${all.length - alive.length} of ${all.length} killed, seed ${values.seed}`)
  if (positionals[0] === 'promises' && alive.length > 0) process.exitCode = 1
} finally {
  for (const copy of copies) copy.remove()
}
