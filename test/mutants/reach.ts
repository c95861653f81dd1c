/** Finds the test files of a package that can reach a file, by following imports within the package. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** The imports between the files of a package; paths are relative to the root of the workspace. */
export class Imports {
  readonly tests: readonly string[]
  readonly #imported = new Map<string, readonly string[]>()
  readonly #root: string

  constructor(root: string, packageName: string) {
    this.#root = root
    const files = globSync(`packages/${packageName}/src/**/*.ts`, { cwd: root })
    for (const file of files) this.#imported.set(file, this.#importsOf(file))
    this.tests = files.filter((file) => file.endsWith('.test.ts')).sort()
  }

  /** The tests that reach the file, those nearest to it first. */
  reaching(file: string): readonly string[] {
    const reached = this.tests.flatMap((test) => {
      const steps = this.#steps(test, file)
      return steps === undefined ? [] : [{ test, steps }]
    })
    return reached.sort((one, other) => one.steps - other.steps).map(({ test }) => test)
  }

  #importsOf(file: string): readonly string[] {
    const source = readFileSync(join(this.#root, file), 'utf8')
    const named = [...source.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+\.ts)'/g)].map(([, path = '']) => path)
    return named.map((path) => relative(this.#root, join(this.#root, dirname(file), path)))
  }

  /** How many imports lead from one file to the other; `undefined` if none do. */
  #steps(from: string, to: string): number | undefined {
    const seen = new Set([from])
    let edge = [from]
    for (let steps = 0; edge.length > 0; steps++) {
      if (edge.includes(to)) return steps
      edge = edge.flatMap((file) => this.#imported.get(file) ?? []).filter((file) => !seen.has(file) && seen.add(file))
    }
    return undefined
  }
}
