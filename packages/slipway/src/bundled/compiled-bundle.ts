import { isAscii } from 'node:buffer'
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Script } from 'node:vm'
import { lazyRequire } from './lazy-require.ts'

/** What esbuild is told for a file that `runBundle` runs: one function, as Node itself wraps a CommonJS module. */
export const bundleFormat = {
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node24',
  minifySyntax: true,
  // A script has nobody to ask for modules: what stays outside is required.
  supported: { 'dynamic-import': false },
  legalComments: 'none',
  banner: { js: '(function(exports,require,module,__filename,__dirname){' },
  footer: { js: '})' },
} as const

type BundleFunction = (
  exports: object,
  require: (id: string) => unknown,
  module: object,
  file: string,
  folder: string,
) => void

/** A run that leaves this many bytes more of compiled functions than were kept has done something new. */
const newCodeBytes = 32 * 1024

/** Looking whether a run has done something new takes 3 ms: who has code of runs before does it in one run of so many. */
const looksOnceIn = 8

/** What another Node, or another kind of machine, has compiled is not for this one; another user's may not be read. */
const codeFolder = ['slipway', process.version, process.arch, process.getuid?.()].join('-')

/**
 * Runs a bundle and returns what it exports. What V8 compiled of it is kept below `directory`, when there is one: Node's
 * own cache keeps modules before anything in them has run, so each start would compile anew every function that it
 * calls, a third of the time of most commands. `work` says what is done with the bundle: code is kept for each anew.
 * `looks`: whether this run looks for something new.
 */
export function runBundle(
  file: string,
  directory: string | undefined,
  work: string,
  looks: boolean = Math.random() < 1 / looksOnceIn,
): object {
  const codeFile = directory && join(directory, codeFolder, `${work}-${markOf(file)}`)
  const kept = codeFile === undefined ? undefined : readCode(codeFile)
  const script = new Script(readSource(file), { filename: file, ...(kept && { cachedData: kept.code }) })
  if (codeFile !== undefined) {
    const keptBytes = script.cachedDataRejected === false ? kept?.compiledBytes : undefined
    process.once('exit', (exitCode) => {
      // Who failed has not done what the next run will do.
      if (exitCode === 0 && (looks || keptBytes === undefined)) keepCode(script, codeFile, keptBytes)
    })
  }
  const module = { exports: {} }
  const run = script.runInThisContext() as BundleFunction
  run(module.exports, lazyRequire(createRequire(file)), module, file, dirname(file))
  return module.exports
}

/**
 * Another one for another text: code that V8 takes for that of a text must be of that text, and it looks no further
 * than at the length. The time of the last change of anything is the one that nobody sets: tools that copy and unpack
 * set the other.
 */
function markOf(file: string): string {
  const { ino, size, mtimeMs, ctimeMs } = statSync(file)
  return [ino, size, Math.round(mtimeMs * 1000), Math.round(ctimeMs * 1000)].map((part) => part.toString(36)).join('-')
}

/** Text of one byte a letter is read and held faster. */
function readSource(file: string): string {
  const bytes = readFileSync(file)
  return bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8')
}

interface KeptCode {
  readonly code: Buffer
  /** Of all functions that were compiled when it was kept, as V8 counts them. */
  readonly compiledBytes: number
}

/** After the code: that number, and how long the code is. */
const footerBytes = 8

/** `undefined`: there is none, or not all of it. */
function readCode(codeFile: string): KeptCode | undefined {
  try {
    const bytes = readFileSync(codeFile)
    const end = bytes.length - footerBytes
    return bytes.readUInt32LE(end + 4) === end
      ? { code: bytes.subarray(0, end), compiledBytes: bytes.readUInt32LE(end) }
      : undefined
  } catch {
    return undefined
  }
}

/** `keptBytes`: what was known at the start. Whatever goes wrong is as if nothing were kept. */
function keepCode(script: Script, codeFile: string, keptBytes: number | undefined): void {
  const { getHeapCodeStatistics } = process.getBuiltinModule('node:v8')
  const compiledBytes = getHeapCodeStatistics().bytecode_and_metadata_size
  if (keptBytes !== undefined && compiledBytes < keptBytes + newCodeBytes) return
  // Processes of different containers may have one id and one cache.
  const draft = `${codeFile}.${process.pid}-${Math.random().toString(36).slice(2)}`
  try {
    mkdirSync(dirname(codeFile), { recursive: true, mode: 0o700 })
    // V8 believes what it is given: under its name the file is whole, also when the machine goes down.
    writeFileSync(draft, withFooter(script.createCachedData(), compiledBytes), { mode: 0o600, flush: true })
    renameSync(draft, codeFile)
  } catch {
    removeIfThere(draft)
  }
}

/** An error at the exit would be the end of a command that has done its work. */
function removeIfThere(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {
    // in a folder that cannot be looked into
  }
}

function withFooter(code: Buffer, compiledBytes: number): Buffer {
  const bytes = Buffer.concat([code, Buffer.alloc(footerBytes)])
  bytes.writeUInt32LE(compiledBytes, code.length)
  bytes.writeUInt32LE(code.length, code.length + 4)
  return bytes
}

/** Where Node keeps compiled code of its own, if it does. */
export function codeDirectory({
  NODE_COMPILE_CACHE,
  NODE_DISABLE_COMPILE_CACHE,
}: NodeJS.ProcessEnv): string | undefined {
  return NODE_DISABLE_COMPILE_CACHE === '1' ? undefined : NODE_COMPILE_CACHE || undefined
}
