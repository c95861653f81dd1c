import type { ProcessFolder } from './record.ts'

/*
 * The wait for a process to become ready, which begins with a deploy. Only this plugin knows it: when the plugin has died, the wait begins anew with
 * the next question, and the process counts as an existing one, which is safer.
 */

interface Check {
  readonly pid: number
  /** A value of `performance.now()`. */
  readonly since: number
  /** True if the deploy has started the process, and nobody has seen it ready: the process is removed when it does not become ready. */
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

/** True when an earlier deploy has started the process, and it has not become ready since. */
export function isNewStill(folder: ProcessFolder, pid: number): boolean {
  const known = checks.get(folder.path)
  return known?.pid === pid && known.isNew
}
