import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A process that the runner starts: for one test file, or for several. */
export interface TestProcess {
  /** The module that it runs. */
  readonly entry: string
  /** Relative to the root. */
  readonly files: readonly string[]
}

/**
 * Packages whose unit tests share processes: they compute, so one process loads their package only once. A test that starts processes and
 * servers, below test/ as in the other packages, waits more than it loads, and its remains must not end another test.
 */
const computing = new Set([
  'packages/agent',
  'packages/archives',
  'packages/editors',
  'packages/engine',
  'packages/graph',
  'packages/host',
  'packages/installer',
  'packages/languages',
  'packages/model',
  'packages/operations',
  'packages/programs',
  'packages/protocol',
  'packages/sdk',
  'packages/source',
  'packages/stages',
  'packages/stores',
])

/** Words that change a process for all code in it. A file with one of these words has a process of its own. */
const changesProcess = new RegExp(
  [
    /\bprocess\.(?!platform\b|execPath\b|pid\b|cwd\b|versions?\b|arch\b|getuid\b|geteuid\b|getgid\b|nextTick\b|hrtime\b)/,
    /\bmock\b/,
    /\bglobalThis\b|\bglobalAgent\b|\bregisterHooks\b|\bsyncBuiltinESMExports\b|\bsetFlagsFromString\b|\bconfigureGlobal\b/,
    // Each process counts its own tests to find the first.
    /^import .* from '[^']*\/cases\.ts'$/,
    // Hooks beside all suites are hooks of every test of the process.
    /^(before|after|beforeEach|afterEach)\(/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'm',
)

/** Enough to start a tenth of the processes, few enough that several run at a time until the end. */
const filesPerProcess = 12

/**
 * The processes for these files. Unit tests of one package that computes share a process, twelve files at a time, unless they change shared
 * state there (`changesProcess`). A process for each file of the engine takes half as much again as all its tests.
 */
export function processesFor(files: readonly string[], root: string): readonly TestProcess[] {
  const folder = join(root, 'node_modules/.cache/tests')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const shared = files.filter(
    (file) => computing.has(packageOf(file)) && mayShare(readFileSync(join(root, file), 'utf8')),
  )
  const alone = files.filter((file) => !shared.includes(file))
  const byPackage = Map.groupBy(shared, (file) => packageOf(file).replace('/', '-'))
  const together = [...byPackage].flatMap(([name, some]) =>
    evenly(some).map((part, index) => {
      const entry = join(folder, `${name}-${index + 1}.mjs`)
      writeFileSync(entry, part.map((file) => `import '${pathToFileURL(join(root, file)).href}'\n`).join(''))
      return { entry, files: part }
    }),
  )
  return [...alone.map((file) => ({ entry: join(root, file), files: [file] })), ...together]
}

function packageOf(file: string): string {
  return file.split('/').slice(0, 2).join('/')
}

/** Spreads in `...process.env` only read. */
function mayShare(text: string): boolean {
  return !changesProcess.test(text.replaceAll('...process.env', ''))
}

function evenly(files: readonly string[]): readonly (readonly string[])[] {
  const parts = Math.ceil(files.length / filesPerProcess)
  return Array.from({ length: parts }, (_, part) => files.filter((_file, index) => index % parts === part))
}
