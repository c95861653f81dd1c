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
 * Packages whose unit tests compute: one process loads their package only once. Twenty of their files share a process, enough to start a twentieth
 * of the processes, few enough that several run at a time until the end.
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
  'packages/slipway',
  'packages/source',
  'packages/stages',
  'packages/stores',
])
const computingFiles = 20

/** Other tests wait for processes and servers most of their time: fewer files one after the other. */
const waitingFiles = 4

/** Words that change a process for all code in it, or measure it. A file with one of these words has a process of its own. */
const changesProcess = new RegExp(
  [
    // These only read, or stand in the texts of scripts that have processes of their own.
    /\bprocess\.(?!(?:platform|execPath|pid|cwd|versions?|arch|get(?:uid|euid|gid|egid)|nextTick|hrtime|memoryUsage|argv|env|kill|exit|ts|stdout\.write)\b)/,
    // Reading a variable and killing another process change nothing.
    /\bprocess\.env(?:\[[^\]\n]*\]|\.\w+)? *(?:\?\?|\|\|)?=[^=>]|\bdelete process\.env\b|\(process\.env,|\bprocess\.kill\(process\.pid\b/,
    /(?<!')\bmock\b/,
    /\bglobalThis\b|\bglobalAgent\b|\bregisterHooks\b|\bsyncBuiltinESMExports\b|\bsetFlagsFromString\b|\bconfigureGlobal\b/,
    /\/proc\/self\b/,
    // These hooks beside all suites are hooks of every test of the process. `before` runs once, at its start, and `after` at its end.
    /^(beforeEach|afterEach)\(/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'm',
)

/**
 * The processes for these files. Test files of one package or folder share processes, unless they change shared state there
 * (`changesProcess`). A process for each file of the engine takes half as much again as all its tests; files below test/ also share the process
 * of their commands (test/warm).
 */
export function processesFor(files: readonly string[], root: string): readonly TestProcess[] {
  const folder = join(root, 'node_modules/.cache/tests')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const shared = files.filter((file) => !changesProcess.test(readFileSync(join(root, file), 'utf8')))
  const alone = files.filter((file) => !shared.includes(file))
  const together = [...Map.groupBy(shared, groupOf)].flatMap(([group, some]) =>
    evenly(some, computing.has(group) ? computingFiles : waitingFiles).map((part, index) => {
      if (part.length === 1) return part.map((file) => ({ entry: join(root, file), files: part }))
      const entry = join(folder, `${group.replaceAll('/', '-')}-${index + 1}.mjs`)
      writeFileSync(entry, part.map((file) => `import '${pathToFileURL(join(root, file)).href}'\n`).join(''))
      return [{ entry, files: part }]
    }),
  )
  return [...alone.map((file) => ({ entry: join(root, file), files: [file] })), ...together.flat()]
}

/** The package, or the folder below test/ or test/interop/. */
function groupOf(file: string): string {
  return file
    .split('/')
    .slice(0, file.startsWith('test/interop/') ? 3 : 2)
    .join('/')
}

function evenly(files: readonly string[], filesPerProcess: number): readonly (readonly string[])[] {
  const parts = Math.ceil(files.length / filesPerProcess)
  return Array.from({ length: parts }, (_, part) => files.filter((_file, index) => index % parts === part))
}
