import { execFileSync } from 'node:child_process'
import { readOptionalText } from '@slipway/source/files'

/** Returns the name of a user for messages, from /etc/passwd, or else the number. */
export function userName(uid: number): string {
  return nameIn('/etc/passwd', uid)
}

/** Returns the name of a group for messages, from /etc/group, or else the number. */
export function groupName(gid: number): string {
  return nameIn('/etc/group', gid)
}

/** Returns the number of a group, given its name or number; `undefined` if this machine knows no such group. */
export function groupId(name: string): number | undefined {
  if (/^\d{1,9}$/.test(name)) return Number(name)
  const known = linesOf('/etc/group').find((fields) => fields[0] === name) ?? askedFor(name)
  return known === undefined ? undefined : Number(known[2])
}

function nameIn(file: string, id: number): string {
  return linesOf(file).find((fields) => fields[2] === String(id))?.[0] ?? String(id)
}

const mostBytes = 8 * 1024 * 1024

function linesOf(file: string): readonly (readonly string[])[] {
  return fieldsOf(readOptionalText(file, { most: mostBytes, isOnDisk: true }) ?? '')
}

function fieldsOf(text: string): readonly (readonly string[])[] {
  return text.split('\n').map((line) => line.split(':'))
}

/** Time limit for a directory service, which may be slow or silent, in milliseconds. */
const longestAnswerMs = 5000

function askedFor(name: string): readonly string[] | undefined {
  if (name.startsWith('-') || name.includes('\0')) return undefined
  try {
    const options = { timeout: longestAnswerMs, encoding: 'utf8' } as const
    const answer = execFileSync('getent', ['group', name], { ...options, stdio: ['ignore', 'pipe', 'ignore'] })
    return fieldsOf(answer).find((fields) => fields[0] === name)
  } catch {
    return undefined
  }
}
