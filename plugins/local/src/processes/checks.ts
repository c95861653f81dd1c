import type { ProcessFolder } from './record.ts'

/*
 * The wait for a process to become ready, from a deploy on. Only this plugin knows it: when it has died, the wait begins anew
 * with the next question, and the process counts as one that was there before, which is the safe side.
 */

interface Check {
  readonly pid: number
  /** A value of `performance.now()`. */
  readonly since: number
  /** The deploy has started it, and nobody has seen it ready: it goes when it does not become so. */
  readonly isNew: boolean
}

/** Keyed by the folder of the process. */
const checks = new Map<string, Check>()

export function beginCheck(folder: ProcessFolder, pid: number, isNew: boolean): void {
  checks.set(folder.path, { pid, isNew, since: performance.now() })
}

export function checkOf(folder: ProcessFolder, pid: number): Check {
  const known = checks.get(folder.path)
  if (known?.pid === pid) return known
  beginCheck(folder, pid, false)
  return checkOf(folder, pid)
}

export function endCheck(folder: ProcessFolder): void {
  checks.delete(folder.path)
}

/** True when an earlier deploy has started it, and it has not become ready since. */
export function isNewStill(folder: ProcessFolder, pid: number): boolean {
  const known = checks.get(folder.path)
  return known?.pid === pid && known.isNew
}
