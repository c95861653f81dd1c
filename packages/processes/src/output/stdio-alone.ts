import type { ChildProcess, IOType } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'
import type { Stream } from 'node:stream'

type Stdio = IOType | Stream | number

/** An inherited descriptor above this number stays open: the list of descriptors would get too long. */
const highest = 65_536

/**
 * Starts a process with these descriptors and no others. Our parent may have left others open, as shells do with `exec 251>log`, and all our
 * children would inherit them: in this child they lead to /dev/null. A shell cannot do that itself: dash closes none above 9.
 * @param start called once, with the `stdio` for `spawn`
 */
export function withStdioAlone(stdio: readonly Stdio[], start: (stdio: Stdio[]) => ChildProcess): ChildProcess {
  const inherited = new Set(inheritedDescriptors().filter((descriptor) => descriptor >= stdio.length))
  if (inherited.size === 0) return start([...stdio])
  const nothing = openSync('/dev/null', 'r+')
  try {
    const all = Array.from({ length: Math.max(...inherited) + 1 }, (_, index): Stdio => {
      return stdio[index] ?? (inherited.has(index) ? nothing : 'ignore')
    })
    return start(all)
  } finally {
    closeSync(nothing)
  }
}

let known: readonly number[] | undefined

/** Node closes the descriptors that we open ourselves in our children, so these are the ones that we have inherited. */
function inheritedDescriptors(): readonly number[] {
  known ??= listed().filter((descriptor) => descriptor > 2 && descriptor <= highest && isPassedOn(descriptor))
  return known
}

/** The open descriptors; empty where the system does not list them. */
function listed(): readonly number[] {
  try {
    return readdirSync('/proc/self/fd').map(Number)
  } catch {
    return []
  }
}

const closedOnExec = 0o2000000

function isPassedOn(descriptor: number): boolean {
  try {
    const flags = /^flags:\t([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'latin1'))?.[1]
    return flags !== undefined && (Number.parseInt(flags, 8) & closedOnExec) === 0
  } catch {
    return false
  }
}
