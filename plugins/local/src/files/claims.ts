import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { ResourceCall } from '@slipway/sdk'
import { memoryOf } from '../memory.ts'
import type { CallVariables } from '../call-folders.ts'
import { codeOf } from './system-error.ts'

/*
 * The resources that claim a path, noted before anything is done there: after a crash the note shows which thing belongs to which resource id, and
 * which work is half-done. The note is removed with the last resource that claims the path.
 *
 * Each state of a note is a line of its own, and the last whole one counts, so that no moment of writing can lose the one before. Notes are read and
 * written synchronously: they are tiny, and the pool of threads takes many times as long as the work.
 */

export type Claimant = CallVariables & Pick<ResourceCall, 'resourceId' | 'log'>

export interface Claims {
  /** The resource that makes, or has made, the thing at the path. */
  readonly maker?: Maker
  /** Resources that found their thing at the path already there. */
  readonly adopters: readonly string[]
  /** A resource that is gone had made it, and has left it to the adopters. */
  readonly isOurs: boolean
}

interface Maker {
  readonly resourceId: string
  /** Marks of the things that it has put there, or is about to: they distinguish these from anything else at the path. */
  readonly marks: readonly string[]
  readonly isGoing?: boolean
}

export const nobody: Claims = { adopters: [], isOurs: false }

export function claimsOn(call: CallVariables, path: string): Claims {
  const note = noteOf(call, path)
  if (!existsSync(note)) return nobody
  const lines = readFileSync(note, 'utf8').split('\n')
  // a line without a line end was cut off
  for (const line of lines.slice(0, -1).toReversed()) {
    const claims = line.startsWith('{') ? parsed(line) : undefined
    if (claims !== undefined) return claims
  }
  return earlierForm(lines)
}

export function writeClaims(call: CallVariables, path: string, claims: Claims): void {
  const note = noteOf(call, path)
  if (isNobody(claims)) return removeNote(note)
  const line = `${JSON.stringify(claims)}\n`
  // a line that was cut off must not spoil this one
  const text = existsSync(note) ? `\n${line}` : line
  try {
    appendFileSync(note, text, { mode: 0o600 })
  } catch (thrown) {
    if (codeOf(thrown) !== 'ENOENT') throw thrown
    mkdirSync(dirname(note), { recursive: true, mode: 0o700 })
    appendFileSync(note, text, { mode: 0o600 })
  }
}

/** The claims without those of a resource. */
export function without(resourceId: string, { maker, adopters, isOurs }: Claims): Claims {
  return {
    ...(maker !== undefined && maker.resourceId !== resourceId && { maker }),
    adopters: adopters.filter((id) => id !== resourceId),
    isOurs,
  }
}

export function isNobody({ maker, adopters }: Claims): boolean {
  return maker === undefined && adopters.length === 0
}

function parsed(line: string): Claims | undefined {
  try {
    return JSON.parse(line) as Claims
  } catch {
    return undefined
  }
}

/** The form of version 0.1.0: `ours` or `theirs`, then the adopters, each in a line. It did not note makers. */
function earlierForm([ours, ...ids]: readonly string[]): Claims {
  return { adopters: ids.filter((id) => id !== ''), isOurs: ours === 'ours' }
}

function removeNote(note: string): void {
  if (!existsSync(note)) return
  rmSync(note, { force: true })
  try {
    rmdirSync(dirname(note))
  } catch (thrown) {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(codeOf(thrown) ?? '')) throw thrown
  }
}

function noteOf(call: CallVariables, path: string): string {
  return memoryOf(call, 'claims', createHash('sha256').update(path).digest('hex').slice(0, 32))
}
