import { isAscii } from 'node:buffer'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Script } from 'node:vm'
import { ownOwner, PathTrust } from '@slipway/processes/path-trust'

type BundleFunction = (exports: object, require: NodeJS.Require, module: object, file: string, folder: string) => void

/** In milliseconds: older code is written again, with the functions that were called since, which takes some 20 ms. */
const freshMs = 3_600_000

/** In milliseconds: code that was not used for a month belongs to a file that no longer exists. */
const forgottenMs = 30 * 24 * 3_600_000

/** Code that another Node or another kind of machine compiled does not fit, and another user's code must not be read. */
const codeFolder = ['slipway', process.version, process.arch, process.getuid?.()].join('-')

/**
 * Part of the names: code that V8 compiled with other switches, which are words or have a number, does not fit. Under one name, starts with and
 * without a switch would replace each other's code.
 */
const switches = process.execArgv
  .filter((text) => /^--[\w-]+(?:=\d+)?$/.test(text))
  .join('')
  .replace(/\W+/g, '_')
  .slice(0, 60)

/**
 * Runs a bundle and returns its exports. Keeps V8's compiled code below `directory`, if there is one: Node's own cache keeps modules before
 * anything in them has run, so each start would compile again every function that it calls. `work` names the use of the bundle: code is
 * kept for each. A bundle beside it that it requires runs in the same way.
 */
export function runBundle(file: string, directory: string | undefined, work: string): object {
  const unkept: (() => void)[] = []
  // One listener for all bundles. A failed command has not run the functions that the next one will need.
  if (directory !== undefined) process.once('exit', (exitCode) => exitCode === 0 && unkept.forEach((keep) => keep()))
  /** Each bundle runs once, however often it is required. */
  const loaded = new Map<string, object>()
  const run = (bundle: string): object => {
    const known = loaded.get(bundle)
    if (known !== undefined) return known
    const codeFile = directory && join(directory, codeFolder, `${work}${switches}-${markOf(bundle)}`)
    const kept = codeFile === undefined ? undefined : readCode(codeFile)
    const script = new Script(readText(bundle), { filename: bundle, ...(kept && { cachedData: kept.code }) })
    const isGood = kept?.isFresh === true && script.cachedDataRejected === false
    if (codeFile !== undefined && !isGood) unkept.push(() => keepCode(script, codeFile))
    const module = { exports: {} }
    const wrapped = script.runInThisContext() as BundleFunction
    wrapped(module.exports, requireIn(bundle, run), module, bundle, dirname(bundle))
    loaded.set(bundle, module.exports)
    return module.exports
  }
  return run(file)
}

/** Requires bundles beside this one with `run`, and everything else with Node. */
function requireIn(bundle: string, run: (bundle: string) => object): NodeJS.Require {
  const others = createRequire(bundle)
  const any = (id: string): unknown => (id.endsWith('.cjs') ? run(join(dirname(bundle), id)) : others(id))
  return Object.assign(any, others)
}

/** With this hint, Node reads text with one byte per letter four times as fast, and V8 needs half the memory for it. */
function readText(file: string): string {
  const bytes = readFileSync(file)
  return bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8')
}

/**
 * Changes with the text: V8 checks only the length, so the compiled code must be for exactly this text. The ctime is the time that nobody
 * sets: tools that copy and unpack set the mtime.
 */
function markOf(file: string): string {
  const { ino, size, mtimeMs, ctimeMs } = statSync(file)
  return [ino, size, Math.round(mtimeMs * 1000), Math.round(ctimeMs * 1000)].map((part) => part.toString(36)).join('-')
}

interface KeptCode {
  readonly code: Buffer
  readonly isFresh: boolean
}

/** The footer after the code holds its length. */
const footerBytes = 4

/** Reads kept code; `undefined`: there is none, it is incomplete, or another user may have put it there. V8 executes the code that it gets. */
function readCode(codeFile: string): KeptCode | undefined {
  try {
    if (!isSafe(codeFile)) return undefined
    const bytes = readFileSync(codeFile)
    const end = bytes.length - footerBytes
    if (bytes.readUInt32LE(end) !== end) return undefined
    return { code: bytes.subarray(0, end), isFresh: Date.now() - statSync(codeFile).mtimeMs < freshMs }
  } catch {
    return undefined
  }
}

/** Any trouble counts as an empty cache: an error at the exit would fail a command that has done its work. */
function keepCode(script: Script, codeFile: string): void {
  // Processes of different containers may share an id and a cache.
  const draft = `${codeFile}.${process.pid}-${Math.random().toString(36).slice(2)}`
  try {
    mkdirSync(dirname(codeFile), { recursive: true, mode: 0o700 })
    if (!isSafe(dirname(codeFile))) return
    // V8 trusts its input: under its final name the file is complete, even if the machine goes down.
    writeFileSync(draft, withFooter(script.createCachedData()), { mode: 0o600, flush: true })
    renameSync(draft, codeFile)
    forgetOld(dirname(codeFile))
  } catch {
    removeIfThere(draft)
  }
}

function withFooter(code: Buffer): Buffer {
  const footer = Buffer.alloc(footerBytes)
  footer.writeUInt32LE(code.length)
  return Buffer.concat([code, footer])
}

function forgetOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    const stats = statSync(file, { throwIfNoEntry: false })
    if (stats !== undefined && Date.now() - stats.mtimeMs > forgottenMs) removeIfThere(file)
  }
}

function removeIfThere(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {
    // the folder cannot be read
  }
}

function isSafe(path: string): boolean {
  return new PathTrust(ownOwner()).problem(path) === undefined
}

/**
 * Makes Slipway and its plugins keep compiled code in the launcher's folder. If others could write there, or it belongs to another user,
 * the code goes into this user's cache; if that is no better, nowhere.
 */
export function useSafeDirectory(env: NodeJS.ProcessEnv): void {
  const { SLIPWAY_COMPILE_CACHE: said = '', XDG_CACHE_HOME, HOME } = env
  delete env['SLIPWAY_COMPILE_CACHE']
  if (said === '' || (env['NODE_COMPILE_CACHE'] ?? '') !== '') return
  const cache = XDG_CACHE_HOME || (HOME && join(HOME, '.cache'))
  const safe = [said, ...(cache ? [join(cache, 'slipway/compile')] : [])].find(isMadeSafe)
  if (safe !== undefined) env['NODE_COMPILE_CACHE'] = safe
}

function isMadeSafe(directory: string): boolean {
  try {
    // Does not make a useless folder: one of root's would be in the way of the project's owner.
    let there = directory
    while (!existsSync(there)) there = dirname(there)
    if (!isSafe(there)) return false
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    accessSync(directory, constants.W_OK)
    return isSafe(directory)
  } catch {
    // The folder cannot be made, or cannot be checked.
    return false
  }
}

/** Node's own folder for compiled code, if it has one. */
export function codeDirectory({
  NODE_COMPILE_CACHE,
  NODE_DISABLE_COMPILE_CACHE,
}: NodeJS.ProcessEnv): string | undefined {
  return NODE_DISABLE_COMPILE_CACHE === '1' ? undefined : NODE_COMPILE_CACHE || undefined
}
